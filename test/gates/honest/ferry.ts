// Honest work in a proxy in Go: signatures and interfaces that change with their fakes, scripts and golden files, packages that move.
import type { Edit, Files, Gate, Work } from '../case.ts';
import { all, append, remove, replace, write } from '../edits.ts';
import { FERRY } from '../projects/ferry.ts';
import { inProject } from './stranger.ts';

const { raw } = String;
const work = inProject('go', 'ferry', FERRY, { file: 'route/route_test.go', name: 'TestParse' });

const BOTH: readonly Gate[] = ['hook', 'relay'];
const THREE: readonly Gate[] = ['hook', 'relay', 'h3a'];
const CODE = 'route/route.go';
const FAKES = 'proxy/fakes_test.go';
const LRU = 'internal/lru/lru.go';
const LRU_TEST = 'internal/lru/lru_test.go';
const MAIN = 'cmd/ferry/main.go';
const MAIN_TEST = 'cmd/ferry/main_test.go';
const PROXY = 'proxy/proxy.go';
const PROXY_TEST = 'proxy/proxy_test.go';
const RENDER_TEST = 'render/render_test.go';
const ROUTE_TEST = 'route/route_test.go';
const SCRIPTS = 'cmd/ferry/testdata/script/';

const everywhere =
  (change: (text: string) => string): Edit =>
  (files: Files) =>
    Object.fromEntries(Object.entries(files).map(([path, text]) => [path, change(text)]));
const cut = (text: string, from: string, to?: string): string =>
  text.slice(text.indexOf(from), to === undefined ? undefined : text.indexOf(to));

const features: readonly Work[] = [
  work('drop-on-write', {
    gates: THREE,
    story: 'what was kept of a path is dropped when somebody writes there, with tests of both packages',
    names: { file: PROXY_TEST, name: 'TestKeeps/until somebody writes' },
    edit: all(
      replace(
        LRU,
        'func (c *Cache[K, V]) Len()',
        '// Drop forgets a key, and says whether it was there.\nfunc (c *Cache[K, V]) Drop(key K) bool {\n\tfound, ok := c.items[key]\n\tif ok {\n\t\tc.order.Remove(found)\n\t\tdelete(c.items, key)\n\t}\n\treturn ok\n}\n\nfunc (c *Cache[K, V]) Len()',
      ),
      replace(
        PROXY,
        '\tfresh, err := p.ask(found, r)\n',
        '\tif r.Method != http.MethodGet && r.Method != http.MethodHead {\n\t\tp.kept.Drop(r.URL.Path)\n\t}\n\tfresh, err := p.ask(found, r)\n',
      ),
      append(
        LRU_TEST,
        '\nfunc TestDrop(t *testing.T) {\n\tcache := filled(t, "a", "b")\n\tif !cache.Drop("a") || cache.Drop("a") {\n\t\tt.Error("a was there once")\n\t}\n\tif got := lru.Keys(cache); !reflect.DeepEqual(got, []string{"b"}) {\n\t\tt.Errorf("left %v", got)\n\t}\n}\n',
      ),
      replace(
        PROXY_TEST,
        '\tt.Run("no errors"',
        '\tt.Run("until somebody writes", func(t *testing.T) {\n\t\tf := setUp(t)\n\t\tf.get("/a")\n\t\tf.proxy.ServeHTTP(httptest.NewRecorder(), httptest.NewRequest(http.MethodPut, "/a", nil))\n\t\tf.get("/a")\n\t\tf.wantAsked(3)\n\t})\n\tt.Run("no errors"',
      ),
    ),
  }),
  work('csv', {
    gates: THREE,
    story: 'routes can be written as CSV, by one more template, golden file and script',
    names: { file: RENDER_TEST, name: 'TestWrite/csv' },
    edit: all(
      write({
        'render/templates/csv.tmpl': 'path,target,keep\n{{range .}}{{.Prefix}},{{.To}},{{.Keep}}\n{{end}}',
        'render/testdata/csv.golden': 'path,target,keep\n/,http://front,0\n/api,http://api:8080,5\n',
        [`${SCRIPTS}csv.txt`]:
          'ferry -csv routes.txt\n-- routes.txt --\n/a -> http://a keep=3\n-- out --\npath,target,keep\n/a,http://a,3\n',
        [`${SCRIPTS}usage.txt`]: 'ferry\n-- err --\nusage: ferry [-md] [-csv] [-for PATH] FILE\n',
      }),
      replace(MAIN, 'ferry [-md] [-for', 'ferry [-md] [-csv] [-for'),
      replace(MAIN, '\tpath := flags', '\tcomma := flags.Bool("csv", false, "as CSV")\n\tpath := flags'),
      replace(
        MAIN,
        '\tif *markdown {\n\t\tformat = "markdown"\n\t}',
        '\tswitch {\n\tcase *markdown:\n\t\tformat = "markdown"\n\tcase *comma:\n\t\tformat = "csv"\n\t}',
      ),
      replace(RENDER_TEST, '"text", "markdown"}', '"text", "markdown", "csv"}'),
    ),
    released: [`${SCRIPTS}usage.txt`, 'TestScripts/usage'],
  }),
  work('file-in-errors', {
    gates: THREE,
    story:
      'Parse is told the name of the file and errors begin with it, as those of compilers; all tests and a script follow',
    names: { file: ROUTE_TEST, name: 'TestParseErrors/twice' },
    released: [ROUTE_TEST, PROXY_TEST, RENDER_TEST, 'TestScripts/twice'],
    edit: all(
      replace(CODE, 'func Parse(r io.Reader)', 'func Parse(file string, r io.Reader)'),
      replace(CODE, '&SyntaxError{line, err}', '&SyntaxError{file, line, err}'),
      replace(CODE, '\tLine int\n', '\tFile string\n\tLine int\n'),
      replace(
        CODE,
        'fmt.Sprintf("line %d: %v", e.Line, e.Err)',
        'fmt.Sprintf("%s:%d: %v", e.File, e.Line, e.Err)',
      ),
      replace(
        MAIN,
        '\troutes, err := route.Parse(file)\n\tif err != nil {\n\t\treturn fmt.Errorf("%s: %w", flags.Arg(0), err)\n\t}',
        '\troutes, err := route.Parse(flags.Arg(0), file)\n\tif err != nil {\n\t\treturn err\n\t}',
      ),
      replace(RENDER_TEST, 'route.Parse(file)', 'route.Parse(file.Name(), file)'),
      replace(PROXY_TEST, 'route.Parse(strings', 'route.Parse("routes", strings'),
      replace(ROUTE_TEST, ' Parse(strings', ' Parse("routes", strings'),
      replace(ROUTE_TEST, 'if wrong.Line != tt.line', 'if wrong.File != "routes" || wrong.Line != tt.line'),
      replace(`${SCRIPTS}twice.txt`, 'routes.txt: line 2:', 'routes.txt:2:'),
    ),
  }),
  work('not-found-type', {
    gates: BOTH,
    story: 'no route is an error of its own type that knows the path, in place of a value',
    names: { file: ROUTE_TEST, name: 'TestErrorsAreKnown' },
    released: ['TestErrorsAreKnown'],
    edit: all(
      replace(CODE, '\tErrNoRoute  = errors.New("no route")\n', ''),
      replace(
        CODE,
        'var (\n\tErrNoTarget',
        '// NotFoundError is a path without a route.\ntype NotFoundError struct{ Path string }\n\nfunc (e *NotFoundError) Error() string { return "no route for " + e.Path }\n\nvar (\n\tErrNoTarget',
      ),
      replace(CODE, 'fmt.Errorf("%w for %s", ErrNoRoute, path)', '&NotFoundError{path}'),
      replace(
        ROUTE_TEST,
        '\tif _, err := Find(nil, "/a"); !errors.Is(err, ErrNoRoute) {\n',
        '\tvar missing *NotFoundError\n\tif _, err := Find(nil, "/a"); !errors.As(err, &missing) || missing.Path != "/a" {\n',
      ),
    ),
  }),
  work('header-line', {
    gates: THREE,
    story: 'the list as text has a line above, and golden files follow',
    names: { file: RENDER_TEST, name: 'TestWrite/text' },
    released: ['render/testdata/text.golden', 'TestWrite/text'],
    edit: all(
      replace('render/templates/text.tmpl', '{{range', '{{printf "%-12s" "PATH"}} TARGET\n{{range'),
      replace('render/testdata/text.golden', '/            http', 'PATH         TARGET\n/            http'),
    ),
  }),
  work('query-kept-apart', {
    gates: BOTH,
    kind: 'fix',
    story: 'answers to other queries are kept apart',
    names: { file: PROXY_TEST, name: 'TestKeeps/queries apart' },
    edit: all(
      replace(PROXY, 'p.kept.Get(r.URL.Path)', 'p.kept.Get(r.URL.RequestURI())'),
      replace(PROXY, 'p.kept.Put(r.URL.Path, fresh)', 'p.kept.Put(r.URL.RequestURI(), fresh)'),
      replace(
        PROXY_TEST,
        '\tt.Run("no errors"',
        '\tt.Run("queries apart", func(t *testing.T) {\n\t\tf := setUp(t)\n\t\tf.get("/a?page=1")\n\t\tif got := f.get("/a?page=2").Body.String(); got != "GET http://one/a?page=2" {\n\t\t\tt.Errorf("got %s", got)\n\t\t}\n\t\tf.get("/a?page=1")\n\t\tf.wantAsked(2)\n\t})\n\tt.Run("no errors"',
      ),
    ),
  }),
  work('check-flag', {
    gates: BOTH,
    story: 'a flag only checks the file, shown by scripts alone',
    names: { file: MAIN_TEST, name: 'TestScripts/check' },
    edit: all(
      replace(
        MAIN,
        '\tpath := flags',
        '\tcheck := flags.Bool("check", false, "only checks")\n\tpath := flags',
      ),
      replace(
        MAIN,
        '\tif *path != "" {',
        '\tif *check {\n\t\t_, err := fmt.Fprintf(out, "%d routes\\n", len(routes))\n\t\treturn err\n\t}\n\tif *path != "" {',
      ),
      write({
        [`${SCRIPTS}check.txt`]:
          'ferry -check routes.txt\n-- routes.txt --\n/a -> http://a\n/b -> http://b\n-- out --\n2 routes\n',
      }),
    ),
  }),
  work('backend-closes', {
    gates: BOTH,
    story: 'backends can be closed, and the proxy closes its own; the fake learns it',
    names: { file: PROXY_TEST, name: 'TestCloses' },
    edit: all(
      replace(
        PROXY,
        '\tDo(*http.Request) (*http.Response, error)\n',
        '\tDo(*http.Request) (*http.Response, error)\n\tCloseIdleConnections()\n',
      ),
      replace(
        PROXY,
        'func (p *Proxy) ask(',
        '// Close lets go of connections.\nfunc (p *Proxy) Close() { p.Backend.CloseIdleConnections() }\n\nfunc (p *Proxy) ask(',
      ),
      replace(
        FAKES,
        '\tasked  []*http.Request\n}\n',
        '\tasked  []*http.Request\n\tclosed int\n}\n\nfunc (b *fakeBackend) CloseIdleConnections() { b.closed++ }\n',
      ),
      append(
        PROXY_TEST,
        '\nfunc TestCloses(t *testing.T) {\n\tf := setUp(t)\n\tf.proxy.Close()\n\tif f.backend.closed != 1 {\n\t\tt.Errorf("closed %d times", f.backend.closed)\n\t}\n}\n',
      ),
    ),
  }),
];

const kept: readonly Work[] = [
  work('route-in-two', {
    gates: BOTH,
    kind: 'refactor',
    story: 'finding moves to a file of its own, with its tests',
    edit: (files) => {
      const code = files[CODE] ?? '';
      const tests = files[ROUTE_TEST] ?? '';
      return {
        ...files,
        [CODE]: code.slice(0, code.indexOf('// Find answers')),
        'route/find.go': `package route\n\nimport (\n\t"fmt"\n\t"strings"\n)\n\n${cut(code, '// Find answers')}`,
        [ROUTE_TEST]: tests.slice(0, tests.indexOf('func TestFind(')),
        'route/find_test.go': `package route\n\nimport "testing"\n\n${cut(tests, 'func TestFind(')}`,
      };
    },
  }),
  work('package-renamed', {
    gates: BOTH,
    kind: 'rename',
    story: 'the package lru is called recent, in another folder',
    edit: (files) =>
      Object.fromEntries(
        Object.entries(files).map(([path, text]) => [
          path.replace('internal/lru/', 'internal/recent/').replace('recent/lru', 'recent/recent'),
          /\.go$/.test(path) ? text.replace(/\blru(?=_test\b|\b)/g, 'recent') : text,
        ]),
      ),
  }),
  work('options', {
    gates: THREE,
    kind: 'refactor',
    story: 'a proxy is made of a struct of options in place of three values',
    released: [PROXY_TEST],
    edit: all(
      replace(
        PROXY,
        'func New(routes []route.Route, backend Backend, clock Clock) *Proxy {\n\treturn &Proxy{Routes: routes, Backend: backend, Clock: clock, kept:',
        '// Options are what a proxy is made of.\ntype Options struct {\n\tRoutes  []route.Route\n\tBackend Backend\n\tClock   Clock\n}\n\nfunc New(o Options) *Proxy {\n\treturn &Proxy{Options: o, kept:',
      ),
      replace(
        PROXY,
        'type Proxy struct {\n\tRoutes  []route.Route\n\tBackend Backend\n\tClock   Clock\n\tkept    *lru',
        'type Proxy struct {\n\tOptions\n\tkept *lru',
      ),
      replace(
        PROXY_TEST,
        'proxy.New(routes, backend, clock)',
        'proxy.New(proxy.Options{Routes: routes, Backend: backend, Clock: clock})',
      ),
      replace(
        PROXY_TEST,
        'proxy.New(routes, backend.Client(), &fakeClock{})',
        'proxy.New(proxy.Options{Routes: routes, Backend: backend.Client(), Clock: &fakeClock{}})',
      ),
    ),
  }),
  work('eviction-gone', {
    gates: BOTH,
    kind: 'refactor',
    story: 'nobody uses that evictions are told; it goes with its test, which the planner released',
    released: ['TestEvictionIsTold'],
    edit: all(
      replace(LRU, '\tOnEvict func(K, V)\n', ''),
      replace(LRU, '\tif c.OnEvict != nil {\n\t\tc.OnEvict(old.key, old.value)\n\t}\n', ''),
      replace(LRU_TEST, /func TestEvictionIsTold[\s\S]*?\n}\n\n/, ''),
      replace(
        LRU,
        '\tsize    int\n\torder   *list.List\n\titems   map',
        '\tsize  int\n\torder *list.List\n\titems map',
      ),
    ),
  }),
  work('tables', {
    gates: THREE,
    kind: 'tests',
    story: 'a map becomes a list of rows with names, and two functions become one table',
    released: ['TestFind', 'TestGet'],
    edit: all(
      replace(
        ROUTE_TEST,
        /\tfor path, want := range map\[string\]string\{\n([\s\S]*?)\t\} \{\n\t\tt\.Run\(path, func/,
        '\tfor _, tt := range []struct{ name, path, want string }{\n\t\t{"root", "/", "front"},\n\t\t{"below root", "/about", "front"},\n\t\t{"exact", "/api", "api:8080"},\n\t\t{"below", "/api/users", "api:8080"},\n\t\t{"other word", "/apiary", "front"},\n\t\t{"longest", "/api/v2/x", "new-api"},\n\t} {\n\t\tt.Run(tt.name, func',
      ),
      replace(
        ROUTE_TEST,
        'got, err := Find(routes, path)\n\t\t\tif err != nil || got.To.Host != want {\n\t\t\t\tt.Errorf("got %v, %v, want %s", got.To, err, want)',
        'got, err := Find(routes, tt.path)\n\t\t\tif err != nil || got.To.Host != tt.want {\n\t\t\t\tt.Errorf("got %v, %v, want %s", got.To, err, tt.want)',
      ),
      replace(
        LRU_TEST,
        /\tif got, ok := cache\.Get\("a"\)[\s\S]*?\n}\n\n/,
        '\tfor _, tt := range []struct {\n\t\tkey  string\n\t\twant int\n\t\tok   bool\n\t}{{"a", 2, true}, {"b", 1, true}, {"z", 0, false}} {\n\t\tif got, ok := cache.Get(tt.key); got != tt.want || ok != tt.ok {\n\t\t\tt.Errorf("%s: got %d, %t", tt.key, got, ok)\n\t\t}\n\t}\n}\n\n',
      ),
    ),
  }),
  work('script-package', {
    gates: BOTH,
    kind: 'tests',
    story: 'the reader of scripts becomes a package that only tests use, with a test of its own',
    edit: (files) => {
      const tests = files[MAIN_TEST] ?? '';
      const sections = cut(tests, '// sections cuts', 'func ferry(');
      return {
        ...files,
        'internal/scripttest/scripttest.go': `// Package scripttest reads the scripts of tests.\npackage scripttest\n\nimport "strings"\n\n${sections.replaceAll('sections', 'Sections').trimEnd()}\n`,
        'internal/scripttest/scripttest_test.go': raw`package scripttest

import "testing"

func TestSections(t *testing.T) {
	got := Sections("run\n-- out --\na\nb\n-- err --\n")
	if got[""] != "run\n" || got["out"] != "a\nb\n" || got["err"] != "" {
		t.Errorf("got %q", got)
	}
}
`,
        [MAIN_TEST]: tests
          .replace(sections, '')
          .replace('sections(string(text))', 'scripttest.Sections(string(text))')
          .replace('\t"testing"\n)', '\t"testing"\n\n\t"example.com/ferry/internal/scripttest"\n)'),
      };
    },
  }),
  work('trace-gone', {
    gates: ['relay'],
    kind: 'refactor',
    story: 'takes traces out, which no test asks for',
    edit: all(
      remove('internal/trace/on.go', 'internal/trace/off.go'),
      replace(PROXY, '\t"example.com/ferry/internal/trace"\n', ''),
      replace(PROXY, '\t\ttrace.Printf("kept %s", r.URL.Path)\n', ''),
    ),
  }),
  work('renamed-words', {
    gates: BOTH,
    kind: 'rename',
    story: 'a field and a helper of the tests have other names',
    edit: everywhere((text) =>
      text
        .replace(/\bKeep\b/g, 'KeepSeconds')
        .replaceAll('wantAsked', 'wantCalls')
        .replaceAll('  KeepSeconds   int', '  KeepSeconds int'),
    ),
  }),
];

export const ferryWork: readonly Work[] = [...features, ...kept];
