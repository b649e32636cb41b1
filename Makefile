# What .ci/run does, step by step, for people.

BUF = go tool -modfile=.ci/tools/go.mod buf
LINT = go tool -modfile=.ci/lint/go.mod golangci-lint
FUZZTIME ?= 30s

.PHONY: build gen image lint test race fuzz bench cover

build:
	go build -o vakd ./cmd/vakd

# gen writes everything that is generated from proto/ again.
gen:
	$(BUF) generate

# image takes the contract as it is for the one that changes are compared with. Only after a release.
image:
	$(BUF) build -o testdata/api/v1.binpb

lint:
	gofmt -l $$(git ls-files '*.go' ':!gen')
	$(BUF) lint
	$(BUF) breaking --against testdata/api/v1.binpb
	go vet ./...
	$(LINT) run

test:
	go test ./...

race:
	go test -race ./...

# fuzz runs every fuzz target for FUZZTIME.
fuzz:
	.ci/fuzz $(FUZZTIME)

bench:
	go test -run '^$$' -bench . -benchmem ./...

cover:
	go test -coverprofile=cover.out ./... && go tool cover -func=cover.out | tail -1

# check runs all that a change must pass.
.PHONY: check
check:
	bash .ci/run
