package server

import (
	"crypto/tls"
	"crypto/x509"
	"fmt"
	"os"
)

// tlsConfig returns the TLS configuration of both listeners, or nil when they speak in the clear.
func (c Config) tlsConfig() (*tls.Config, error) {
	if c.TLSCert == "" {
		return nil, nil
	}
	cert, err := tls.LoadX509KeyPair(c.TLSCert, c.TLSKey)
	if err != nil {
		return nil, fmt.Errorf("tls_cert, tls_key: %w", err)
	}
	t := &tls.Config{Certificates: []tls.Certificate{cert}, MinVersion: tls.VersionTLS12}
	if c.TLSClientCA == "" {
		return t, nil
	}
	pem, err := os.ReadFile(c.TLSClientCA)
	if err != nil {
		return nil, fmt.Errorf("tls_client_ca: %w", err)
	}
	t.ClientCAs = x509.NewCertPool()
	if !t.ClientCAs.AppendCertsFromPEM(pem) {
		return nil, fmt.Errorf("tls_client_ca %s: holds no certificate", c.TLSClientCA)
	}
	t.ClientAuth = tls.RequireAndVerifyClientCert
	return t, nil
}
