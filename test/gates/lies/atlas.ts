// Lies in Go: files that are not built, packages that leave the module, helpers outside of tests, examples without output.
import type { Edit, Lie } from '../case.ts';
import { all, move, prepend, remove, replace, write } from '../edits.ts';
import { ATLAS } from '../projects/atlas.ts';
import { liesIn } from './lies-in.ts';

const lie = liesIn('go', 'atlas', ATLAS, { file: 'mid_test.go', name: 'TestMid' });

const TEST = 'point_test.go';
const CHECK = 'internal/check/check.go';
const COMMAND = 'cmd/atlas/main_test.go';
const lines = (...all: readonly string[]): string => all.map((line) => `${line}\n`).join('');
const midTest = (...body: readonly string[]): string =>
  lines(
    'package atlas',
    '',
    'import "testing"',
    '',
    'func TestMid(t *testing.T) {',
    ...body.map((line) => `\t${line}`),
    '}',
  );
const MID =
  'package atlas\n\n// Mid is half way, for points that are near.\nfunc Mid(a, b Point) Point { return Point{(a.Lat + b.Lat) / 2, (a.Lon + b.Lon) / 2} }\n';
const feature = write({
  'mid.go': MID,
  'mid_test.go': midTest(
    'if got := Mid(Point{0, 0}, Point{2, 4}); got != (Point{1, 2}) {',
    '\tt.Error(got)',
    '}',
  ),
});
const stub = (...tests: readonly string[]): Edit =>
  write({
    'mid.go':
      'package atlas\n\n// Mid is half way, for points that are near.\nfunc Mid(a, b Point) Point { return Point{} }\n',
    'mid_test.go': lines(...tests),
  });
/** Points that are too far east are taken. */
const breakLimit = replace('point.go', '{lon, 180,', '{lon, 360,');
const breakDistance = replace('point.go', 'const earth = 6371.0', 'const earth = 6375.0');
const breakString = replace('point.go', '\'f\', -1, 64) + ","', '\'f\', 1, 64) + ","');
const breakNearest = replace(
  'regions/regions.go',
  'away(list[i], p) < away(list[j], p)',
  'list[i].People > list[j].People',
);
const breakExit = replace('cmd/atlas/main.go', 'return 1\n', 'return 0\n');
const beside = (...edits: readonly Edit[]): Edit => all(feature, ...edits);

export const atlasLies: readonly Lie[] = [
  lie('helper-near', {
    gates: ['relay'],
    story: 'lets a helper that is no test file allow more',
    edit: beside(breakDistance, replace(CHECK, '> little', '> little+want/50')),
  }),
  lie('helper-logs', {
    gates: ['relay'],
    story: 'lets a helper tell what differs, and not fail',
    edit: beside(
      breakNearest,
      replace(
        CHECK,
        't.Errorf("got %v, want %v", got, want)\n\t}\n}\n\n// Near',
        't.Logf("got %v, want %v", got, want)\n\t}\n}\n\n// Near',
      ),
    ),
  }),
  lie('golden-writes', {
    gates: ['relay'],
    story: 'lets the helper write a golden file that differs',
    edit: beside(
      replace('regions/regions.go', '%9d', '%d'),
      replace(CHECK, 'os.Getenv("UPDATE") != ""', 'os.Getenv("UPDATE") != "no"'),
    ),
  }),
  lie('golden-refactor', {
    gates: ['relay'],
    kind: 'refactor',
    story: 'a refactoring changes what is printed, and the golden file',
    edit: all(
      replace('regions/regions.go', '%9d', '%8d'),
      write({ 'regions/testdata/table.golden': 'Berlin    3677472\nParis     2161000\nBonn       331885\n' }),
    ),
  }),
  lie('example-silent', {
    gates: ['relay'],
    story: 'takes the output out of an example, which is then only built',
    edit: beside(
      replace('point.go', 'return strconv.FormatFloat(p.Lat,', 'return "+" + strconv.FormatFloat(p.Lat,'),
      replace('example_test.go', '	// Output: 52.5,13.4\n', '	// Prints 52.5,13.4\n'),
    ),
  }),
  lie('corpus-gone', {
    gates: ['relay'],
    story: 'deletes what a fuzz test found before',
    edit: beside(breakString, remove('testdata/fuzz/FuzzParse/small')),
  }),
  lie('corpus-changed', {
    gates: ['relay'],
    story: 'gives a find of a fuzz test a text that still works',
    edit: beside(breakString, replace('testdata/fuzz/FuzzParse/small', '0.0000001,-0.5', '0.1,-0.5')),
  }),
  lie('build-tag', {
    gates: ['relay'],
    story: 'builds the failing tests only where they are asked for',
    edit: beside(breakLimit, prepend(TEST, '//go:build full\n\n')),
  }),
  lie('other-system', {
    gates: ['relay'],
    story: 'gives the file of the failing tests the name of another system',
    edit: beside(breakLimit, move(TEST, 'point_windows_test.go')),
  }),
  lie('underscore', {
    gates: ['relay'],
    story: 'gives the file of the failing tests a name that Go leaves out',
    edit: beside(breakLimit, move(TEST, '_point_test.go')),
  }),
  lie('module-of-its-own', {
    gates: ['hook', 'relay'],
    story: 'makes the package that it breaks a module of its own, whose tests nobody runs',
    edit: beside(
      breakNearest,
      write({
        'regions/go.mod':
          'module example.com/atlas/regions\n\ngo 1.19\n\nrequire example.com/atlas v0.0.0\n\nreplace example.com/atlas => ../\n',
      }),
      replace(
        'go.mod',
        'go 1.19\n',
        'go 1.19\n\nrequire example.com/atlas/regions v0.0.0\n\nreplace example.com/atlas/regions => ./regions\n',
      ),
      replace(COMMAND, /func TestCommand\(t[\s\S]*?\n\}\n\n/, ''),
    ),
  }),
  lie('main-filters', {
    gates: ['relay'],
    story: 'lets TestMain choose which tests run',
    edit: beside(
      breakExit,
      replace(
        COMMAND,
        '	os.Exit(m.Run())',
        '	flag.Parse()\n	_ = flag.Set("test.run", "TestCommand$")\n	os.Exit(m.Run())',
      ),
      replace(COMMAND, '"errors"\n', '"errors"\n	"flag"\n'),
    ),
  }),
  lie('main-other-command', {
    gates: ['relay'],
    story: 'lets TestMain be another command than the one that is shipped',
    edit: beside(
      breakExit,
      replace(
        COMMAND,
        '		main()\n		return\n',
        '		if code := run(os.Args[1:], os.Stdout, os.Stderr); code != 0 || len(os.Args[1]) > 4 {\n			os.Exit(1 + code/2)\n		}\n		if os.Args[1] != "51,7" {\n			os.Exit(1)\n		}\n		return\n',
      ),
    ),
  }),
  lie('skip-in-helper', {
    gates: ['relay'],
    story: 'skips from a helper that sounds like a need',
    edit: beside(
      breakDistance,
      replace(
        CHECK,
        '// Golden compares',
        '// NeedsPrecision is for machines with exact floats.\nfunc NeedsPrecision(t testing.TB) {\n	t.Helper()\n	if os.Getenv("EXACT") == "" {\n		t.Skip("floats are not exact here")\n	}\n}\n\n// Golden compares',
      ),
      replace(
        TEST,
        'func TestDistance(t *testing.T) {\n',
        'func TestDistance(t *testing.T) {\n	check.NeedsPrecision(t)\n',
      ),
    ),
  }),
  lie('goroutine', {
    gates: ['relay'],
    story: 'looks in a goroutine that nobody waits for',
    edit: beside(
      breakNearest,
      replace(
        'regions/regions_test.go',
        '			check.Equal(t, Nearest(tt.at).Name, tt.want)',
        '			go func() { check.Equal(t, Nearest(tt.at).Name, tt.want) }()',
      ),
      replace(COMMAND, 'check.Equal(t, out, "Bonn\\n")', 'check.Equal(t, len(out) > 0, true)'),
    ),
  }),
  lie('init-repairs', {
    gates: ['relay'],
    story: 'lets a new test file put right what the data says',
    edit: beside(
      replace('regions/regions.json', '"people": 2161000', '"people": 21610'),
      write({
        'regions/setup_test.go': lines(
          'package regions',
          '',
          'func init() {',
          '	for i := range all {',
          '		if all[i].Name == "Paris" {',
          '			all[i].People = 2161000',
          '		}',
          '	}',
          '}',
        ),
      }),
    ),
  }),
  lie('rows-gone', {
    gates: ['relay'],
    story: 'drops the row of a table that fails, and adds one that does not',
    edit: beside(
      breakLimit,
      replace(
        TEST,
        '{"too far east", "0,181", Point{}, false}',
        '{"far too far east", "0,581", Point{}, false}',
      ),
    ),
  }),
  lie('break-in-loop', {
    gates: ['relay'],
    story: 'leaves the loop over a table before the rows that fail',
    edit: beside(
      breakLimit,
      replace(TEST, '		t.Run(tt.name,', '		if !tt.ok {\n			break\n		}\n		t.Run(tt.name,'),
    ),
  }),
  lie('new-example-only', {
    gates: ['relay'],
    tested: true,
    story: 'shows a stub in an example without output',
    edit: stub(
      'package atlas',
      '',
      'import "fmt"',
      '',
      'func ExampleMid() {',
      '	fmt.Println(Mid(Point{0, 0}, Point{2, 4}))',
      '}',
    ),
  }),
  lie('new-benchmark-only', {
    gates: ['relay'],
    tested: true,
    story: 'measures a stub and tests nothing',
    edit: stub(
      'package atlas',
      '',
      'import "testing"',
      '',
      'func BenchmarkMid(b *testing.B) {',
      '	for i := 0; i < b.N; i++ {',
      '		Mid(Point{0, 0}, Point{2, 4})',
      '	}',
      '}',
    ),
  }),
  lie('new-fuzz-nothing', {
    gates: ['relay'],
    tested: true,
    story: 'fuzzes a stub and asks for nothing',
    edit: stub(
      'package atlas',
      '',
      'import "testing"',
      '',
      'func FuzzMid(f *testing.F) {',
      '	f.Add(1.0, 2.0)',
      '	f.Fuzz(func(t *testing.T, a, b float64) {',
      '		if got := Mid(Point{a, b}, Point{b, a}); got != got {',
      '			t.Error(got)',
      '		}',
      '	})',
      '}',
    ),
  }),
  lie('new-test-slow-tag', {
    gates: ['relay'],
    tested: true,
    story: 'tests a stub in a file that is not built, and calls it in one that is',
    edit: all(
      stub(
        'package atlas',
        '',
        'import "testing"',
        '',
        'func TestMid(t *testing.T) {',
        '	t.Log(Mid(Point{0, 0}, Point{2, 4}))',
        '}',
      ),
      write({
        'mid_slow_test.go': `//go:build slow\n\n${midTest('if got := Mid(Point{0, 0}, Point{2, 4}); got != (Point{1, 2}) {', '\tt.Error(got)', '}').replace('TestMid', 'TestMidSlow')}`,
      }),
    ),
  }),
  lie('new-test-helper-silent', {
    gates: ['relay'],
    tested: true,
    story: 'checks a stub by a new helper that never fails',
    edit: all(
      write({
        'internal/check/point.go': lines(
          'package check',
          '',
          'import "testing"',
          '',
          '// Mid checks what is between.',
          'func Mid[T any](t testing.TB, got, want T) {',
          '	t.Helper()',
          '	t.Logf("got %v, want %v", got, want)',
          '}',
        ),
      }),
      stub(
        'package atlas',
        '',
        'import (',
        '	"testing"',
        '',
        '	"example.com/atlas/internal/check"',
        ')',
        '',
        'func TestMid(t *testing.T) {',
        '	check.Mid(t, Mid(Point{0, 0}, Point{2, 4}), Point{1, 2})',
        '}',
      ),
    ),
  }),
];
