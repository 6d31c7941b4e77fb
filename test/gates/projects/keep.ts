// A store of keys in Go: internal packages, a golden file with a flag to write it, table tests, a fuzz test, doubles in tests.
import type { Files } from '../case.ts';

export const KEEP: Files = {
  'go.mod': 'module keep\n\ngo 1.19\n',
  'baton.yaml': 'commands:\n  test: go test ./...\n',
  '.gitignore': '*.test\n',
  'README.md': '# Keep\n\nKeeps keys.\n',
  'store/store.go': `package store

import (
	"errors"
	"sort"
	"time"

	"keep/internal/clock"
)

var ErrMissing = errors.New("missing")

type entry struct {
	value string
	until time.Time
}

// Store keeps values for a while.
type Store struct {
	clock   clock.Clock
	entries map[string]entry
}

func New(c clock.Clock) *Store {
	return &Store{clock: c, entries: map[string]entry{}}
}

func (s *Store) Put(key, value string, ttl time.Duration) {
	s.entries[key] = entry{value, s.clock.Now().Add(ttl)}
}

func (s *Store) Get(key string) (string, error) {
	e, ok := s.entries[key]
	if !ok || !s.clock.Now().Before(e.until) {
		return "", ErrMissing
	}
	return e.value, nil
}

func (s *Store) Keys() []string {
	keys := make([]string, 0, len(s.entries))
	for key := range s.entries {
		keys = append(keys, key)
	}
	sort.Strings(keys)
	return keys
}
`,
  'store/store_test.go': `package store_test

import (
	"errors"
	"testing"
	"time"

	"keep/store"
)

type turned struct{ at time.Time }

func (t *turned) Now() time.Time { return t.at }

func newStore(t *testing.T) (*store.Store, *turned) {
	t.Helper()
	c := &turned{time.Unix(0, 0)}
	return store.New(c), c
}

func TestGet(t *testing.T) {
	for name, tc := range map[string]struct {
		after time.Duration
		want  string
		err   error
	}{
		"at once": {0, "v", nil},
		"before":  {time.Minute - 1, "v", nil},
		"at end":  {time.Minute, "", store.ErrMissing},
	} {
		t.Run(name, func(t *testing.T) {
			s, c := newStore(t)
			s.Put("k", "v", time.Minute)
			c.at = c.at.Add(tc.after)
			got, err := s.Get("k")
			if got != tc.want || !errors.Is(err, tc.err) {
				t.Errorf("got %q, %v, want %q, %v", got, err, tc.want, tc.err)
			}
		})
	}
}

func TestKeys(t *testing.T) {
	s, _ := newStore(t)
	s.Put("b", "1", time.Hour)
	s.Put("a", "2", time.Hour)
	if got := s.Keys(); len(got) != 2 || got[0] != "a" || got[1] != "b" {
		t.Errorf("got %v", got)
	}
}
`,
  'internal/clock/clock.go': `package clock

import "time"

type Clock interface{ Now() time.Time }

type system struct{}

func (system) Now() time.Time { return time.Now() }

var System Clock = system{}
`,
  'wire/wire.go': `package wire

import (
	"fmt"
	"strconv"
	"strings"
)

// Encode writes each part with its length before it.
func Encode(parts ...string) string {
	var b strings.Builder
	for _, part := range parts {
		fmt.Fprintf(&b, "%d:%s", len(part), part)
	}
	return b.String()
}

// Decode reads what Encode wrote.
func Decode(text string) ([]string, error) {
	var parts []string
	for text != "" {
		head, rest, ok := strings.Cut(text, ":")
		size, err := strconv.Atoi(head)
		if !ok || err != nil || size < 0 || size > len(rest) {
			return nil, fmt.Errorf("bad length %q", head)
		}
		parts = append(parts, rest[:size])
		text = rest[size:]
	}
	return parts, nil
}
`,
  'wire/wire_test.go': `package wire

import (
	"flag"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
)

var update = flag.Bool("update", false, "write golden files")

func TestGolden(t *testing.T) {
	inputs, err := filepath.Glob("testdata/*.in")
	if err != nil || len(inputs) == 0 {
		t.Fatal("no inputs")
	}
	for _, input := range inputs {
		t.Run(filepath.Base(input), func(t *testing.T) {
			text, err := os.ReadFile(input)
			if err != nil {
				t.Fatal(err)
			}
			got := Encode(strings.Fields(string(text))...)
			golden := strings.TrimSuffix(input, ".in") + ".golden"
			if *update {
				if err := os.WriteFile(golden, []byte(got), 0o644); err != nil {
					t.Fatal(err)
				}
			}
			want, err := os.ReadFile(golden)
			if err != nil {
				t.Fatal(err)
			}
			if got != string(want) {
				t.Errorf("got %q, want %q", got, want)
			}
		})
	}
}

func TestDecodeErrors(t *testing.T) {
	for _, text := range []string{"x", "5:abc", "-1:a", ":"} {
		if _, err := Decode(text); err == nil {
			t.Errorf("no error for %q", text)
		}
	}
}

func FuzzRoundTrip(f *testing.F) {
	f.Add("a", "b")
	f.Add("", "1:2")
	f.Fuzz(func(t *testing.T, a, b string) {
		got, err := Decode(Encode(a, b))
		if err != nil || !reflect.DeepEqual(got, []string{a, b}) {
			t.Fatalf("got %q, %v", got, err)
		}
	})
}
`,
  'wire/testdata/two.in': 'tea cup\n',
  'wire/testdata/two.golden': '3:tea3:cup',
  'wire/testdata/umlaut.in': 'größe\n',
  'wire/testdata/umlaut.golden': '7:größe',
};
