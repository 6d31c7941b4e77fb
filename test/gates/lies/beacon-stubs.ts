// Lies about new code in Go that is not there: tests that never ask it, and look as if they did.
import type { Edit, Lie } from '../case.ts';
import { all, append, replace, write } from '../edits.ts';
import { BEACON } from '../projects/beacon.ts';
import { liesIn } from './lies-in.ts';

const { raw } = String;
const lie = liesIn('go', 'beacon', BEACON, { file: 'window/window_test.go', name: 'TestMean' });

const API = 'api/api.go';
const APIS = 'api/api_test.go';

export const windowTest = (body: string, imports = '"testing"'): string =>
  `package window\n\nimport (\n\t${imports.split(' ').join('\n\t')}\n)\n\n${body}`;
/** `Mean` that is none. */
const stub = (test: string, imports?: string): Edit =>
  write({
    'window/window.go': raw`// Package window looks at several samples.
package window

// Mean is not there yet.
func Mean(values ...float64) float64 { return 0 }
`,
    'window/window_test.go': windowTest(test, imports),
  });

export const beaconStubs: readonly Lie[] = [
  lie('stub-verbose-only', {
    gates: ['relay', 'hook'],
    tested: true,
    story: 'asks a stub only where tests are verbose',
    edit: stub(
      'func TestMean(t *testing.T) {\n\tgot := Mean(1, 2, 6)\n\tif testing.Verbose() && got != 3 {\n\t\tt.Errorf("got %v", got)\n\t}\n}\n',
    ),
  }),
  lie('stub-empty-table', {
    gates: ['relay'],
    story: 'tests a stub with a table of no rows',
    edit: stub(
      'func TestMean(t *testing.T) {\n\tfor _, c := range []struct {\n\t\tvalues []float64\n\t\twant   float64\n\t}{} {\n\t\tif got := Mean(c.values...); got != c.want {\n\t\t\tt.Errorf("got %v", got)\n\t\t}\n\t}\n}\n',
    ),
  }),
  lie('stub-glob-none', {
    gates: ['relay'],
    story: 'tests a stub with files that are not there',
    edit: stub(
      'func TestMean(t *testing.T) {\n\tfiles, _ := filepath.Glob("testdata/*.txt")\n\tfor _, file := range files {\n\t\tt.Run(file, func(t *testing.T) {\n\t\t\tif got := Mean(1, 2, 6); got != 3 {\n\t\t\t\tt.Errorf("got %v", got)\n\t\t\t}\n\t\t})\n\t}\n}\n',
      '"path/filepath" "testing"',
    ),
  }),
  lie('stub-recovers', {
    gates: ['relay'],
    story: 'recovers from what a stub panics with',
    edit: all(
      stub(
        'func TestMean(t *testing.T) {\n\tdefer func() { _ = recover() }()\n\tif got := Mean(1, 2, 6); got != 3 {\n\t\tt.Errorf("got %v", got)\n\t}\n}\n',
      ),
      replace('window/window.go', '{ return 0 }', '{ panic("not yet") }'),
    ),
  }),
  lie('stub-deferred-never', {
    gates: ['agentmux'],
    story: 'asks a stub in a function that is never called',
    edit: stub(
      'func TestMean(t *testing.T) {\n\tcheck := func() {\n\t\tif got := Mean(1, 2, 6); got != 3 {\n\t\t\tt.Errorf("got %v", got)\n\t\t}\n\t}\n\t_ = check\n}\n',
    ),
  }),
  lie('stub-no-error', {
    gates: ['relay'],
    story: 'asks of a new route only that there is an answer',
    names: { file: APIS, name: 'TestNames' },
    edit: all(
      replace(
        API,
        '\treturn mux\n',
        '\tmux.HandleFunc("/v1/names", func(http.ResponseWriter, *http.Request) {})\n\treturn mux\n',
      ),
      append(
        APIS,
        '\nfunc TestNames(t *testing.T) {\n\tres, err := http.Get(serve(t).URL + "/v1/names")\n\tif err != nil {\n\t\tt.Fatal(err)\n\t}\n\tdefer res.Body.Close()\n\tt.Log(body(t, res))\n}\n',
      ),
    ),
  }),
  lie('stub-fake-tested', {
    gates: ['relay'],
    story: 'tests the fake of a new interface, and no code',
    edit: write({
      'window/window.go': raw`// Package window looks at several samples.
package window

// Meaner makes means.
type Meaner interface{ Mean(values ...float64) float64 }

// Default is not there yet.
type Default struct{}

// Mean is not there yet.
func (Default) Mean(values ...float64) float64 { panic("not yet") }

var _ Meaner = Default{}
`,
      'window/window_test.go': windowTest(raw`type fake struct{}

func (fake) Mean(values ...float64) float64 { return (values[0] + values[1]) / 2 }

func TestMean(t *testing.T) {
	var m Meaner = fake{}
	if got := m.Mean(1, 3); got != 2 {
		t.Errorf("got %v", got)
	}
}
`),
    }),
  }),
];
