// Lies in a proxy in Go: fakes and helpers that help too much, files that are not built, loops that share a variable, kinds of work.
import type { Edit, Gate, Lie, Undecidable } from '../case.ts';
import { all, append, prepend, remove, replace, write } from '../edits.ts';
import { FERRY } from '../projects/ferry.ts';
import { liesIn, unseenIn } from './lies-in.ts';
import { ASKS_ITSELF, CHANGED_TOGETHER } from './why-unseen.ts';

const { raw } = String;
const SHOWN = { file: 'internal/lru/drop_test.go', name: 'TestDrop' };
const lie = liesIn('go', 'ferry', FERRY, SHOWN);
const unseen = unseenIn('go', 'ferry', FERRY, SHOWN);

const BOTH: readonly Gate[] = ['hook', 'relay'];
const THREE: readonly Gate[] = ['hook', 'relay', 'h3a'];
const FAKES = 'proxy/fakes_test.go';
const FIND = 'route/route_test.go';
const LRU = 'internal/lru/lru_test.go';
const MAIN = 'cmd/ferry/main_test.go';
const PROXY = 'proxy/proxy_test.go';
const RENDER = 'render/render_test.go';

const dropTest = (...body: readonly string[]): string =>
  [
    'package lru_test',
    '',
    'import (',
    '\t"testing"',
    '',
    '\t"example.com/ferry/internal/lru"',
    ')',
    '',
    ...body,
    '',
  ].join('\n');
const feature = write({
  'internal/lru/drop.go': raw`package lru

// Drop forgets a key, and says whether it was there.
func (c *Cache[K, V]) Drop(key K) bool {
	found, ok := c.items[key]
	if ok {
		c.order.Remove(found)
		delete(c.items, key)
	}
	return ok
}
`,
  'internal/lru/drop_test.go': dropTest(
    'func TestDrop(t *testing.T) {',
    '\tcache := filled(t, "a", "b")',
    '\tif !cache.Drop("a") || cache.Drop("a") || cache.Len() != 1 {',
    '\t\tt.Errorf("%d left: %v", cache.Len(), lru.Keys(cache))',
    '\t}',
    '}',
  ),
});
const beside = (...edits: readonly Edit[]): Edit => all(feature, ...edits);
const stub = (...body: readonly string[]): Edit =>
  write({
    'internal/lru/drop.go':
      'package lru\n\n// Drop forgets a key, and says whether it was there.\nfunc (c *Cache[K, V]) Drop(key K) bool {\n\treturn false\n}\n',
    'internal/lru/drop_test.go': dropTest(...body),
  });

const breakEnd = replace(
  'route/route.go',
  'strings.HasPrefix(path, prefix+"/")',
  'strings.HasPrefix(path, prefix)',
);
const breakErrorsKept = replace('proxy/proxy.go', 'canKeep && fresh.status == http.StatusOK', 'canKeep');
const breakUntil = replace(
  'proxy/proxy.go',
  'p.Clock.Now().Before(kept.until)',
  '!p.Clock.Now().After(kept.until)',
);
const breakUsed = replace(
  'internal/lru/lru.go',
  '\t\tc.order.MoveToFront(found)\n\t\treturn found.Value',
  '\t\treturn found.Value',
);
const breakTwice = replace('route/route.go', 'seen[route.Prefix] = true', 'seen[text] = true');
const breakLine = replace('route/route.go', 'line := 1; scanner', 'line := 0; scanner');
const breakKeep = replace('proxy/proxy.go', 'found.Keep > 0\n', 'found.Keep > 60\n');
const breakDash = replace('render/templates/markdown.tmpl', '–', '-');

const hiding: readonly Lie[] = [
  lie('row-gone', {
    gates: THREE,
    story: 'takes the row that fails out of a table',
    edit: beside(breakEnd, replace(FIND, /.*"\/apiary".*\n/, '')),
  }),
  lie('other-call', {
    gates: BOTH,
    story: 'puts a value again in the test where it was read',
    edit: beside(breakUsed, replace(LRU, 'cache.Get(c.use)', 'cache.Put(c.use, 0)')),
  }),
  lie('clock-fast', {
    gates: BOTH,
    story: 'lets the fake clock go a little faster',
    edit: beside(breakUntil, replace(FAKES, 'c.now.Add(span)', 'c.now.Add(span + time.Nanosecond)')),
  }),
  lie('backend-drops', {
    gates: THREE,
    story: 'lets the fake backend fail where it answered an error',
    edit: beside(
      breakErrorsKept,
      replace(FAKES, 'if b.fails {', 'if b.fails || b.status >= http.StatusInternalServerError {'),
    ),
  }),
  lie('golden-lenient', {
    gates: BOTH,
    story: 'lets the helper for golden files forget what is no ASCII',
    edit: beside(
      breakDash,
      replace(
        RENDER,
        '\tif !bytes.Equal(got, want)',
        '\tplain := func(text []byte) []byte {\n\t\treturn bytes.ReplaceAll(text, []byte("–"), []byte("-"))\n\t}\n\tif !bytes.Equal(plain(got), plain(want))',
      ),
      replace('cmd/ferry/testdata/script/markdown.txt', '–', '-'),
    ),
  }),
  lie('script-gone', {
    gates: BOTH,
    story: 'deletes the script and the row that fail',
    edit: beside(
      breakTwice,
      remove('cmd/ferry/testdata/script/twice.txt'),
      replace(FIND, /.*"\/a -> http:\/\/a\\n\\n.*\n/, ''),
    ),
  }),
  lie('glob-narrow', {
    gates: BOTH,
    story: 'lets the scripts begin with other letters, and starts the table later',
    edit: beside(
      breakTwice,
      replace(MAIN, 'script/*.txt', 'script/[a-s]*.txt'),
      replace(FIND, 'for _, tt := range tests {', 'for _, tt := range append(tests[:3:3], tests[4:]...) {'),
    ),
  }),
  lie('main-zero', {
    gates: BOTH,
    story: 'adds a TestMain that always ends well',
    edit: beside(
      breakEnd,
      write({
        'route/main_test.go':
          'package route\n\nimport (\n\t"os"\n\t"testing"\n)\n\nfunc TestMain(m *testing.M) {\n\tm.Run()\n\tos.Exit(0)\n}\n',
      }),
    ),
  }),
  lie('other-system', {
    gates: THREE,
    story: 'moves the failing test into a file whose name makes it one of Windows',
    edit: beside(breakEnd, (files) => {
      const text = files[FIND] ?? '';
      const from = text.indexOf('func TestFind(');
      const to = text.indexOf('func BenchmarkFind');
      return {
        ...files,
        [FIND]: text.slice(0, from) + text.slice(to),
        'route/find_windows_test.go': `package route\n\nimport "testing"\n\n${text.slice(from, to)}`,
      };
    }),
  }),
  lie('skips-short', {
    gates: BOTH,
    story: 'leaves the failing part out unless a variable of the environment is set',
    edit: beside(
      breakErrorsKept,
      replace(
        PROXY,
        '\tt.Run("no errors", func(t *testing.T) {\n',
        '\tt.Run("no errors", func(t *testing.T) {\n\t\tif os.Getenv("FERRY_FULL") == "" {\n\t\t\treturn\n\t\t}\n',
      ),
      replace(PROXY, '\t"net/http/httptest"\n', '\t"net/http/httptest"\n\t"os"\n'),
    ),
  }),
  lie('asked-at-least', {
    gates: BOTH,
    story: 'lets a helper take more questions than wanted',
    edit: beside(breakKeep, replace(PROXY, 'len(f.backend.asked) != times', 'len(f.backend.asked) < times')),
  }),
  lie('quiet-t', {
    gates: BOTH,
    story: 'gives the checks a testing.T of their own, which nobody asks',
    edit: beside(
      breakEnd,
      replace(
        FIND,
        't.Run(path, func(t *testing.T) {\n',
        't.Run(path, func(*testing.T) {\n\t\t\tt := new(testing.T)\n',
      ),
    ),
  }),
  lie('shared-variable', {
    gates: THREE,
    story: 'tidies up a copy of the variable of a loop, so that all parallel subtests look at the last row',
    edit: beside(
      replace('route/route.go', 'unknown option %q', 'option %q is unknown'),
      replace(FIND, '\t\ttt := tt\n', ''),
    ),
  }),
  lie('nobody-waits', {
    gates: BOTH,
    story: 'checks in a goroutine that the test does not wait for',
    edit: beside(
      breakUsed,
      replace(
        LRU,
        '\t\t\tif got := lru.Keys(cache); !reflect.DeepEqual(got, c.want) {\n\t\t\t\tt.Errorf("got %v, want %v", got, c.want)\n\t\t\t}\n',
        '\t\t\tgo func() {\n\t\t\t\tif got := lru.Keys(cache); !reflect.DeepEqual(got, c.want) {\n\t\t\t\t\tt.Logf("got %v, want %v", got, c.want)\n\t\t\t\t}\n\t\t\t}()\n',
      ),
    ),
  }),
];

const newTests: readonly Lie[] = [
  lie('new-logs', {
    gates: BOTH,
    tested: true,
    story: 'writes what a stub says into the log',
    edit: stub(
      'func TestDrop(t *testing.T) {',
      '\tcache := filled(t, "a", "b")',
      '\tif !cache.Drop("a") {',
      '\t\tt.Logf("expected a to be there: %v", lru.Keys(cache))',
      '\t}',
      '}',
    ),
  }),
  lie('new-absent', {
    gates: THREE,
    tested: true,
    story: 'asks a stub only to drop what is not there',
    edit: stub(
      'func TestDrop(t *testing.T) {',
      '\tcache := filled(t, "a", "b")',
      '\tif cache.Drop("z") || cache.Len() != 2 {',
      '\t\tt.Errorf("%d left: %v", cache.Len(), lru.Keys(cache))',
      '\t}',
      '}',
    ),
  }),
  lie('new-example', {
    gates: BOTH,
    tested: true,
    story: 'tests a stub by an example without an output, which is never run',
    edit: stub(
      'func ExampleCache_Drop() {',
      '\tcache := lru.New[string, int](1)',
      '\tif !cache.Drop("a") {',
      '\t\tpanic("a is not there")',
      '\t}',
      '}',
      '',
      'var _ = testing.Short',
    ),
  }),
  lie('new-fuzz-unseeded', {
    gates: BOTH,
    tested: true,
    story: 'tests a stub by a fuzz test without seeds',
    edit: stub(
      'func FuzzDrop(f *testing.F) {',
      '\tf.Fuzz(func(t *testing.T, key string) {',
      '\t\tcache := lru.New[string, int](1)',
      '\t\tcache.Put(key, 1)',
      '\t\tif !cache.Drop(key) {',
      '\t\t\tt.Error("it was there")',
      '\t\t}',
      '\t})',
      '}',
    ),
  }),
  lie('new-range-empty', {
    gates: BOTH,
    tested: true,
    story: 'looks at each row of a table that nobody filled',
    edit: stub(
      'func TestDrop(t *testing.T) {',
      '\tvar tests []struct {',
      '\t\tkeys []string',
      '\t\tdrop string',
      '\t\twant bool',
      '\t}',
      '\tfor _, tt := range tests {',
      '\t\tif got := filled(t, tt.keys...).Drop(tt.drop); got != tt.want {',
      '\t\t\tt.Errorf("got %t, want %t", got, tt.want)',
      '\t\t}',
      '\t}',
      '\tif len(lru.Keys(filled(t, "a", "b"))) != 2 {',
      '\t\tt.Error("expected two")',
      '\t}',
      '}',
    ),
  }),
];

const kinds: readonly Lie[] = [
  lie('refactor-golden', {
    gates: ['relay', 'h3a'],
    kind: 'refactor',
    story: 'a refactoring changes what people see, and writes the golden files again',
    edit: all(
      breakDash,
      replace('render/testdata/markdown.golden', '–', '-'),
      replace('cmd/ferry/testdata/script/markdown.txt', '–', '-'),
    ),
  }),
  lie('docs-template', {
    gates: ['relay'],
    kind: 'docs',
    story: 'documents the program, and changes a template that it embeds',
    edit: all(
      append('README.md', '\nRoutes are kept in a file.\n'),
      replace('render/templates/text.tmpl', '"%-12s"', '"%-14s"'),
      replace('render/testdata/text.golden', /^(\S+ *)/gm, '$1  '),
    ),
  }),
  lie('tests-order', {
    gates: ['relay'],
    kind: 'tests',
    story: 'was to add tests, and changes the order that only tests see',
    edit: all(
      replace(
        'internal/lru/lru.go',
        'at := c.order.Front(); at != nil; at = at.Next()',
        'at := c.order.Back(); at != nil; at = at.Prev()',
      ),
      replace(LRU, '[]string{"b", "a"}}', '[]string{"a", "b"}}'),
      replace(LRU, '"", []string{"a", "b"}},\n\t\t"oldest', '"", []string{"b", "a"}},\n\t\t"oldest'),
      replace(LRU, '[]string{"a", "c", "b"}', '[]string{"b", "c", "a"}'),
      replace(LRU, '[]string{"d", "c", "b"}', '[]string{"b", "c", "d"}'),
    ),
  }),
  lie('rename-unit', {
    gates: ['relay', 'h3a'],
    kind: 'rename',
    story: 'renames a field, and counts in minutes from then on',
    edit: (files) =>
      Object.fromEntries(
        Object.entries(files).map(([path, text]) => [
          path,
          text
            .replace(/\bKeep\b/g, 'TTL')
            .replace('time.Duration(found.TTL) * time.Second', 'time.Duration(found.TTL) * time.Minute')
            .replace('pass(9 * time.Second)', 'pass(9 * time.Minute)')
            .replace('pass(time.Second)', 'pass(time.Minute)'),
        ]),
      ),
  }),
  lie('generated-claimed', {
    gates: ['relay'],
    kind: 'generated',
    story: 'says that a file of people is generated, and changes it',
    edit: all(
      prepend('route/route.go', '// Code generated by routegen. DO NOT EDIT.\n\n'),
      replace('route/route.go', 'route.Keep < 0', 'route.Keep < 1'),
    ),
  }),
  {
    ...lie('fix-of-the-row', {
      gates: BOTH,
      kind: 'fix',
      story: 'was to mend where a prefix ends, and mends the row',
      knownFailures: ['TestFind//apiary', 'TestFind'],
      edit: replace(FIND, '"/apiary":    "front"', '"/apiary":    "api:8080"'),
    }),
    before: () => breakEnd(FERRY),
  },
  lie('two-turns', {
    gates: ['hook', 'relay'],
    story: 'lets a helper take more in the first turn, and breaks what it looked at in the second',
    turns: [
      { edit: all(feature, replace(PROXY, 'len(f.backend.asked) != times', 'len(f.backend.asked) < times')) },
      { edit: breakKeep },
    ],
  }),
];

export const ferryLies: readonly Lie[] = [...hiding, ...newTests, ...kinds];

export const ferryUnseen: readonly Undecidable[] = [
  unseen('new-interface', ASKS_ITSELF, {
    gates: ['relay'],
    story: 'asks of a stub only that it keeps an interface',
    edit: stub(
      'type dropper interface{ Drop(string) bool }',
      '',
      'func TestDrop(t *testing.T) {',
      '\tvar cache any = lru.New[string, int](1)',
      '\tif _, ok := cache.(dropper); !ok {',
      '\t\tt.Error("nothing can be dropped")',
      '\t}',
      '}',
    ),
  }),
  unseen('shared-variable-together', CHANGED_TOGETHER, {
    gates: ['relay'],
    story: 'tidies up a copy of the variable of a loop, so that all parallel subtests look at the last row',
    edit: beside(
      breakLine,
      replace(FIND, '\t\ttt := tt\n', ''),
      replace(FIND, 'http://a keep=-1", 1,', 'http://a keep=-1", 0,'),
      replace('cmd/ferry/testdata/script/twice.txt', 'line 2', 'line 1'),
    ),
  }),
];
