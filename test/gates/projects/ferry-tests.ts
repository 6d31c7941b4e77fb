// The tests of ferry.
import type { Files } from '../case.ts';

const { raw } = String;

export const FERRY_TESTS: Files = {
  'cmd/ferry/main_test.go': raw`package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// The program that the scripts start is this one.
func TestMain(m *testing.M) {
	if os.Getenv("BE_FERRY") == "1" {
		main()
		os.Exit(0)
	}
	os.Exit(m.Run())
}

// sections cuts a script into what stands below lines such as "-- out --".
func sections(text string) map[string]string {
	found := map[string]string{}
	name := ""
	for _, line := range strings.SplitAfter(text, "\n") {
		if trimmed := strings.TrimSpace(line); strings.HasPrefix(trimmed, "-- ") && strings.HasSuffix(trimmed, " --") {
			name = strings.Trim(trimmed, "- ")
			continue
		}
		found[name] += line
	}
	return found
}

func ferry(t *testing.T, folder, line string) (string, string, int) {
	t.Helper()
	command := exec.Command(os.Args[0], strings.Fields(line)[1:]...)
	command.Dir = folder
	command.Env = append(os.Environ(), "BE_FERRY=1")
	var out, complaint strings.Builder
	command.Stdout, command.Stderr = &out, &complaint
	_ = command.Run()
	return out.String(), complaint.String(), command.ProcessState.ExitCode()
}

func TestScripts(t *testing.T) {
	files, err := filepath.Glob("testdata/script/*.txt")
	if err != nil || len(files) == 0 {
		t.Fatal("no scripts", err)
	}
	for _, file := range files {
		file := file
		t.Run(strings.TrimSuffix(filepath.Base(file), ".txt"), func(t *testing.T) {
			t.Parallel()
			text, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			script := sections(string(text))
			folder := t.TempDir()
			if err := os.WriteFile(filepath.Join(folder, "routes.txt"), []byte(script["routes.txt"]), 0o600); err != nil {
				t.Fatal(err)
			}
			out, complaint, code := ferry(t, folder, script[""])
			if out != script["out"] {
				t.Errorf("out: got %q, want %q", out, script["out"])
			}
			if complaint != script["err"] {
				t.Errorf("err: got %q, want %q", complaint, script["err"])
			}
			if (code != 0) != (script["err"] != "") {
				t.Errorf("ended with %d", code)
			}
		})
	}
}
`,
  'cmd/ferry/testdata/script/find.txt': raw`ferry -for /api/x routes.txt
-- routes.txt --
/ -> http://front
/api -> http://api
-- out --
http://api
`,
  'cmd/ferry/testdata/script/markdown.txt':
    'ferry -md routes.txt\n-- routes.txt --\n/a -> http://a\n-- out --\n| path | target | kept |\n|---|---|---|\n| `/a` | http://a | – |\n',
  'cmd/ferry/testdata/script/none.txt': raw`ferry -for /x routes.txt
-- routes.txt --
/api -> http://api
-- err --
ferry: no route for /x
`,
  'cmd/ferry/testdata/script/twice.txt': raw`ferry routes.txt
-- routes.txt --
/a -> http://a
/a -> http://b
-- err --
ferry: routes.txt: line 2: the path is there twice
`,
  'cmd/ferry/testdata/script/usage.txt': raw`ferry
-- err --
usage: ferry [-md] [-for PATH] FILE
`,
  'internal/lru/export_test.go': raw`package lru

// Keys shows the order to tests.
func Keys[K comparable, V any](c *Cache[K, V]) []K { return c.keys() }
`,
  'internal/lru/lru_test.go': raw`package lru_test

import (
	"reflect"
	"testing"

	"example.com/ferry/internal/lru"
)

func filled(t *testing.T, keys ...string) *lru.Cache[string, int] {
	t.Helper()
	cache := lru.New[string, int](3)
	for number, key := range keys {
		cache.Put(key, number)
	}
	return cache
}

func TestOrder(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		keys []string
		use  string
		want []string
	}{
		"new first":      {[]string{"a", "b"}, "", []string{"b", "a"}},
		"used first":     {[]string{"a", "b", "c"}, "a", []string{"a", "c", "b"}},
		"put again":      {[]string{"a", "b", "a"}, "", []string{"a", "b"}},
		"oldest evicted": {[]string{"a", "b", "c", "d"}, "", []string{"d", "c", "b"}},
	} {
		c := c
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			cache := filled(t, c.keys...)
			if c.use != "" {
				cache.Get(c.use)
			}
			if got := lru.Keys(cache); !reflect.DeepEqual(got, c.want) {
				t.Errorf("got %v, want %v", got, c.want)
			}
		})
	}
}

func TestGet(t *testing.T) {
	cache := filled(t, "a", "b", "a")
	if got, ok := cache.Get("a"); got != 2 || !ok {
		t.Errorf("got %d, %t", got, ok)
	}
	if got, ok := cache.Get("z"); got != 0 || ok {
		t.Errorf("got %d, %t", got, ok)
	}
}

func TestEvictionIsTold(t *testing.T) {
	cache := lru.New[int, string](1)
	var told []int
	cache.OnEvict = func(key int, _ string) { told = append(told, key) }
	cache.Put(1, "one")
	cache.Put(2, "two")
	cache.Put(2, "zwei")
	cache.Put(3, "three")
	if !reflect.DeepEqual(told, []int{1, 2}) || cache.Len() != 1 {
		t.Errorf("told of %v, %d left", told, cache.Len())
	}
}

func TestSize(t *testing.T) {
	defer func() {
		if recover() == nil {
			t.Error("expected a panic")
		}
	}()
	lru.New[int, int](0)
}
`,
  'proxy/fakes_test.go': raw`package proxy_test

import (
	"errors"
	"io"
	"net/http"
	"strings"
	"time"
)

type fakeClock struct{ now time.Time }

func (c *fakeClock) Now() time.Time          { return c.now }
func (c *fakeClock) pass(span time.Duration) { c.now = c.now.Add(span) }

type fakeBackend struct {
	status int
	fails  bool
	asked  []*http.Request
}

func (b *fakeBackend) Do(r *http.Request) (*http.Response, error) {
	b.asked = append(b.asked, r)
	if b.fails {
		return nil, errors.New("connection refused")
	}
	return &http.Response{
		StatusCode: b.status,
		Header:     http.Header{"X-From": {r.URL.Host}},
		Body:       io.NopCloser(strings.NewReader(r.Method + " " + r.URL.String())),
	}, nil
}
`,
  'proxy/proxy_test.go': raw`package proxy_test

import (
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"example.com/ferry/proxy"
	"example.com/ferry/route"
)

type fixture struct {
	*testing.T
	clock   *fakeClock
	backend *fakeBackend
	proxy   *proxy.Proxy
}

func setUp(t *testing.T) *fixture {
	t.Helper()
	routes, err := route.Parse(strings.NewReader("/a -> http://one keep=10\n/b -> http://two"))
	if err != nil {
		t.Fatal(err)
	}
	clock := &fakeClock{time.Unix(1000, 0)}
	backend := &fakeBackend{status: http.StatusOK}
	return &fixture{t, clock, backend, proxy.New(routes, backend, clock)}
}

func (f *fixture) get(path string) *httptest.ResponseRecorder {
	f.Helper()
	recorder := httptest.NewRecorder()
	f.proxy.ServeHTTP(recorder, httptest.NewRequest(http.MethodGet, path, nil))
	return recorder
}

func (f *fixture) wantAsked(times int) {
	f.Helper()
	if len(f.backend.asked) != times {
		f.Errorf("asked %d times, want %d", len(f.backend.asked), times)
	}
}

func TestPassesOn(t *testing.T) {
	f := setUp(t)
	got := f.get("/b/x?y=1")
	if got.Code != http.StatusOK || got.Body.String() != "GET http://two/b/x?y=1" || got.Header().Get("X-From") != "two" {
		t.Errorf("got %d %s %v", got.Code, got.Body, got.Header())
	}
	if host := f.backend.asked[0].Header.Get("X-Forwarded-Host"); host != "example.com" {
		t.Errorf("forwarded for %q", host)
	}
}

func TestKeeps(t *testing.T) {
	t.Run("as long as the route says", func(t *testing.T) {
		f := setUp(t)
		f.get("/a")
		f.clock.pass(9 * time.Second)
		f.get("/a")
		f.wantAsked(1)
		f.clock.pass(time.Second)
		f.get("/a")
		f.wantAsked(2)
	})
	t.Run("only where the route says", func(t *testing.T) {
		f := setUp(t)
		f.get("/b")
		f.get("/b")
		f.wantAsked(2)
	})
	t.Run("no errors", func(t *testing.T) {
		f := setUp(t)
		f.backend.status = http.StatusInternalServerError
		f.get("/a")
		f.backend.status = http.StatusOK
		if got := f.get("/a"); got.Code != http.StatusOK {
			t.Errorf("got %d", got.Code)
		}
	})
}

func TestErrors(t *testing.T) {
	f := setUp(t)
	if got := f.get("/nowhere"); got.Code != http.StatusNotFound || got.Body.String() != "no route for /nowhere\n" {
		t.Errorf("got %d %q", got.Code, got.Body)
	}
	f.backend.fails = true
	if got := f.get("/a"); got.Code != http.StatusBadGateway {
		t.Errorf("got %d", got.Code)
	}
}

func TestOverHTTP(t *testing.T) {
	var seen string
	backend := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, _ := io.ReadAll(r.Body)
		seen = r.Method + " " + string(body) + " " + r.Header.Get("Connection")
		w.WriteHeader(http.StatusCreated)
	}))
	defer backend.Close()
	routes, err := route.Parse(strings.NewReader("/ -> " + backend.URL))
	if err != nil {
		t.Fatal(err)
	}
	front := httptest.NewServer(proxy.New(routes, backend.Client(), &fakeClock{}))
	defer front.Close()
	request, _ := http.NewRequest(http.MethodPost, front.URL+"/new", strings.NewReader("hello"))
	request.Header.Set("Connection", "keep-alive")
	response, err := front.Client().Do(request)
	if err != nil {
		t.Fatal(err)
	}
	response.Body.Close()
	if response.StatusCode != http.StatusCreated || seen != "POST hello " {
		t.Errorf("got %d, seen %q", response.StatusCode, seen)
	}
}
`,
  'render/render_test.go':
    'package render_test\n\nimport (\n\t"bytes"\n\t"flag"\n\t"os"\n\t"path/filepath"\n\t"testing"\n\n\t"example.com/ferry/render"\n\t"example.com/ferry/route"\n)\n\nvar update = flag.Bool("update", false, "write the golden files")\n\nfunc golden(t *testing.T, name string, got []byte) {\n\tt.Helper()\n\tpath := filepath.Join("testdata", name+".golden")\n\tif *update {\n\t\tif err := os.WriteFile(path, got, 0o644); err != nil {\n\t\t\tt.Fatal(err)\n\t\t}\n\t}\n\twant, err := os.ReadFile(path)\n\tif err != nil {\n\t\tt.Fatal(err)\n\t}\n\tif !bytes.Equal(got, want) {\n\t\tt.Errorf("%s: got\\n%s\\nwant\\n%s", path, got, want)\n\t}\n}\n\nfunc TestWrite(t *testing.T) {\n\tfile, err := os.Open(filepath.Join("testdata", "routes.txt"))\n\tif err != nil {\n\t\tt.Fatal(err)\n\t}\n\tdefer file.Close()\n\troutes, err := route.Parse(file)\n\tif err != nil {\n\t\tt.Fatal(err)\n\t}\n\tfor _, format := range []string{"text", "markdown"} {\n\t\tt.Run(format, func(t *testing.T) {\n\t\t\tvar got bytes.Buffer\n\t\t\tif err := render.Write(&got, format, routes); err != nil {\n\t\t\t\tt.Fatal(err)\n\t\t\t}\n\t\t\tgolden(t, format, got.Bytes())\n\t\t})\n\t}\n}\n\nfunc TestUnknownFormat(t *testing.T) {\n\terr := render.Write(&bytes.Buffer{}, "html", nil)\n\tif err == nil || err.Error() != `unknown format "html"` {\n\t\tt.Errorf("got %v", err)\n\t}\n}\n',
  'render/testdata/markdown.golden':
    '| path | target | kept |\n|---|---|---|\n| `/` | http://front | – |\n| `/api` | http://api:8080 | 5 s |\n',
  'render/testdata/routes.txt': raw`/ -> http://front
/api -> http://api:8080 keep=5
`,
  'render/testdata/text.golden': raw`/            http://front
/api         http://api:8080 (5 s)
`,
  'route/route_test.go':
    'package route\n\nimport (\n\t"errors"\n\t"strings"\n\t"testing"\n)\n\nconst table = `\n# where things are\n/      -> http://front\n/api   -> http://api:8080 keep=5\n/api/v2 -> http://new-api # for now\n`\n\nfunc parsed(t testing.TB, text string) []Route {\n\tt.Helper()\n\troutes, err := Parse(strings.NewReader(text))\n\tif err != nil {\n\t\tt.Fatal(err)\n\t}\n\treturn routes\n}\n\nfunc TestParse(t *testing.T) {\n\troutes := parsed(t, table)\n\tif len(routes) != 3 {\n\t\tt.Fatalf("got %d routes", len(routes))\n\t}\n\tif got := routes[1]; got.Prefix != "/api" || got.To.Host != "api:8080" || got.Keep != 5 {\n\t\tt.Errorf("got %+v", got)\n\t}\n}\n\nfunc TestParseErrors(t *testing.T) {\n\ttests := []struct {\n\t\tname, text string\n\t\tline       int\n\t\twant       string\n\t}{\n\t\t{"no arrow", "/a http://a", 1, "expected PATH -> TARGET"},\n\t\t{"no target", "\\n/a ->", 2, "expected PATH -> TARGET"},\n\t\t{"no host", "/a -> /b", 1, `"/b" is no target`},\n\t\t{"twice", "/a -> http://a\\n\\n/a -> http://b", 3, "the path is there twice"},\n\t\t{"option", "/a -> http://a retry=1", 1, `unknown option "retry"`},\n\t\t{"negative", "/a -> http://a keep=-1", 1, `"-1" is no number of seconds`},\n\t}\n\tfor _, tt := range tests {\n\t\ttt := tt\n\t\tt.Run(tt.name, func(t *testing.T) {\n\t\t\tt.Parallel()\n\t\t\t_, err := Parse(strings.NewReader(tt.text))\n\t\t\tvar wrong *SyntaxError\n\t\t\tif !errors.As(err, &wrong) {\n\t\t\t\tt.Fatalf("got %v", err)\n\t\t\t}\n\t\t\tif wrong.Line != tt.line || wrong.Err.Error() != tt.want {\n\t\t\t\tt.Errorf("got %v, want line %d: %s", err, tt.line, tt.want)\n\t\t\t}\n\t\t})\n\t}\n}\n\nfunc TestErrorsAreKnown(t *testing.T) {\n\tif _, err := Parse(strings.NewReader("/a")); !errors.Is(err, ErrNoTarget) {\n\t\tt.Errorf("got %v", err)\n\t}\n\tif _, err := Find(nil, "/a"); !errors.Is(err, ErrNoRoute) {\n\t\tt.Errorf("got %v", err)\n\t}\n}\n\nfunc TestFind(t *testing.T) {\n\troutes := parsed(t, table)\n\tfor path, want := range map[string]string{\n\t\t"/":          "front",\n\t\t"/about":     "front",\n\t\t"/api":       "api:8080",\n\t\t"/api/users": "api:8080",\n\t\t"/apiary":    "front",\n\t\t"/api/v2/x":  "new-api",\n\t} {\n\t\tt.Run(path, func(t *testing.T) {\n\t\t\tgot, err := Find(routes, path)\n\t\t\tif err != nil || got.To.Host != want {\n\t\t\t\tt.Errorf("got %v, %v, want %s", got.To, err, want)\n\t\t\t}\n\t\t})\n\t}\n}\n\nfunc BenchmarkFind(b *testing.B) {\n\troutes := parsed(b, table)\n\tfor i := 0; i < b.N; i++ {\n\t\t_, _ = Find(routes, "/api/v2/users")\n\t}\n}\n',
};
