// What beacon reads, and what other programs and people see of it.
import type { Files } from '../case.ts';

const { raw } = String;

export const BEACON_API: Files = {
  'sample/sample.go': raw`// Package sample reads what machines report.
package sample

import (
	"errors"
	"fmt"
	"strconv"
	"strings"
)

// ErrSyntax is wrapped by every error of Parse.
var ErrSyntax = errors.New("syntax")

// Sample is one value at one time.
type Sample struct {
	Name  string            ${'`json:"name"`'}
	Value float64           ${'`json:"value"`'}
	At    int64             ${'`json:"at"`'}
	Tags  map[string]string ${'`json:"tags,omitempty"`'}
}

// Parse reads a line such as "cpu 0.5 17 host=a".
func Parse(line string) (Sample, error) {
	fields := strings.Fields(line)
	if len(fields) < 3 {
		return Sample{}, fmt.Errorf("%w: %d fields", ErrSyntax, len(fields))
	}
	value, err := strconv.ParseFloat(fields[1], 64)
	if err != nil {
		return Sample{}, fmt.Errorf("%w: value %q", ErrSyntax, fields[1])
	}
	at, err := strconv.ParseInt(fields[2], 10, 64)
	if err != nil {
		return Sample{}, fmt.Errorf("%w: time %q", ErrSyntax, fields[2])
	}
	s := Sample{Name: fields[0], Value: value, At: at}
	for _, field := range fields[3:] {
		key, val, ok := strings.Cut(field, "=")
		if !ok || key == "" {
			return Sample{}, fmt.Errorf("%w: tag %q", ErrSyntax, field)
		}
		if s.Tags == nil {
			s.Tags = map[string]string{}
		}
		s.Tags[key] = val
	}
	return s, nil
}
`,
  'sample/sample_test.go': raw`package sample

import (
	"errors"
	"reflect"
	"testing"
)

func TestParse(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		line string
		want Sample
	}{
		"plain": {"cpu 0.5 17", Sample{Name: "cpu", Value: 0.5, At: 17}},
		"tags":  {"cpu 1 2 host=a zone=", Sample{Name: "cpu", Value: 1, At: 2, Tags: map[string]string{"host": "a", "zone": ""}}},
	} {
		c := c
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			got, err := Parse(c.line)
			if err != nil || !reflect.DeepEqual(got, c.want) {
				t.Fatalf("got %+v, %v", got, err)
			}
		})
	}
}

func TestParseErrors(t *testing.T) {
	for _, line := range []string{"", "cpu 1", "cpu x 1", "cpu 1 x", "cpu 1 1 =a"} {
		t.Run(line, func(t *testing.T) {
			if _, err := Parse(line); !errors.Is(err, ErrSyntax) {
				t.Errorf("got %v", err)
			}
		})
	}
}
`,
  'api/api.go': raw`// Package api is what other programs see.
package api

import (
	"bufio"
	"encoding/json"
	"net/http"
	"strings"

	"example.com/beacon/alert"
	"example.com/beacon/sample"
	"example.com/beacon/store"
)

// Server answers requests.
type Server struct {
	Store   store.Store
	Watcher *alert.Watcher
}

// Handler has all routes.
func (s *Server) Handler() http.Handler {
	mux := http.NewServeMux()
	mux.HandleFunc("/v1/samples", s.samples)
	mux.HandleFunc("/v1/latest/", s.latest)
	return mux
}

func fail(w http.ResponseWriter, status int, text string) {
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(status)
	_ = json.NewEncoder(w).Encode(map[string]string{"error": text})
}

func (s *Server) samples(w http.ResponseWriter, r *http.Request) {
	if r.Method != http.MethodPost {
		fail(w, http.StatusMethodNotAllowed, "expected POST")
		return
	}
	lines := bufio.NewScanner(r.Body)
	count := 0
	for lines.Scan() {
		one, err := sample.Parse(lines.Text())
		if err != nil {
			fail(w, http.StatusBadRequest, err.Error())
			return
		}
		if err := s.Store.Put(one); err != nil {
			fail(w, http.StatusInternalServerError, err.Error())
			return
		}
		if s.Watcher != nil {
			_ = s.Watcher.See(one)
		}
		count++
	}
	w.Header().Set("Content-Type", "application/json")
	_ = json.NewEncoder(w).Encode(map[string]int{"kept": count})
}

func (s *Server) latest(w http.ResponseWriter, r *http.Request) {
	name := strings.TrimPrefix(r.URL.Path, "/v1/latest/")
	one, ok := s.Store.Latest(name)
	if !ok {
		fail(w, http.StatusNotFound, "no sample of "+name)
		return
	}
	w.Header().Set("Content-Type", "application/json")
	out := json.NewEncoder(w)
	out.SetIndent("", "  ")
	_ = out.Encode(one)
}
`,
  'api/main_test.go': raw`package api_test

import (
	"flag"
	"os"
	"testing"
)

var update = flag.Bool("update", false, "write golden files")

func TestMain(m *testing.M) {
	flag.Parse()
	os.Setenv("TZ", "UTC")
	os.Exit(m.Run())
}
`,
  'api/api_test.go': raw`package api_test

import (
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"example.com/beacon/api"
	"example.com/beacon/internal/testkit"
	"example.com/beacon/store"
)

func serve(t *testing.T) *httptest.Server {
	t.Helper()
	server := httptest.NewServer((&api.Server{Store: store.NewMemory()}).Handler())
	t.Cleanup(server.Close)
	return server
}

func post(t *testing.T, server *httptest.Server, text string) *http.Response {
	t.Helper()
	res, err := server.Client().Post(server.URL+"/v1/samples", "text/plain", strings.NewReader(text))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { res.Body.Close() })
	return res
}

func body(t *testing.T, res *http.Response) string {
	t.Helper()
	text, err := io.ReadAll(res.Body)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

func golden(t *testing.T, name, got string) {
	t.Helper()
	file := filepath.Join("testdata", name+".golden")
	if *update {
		if err := os.WriteFile(file, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	testkit.Equal(t, got, string(want))
}

func TestKeepsSamples(t *testing.T) {
	server := serve(t)
	testkit.Equal(t, body(t, post(t, server, "cpu 0.5 1 host=a\nmem 3 1\n")), "{\"kept\":2}\n")
	res, err := http.Get(server.URL + "/v1/latest/cpu")
	if err != nil {
		t.Fatal(err)
	}
	defer res.Body.Close()
	testkit.Equal(t, res.Header.Get("Content-Type"), "application/json")
	golden(t, "latest", body(t, res))
}

func TestErrors(t *testing.T) {
	t.Run("syntax", func(t *testing.T) {
		res := post(t, serve(t), "cpu\n")
		testkit.Equal(t, res.StatusCode, 400)
		golden(t, "syntax", body(t, res))
	})
	t.Run("unknown", func(t *testing.T) {
		res, err := http.Get(serve(t).URL + "/v1/latest/x")
		if err != nil {
			t.Fatal(err)
		}
		defer res.Body.Close()
		testkit.Equal(t, res.StatusCode, 404)
	})
	t.Run("method", func(t *testing.T) {
		recorder := httptest.NewRecorder()
		(&api.Server{}).Handler().ServeHTTP(recorder, httptest.NewRequest("GET", "/v1/samples", nil))
		testkit.Equal(t, recorder.Code, 405)
	})
}
`,
  'api/testdata/latest.golden':
    '{\n  "name": "cpu",\n  "value": 0.5,\n  "at": 1,\n  "tags": {\n    "host": "a"\n  }\n}\n',
  'api/testdata/syntax.golden': '{"error":"syntax: 1 fields"}\n',
  'internal/testkit/equal.go': raw`// Package testkit is what tests of all packages use.
package testkit

import "testing"

// Equal compares.
func Equal[T comparable](t testing.TB, got, want T) {
	t.Helper()
	if got != want {
		t.Errorf("got %v, expected %v", got, want)
	}
}
`,
  'internal/version/version_gen.go':
    '// Code generated by tools/version; DO NOT EDIT.\n\npackage version\n\n// Number is the version.\nconst Number = "0.3.0"\n',
  'cmd/beacond/help/serve.md': 'serve: answers requests until it is ended.\n',
  'cmd/beacond/help/check.md': 'check: reads lines and says which one is wrong.\n',
  'cmd/beacond/main.go': raw`// Command beacond reads what machines report.
package main

import (
	"bufio"
	"embed"
	"fmt"
	"io"
	"os"

	"example.com/beacon/internal/version"
	"example.com/beacon/sample"
)

//go:embed help
var help embed.FS

func run(args []string, in io.Reader, out io.Writer) int {
	if len(args) == 0 {
		args = []string{"help"}
	}
	switch args[0] {
	case "version":
		fmt.Fprintln(out, version.Number)
	case "help":
		for _, name := range []string{"serve", "check"} {
			text, _ := help.ReadFile("help/" + name + ".md")
			fmt.Fprintf(out, "%s", text)
		}
	case "check":
		lines := bufio.NewScanner(in)
		for number := 1; lines.Scan(); number++ {
			if _, err := sample.Parse(lines.Text()); err != nil {
				fmt.Fprintf(out, "%d: %v\n", number, err)
				return 1
			}
		}
	default:
		return 2
	}
	return 0
}

func main() { os.Exit(run(os.Args[1:], os.Stdin, os.Stdout)) }
`,
  'cmd/beacond/main_test.go': raw`package main

import (
	"bytes"
	"strings"
	"testing"
)

func TestRun(t *testing.T) {
	for name, c := range map[string]struct {
		args []string
		in   string
		code int
		out  string
	}{
		"version": {[]string{"version"}, "", 0, "0.3.0\n"},
		"fine":    {[]string{"check"}, "a 1 1\nb 2 2\n", 0, ""},
		"wrong":   {[]string{"check"}, "a 1 1\nb\n", 1, "2: syntax: 1 fields\n"},
		"unknown": {[]string{"dance"}, "", 2, ""},
	} {
		t.Run(name, func(t *testing.T) {
			var out bytes.Buffer
			if code := run(c.args, strings.NewReader(c.in), &out); code != c.code || out.String() != c.out {
				t.Errorf("got %d, %q", code, out.String())
			}
		})
	}
}
`,
};
