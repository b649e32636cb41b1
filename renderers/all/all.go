// Package all lists the surfaces. A new surface is one folder and one line here.
package all

import (
	"github.com/vak-delivery/vakd/renderers/discord"
	"github.com/vak-delivery/vakd/renderers/markdown"
	"github.com/vak-delivery/vakd/renderers/native"
	"github.com/vak-delivery/vakd/renderers/plain"
	"github.com/vak-delivery/vakd/renderers/slack"
	"github.com/vak-delivery/vakd/renderers/surface"
	"github.com/vak-delivery/vakd/renderers/telegram"
)

// Surfaces returns every surface, by name.
func Surfaces() []surface.Surface {
	return []surface.Surface{
		discord.Surface{},
		markdown.Surface{},
		native.Surface{},
		plain.Surface{},
		slack.Surface{},
		telegram.Surface{},
	}
}
