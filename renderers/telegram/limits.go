package telegram

// Limits of the Bot API.
const (
	// maxText is the longest message, in code points after entity parsing. https://core.telegram.org/bots/api#sendmessage
	maxText = 4096
	// minText is the smallest limit accepted.
	minText = 16
	// maxBytes bounds the markup before parsing, as the Bot API server does.
	maxBytes = 32768
	// maxEntities is how many entities of a message are kept; further ones are dropped without an error.
	// https://core.telegram.org/api/entities
	maxEntities = 100
	// maxEntityBytes bounds what all entities of a message take: their URLs and entityBytes for each.
	maxEntityBytes = 9000
	entityBytes    = 16
	// gridWidth is how many cells of a code block a phone shows without wrapping.
	gridWidth = 40
)
