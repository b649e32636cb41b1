package slack_test

import "testing"

func TestFields(t *testing.T) {
	for _, preview := range []string{"off", "on"} {
		p := render(t, "hi", 0, map[string]string{"previews": preview})
		c := p.Chunks[0]
		for name, want := range map[string]any{
			"mrkdwn": true, "parse": "none", "link_names": false,
			"unfurl_links": preview == "on", "unfurl_media": preview == "on",
		} {
			if got := c.ChannelFields.AsMap()[name]; got != want {
				t.Errorf("previews %s: %s is %v, want %v", preview, name, got, want)
			}
			if name == "mrkdwn" {
				want = false
			}
			if got := c.PlainChannelFields.AsMap()[name]; got != want {
				t.Errorf("previews %s, plain form: %s is %v, want %v", preview, name, got, want)
			}
		}
	}
}

// TestPlainForm checks that the plain form holds no markup but the three entities, and shows where links lead.
func TestPlainForm(t *testing.T) {
	c := render(t, "**a** [t](https://e.example/?a=1&b=2) `x<y` \\*", 0, nil).Chunks[0]
	if want := "a t (https://e.example/?a=1&amp;b=2) x&lt;y *"; c.PlainText != want {
		t.Errorf("got %q, want %q", c.PlainText, want)
	}
}

// TestLongAddress checks that an address that no chunk holds stands as text, whole and not live.
func TestLongAddress(t *testing.T) {
	const url = "https://e.example/0123456789012345678901234567890123456789"
	got := ""
	for _, c := range render(t, "[t]("+url+")", 40, nil).Chunks {
		got += c.Text
	}
	if squeeze(got) != "t("+url+")" {
		t.Errorf("got %q", got)
	}
}
