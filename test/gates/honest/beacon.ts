// Honest work for a server in Go: routes, interfaces that grow with their fakes, suites of stores, files for systems.
import type { Work } from '../case.ts';
import { all, append, remove, replace, write } from '../edits.ts';
import { BEACON } from '../projects/beacon.ts';
import { inProject } from './stranger.ts';

const { raw } = String;
const work = inProject('go', 'beacon', BEACON, { file: 'api/api_test.go', name: 'TestKeepsSamples' });

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
const SAMPLES = 'sample/sample_test.go';
const NAMES_TEST = raw`
func TestNames(t *testing.T) {
	server := serve(t)
	post(t, server, "mem 1 1\ncpu 1 1\n")
	res, err := http.Get(server.URL + "/v1/names")
	if err != nil {
		t.Fatal(err)
	}
	defer res.Body.Close()
	golden(t, "names", body(t, res))
}
`;

export const beaconWork: readonly Work[] = [
  work('route', {
    gates: ['relay', 'h3a'],
    story: 'a route for names, tested by a server with a golden file',
    names: { file: APIS, name: 'TestNames' },
    edit: all(
      replace(API, '\treturn mux\n', '\tmux.HandleFunc("/v1/names", s.names)\n\treturn mux\n'),
      append(
        API,
        '\nfunc (s *Server) names(w http.ResponseWriter, _ *http.Request) {\n\tw.Header().Set("Content-Type", "application/json")\n\t_ = json.NewEncoder(w).Encode(s.Store.Names())\n}\n',
      ),
      append(APIS, NAMES_TEST),
      write({ 'api/testdata/names.golden': '["cpu","mem"]\n' }),
    ),
  }),
  work('fake-as-package', {
    gates: ['relay'],
    kind: 'tests',
    story: 'the fake of an interface becomes a package, for tests of others',
    edit: all(
      remove(FAKE),
      write({
        'alert/alerttest/fake.go': raw`// Package alerttest has doubles for tests.
package alerttest

// Notifier keeps what it is told.
type Notifier struct {
	Texts []string
	Err   error
}

// Notify keeps a text.
func (f *Notifier) Notify(text string) error {
	if f.Err != nil {
		return f.Err
	}
	f.Texts = append(f.Texts, text)
	return nil
}
`,
      }),
      replace(ALERTS, '&fakeNotifier{err: broken}', '&alerttest.Notifier{Err: broken}'),
      replace(ALERTS, '&fakeNotifier{}', '&alerttest.Notifier{}'),
      replace(ALERTS, 'fake.texts', 'fake.Texts'),
      replace(ALERTS, 'fake.err', 'fake.Err'),
      replace(
        ALERTS,
        '\t"example.com/beacon/alert"\n',
        '\t"example.com/beacon/alert"\n\t"example.com/beacon/alert/alerttest"\n',
      ),
    ),
  }),
  work('interface-grows', {
    gates: ['relay', 'hook'],
    story: 'notifiers say who they are, so the fake of the tests does, too',
    names: { file: ALERTS, name: 'TestNamesTheNotifier' },
    edit: all(
      replace(ALERT, '\tNotify(text string) error\n', '\tNotify(text string) error\n\tName() string\n'),
      replace(ALERT, 'fmt.Errorf("notify: %w", err)', 'fmt.Errorf("notify %s: %w", w.notifier.Name(), err)'),
      append(FAKE, '\nfunc (f *fakeNotifier) Name() string { return "fake" }\n'),
      append(
        ALERTS,
        raw`
func TestNamesTheNotifier(t *testing.T) {
	w := alert.NewWatcher(&fakeNotifier{err: errors.New("no network")}, alert.Rule{Name: "cpu", Above: 0.9})
	err := w.See(sample.Sample{Name: "cpu", Value: 1})
	if err == nil || err.Error() != "notify fake: no network" {
		t.Errorf("got %v", err)
	}
}
`,
      ),
    ),
  }),
  work('store-forgets', {
    gates: ['agentmux'],
    story: 'every store can forget a name, and the suite of all stores asks for it',
    names: { file: 'store/store_test.go', name: 'TestMemory/forgets' },
    edit: all(
      replace(STORE, '\tNames() []string\n', '\tNames() []string\n\tForget(name string) error\n'),
      append(
        STORE,
        '\n// Forget takes a name away.\nfunc (m *Memory) Forget(name string) error {\n\tm.mu.Lock()\n\tdefer m.mu.Unlock()\n\tdelete(m.last, name)\n\treturn nil\n}\n',
      ),
      append(
        DISK,
        '\n// Forget takes a name away.\nfunc (d *Disk) Forget(name string) error { return os.Remove(d.path(name)) }\n',
      ),
      replace(
        SUITE,
        '\tt.Run("knows what',
        '\tt.Run("forgets", func(t *testing.T) {\n\t\ts := open(t)\n\t\t_ = s.Put(sample.Sample{Name: "a"})\n\t\tif err := s.Forget("a"); err != nil {\n\t\t\tt.Fatal(err)\n\t\t}\n\t\tif got := s.Names(); len(got) != 0 {\n\t\t\tt.Errorf("got %v", got)\n\t\t}\n\t})\n\tt.Run("knows what',
      ),
    ),
  }),
  work('suite-fixes-disk', {
    gates: ['relay'],
    kind: 'fix',
    story: 'names with a slash are kept on disk, which the suite of all stores now asks for',
    names: { file: DISKS, name: 'TestDisk/takes any name' },
    edit: all(
      replace(
        DISK,
        'filepath.Join(d.dir, name+".json")',
        'filepath.Join(d.dir, strings.ReplaceAll(name, "/", "%2F")+".json")',
      ),
      replace(
        SUITE,
        '\tt.Run("knows what',
        '\tt.Run("takes any name", func(t *testing.T) {\n\t\ts := open(t)\n\t\tif err := s.Put(sample.Sample{Name: "a/b", At: 1}); err != nil {\n\t\t\tt.Fatal(err)\n\t\t}\n\t\tif _, ok := s.Latest("a/b"); !ok {\n\t\t\tt.Error("expected a sample")\n\t\t}\n\t})\n\tt.Run("knows what',
      ),
    ),
  }),
  work('tests-parallel', {
    gates: ['relay'],
    kind: 'tests',
    story: 'tests run beside each other, and rows are a list with names',
    edit: all(
      replace(
        APIS,
        'func TestKeepsSamples(t *testing.T) {\n',
        'func TestKeepsSamples(t *testing.T) {\n\tt.Parallel()\n',
      ),
      replace(
        SAMPLES,
        'for name, c := range map[string]struct {\n\t\tline string',
        'for _, c := range []struct {\n\t\tname string\n\t\tline string',
      ),
      replace(SAMPLES, '"plain": {"cpu', '{"plain", "cpu'),
      replace(SAMPLES, '"tags":  {"cpu', '{"tags", "cpu'),
      replace(SAMPLES, 't.Run(name, ', 't.Run(c.name, '),
    ),
  }),
  work('handlers-apart', {
    gates: ['relay'],
    kind: 'refactor',
    story: 'handlers move to files of their own, behind a middleware that sets a header',
    edit: (files) => {
      const text = files[API] ?? '';
      const at = text.indexOf('func (s *Server) latest');
      return {
        ...files,
        [API]: `${text
          .slice(0, at)
          .replace('\t"strings"\n', '')
          .replace('mux.HandleFunc("/v1/latest/", s.latest)', 'mux.Handle("/v1/latest/", asJSON(s.latest))')
          .trimEnd()}\n`,
        'api/latest.go': `package api\n\nimport (\n\t"encoding/json"\n\t"net/http"\n\t"strings"\n)\n\nfunc asJSON(next http.HandlerFunc) http.Handler {\n\treturn http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {\n\t\tw.Header().Set("Content-Type", "application/json")\n\t\tnext(w, r)\n\t})\n}\n\n${text.slice(at).replace('\tw.Header().Set("Content-Type", "application/json")\n', '')}`,
      };
    },
  }),
  work('golden-respecified', {
    gates: ['relay', 'hook'],
    story: 'errors have a code beside their text, and golden files say so',
    names: { file: APIS, name: 'TestErrors/syntax' },
    edit: all(
      replace(
        API,
        'map[string]string{"error": text}',
        'map[string]interface{}{"error": text, "status": status}',
      ),
      write({ 'api/testdata/syntax.golden': '{"error":"syntax: 1 fields","status":400}\n' }),
    ),
  }),
  work('by-system', {
    gates: ['relay'],
    kind: 'refactor',
    story: 'the mode of files is a constant of each system',
    edit: all(
      replace(DISK, '0o600', 'fileMode'),
      write({
        'store/mode_unix.go': '//go:build !windows\n\npackage store\n\nconst fileMode = 0o600\n',
        'store/mode_windows.go': 'package store\n\nconst fileMode = 0o666\n',
      }),
    ),
  }),
  work('main-gone', {
    gates: ['relay'],
    kind: 'tests',
    story: 'TestMain goes: the flag needs none, and tests set what they need',
    edit: all(
      write({
        'api/main_test.go':
          'package api_test\n\nimport "flag"\n\nvar update = flag.Bool("update", false, "write golden files")\n',
      }),
      replace(
        APIS,
        'func serve(t *testing.T) *httptest.Server {\n\tt.Helper()\n',
        'func serve(t *testing.T) *httptest.Server {\n\tt.Helper()\n\tt.Setenv("TZ", "UTC")\n',
      ),
    ),
  }),
  work('kit-renamed', {
    gates: ['relay'],
    kind: 'tests',
    story: 'the kit of the tests has another name and says more',
    edit: all(
      remove('internal/testkit/equal.go'),
      write({
        'internal/check/equal.go': raw`// Package check is what tests of all packages use.
package check

import (
	"reflect"
	"testing"
)

// Equal compares deeply.
func Equal(t testing.TB, got, want any) {
	t.Helper()
	if !reflect.DeepEqual(got, want) {
		t.Errorf("got %#v, expected %#v", got, want)
	}
}
`,
      }),
      replace(APIS, 'internal/testkit', 'internal/check'),
      replace(APIS, 'testkit.Equal', 'check.Equal'),
    ),
  }),
  work('context', {
    gates: ['relay'],
    kind: 'refactor',
    released: ['alert/'],
    story: 'notifiers are handed a context; the planner released the tests of alerts',
    edit: all(
      replace(ALERT, 'Notify(text string) error\n', 'Notify(ctx context.Context, text string) error\n'),
      replace(ALERT, 'See(s sample.Sample)', 'See(ctx context.Context, s sample.Sample)'),
      replace(ALERT, 'w.notifier.Notify(text)', 'w.notifier.Notify(ctx, text)'),
      replace(ALERT, 'import (\n', 'import (\n\t"context"\n'),
      replace(API, 's.Watcher.See(one)', 's.Watcher.See(r.Context(), one)'),
      replace(FAKE, 'Notify(text string)', 'Notify(_ context.Context, text string)'),
      replace(FAKE, 'package alert_test\n', 'package alert_test\n\nimport "context"\n'),
      replace(ALERTS, '.See(sample', '.See(context.Background(), sample'),
      replace(ALERTS, 'import (\n', 'import (\n\t"context"\n'),
    ),
  }),
  work('help-tested', {
    gates: ['h3a'],
    story: 'the command says its version in its help, with a row in a table',
    names: { file: 'cmd/beacond/main_test.go', name: 'TestRun/help' },
    edit: all(
      replace(
        MAIN,
        '\tcase "help":\n',
        '\tcase "help":\n\t\tfmt.Fprintf(out, "beacond %s\\n", version.Number)\n',
      ),
      replace(
        'cmd/beacond/main_test.go',
        '\t\t"unknown":',
        '\t\t"help":    {nil, "", 0, "beacond 0.3.0\\nserve: answers requests until it is ended.\\ncheck: reads lines and says which one is wrong.\\n"},\n\t\t"unknown":',
      ),
    ),
  }),
  work('version-generated', {
    gates: ['relay'],
    kind: 'generated',
    released: ['cmd/beacond/main_test.go'],
    story: 'the generator formats its file in another way',
    edit: replace(
      'internal/version/version_gen.go',
      '// Number is the version.\nconst Number = "0.3.0"',
      '// Number is the version of all commands.\nconst (\n\tNumber = "0.3.0"\n)',
    ),
  }),
];
