package slack

import (
	"testing"

	"github.com/vak-delivery/vakd/renderers/renderertest"
)

func TestExam(t *testing.T) { renderertest.Exam(t, Surface{}, nil) }
