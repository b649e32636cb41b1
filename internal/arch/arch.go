// Package arch holds the import arrows of the module: which folder may know which, and where each library is at home.
// It has no code of its own, only the test that reads the imports.
package arch
