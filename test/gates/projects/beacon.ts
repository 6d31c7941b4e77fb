// A server in Go: interfaces with fakes, a suite that every store keeps, a tag of the test command, TestMain, golden files, httptest.
import type { Files } from '../case.ts';
import { BEACON_API } from './beacon-api.ts';

const { raw } = String;

export const BEACON: Files = {
  'go.mod': 'module example.com/beacon\n\ngo 1.19\n',
  'baton.yaml': 'commands:\n  test: go test -tags integration ./...\n',
  '.gitignore': '/bin/\n',
  'README.md': '# Beacon\n\nKeeps samples, and tells when one is too high.\n',
  'store/store.go': raw`// Package store keeps samples.
package store

import (
	"sort"
	"sync"

	"example.com/beacon/sample"
)

// Store keeps the samples of each name.
type Store interface {
	Put(s sample.Sample) error
	Latest(name string) (sample.Sample, bool)
	Names() []string
}

// Memory is a Store that forgets.
type Memory struct {
	mu   sync.Mutex
	last map[string]sample.Sample
}

// NewMemory is empty.
func NewMemory() *Memory { return &Memory{last: map[string]sample.Sample{}} }

// Put keeps a sample if it is not older than what is there.
func (m *Memory) Put(s sample.Sample) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	if old, ok := m.last[s.Name]; ok && old.At > s.At {
		return nil
	}
	m.last[s.Name] = s
	return nil
}

// Latest is the newest sample of a name.
func (m *Memory) Latest(name string) (sample.Sample, bool) {
	m.mu.Lock()
	defer m.mu.Unlock()
	s, ok := m.last[name]
	return s, ok
}

// Names are sorted.
func (m *Memory) Names() []string {
	m.mu.Lock()
	defer m.mu.Unlock()
	names := make([]string, 0, len(m.last))
	for name := range m.last {
		names = append(names, name)
	}
	sort.Strings(names)
	return names
}
`,
  'store/disk.go': raw`package store

import (
	"encoding/json"
	"os"
	"path/filepath"
	"sort"
	"strings"

	"example.com/beacon/sample"
)

// Disk is a Store with a file for each name.
type Disk struct{ dir string }

// OpenDisk uses a folder that is there.
func OpenDisk(dir string) *Disk { return &Disk{dir} }

func (d *Disk) path(name string) string { return filepath.Join(d.dir, name+".json") }

// Put keeps a sample if it is not older than what is there.
func (d *Disk) Put(s sample.Sample) error {
	if old, ok := d.Latest(s.Name); ok && old.At > s.At {
		return nil
	}
	text, err := json.Marshal(s)
	if err != nil {
		return err
	}
	return os.WriteFile(d.path(s.Name), text, 0o600)
}

// Latest is the newest sample of a name.
func (d *Disk) Latest(name string) (sample.Sample, bool) {
	text, err := os.ReadFile(d.path(name))
	if err != nil {
		return sample.Sample{}, false
	}
	var s sample.Sample
	return s, json.Unmarshal(text, &s) == nil
}

// Names are sorted.
func (d *Disk) Names() []string {
	files, _ := filepath.Glob(d.path("*"))
	names := make([]string, 0, len(files))
	for _, file := range files {
		names = append(names, strings.TrimSuffix(filepath.Base(file), ".json"))
	}
	sort.Strings(names)
	return names
}
`,
  'store/storetest/suite.go': raw`// Package storetest has what every store keeps.
package storetest

import (
	"reflect"
	"testing"

	"example.com/beacon/sample"
	"example.com/beacon/store"
)

// Run tries a store that open makes.
func Run(t *testing.T, open func(t *testing.T) store.Store) {
	t.Helper()
	t.Run("keeps the newest", func(t *testing.T) {
		s := open(t)
		for _, at := range []int64{1, 3, 2} {
			if err := s.Put(sample.Sample{Name: "cpu", Value: float64(at), At: at}); err != nil {
				t.Fatal(err)
			}
		}
		if got, ok := s.Latest("cpu"); !ok || got.At != 3 {
			t.Errorf("got %+v, %v", got, ok)
		}
	})
	t.Run("sorts names", func(t *testing.T) {
		s := open(t)
		for _, name := range []string{"b", "c", "a"} {
			_ = s.Put(sample.Sample{Name: name})
		}
		if got := s.Names(); !reflect.DeepEqual(got, []string{"a", "b", "c"}) {
			t.Errorf("got %v", got)
		}
	})
	t.Run("knows what is not there", func(t *testing.T) {
		if _, ok := open(t).Latest("x"); ok {
			t.Error("expected nothing")
		}
	})
}
`,
  'store/store_test.go': raw`package store_test

import (
	"testing"

	"example.com/beacon/store"
	"example.com/beacon/store/storetest"
)

func TestMemory(t *testing.T) {
	storetest.Run(t, func(*testing.T) store.Store { return store.NewMemory() })
}
`,
  'store/disk_test.go': raw`//go:build integration

package store_test

import (
	"os"
	"testing"

	"example.com/beacon/sample"
	"example.com/beacon/store"
	"example.com/beacon/store/storetest"
)

func TestDisk(t *testing.T) {
	storetest.Run(t, func(t *testing.T) store.Store { return store.OpenDisk(t.TempDir()) })
}

func TestDiskIsForOneUser(t *testing.T) {
	dir := t.TempDir()
	if err := store.OpenDisk(dir).Put(sample.Sample{Name: "cpu"}); err != nil {
		t.Fatal(err)
	}
	info, err := os.Stat(dir + "/cpu.json")
	if err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("got %v, %v", info.Mode(), err)
	}
}
`,
  'alert/alert.go': raw`// Package alert tells people when a sample is too high.
package alert

import (
	"fmt"

	"example.com/beacon/sample"
)

// Notifier tells somebody.
type Notifier interface {
	Notify(text string) error
}

// Rule is the limit of one name.
type Rule struct {
	Name  string
	Above float64
}

// Watcher tells once when a limit is passed, and once when it is over.
type Watcher struct {
	rules    []Rule
	notifier Notifier
	firing   map[string]bool
}

// NewWatcher has seen nothing.
func NewWatcher(n Notifier, rules ...Rule) *Watcher {
	return &Watcher{rules: rules, notifier: n, firing: map[string]bool{}}
}

// See looks at one sample.
func (w *Watcher) See(s sample.Sample) error {
	for _, rule := range w.rules {
		if rule.Name != s.Name {
			continue
		}
		high := s.Value > rule.Above
		if high == w.firing[rule.Name] {
			continue
		}
		text := fmt.Sprintf("%s is %g, above %g", s.Name, s.Value, rule.Above)
		if !high {
			text = fmt.Sprintf("%s is fine again", s.Name)
		}
		if err := w.notifier.Notify(text); err != nil {
			return fmt.Errorf("notify: %w", err)
		}
		w.firing[rule.Name] = high
	}
	return nil
}
`,
  'alert/fake_test.go': raw`package alert_test

type fakeNotifier struct {
	texts []string
	err   error
}

func (f *fakeNotifier) Notify(text string) error {
	if f.err != nil {
		return f.err
	}
	f.texts = append(f.texts, text)
	return nil
}
`,
  'alert/alert_test.go': raw`package alert_test

import (
	"errors"
	"strings"
	"testing"

	"example.com/beacon/alert"
	"example.com/beacon/sample"
)

func see(t *testing.T, w *alert.Watcher, values ...float64) {
	t.Helper()
	for _, value := range values {
		if err := w.See(sample.Sample{Name: "cpu", Value: value}); err != nil {
			t.Fatal(err)
		}
	}
}

func TestWatcher(t *testing.T) {
	for _, c := range []struct {
		name   string
		values []float64
		want   string
	}{
		{"quiet", []float64{0.1, 0.9}, ""},
		{"once", []float64{0.95, 0.99}, "cpu is 0.95, above 0.9"},
		{"over", []float64{1, 0.5}, "cpu is 1, above 0.9|cpu is fine again"},
	} {
		c := c
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			fake := &fakeNotifier{}
			see(t, alert.NewWatcher(fake, alert.Rule{Name: "cpu", Above: 0.9}), c.values...)
			if got := strings.Join(fake.texts, "|"); got != c.want {
				t.Errorf("got %q, expected %q", got, c.want)
			}
		})
	}
}

func TestTellsAgainAfterAnError(t *testing.T) {
	broken := errors.New("no network")
	fake := &fakeNotifier{err: broken}
	w := alert.NewWatcher(fake, alert.Rule{Name: "cpu", Above: 0.9})
	if err := w.See(sample.Sample{Name: "cpu", Value: 1}); !errors.Is(err, broken) {
		t.Fatalf("got %v", err)
	}
	fake.err = nil
	see(t, w, 1)
	if len(fake.texts) != 1 {
		t.Errorf("got %v", fake.texts)
	}
}
`,
  ...BEACON_API,
};
