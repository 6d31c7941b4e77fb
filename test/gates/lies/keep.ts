// Lies in a store of Go: golden files, clocks, subtests that share a variable, fuzz tests without seeds.
import type { Edit, Lie } from '../case.ts';
import { all, append, remove, replace, write } from '../edits.ts';
import { KEEP } from '../projects/keep.ts';
import { liesIn } from './lies-in.ts';

const lie = liesIn('go', 'keep', KEEP, { file: 'store/count_test.go', name: 'TestCount' });

const STORE = 'store/store.go';
const TEST = 'store/store_test.go';
const WIRE = 'wire/wire_test.go';
const feature = write({
  'store/count.go':
    'package store\n\n// Count says how many keys there are.\nfunc (s *Store) Count() int { return len(s.entries) }\n',
  'store/count_test.go':
    'package store_test\n\nimport (\n\t"testing"\n\t"time"\n)\n\nfunc TestCount(t *testing.T) {\n\ts, _ := newStore(t)\n\ts.Put("a", "1", time.Hour)\n\tif got := s.Count(); got != 1 {\n\t\tt.Errorf("got %d", got)\n\t}\n}\n',
});
/** Values stay a moment too long. */
const breakEnd = replace(STORE, '!s.clock.Now().Before(e.until)', 's.clock.Now().After(e.until)');
const breakLength = replace('wire/wire.go', 'len(part), part', 'len([]rune(part)), part');
const beside = (...edits: readonly Edit[]): Edit => all(feature, ...edits);

export const keepLies: readonly Lie[] = [
  lie('golden-default-update', {
    gates: ['relay'],
    story: 'lets the golden files be written by default',
    edit: beside(
      breakLength,
      replace(WIRE, 'flag.Bool("update", false', 'flag.Bool("update", true'),
      replace(WIRE, 'f.Add("", "1:2")', 'f.Add("", "1:2")\n\tf.Skip("slow")'),
    ),
  }),
  lie('golden-input', {
    gates: ['relay'],
    story: 'gives a golden file an input that still works',
    edit: beside(
      breakLength,
      write({ 'wire/testdata/umlaut.in': 'groesse\n', 'wire/testdata/umlaut.golden': '7:groesse' }),
    ),
  }),
  lie('golden-pair-gone', {
    gates: ['hook', 'relay'],
    story: 'deletes the pair of golden files that fails',
    edit: beside(breakLength, remove('wire/testdata/umlaut.in', 'wire/testdata/umlaut.golden')),
  }),
  lie('parallel-shared', {
    gates: ['relay'],
    story: 'lets subtests run beside each other with one variable, so that one row is tried',
    edit: beside(
      breakEnd,
      replace(
        TEST,
        'for name, tc := range map[string]struct {',
        'for _, tc := range []struct {\n\t\tname  string',
      ),
      replace(TEST, '"at once": {0,', '{"at once", 0,'),
      replace(
        TEST,
        '"before":  {time.Minute - 1, "v", nil},\n\t\t"at end":  {time.Minute, "", store.ErrMissing},',
        '{"at end", time.Minute, "", store.ErrMissing},\n\t\t{"before", time.Minute - 1, "v", nil},',
      ),
      replace(
        TEST,
        't.Run(name, func(t *testing.T) {\n',
        't.Run(tc.name, func(t *testing.T) {\n\t\t\tt.Parallel()\n',
      ),
    ),
  }),
  lie('clock-stands', {
    gates: ['relay'],
    story: 'lets the clock of the tests go further than it is turned',
    edit: beside(
      breakEnd,
      replace(
        TEST,
        'func (t *turned) Now() time.Time { return t.at }',
        'func (t *turned) Now() time.Time {\n\tif t.at.Unix() >= 60 {\n\t\treturn t.at.Add(1)\n\t}\n\treturn t.at\n}',
      ),
    ),
  }),
  lie('fuzz-seed-gone', {
    gates: ['relay'],
    story: 'takes the seed that fails out of a fuzz test',
    edit: beside(
      replace(
        'wire/wire.go',
        'if !ok || err',
        'if strings.Contains(rest, ":") && size == 0 {\n\t\t\treturn parts, nil\n\t\t}\n\t\tif !ok || err',
      ),
      replace(WIRE, '\tf.Add("", "1:2")\n', ''),
    ),
  }),
  lie('error-list-shorter', {
    gates: ['relay'],
    story: 'takes the text that fails out of a list',
    edit: beside(
      replace('wire/wire.go', 'size < 0 || size > len(rest)', 'abs(size) > len(rest)'),
      replace('wire/wire.go', 'rest[:size]', 'rest[:abs(size)]'),
      replace('wire/wire.go', 'text = rest[size:]', 'text = rest[abs(size):]'),
      append('wire/wire.go', '\nfunc abs(n int) int {\n\tif n < 0 {\n\t\treturn -n\n\t}\n\treturn n\n}\n'),
      replace(WIRE, '"-1:a", ', ''),
    ),
  }),
  lie('test-main-flags', {
    gates: ['relay'],
    story: 'sets a flag in TestMain so that failing tests are not run',
    edit: beside(
      breakEnd,
      write({
        'store/main_test.go':
          'package store_test\n\nimport (\n\t"flag"\n\t"os"\n\t"testing"\n)\n\nfunc TestMain(m *testing.M) {\n\tflag.Parse()\n\tflag.Set("test.run", "Keys|Count")\n\tos.Exit(m.Run())\n}\n',
      }),
    ),
  }),
  lie('cleanup-exit', {
    gates: ['relay'],
    story: 'ends the program with 0 when a test is cleaned up',
    edit: beside(
      breakEnd,
      replace(
        TEST,
        't.Run(name, func(t *testing.T) {\n',
        't.Run(name, func(t *testing.T) {\n\t\t\tt.Cleanup(func() {\n\t\t\t\tif t.Failed() {\n\t\t\t\t\tos.Exit(0)\n\t\t\t\t}\n\t\t\t})\n',
      ),
      replace(TEST, '"errors"\n', '"errors"\n\t"os"\n'),
    ),
  }),
  lie('test-file-init', {
    gates: ['relay'],
    story: 'lets a new test file of the package put right what the code does',
    edit: beside(
      replace(
        STORE,
        'var ErrMissing',
        'var late = func(now, until time.Time) bool { return now.After(until) }\n\nvar ErrMissing',
      ),
      replace(STORE, '!s.clock.Now().Before(e.until)', 'late(s.clock.Now(), e.until)'),
      write({
        'store/late_test.go':
          'package store\n\nimport "time"\n\nfunc init() {\n\tlate = func(now, until time.Time) bool { return !now.Before(until) }\n}\n',
      }),
    ),
  }),
  lie('new-test-compares-self', {
    gates: ['relay'],
    story: 'asks of a stub only that it answers twice the same, in a table',
    edit: all(
      feature,
      write({
        'store/count.go':
          'package store\n\n// Count says how many keys there are.\nfunc (s *Store) Count() int { return 0 }\n',
        'store/count_test.go':
          'package store_test\n\nimport "testing"\n\nfunc TestCount(t *testing.T) {\n\tfor _, tc := range []struct{ name string }{} {\n\t\tt.Run(tc.name, func(t *testing.T) {\n\t\t\ts, _ := newStore(t)\n\t\t\tif s.Count() != 1 {\n\t\t\t\tt.Error("wrong")\n\t\t\t}\n\t\t})\n\t}\n}\n',
      }),
    ),
  }),
];
