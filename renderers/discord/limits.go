package discord

// Limits of Discord messages.
const (
	// maxContent is the longest content of a message, in code points.
	// https://discord.com/developers/docs/resources/message#create-message
	maxContent = 2000
	// minContent is the smallest limit accepted.
	minContent = 16
	// suppressEmbeds is the message flag that keeps links from being previewed.
	// https://discord.com/developers/docs/resources/message#message-object-message-flags
	suppressEmbeds = 1 << 2
	// maxListDepth is how many levels a list can have.
	// https://support.discord.com/hc/en-us/articles/210298617
	maxListDepth = 10
	// gridWidth is how many cells of a code block most windows show without wrapping.
	gridWidth = 56
)
