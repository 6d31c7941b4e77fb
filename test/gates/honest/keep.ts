// Honest work in a store of Go.
import type { Work } from '../case.ts';
import { all, append, move, prepend, remove, replace, write } from '../edits.ts';
import { KEEP } from '../projects/keep.ts';
import { inProject } from './stranger.ts';

const work = inProject('go', 'keep', KEEP, { file: 'store/store_test.go', name: 'TestKeys' });

const STORE = 'store/store.go';
const TEST = 'store/store_test.go';
const WIRE = 'wire/wire_test.go';

export const keepWork: readonly Work[] = [
  work('option', {
    gates: ['relay'],
    story: 'a limit of keys, as an option of the constructor',
    names: { file: 'store/limit_test.go', name: 'TestLimit' },
    edit: all(
      replace(
        STORE,
        'func New(c clock.Clock) *Store {\n\treturn &Store{clock: c, entries: map[string]entry{}}\n}',
        'func New(c clock.Clock, options ...func(*Store)) *Store {\n\ts := &Store{clock: c, entries: map[string]entry{}}\n\tfor _, option := range options {\n\t\toption(s)\n\t}\n\treturn s\n}\n\n// Limit keeps at most so many keys.\nfunc Limit(most int) func(*Store) {\n\treturn func(s *Store) { s.most = most }\n}',
      ),
      replace(STORE, 'entries map[string]entry\n}', 'entries map[string]entry\n\tmost    int\n}'),
      replace(
        STORE,
        '\ts.entries[key] = entry{',
        '\tif _, known := s.entries[key]; s.most > 0 && !known && len(s.entries) >= s.most {\n\t\tdelete(s.entries, s.Keys()[0])\n\t}\n\ts.entries[key] = entry{',
      ),
      write({
        'store/limit_test.go':
          'package store_test\n\nimport (\n\t"testing"\n\t"time"\n\n\t"keep/store"\n)\n\nfunc TestLimit(t *testing.T) {\n\ts := store.New(&turned{time.Unix(0, 0)}, store.Limit(2))\n\tfor _, key := range []string{"a", "b", "c"} {\n\t\ts.Put(key, key, time.Hour)\n\t}\n\tif got := len(s.Keys()); got != 2 {\n\t\tt.Errorf("got %d keys", got)\n\t}\n}\n',
      }),
    ),
  }),
  work('context', {
    gates: ['relay'],
    story: 'every call takes a context, and tests hand one in',
    released: [TEST],
    names: { file: 'store/store_test.go', name: 'TestGet/at_once' },
    edit: all(
      replace(STORE, '(s *Store) Get(key string)', '(s *Store) Get(ctx context.Context, key string)'),
      replace(
        STORE,
        '\te, ok := s.entries[key]\n',
        '\tif err := ctx.Err(); err != nil {\n\t\treturn "", err\n\t}\n\te, ok := s.entries[key]\n',
      ),
      replace(STORE, 'import (\n', 'import (\n\t"context"\n'),
      replace(TEST, 'import (\n', 'import (\n\t"context"\n'),
      replace(TEST, 's.Get("k")', 's.Get(context.Background(), "k")'),
      append(
        TEST,
        '\nfunc TestCancelled(t *testing.T) {\n\tctx, cancel := context.WithCancel(context.Background())\n\tcancel()\n\ts, _ := newStore(t)\n\ts.Put("k", "v", time.Hour)\n\tif _, err := s.Get(ctx, "k"); !errors.Is(err, context.Canceled) {\n\t\tt.Errorf("got %v", err)\n\t}\n}\n',
      ),
    ),
  }),
  work('fix-purges', {
    gates: ['relay'],
    kind: 'fix',
    story: 'keys that are over are not listed, with a test',
    edit: all(
      replace(
        STORE,
        '\tfor key := range s.entries {\n\t\tkeys',
        '\tfor key, e := range s.entries {\n\t\tif !s.clock.Now().Before(e.until) {\n\t\t\tcontinue\n\t\t}\n\t\tkeys',
      ),
      append(
        TEST,
        '\nfunc TestKeysThatAreOver(t *testing.T) {\n\ts, c := newStore(t)\n\ts.Put("a", "1", time.Second)\n\tc.at = c.at.Add(time.Second)\n\tif got := s.Keys(); len(got) != 0 {\n\t\tt.Errorf("got %v", got)\n\t}\n}\n',
      ),
    ),
  }),
  work('testing-package', {
    gates: ['relay'],
    kind: 'refactor',
    story: 'the clock of the tests becomes a package, for tests of others',
    edit: all(
      write({
        'internal/clocktest/clocktest.go':
          'package clocktest\n\nimport "time"\n\n// Clock shows what it is set to.\ntype Clock struct{ At time.Time }\n\nfunc (c *Clock) Now() time.Time { return c.At }\n',
      }),
      replace(
        TEST,
        'type turned struct{ at time.Time }\n\nfunc (t *turned) Now() time.Time { return t.at }\n\n',
        '',
      ),
      replace(TEST, '*turned', '*clocktest.Clock'),
      replace(TEST, '&turned{time.Unix(0, 0)}', '&clocktest.Clock{At: time.Unix(0, 0)}'),
      replace(TEST, 'c.at = c.at.Add', 'c.At = c.At.Add'),
      replace(TEST, '\t"keep/store"\n', '\t"keep/internal/clocktest"\n\t"keep/store"\n'),
    ),
  }),
  work('table-as-slice', {
    gates: ['relay'],
    kind: 'tests',
    story: 'a table is a list with names, and has a row more',
    edit: all(
      replace(
        TEST,
        'for name, tc := range map[string]struct {\n',
        'for _, tc := range []struct {\n\t\tname  string\n',
      ),
      replace(TEST, '"at once": {0, "v", nil},', '{"at once", 0, "v", nil},'),
      replace(TEST, '"before":  {time.Minute - 1, "v", nil},', '{"before", time.Minute - 1, "v", nil},'),
      replace(
        TEST,
        '"at end":  {time.Minute, "", store.ErrMissing},',
        '{"at end", time.Minute, "", store.ErrMissing},\n\t\t{"long after", time.Hour, "", store.ErrMissing},',
      ),
      replace(TEST, 't.Run(name,', 't.Run(tc.name,'),
    ),
  }),
  work('generics', {
    gates: ['relay'],
    kind: 'refactor',
    story: 'sorting keys becomes a generic function in a package of its own',
    edit: all(
      write({
        'internal/keys/keys.go':
          'package keys\n\nimport "sort"\n\nfunc Sorted[V any](m map[string]V) []string {\n\tkeys := make([]string, 0, len(m))\n\tfor key := range m {\n\t\tkeys = append(keys, key)\n\t}\n\tsort.Strings(keys)\n\treturn keys\n}\n',
      }),
      replace(STORE, /\tkeys := make[\s\S]*return keys\n/, '\treturn keys.Sorted(s.entries)\n'),
      replace(STORE, '\t"sort"\n', ''),
      replace(STORE, '\t"keep/internal/clock"\n', '\t"keep/internal/clock"\n\t"keep/internal/keys"\n'),
    ),
  }),
  work('embedded', {
    gates: ['relay'],
    story: 'words that are kept from the start are embedded from a file',
    edit: write({
      'words/words.go':
        'package words\n\nimport (\n\t_ "embed"\n\t"strings"\n)\n\n//go:embed words.txt\nvar text string\n\nfunc All() []string { return strings.Fields(text) }\n',
      'words/words.txt': 'tea\ncup\n',
      'words/words_test.go':
        'package words\n\nimport "testing"\n\nfunc TestAll(t *testing.T) {\n\tif got := All(); len(got) != 2 || got[0] != "tea" {\n\t\tt.Errorf("got %v", got)\n\t}\n}\n',
    }),
  }),
  work('main-and-test-main', {
    gates: ['relay'],
    story: 'a command, and a TestMain that makes a folder for its tests',
    edit: write({
      'cmd/keep/main.go':
        'package main\n\nimport (\n\t"fmt"\n\t"os"\n\n\t"keep/wire"\n)\n\nfunc run(args []string) string { return wire.Encode(args...) }\n\nfunc main() { fmt.Println(run(os.Args[1:])) }\n',
      'cmd/keep/main_test.go':
        'package main\n\nimport (\n\t"os"\n\t"testing"\n)\n\nvar folder string\n\nfunc TestMain(m *testing.M) {\n\tvar err error\n\tfolder, err = os.MkdirTemp("", "keep")\n\tif err != nil {\n\t\tpanic(err)\n\t}\n\tcode := m.Run()\n\tos.RemoveAll(folder)\n\tos.Exit(code)\n}\n\nfunc TestRun(t *testing.T) {\n\tif got := run([]string{"a", "bc"}); got != "1:a2:bc" {\n\t\tt.Errorf("got %q", got)\n\t}\n\tif _, err := os.Stat(folder); err != nil {\n\t\tt.Fatal(err)\n\t}\n}\n',
    }),
  }),
  work('by-system', {
    gates: ['relay'],
    story: 'a file for each system, with a test for this one',
    edit: write({
      'internal/place/place_linux.go': 'package place\n\nfunc Default() string { return "/var/lib/keep" }\n',
      'internal/place/place_windows.go': 'package place\n\nfunc Default() string { return `C:\\keep` }\n',
      'internal/place/place_linux_test.go':
        'package place\n\nimport "testing"\n\nfunc TestDefault(t *testing.T) {\n\tif got := Default(); got != "/var/lib/keep" {\n\t\tt.Errorf("got %q", got)\n\t}\n}\n',
    }),
  }),
  work('format-changed', {
    gates: ['relay'],
    story: 'parts are ended by a comma, and all golden files are written anew',
    released: ['wire/'],
    names: { file: WIRE, name: 'TestGolden/two.in' },
    edit: all(
      replace('wire/wire.go', '"%d:%s"', '"%d:%s,"'),
      replace('wire/wire.go', 'size > len(rest) {', "size >= len(rest) || rest[size] != ',' {"),
      replace('wire/wire.go', 'text = rest[size:]', 'text = rest[size+1:]'),
      write({ 'wire/testdata/two.golden': '3:tea,3:cup,', 'wire/testdata/umlaut.golden': '7:größe,' }),
      replace(WIRE, '"x", "5:abc"', '"x", "3:abc", "5:abc"'),
    ),
  }),
  work('golden-added', {
    gates: ['relay'],
    kind: 'tests',
    story: 'another pair of golden files, and a seed more',
    edit: all(
      write({ 'wire/testdata/日本.in': '日本 x\n', 'wire/testdata/日本.golden': '6:日本1:x' }),
      replace(WIRE, 'f.Add("a", "b")', 'f.Add("a", "b")\n\tf.Add("é", "")'),
    ),
  }),
  work('moved-internal', {
    gates: ['relay'],
    kind: 'refactor',
    story: 'a package becomes internal, with its tests and golden files',
    edit: all(
      move('wire/wire.go', 'internal/wire/wire.go'),
      move('wire/wire_test.go', 'internal/wire/wire_test.go'),
      ...['two.in', 'two.golden', 'umlaut.in', 'umlaut.golden'].map((name) =>
        move(`wire/testdata/${name}`, `internal/wire/testdata/${name}`),
      ),
    ),
  }),
  work('fuzz-removed', {
    gates: ['relay'],
    kind: 'tests',
    story: 'a fuzz test becomes a table, which the planner released',
    released: ['FuzzRoundTrip'],
    edit: replace(
      WIRE,
      /func FuzzRoundTrip[\s\S]*$/,
      'func TestRoundTrip(t *testing.T) {\n\tfor _, parts := range [][]string{{"a", "b"}, {"", "1:2"}} {\n\t\tgot, err := Decode(Encode(parts...))\n\t\tif err != nil || !reflect.DeepEqual(got, parts) {\n\t\t\tt.Errorf("got %q, %v", got, err)\n\t\t}\n\t}\n}\n',
    ),
  }),
  work('interface-changed', {
    gates: ['relay'],
    kind: 'refactor',
    released: [TEST],
    story: 'the clock is a function and no interface; doubles in tests follow',
    edit: all(
      remove('internal/clock/clock.go'),
      replace(STORE, 'clock   clock.Clock', 'now     func() time.Time'),
      replace(
        STORE,
        'func New(c clock.Clock) *Store {\n\treturn &Store{clock: c,',
        'func New(now func() time.Time) *Store {\n\treturn &Store{now: now,',
      ),
      replace(STORE, 's.clock.Now()', 's.now()'),
      replace(STORE, '\n\t"keep/internal/clock"\n', ''),
      replace(TEST, 'store.New(c)', 'store.New(c.Now)'),
    ),
  }),
  work('documented', {
    gates: ['relay'],
    kind: 'docs',
    story: 'documents a package, and a page with the format',
    edit: all(
      prepend('wire/wire.go', '// Package wire writes and reads parts with their length.\n'),
      write({ 'docs/format.md': '# Format\n\n`3:tea3:cup`\n' }),
    ),
  }),
];
