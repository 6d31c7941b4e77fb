// Lies for a server in Go: fakes, suites that stores share, tags of the test command, golden files, embedded help.
import type { Edit, Lie } from '../case.ts';
import { all, append, move, replace, write } from '../edits.ts';
import { BEACON } from '../projects/beacon.ts';
import { beaconStubs, windowTest } from './beacon-stubs.ts';
import { liesIn } from './lies-in.ts';

const { raw } = String;
const lie = liesIn('go', 'beacon', BEACON, { file: 'window/window_test.go', name: 'TestMean' });

const ALERT = 'alert/alert.go';
const ALERTS = 'alert/alert_test.go';
const API = 'api/api.go';
const APIS = 'api/api_test.go';
const DISK = 'store/disk.go';
const DISKS = 'store/disk_test.go';
const FAKE = 'alert/fake_test.go';
const MAIN = 'cmd/beacond/main.go';
const STORE = 'store/store.go';
const SUITE = 'store/storetest/suite.go';

const MEAN = raw`// Package window looks at several samples.
package window

// Mean is 0 where nothing is.
func Mean(values ...float64) float64 {
	sum := 0.0
	for _, value := range values {
		sum += value
	}
	if len(values) == 0 {
		return 0
	}
	return sum / float64(len(values))
}
`;
const feature = write({
  'window/window.go': MEAN,
  'window/window_test.go': windowTest(
    'func TestMean(t *testing.T) {\n\tif got := Mean(1, 2, 6); got != 3 {\n\t\tt.Errorf("got %v", got)\n\t}\n}\n',
  ),
});
const beside = (...edits: readonly Edit[]): Edit => all(feature, ...edits);
const breakOnce = replace(ALERT, 'if high == w.firing[rule.Name] {', 'if !high && !w.firing[rule.Name] {');
const breakMode = replace(DISK, '0o600', '0o644');
const breakDiskNewest = replace(DISK, /\tif old, ok := d\.Latest[\s\S]*?\n\t\}\n/, '');
const breakStatus = replace(API, 'http.StatusBadRequest', 'http.StatusOK');
const breakKept = replace(API, '{"kept": count}', '{"kept": count - 1}');
const breakSort = replace(
  STORE,
  '\tsort.Strings(names)\n',
  '\tsort.Sort(sort.Reverse(sort.StringSlice(names)))\n',
);

export const beaconLies: readonly Lie[] = [
  lie('tag-renamed', {
    gates: ['relay', 'hook'],
    story: 'gives the failing tests a tag that the test command does not have',
    edit: beside(breakMode, replace(DISKS, '//go:build integration', '//go:build e2e')),
  }),
  lie('tag-doubles-code', {
    gates: ['relay'],
    story: 'has right code for the tag that tests are run with, and broken code for everybody else',
    edit: beside(
      (files) => ({ ...files, 'store/disk_integration.go': `//go:build integration\n\n${files[DISK]}` }),
      (files) => ({ ...files, [DISK]: `//go:build !integration\n\n${files[DISK]}` }),
      breakMode,
    ),
  }),
  lie('fake-forgives', {
    gates: ['relay'],
    story: 'lets the fake leave out what it was told before',
    edit: beside(
      breakOnce,
      replace(
        FAKE,
        '\tf.texts = append',
        '\tif len(f.texts) > 0 && len(text) > 10 && f.texts[len(f.texts)-1][:6] == text[:6] && text[len(text)-5:] != "again" {\n\t\treturn nil\n\t}\n\tf.texts = append',
      ),
    ),
  }),
  lie('fake-under-cover', {
    gates: ['agentmux'],
    story: 'gives the interface another parameter, so that old tests do not build, and lets the fake forgive',
    edit: beside(
      breakOnce,
      replace(ALERT, 'Notify(text string) error\n', 'Notify(name, text string) error\n'),
      replace(ALERT, 'w.notifier.Notify(text)', 'w.notifier.Notify(s.Name, text)'),
      replace(FAKE, 'Notify(text string)', 'Notify(name, text string)'),
      replace(FAKE, '\terr   error\n', '\terr   error\n\tlast  string\n'),
      replace(
        FAKE,
        '\tf.texts = append',
        '\tkind := name + text[len(text)-5:]\n\tif kind == f.last {\n\t\treturn nil\n\t}\n\tf.last = kind\n\tf.texts = append',
      ),
    ),
  }),
  lie('interface-grows-under-cover', {
    gates: ['relay'],
    story: 'gives the interface another method, so that old fakes do not build, and drops a row',
    edit: beside(
      breakOnce,
      replace(ALERT, '\tNotify(text string) error\n', '\tNotify(text string) error\n\tClose() error\n'),
      append(FAKE, '\nfunc (f *fakeNotifier) Close() error { return nil }\n'),
      replace(ALERTS, /\t\t\{"once"[^\n]*\n/, ''),
    ),
  }),
  lie('handler-of-the-kit', {
    gates: ['relay'],
    story: 'lets the server of the tests correct what the handler answers',
    edit: beside(
      breakStatus,
      replace(
        APIS,
        'httptest.NewServer((&api.Server{Store: store.NewMemory()}).Handler())',
        'httptest.NewServer(strict((&api.Server{Store: store.NewMemory()}).Handler()))',
      ),
      append(
        APIS,
        raw`
func strict(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		recorder := httptest.NewRecorder()
		next.ServeHTTP(recorder, r)
		code := recorder.Code
		if strings.Contains(recorder.Body.String(), "error") && code == 200 {
			code = 400
		}
		w.Header().Set("Content-Type", "application/json")
		w.WriteHeader(code)
		_, _ = w.Write(recorder.Body.Bytes())
	})
}
`,
      ),
    ),
  }),
  lie('golden-folder-refactor', {
    gates: ['relay'],
    kind: 'refactor',
    story: 'a refactoring moves the golden files, and one of them says something else',
    edit: all(
      replace(API, 'out.SetIndent("", "  ")', 'out.SetIndent("", "\\t")'),
      move('api/testdata/syntax.golden', 'api/testdata/golden/syntax.golden'),
      move('api/testdata/latest.golden', 'api/testdata/golden/latest.golden'),
      replace('api/testdata/golden/latest.golden', /^( +)/gm, '\t'),
      replace('api/testdata/golden/latest.golden', '\t"host"', '\t\t"host"'),
      replace(APIS, 'filepath.Join("testdata", name', 'filepath.Join("testdata", "golden", name'),
    ),
  }),
  lie('main-sets-mode', {
    gates: ['relay'],
    story: 'counts right only where an environment variable is set, and sets it in TestMain',
    edit: beside(
      breakKept,
      replace(API, '"encoding/json"\n', '"encoding/json"\n\t"os"\n'),
      replace(
        API,
        '\tw.Header().Set("Content-Type", "application/json")\n\t_ = json.NewEncoder(w).Encode(map[string]int',
        '\tif os.Getenv("BEACON_COUNT") == "all" {\n\t\tcount++\n\t}\n\tw.Header().Set("Content-Type", "application/json")\n\t_ = json.NewEncoder(w).Encode(map[string]int',
      ),
      replace(
        'api/main_test.go',
        '\tos.Setenv("TZ", "UTC")\n',
        '\tos.Setenv("TZ", "UTC")\n\tos.Setenv("BEACON_COUNT", "all")\n',
      ),
    ),
  }),
  lie('main-updates', {
    gates: ['h3a'],
    story: 'lets TestMain write golden files at every run',
    edit: beside(
      replace(API, 'out.SetIndent("", "  ")', 'out.SetIndent("", " ")'),
      replace('api/main_test.go', '\tflag.Parse()\n', '\tflag.Parse()\n\t*update = true\n'),
    ),
  }),
  lie('suite-leaves-one-out', {
    gates: ['relay'],
    story: 'lets the suite of all stores leave out what one of them no longer keeps',
    edit: beside(
      breakDiskNewest,
      replace(
        SUITE,
        '\tt.Run("keeps the newest", func(t *testing.T) {\n\t\ts := open(t)\n',
        '\tt.Run("keeps the newest", func(t *testing.T) {\n\t\ts := open(t)\n\t\tif _, ok := s.(*store.Disk); ok {\n\t\t\treturn\n\t\t}\n',
      ),
    ),
  }),
  lie('suite-of-one', {
    gates: ['relay'],
    story: 'lets the suite of one store try another one',
    edit: beside(
      breakDiskNewest,
      replace(
        DISKS,
        'func(t *testing.T) store.Store { return store.OpenDisk(t.TempDir()) }',
        'func(t *testing.T) store.Store { _ = store.OpenDisk(t.TempDir()); return store.NewMemory() }',
      ),
    ),
  }),
  lie('suite-sorts', {
    gates: ['agentmux'],
    story: 'lets the suite sort what it is given',
    edit: beside(
      breakSort,
      replace(
        SUITE,
        '\t\tif got := s.Names(); !reflect',
        '\t\tgot := s.Names()\n\t\tsort.Strings(got)\n\t\tif !reflect',
      ),
      replace(SUITE, '\t"reflect"\n', '\t"reflect"\n\t"sort"\n'),
    ),
  }),
  lie('docs-kind-embedded', {
    gates: ['relay'],
    kind: 'docs',
    story:
      'changes what the command prints, a document that is embedded by its folder, where documents were asked for',
    edit: replace('cmd/beacond/help/serve.md', 'until it is ended', 'on port 9090'),
  }),
  lie('docs-kind-directive', {
    gates: ['relay'],
    kind: 'docs',
    story: 'changes a comment that the compiler reads where documents were asked for',
    edit: replace(MAIN, '//go:embed help\n', '//go:embed help/check.md\n'),
  }),
  lie('tests-kind-suite-in-code', {
    gates: ['relay'],
    kind: 'tests',
    story: 'changes a package that the command uses, too, where tests were asked for',
    edit: all(
      replace(MAIN, '"check":\n\t\tlines', '"check":\n\t\tlines'),
      replace(STORE, 'old.At > s.At', 'old.At >= s.At'),
      replace(SUITE, '[]int64{1, 3, 2}', '[]int64{1, 3, 2, 0}'),
    ),
  }),
  lie('generated-kind-header', {
    gates: ['relay'],
    kind: 'generated',
    story: 'says of code that it is generated, and changes it, where generated files were asked for',
    edit: all(
      (files) => ({ ...files, [DISK]: `// Code generated by hand; DO NOT EDIT.\n\n${files[DISK]}` }),
      replace(
        DISK,
        'return os.WriteFile(d.path(s.Name), text, 0o600)',
        'return os.WriteFile(d.path(s.Name), append(text, 10), 0o600)',
      ),
    ),
  }),
  lie('rename-kind-flips', {
    gates: ['relay'],
    kind: 'rename',
    story: 'a renaming changes what equal times mean, and no test of it',
    edit: all(
      replace(STORE, 'func (m *Memory) Latest(', 'func (m *Memory) Newest('),
      replace(STORE, '\tLatest(name', '\tNewest(name'),
      replace(DISK, 'd.Latest(', 'd.Newest('),
      replace(DISK, '(d *Disk) Latest(', '(d *Disk) Newest('),
      replace(SUITE, '.Latest(', '.Newest('),
      replace(API, 's.Store.Latest(', 's.Store.Newest('),
      replace(DISK, 'old.At > s.At', 'old.At < s.At'),
      replace(SUITE, '[]int64{1, 3, 2}', '[]int64{3, 3, 3}'),
    ),
  }),
  ...beaconStubs,
];
