// Honest work in Go: examples, finds of a fuzz test, data, tests that become tables, packages that move.
import type { Work } from '../case.ts';
import { all, append, move, remove, replace, write } from '../edits.ts';
import { ATLAS } from '../projects/atlas.ts';
import { inProject } from './stranger.ts';

const work = inProject('go', 'atlas', ATLAS, { file: 'point_test.go', name: 'TestDistance' });

const POINT = 'point.go';
const TEST = 'point_test.go';
const COMMAND = 'cmd/atlas/main_test.go';
const REGIONS = 'regions/regions.go';
const lines = (...all: readonly string[]): string => all.map((line) => `${line}\n`).join('');

export const atlasWork: readonly Work[] = [
  work('example-and-table', {
    gates: ['relay'],
    story: 'a function with an example, a table and a benchmark',
    names: { file: 'mid_test.go', name: 'TestMid' },
    edit: all(
      write({
        'mid.go': lines(
          'package atlas',
          '',
          '// Mid is half way, for points that are near.',
          'func Mid(a, b Point) Point { return Point{(a.Lat + b.Lat) / 2, (a.Lon + b.Lon) / 2} }',
        ),
        'mid_test.go': lines(
          'package atlas',
          '',
          'import (',
          '	"testing"',
          '',
          '	"example.com/atlas/internal/check"',
          ')',
          '',
          'func TestMid(t *testing.T) {',
          '	for name, tt := range map[string]struct{ a, b, want Point }{',
          '		"same": {Point{1, 1}, Point{1, 1}, Point{1, 1}},',
          '		"other": {Point{0, 0}, Point{2, 4}, Point{1, 2}},',
          '	} {',
          '		t.Run(name, func(t *testing.T) { check.Equal(t, Mid(tt.a, tt.b), tt.want) })',
          '	}',
          '}',
          '',
          'func BenchmarkMid(b *testing.B) {',
          '	for i := 0; i < b.N; i++ {',
          '		Mid(Point{1, 2}, Point{3, 4})',
          '	}',
          '}',
        ),
      }),
      append(
        'example_test.go',
        lines(
          '',
          'func ExampleMid() {',
          '	fmt.Println(atlas.Mid(atlas.Point{Lat: 0, Lon: 0}, atlas.Point{Lat: 2, Lon: 4}))',
          '	// Output: 1,2',
          '}',
        ),
      ),
    ),
  }),
  work('example-only', {
    gates: ['relay'],
    story: 'a function whose only test is an example with output',
    names: { file: 'example_test.go', name: 'ExamplePoint_Opposite' },
    edit: all(
      append(
        POINT,
        lines(
          '',
          '// Opposite is on the other side of the earth.',
          'func (p Point) Opposite() Point {',
          '	if p.Lon > 0 {',
          '		return Point{-p.Lat, p.Lon - 180}',
          '	}',
          '	return Point{-p.Lat, p.Lon + 180}',
          '}',
        ),
      ),
      append(
        'example_test.go',
        lines(
          '',
          'func ExamplePoint_Opposite() {',
          '	fmt.Println(atlas.Point{Lat: 10, Lon: 20}.Opposite())',
          '	// Output: -10,-160',
          '}',
        ),
      ),
    ),
  }),
  work('find-of-fuzz', {
    gates: ['hook', 'relay'],
    kind: 'fix',
    story: 'a find of the fuzz test is fixed and kept: minus zero is zero',
    before: all(
      () => ATLAS,
      replace('fuzz_test.go', 'again != p {', "again != p || p.String()[0] == '-' && p.Lat == 0 {"),
    ),
    names: { file: 'fuzz_test.go', name: 'FuzzParse/minus-zero' },
    edit: all(
      write({ 'testdata/fuzz/FuzzParse/minus-zero': 'go test fuzz v1\nstring("-0,0")\n' }),
      replace(POINT, '*part.into = value', '*part.into = value + 0'),
      replace(POINT, 'value + 0', 'value\n\t\tif value == 0 {\n\t\t\t*part.into = 0\n\t\t}'),
    ),
  }),
  work('town-added', {
    gates: ['relay'],
    story: 'a town is added to the embedded data, with a row and in the golden file',
    names: { file: 'regions/regions_test.go', name: 'TestNearest/Rome' },
    edit: all(
      replace(
        'regions/regions.json',
        '331885}\n',
        '331885},\n  {"name": "Rome", "lat": 41.89, "lon": 12.48, "people": 2873000}\n',
      ),
      replace(
        'regions/regions_test.go',
        '		{atlas.Point{Lat: 48, Lon: 0}, "Paris"},\n',
        '		{atlas.Point{Lat: 48, Lon: 0}, "Paris"},\n		{atlas.Point{Lat: 42, Lon: 12}, "Rome"},\n',
      ),
      replace('regions/testdata/table.golden', 'Paris ', 'Rome       2873000\nParis '),
    ),
  }),
  work('golden-case', {
    gates: ['relay'],
    story: 'another table, with a golden file',
    names: { file: 'regions/regions_test.go', name: 'TestNames' },
    edit: all(
      append(
        REGIONS,
        lines(
          '',
          '// Names is a text of all names.',
          'func Names() string {',
          '	var b strings.Builder',
          '	for _, r := range all {',
          '		b.WriteString(r.Name + "\\n")',
          '	}',
          '	return b.String()',
          '}',
        ),
      ),
      append(
        'regions/regions_test.go',
        '\nfunc TestNames(t *testing.T) { check.Golden(t, "names", Names()) }\n',
      ),
      write({ 'regions/testdata/names.golden': 'Berlin\nParis\nBonn\n' }),
    ),
  }),
  work('subtests-from-checks', {
    gates: ['relay'],
    kind: 'tests',
    story: 'checks of one test become rows of a table',
    edit: replace(
      TEST,
      /	berlin, paris[\s\S]*?20015, 1\)\n/,
      lines(
        '	berlin, paris := Point{52.52, 13.405}, Point{48.8566, 2.3522}',
        '	for name, tt := range map[string]struct {',
        '		a, b         Point',
        '		want, little float64',
        '	}{',
        '		"towns": {berlin, paris, 877.5, 1},',
        '		"same":  {berlin, berlin, 0, 1e-9},',
        '		"half":  {Point{0, 0}, Point{0, 180}, 20015, 1},',
        '	} {',
        '		t.Run(name, func(t *testing.T) { check.Near(t, Distance(tt.a, tt.b), tt.want, tt.little) })',
        '	}',
      ),
    ),
  }),
  work('file-split', {
    gates: ['relay'],
    kind: 'tests',
    story: 'tests of distances stand in a file of their own',
    names: { file: 'distance_test.go', name: 'TestDistance' },
    edit: all(
      (files) => ({
        ...files,
        'distance_test.go': `package atlas\n\nimport (\n	"testing"\n\n	"example.com/atlas/internal/check"\n)\n\n${/func TestDistance[\s\S]*$/.exec(files[TEST] ?? '')?.[0]}`,
      }),
      replace(TEST, /\nfunc TestDistance[\s\S]*$/, ''),
    ),
  }),
  work('from-outside', {
    gates: ['relay'],
    kind: 'tests',
    story: 'tests use the package as others do',
    edit: all(
      replace(TEST, 'package atlas\n', 'package atlas_test\n'),
      replace(TEST, '	"example.com/atlas/internal', '	"example.com/atlas"\n	"example.com/atlas/internal'),
      replace(TEST, /\bPoint\b/g, 'atlas.Point'),
      replace(TEST, /([ (\t])(Parse|Distance)\(/g, '$1atlas.$2('),
    ),
  }),
  work('renamed', {
    gates: ['relay'],
    kind: 'rename',
    story: 'a function, its example and its tests have another name',
    names: { file: TEST, name: 'TestLength' },
    edit: all(
      replace(POINT, /Distance/g, 'Length'),
      replace(REGIONS, /Distance/g, 'Length'),
      replace(TEST, /Distance/g, 'Length'),
      replace('example_test.go', /Distance/g, 'Length'),
    ),
  }),
  work('table-removed', {
    gates: ['relay'],
    kind: 'refactor',
    released: ['TestTable', 'regions/testdata/table.golden'],
    story: 'nobody prints the table; the planner released its test',
    edit: all(
      remove('regions/testdata/table.golden'),
      replace('regions/regions_test.go', /\nfunc TestTable[^\n]*\n/, ''),
      replace(REGIONS, /\n\/\/ Table is[\s\S]*$/, ''),
      replace(REGIONS, '	"fmt"\n	"sort"\n	"strings"\n', '	"sort"\n'),
    ),
  }),
  work('flag-of-command', {
    gates: ['relay'],
    story: 'the command prints people, too, which a test sees that starts it',
    names: { file: COMMAND, name: 'TestPeople' },
    edit: all(
      replace(
        'cmd/atlas/main.go',
        '	if len(args) != 1 {',
        '	people := len(args) > 0 && args[0] == "-people"\n	if people {\n		args = args[1:]\n	}\n	if len(args) != 1 {',
      ),
      replace(
        'cmd/atlas/main.go',
        '	fmt.Fprintln(out, regions.Nearest(p).Name)\n',
        '	town := regions.Nearest(p)\n	if people {\n		fmt.Fprintln(out, town.Name, town.People)\n		return 0\n	}\n	fmt.Fprintln(out, town.Name)\n',
      ),
      append(
        COMMAND,
        lines(
          '',
          'func TestPeople(t *testing.T) {',
          '	out, code := atlasCommand(t, "-people", "51,7")',
          '	check.Equal(t, out, "Bonn 331885\\n")',
          '	check.Equal(t, code, 0)',
          '}',
        ),
      ),
    ),
  }),
  work('unit-of-distance', {
    gates: ['relay'],
    released: ['TestDistance', 'ExampleDistance'],
    story: 'distances have a type of their own; the planner released what measures them',
    names: { file: TEST, name: 'TestDistance' },
    edit: all(
      replace(POINT, 'func Distance(a, b Point) float64 {', 'func Distance(a, b Point) Kilometres {'),
      replace(
        POINT,
        'return 2 * earth * math.Asin(math.Sqrt(h))',
        'return Kilometres(2 * earth * math.Asin(math.Sqrt(h)))',
      ),
      append(
        POINT,
        lines(
          '',
          '// Kilometres are a length.',
          'type Kilometres float64',
          '',
          'func (k Kilometres) String() string { return fmt.Sprintf("%.1f km", float64(k)) }',
        ),
      ),
      replace(
        REGIONS,
        'func away(r Region, p atlas.Point) float64',
        'func away(r Region, p atlas.Point) atlas.Kilometres',
      ),
      replace(
        TEST,
        /check\.Near\(t, Distance\(([^\n]*?)\), (877|0,|20015)/g,
        'check.Near(t, float64(Distance($1)), $2',
      ),
      replace(
        'example_test.go',
        'fmt.Printf("%.0f km\\n", atlas.Distance(atlas.Point{Lat: 0, Lon: 0}, atlas.Point{Lat: 0, Lon: 1}))',
        'fmt.Println(atlas.Distance(atlas.Point{Lat: 0, Lon: 0}, atlas.Point{Lat: 0, Lon: 1}))',
      ),
      replace('example_test.go', 'Output: 111 km', 'Output: 111.2 km'),
    ),
  }),
  work('package-moved', {
    gates: ['relay'],
    kind: 'refactor',
    story: 'a package moves into another folder, with its tests and its data',
    names: { file: 'data/regions/regions_test.go', name: 'TestTable' },
    edit: all(
      ...['regions.go', 'regions.json', 'regions_test.go', 'testdata/table.golden'].map((name) =>
        move(`regions/${name}`, `data/regions/${name}`),
      ),
      replace('cmd/atlas/main.go', 'atlas/regions"', 'atlas/data/regions"'),
    ),
  }),
  work('checks-extended', {
    gates: ['relay'],
    kind: 'tests',
    story:
      'the helper package says more, has a test, and a golden file that is missing is a failure with words',
    edit: all(
      replace(
        'internal/check/check.go',
        '		t.Fatal(err)\n	}\n	if got != string(want)',
        '		t.Fatalf("no golden file: %v", err)\n	}\n	if got != string(want)',
      ),
      write({
        'internal/check/check_test.go': lines(
          'package check',
          '',
          'import "testing"',
          '',
          'type silent struct {',
          '	testing.TB',
          '	failed bool',
          '}',
          '',
          'func (s *silent) Helper() {}',
          '',
          'func (s *silent) Errorf(string, ...any) { s.failed = true }',
          '',
          'func TestEqual(t *testing.T) {',
          '	s := &silent{}',
          '	Equal(s, 1, 1)',
          '	if s.failed {',
          '		t.Error("1 is 1")',
          '	}',
          '	Equal(s, 1, 2)',
          '	if !s.failed {',
          '		t.Error("1 is not 2")',
          '	}',
          '}',
        ),
      }),
    ),
  }),
];
