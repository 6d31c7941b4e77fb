// A proxy in Go: generics, names exported for tests alone, fakes, embedded templates with golden files, scripts that start the test program itself, files by build tag.
import type { Files } from '../case.ts';
import { FERRY_TESTS } from './ferry-tests.ts';

const { raw } = String;

export const FERRY: Files = {
  ...FERRY_TESTS,
  '.gitignore': raw`/ferry
*.test
`,
  'README.md': raw`# Ferry

Passes requests on, by a file of routes.

    ferry routes.txt          lists the routes
    ferry -md routes.txt      as Markdown
    ferry -for /a routes.txt  says where a path goes
`,
  'baton.yaml': raw`commands:
  test: go test ./...
`,
  'cmd/ferry/main.go': raw`// Command ferry says where requests go.
package main

import (
	"errors"
	"flag"
	"fmt"
	"io"
	"os"

	"example.com/ferry/render"
	"example.com/ferry/route"
)

var errUsage = errors.New("usage: ferry [-md] [-for PATH] FILE")

func main() {
	err := run(os.Args[1:], os.Stdout)
	switch {
	case err == nil:
	case errors.Is(err, errUsage):
		fmt.Fprintln(os.Stderr, err)
		os.Exit(2)
	default:
		fmt.Fprintln(os.Stderr, "ferry:", err)
		os.Exit(1)
	}
}

func run(arguments []string, out io.Writer) error {
	flags := flag.NewFlagSet("ferry", flag.ContinueOnError)
	flags.SetOutput(io.Discard)
	markdown := flags.Bool("md", false, "as Markdown")
	path := flags.String("for", "", "says where a path goes")
	if err := flags.Parse(arguments); err != nil || flags.NArg() != 1 {
		return errUsage
	}
	file, err := os.Open(flags.Arg(0))
	if err != nil {
		return err
	}
	defer file.Close()
	routes, err := route.Parse(file)
	if err != nil {
		return fmt.Errorf("%s: %w", flags.Arg(0), err)
	}
	if *path != "" {
		found, err := route.Find(routes, *path)
		if err == nil {
			_, err = fmt.Fprintln(out, found.To)
		}
		return err
	}
	format := "text"
	if *markdown {
		format = "markdown"
	}
	return render.Write(out, format, routes)
}
`,
  'go.mod': raw`module example.com/ferry

go 1.19
`,
  'internal/lru/lru.go': raw`// Package lru keeps what was used last.
package lru

import "container/list"

type entry[K comparable, V any] struct {
	key   K
	value V
}

// Cache holds at most so many values; it is not safe for use by several goroutines.
type Cache[K comparable, V any] struct {
	size    int
	order   *list.List
	items   map[K]*list.Element
	OnEvict func(K, V)
}

func New[K comparable, V any](size int) *Cache[K, V] {
	if size < 1 {
		panic("lru: size must be at least 1")
	}
	return &Cache[K, V]{size: size, order: list.New(), items: map[K]*list.Element{}}
}

func (c *Cache[K, V]) Get(key K) (V, bool) {
	if found, ok := c.items[key]; ok {
		c.order.MoveToFront(found)
		return found.Value.(entry[K, V]).value, true
	}
	var zero V
	return zero, false
}

func (c *Cache[K, V]) Put(key K, value V) {
	if found, ok := c.items[key]; ok {
		found.Value = entry[K, V]{key, value}
		c.order.MoveToFront(found)
		return
	}
	c.items[key] = c.order.PushFront(entry[K, V]{key, value})
	if c.order.Len() > c.size {
		c.evict(c.order.Back())
	}
}

func (c *Cache[K, V]) evict(last *list.Element) {
	old := c.order.Remove(last).(entry[K, V])
	delete(c.items, old.key)
	if c.OnEvict != nil {
		c.OnEvict(old.key, old.value)
	}
}

func (c *Cache[K, V]) Len() int { return c.order.Len() }

func (c *Cache[K, V]) keys() []K {
	keys := make([]K, 0, c.order.Len())
	for at := c.order.Front(); at != nil; at = at.Next() {
		keys = append(keys, at.Value.(entry[K, V]).key)
	}
	return keys
}
`,
  'internal/trace/off.go': raw`//go:build !trace

package trace

// Printf says nothing.
func Printf(string, ...any) {}
`,
  'internal/trace/on.go': raw`//go:build trace

package trace

import "log"

// Printf says what happens.
func Printf(format string, values ...any) { log.Printf(format, values...) }
`,
  'proxy/proxy.go': raw`// Package proxy passes requests on.
package proxy

import (
	"bytes"
	"io"
	"net/http"
	"time"

	"example.com/ferry/internal/lru"
	"example.com/ferry/internal/trace"
	"example.com/ferry/route"
)

// Clock tells the time.
type Clock interface {
	Now() time.Time
}

// Backend answers requests; an http.Client is one.
type Backend interface {
	Do(*http.Request) (*http.Response, error)
}

type answer struct {
	status int
	header http.Header
	body   []byte
	until  time.Time
}

// Proxy passes requests on, and keeps answers as long as their route says.
type Proxy struct {
	Routes  []route.Route
	Backend Backend
	Clock   Clock
	kept    *lru.Cache[string, answer]
}

func New(routes []route.Route, backend Backend, clock Clock) *Proxy {
	return &Proxy{Routes: routes, Backend: backend, Clock: clock, kept: lru.New[string, answer](64)}
}

func (p *Proxy) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	found, err := route.Find(p.Routes, r.URL.Path)
	if err != nil {
		http.Error(w, err.Error(), http.StatusNotFound)
		return
	}
	canKeep := r.Method == http.MethodGet && found.Keep > 0
	if kept, ok := p.kept.Get(r.URL.Path); canKeep && ok && p.Clock.Now().Before(kept.until) {
		trace.Printf("kept %s", r.URL.Path)
		kept.write(w)
		return
	}
	fresh, err := p.ask(found, r)
	if err != nil {
		http.Error(w, "the other side does not answer", http.StatusBadGateway)
		return
	}
	if canKeep && fresh.status == http.StatusOK {
		fresh.until = p.Clock.Now().Add(time.Duration(found.Keep) * time.Second)
		p.kept.Put(r.URL.Path, fresh)
	}
	fresh.write(w)
}

func (p *Proxy) ask(to route.Route, r *http.Request) (answer, error) {
	target := *r.URL
	target.Scheme, target.Host = to.To.Scheme, to.To.Host
	request, err := http.NewRequestWithContext(r.Context(), r.Method, target.String(), r.Body)
	if err != nil {
		return answer{}, err
	}
	request.Header = r.Header.Clone()
	request.Header.Set("X-Forwarded-Host", r.Host)
	request.Header.Del("Connection")
	response, err := p.Backend.Do(request)
	if err != nil {
		return answer{}, err
	}
	defer response.Body.Close()
	var body bytes.Buffer
	if _, err := io.Copy(&body, response.Body); err != nil {
		return answer{}, err
	}
	return answer{status: response.StatusCode, header: response.Header, body: body.Bytes()}, nil
}

func (a answer) write(w http.ResponseWriter) {
	for name, values := range a.header {
		w.Header()[name] = values
	}
	w.WriteHeader(a.status)
	_, _ = w.Write(a.body)
}
`,
  'render/render.go':
    '// Package render writes routes for people.\npackage render\n\nimport (\n\t"bytes"\n\t"embed"\n\t"fmt"\n\t"io"\n\t"text/template"\n\n\t"example.com/ferry/route"\n)\n\n//go:embed templates/*.tmpl\nvar files embed.FS\n\nvar templates = template.Must(template.New("").Funcs(template.FuncMap{\n\t"code": func(text string) string { return "`" + text + "`" },\n}).ParseFS(files, "templates/*.tmpl"))\n\n// Write writes routes in a format: text or markdown.\nfunc Write(w io.Writer, format string, routes []route.Route) error {\n\tfound := templates.Lookup(format + ".tmpl")\n\tif found == nil {\n\t\treturn fmt.Errorf("unknown format %q", format)\n\t}\n\tvar buffer bytes.Buffer\n\tif err := found.Execute(&buffer, routes); err != nil {\n\t\treturn err\n\t}\n\t_, err := w.Write(append(bytes.TrimRight(buffer.Bytes(), "\\n"), \'\\n\'))\n\treturn err\n}\n',
  'render/templates/markdown.tmpl': raw`| path | target | kept |
|---|---|---|
{{range .}}| {{code .Prefix}} | {{.To}} | {{if .Keep}}{{.Keep}} s{{else}}–{{end}} |
{{end}}
`,
  'render/templates/text.tmpl': raw`{{range .}}{{printf "%-12s" .Prefix}} {{.To}}{{with .Keep}} ({{.}} s){{end}}
{{end}}
`,
  'route/route.go': raw`// Package route reads where requests go.
package route

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"net/url"
	"strconv"
	"strings"
)

// Route says where requests below a path go.
type Route struct {
	Prefix string
	To     *url.URL
	Keep   int
}

// SyntaxError is a line that cannot be read.
type SyntaxError struct {
	Line int
	Err  error
}

func (e *SyntaxError) Error() string { return fmt.Sprintf("line %d: %v", e.Line, e.Err) }
func (e *SyntaxError) Unwrap() error { return e.Err }

var (
	ErrNoTarget = errors.New("expected PATH -> TARGET")
	ErrTwice    = errors.New("the path is there twice")
	ErrNoRoute  = errors.New("no route")
)

// Parse reads lines such as "/api -> http://localhost:8080 keep=5".
func Parse(r io.Reader) ([]Route, error) {
	var routes []Route
	seen := map[string]bool{}
	scanner := bufio.NewScanner(r)
	for line := 1; scanner.Scan(); line++ {
		text, _, _ := strings.Cut(scanner.Text(), "#")
		if text = strings.TrimSpace(text); text == "" {
			continue
		}
		route, err := parseLine(text)
		if err == nil && seen[route.Prefix] {
			err = ErrTwice
		}
		if err != nil {
			return nil, &SyntaxError{line, err}
		}
		seen[route.Prefix] = true
		routes = append(routes, route)
	}
	return routes, scanner.Err()
}

func parseLine(text string) (Route, error) {
	prefix, rest, ok := strings.Cut(text, "->")
	fields := strings.Fields(rest)
	if !ok || len(fields) == 0 {
		return Route{}, ErrNoTarget
	}
	to, err := url.Parse(fields[0])
	if err != nil || to.Host == "" {
		return Route{}, fmt.Errorf("%q is no target", fields[0])
	}
	route := Route{Prefix: strings.TrimSpace(prefix), To: to}
	for _, option := range fields[1:] {
		name, value, _ := strings.Cut(option, "=")
		if name != "keep" {
			return Route{}, fmt.Errorf("unknown option %q", name)
		}
		if route.Keep, err = strconv.Atoi(value); err != nil || route.Keep < 0 {
			return Route{}, fmt.Errorf("%q is no number of seconds", value)
		}
	}
	return route, nil
}

// Find answers the route with the longest prefix; a prefix ends where a part of the path ends.
func Find(routes []Route, path string) (Route, error) {
	var best *Route
	for at := range routes {
		prefix := strings.TrimSuffix(routes[at].Prefix, "/")
		if path != prefix && !strings.HasPrefix(path, prefix+"/") {
			continue
		}
		if best == nil || len(routes[at].Prefix) > len(best.Prefix) {
			best = &routes[at]
		}
	}
	if best == nil {
		return Route{}, fmt.Errorf("%w for %s", ErrNoRoute, path)
	}
	return *best, nil
}
`,
};
