package slack

// Limits of chat.postMessage.
const (
	// advisedText is the length that Slack advises for text, and the default.
	// https://api.slack.com/methods/chat.postMessage#truncating
	advisedText = 4000
	// maxText is where Slack cuts a text off. https://api.slack.com/methods/chat.postMessage#truncating
	maxText = 40000
	// minText is the smallest limit accepted.
	minText = 16
	// gridWidth is how many cells of a code block the client shows without wrapping.
	gridWidth = 72
)
