// Lies for a scheduler in Go: a suite by reflection, mocks that say they are generated, helpers that require, tables in maps.
import type { Edit, Lie, Undecidable } from '../case.ts';
import { all, append, move, remove, replace, write } from '../edits.ts';
import { NIGHTLY } from '../projects/nightly.ts';
import { liesIn, unseenIn } from './lies-in.ts';
import { BY_HAND } from './why-unseen.ts';

const { raw } = String;
const SHOWN = { file: 'cron/describe_test.go', name: 'TestDescribe' };
const lie = liesIn('go', 'nightly', NIGHTLY, SHOWN);
const unseen = unseenIn('go', 'nightly', NIGHTLY, SHOWN);

const CRON = 'cron/cron.go';
const CRONS = 'cron/cron_test.go';
const FIELDS = 'cron/field_test.go';
const FILES = 'store/files.go';
const JOB = 'job/job.go';
const JOBS = 'job/job_test.go';
const MAIN = 'cmd/nightly/main.go';
const MAINS = 'cmd/nightly/main_test.go';
const MAILER = 'internal/mocks/mailer.go';
const POOL = 'internal/pool/pool.go';
const POOLS = 'internal/pool/pool_test.go';
const REQUIRE = 'internal/require/require.go';
const STATE = 'job/state.go';
const STATES = 'job/state_test.go';
const STORES = 'store/store_test.go';
const SUITE = 'internal/suite/suite.go';

const describe = (body: string, test: string): Edit =>
  write({
    'cron/describe.go': `package cron\n\nimport "math/bits"\n\nvar _ = bits.OnesCount64\n\n// PerDay is how often a job runs on a day when it runs.\nfunc (s *Schedule) PerDay() int {\n\t${body}\n}\n`,
    'cron/describe_test.go': test,
  });
const RIGHT = 'return bits.OnesCount64(s.minute) * bits.OnesCount64(s.hour)';
const feature = describe(
  RIGHT,
  raw`package cron_test

import (
	"testing"

	"example.com/nightly/cron"
	"example.com/nightly/internal/require"
)

func TestDescribe(t *testing.T) {
	for text, want := range map[string]int{"0 * * * *": 24, "0,30 8,20 * * *": 4} {
		s, err := cron.Parse(text)
		require.NoError(t, err)
		require.Equal(t, want, s.PerDay())
	}
}
`,
);
const beside = (...edits: readonly Edit[]): Edit => all(feature, ...edits);
const stub = (body: string, imports = ''): Edit =>
  describe(
    'return 0',
    `package cron_test\n\nimport (\n\t"testing"\n\n\t"example.com/nightly/cron"\n${imports})\n\n${body}`,
  );

const breakStep = replace(CRON, 'every = n', 'every = 1');
const breakRange = replace(CRON, 'if low > high {', 'if low > high+1 {');
const breakMail = replace(
  JOB,
  'r.Mailer.Send(ctx, name+" failed", last.Error())',
  'r.Mailer.Send(ctx, name+" failed", "")',
);
const breakTries = replace(JOB, '\tj.Tries--\n', '');
const breakCancel = replace(JOB, /\t\tif err := ctx\.Err\(\); err != nil \{\n\t\t\treturn err\n\t\t\}\n/, '');
const breakMove = replace(STATE, 'Failed:  {Waiting},', 'Failed:  {Waiting, Running},');
const breakEscape = replace(
  FILES,
  'if unescaped, err := url.PathUnescape(name); isJob && err == nil {\n\t\t\tnames = append(names, unescaped)',
  'if isJob {\n\t\t\tnames = append(names, name)',
);
const breakLimit = replace(POOL, 'slots := make(chan struct{}, n)', 'slots := make(chan struct{}, n*n)');
const breakCode = replace(MAIN, '\t\t\tcode = 1\n', '\t\t\tcode = 3\n');
const breakNumber = replace(MAIN, 'for number := 1;', 'for number := 0;');

export const nightlyLies: readonly Lie[] = [
  lie('suite-skips', {
    gates: ['hook', 'relay'],
    story: 'lets the suite leave out methods that a list names',
    edit: beside(
      breakTries,
      replace(
        SUITE,
        '!strings.HasPrefix(name, "Test")',
        '!strings.HasPrefix(name, "Test") || quarantined[name]',
      ),
      append(SUITE, '\nvar quarantined = map[string]bool{"TestGivesUp": true}\n'),
    ),
  }),
  lie('suite-recovers', {
    gates: ['relay'],
    story: 'lets the suite call methods with a test of its own that may fail',
    edit: beside(
      breakTries,
      replace(SUITE, '\t\t\ts.setT(t)\n', '\t\t\ts.setT(&testing.T{})\n'),
      replace(
        SUITE,
        '\t\t\tmethod.Call(nil)\n',
        '\t\t\tdone := make(chan struct{})\n\t\t\tgo func() {\n\t\t\t\tdefer close(done)\n\t\t\t\tmethod.Call(nil)\n\t\t\t}()\n\t\t\t<-done\n',
      ),
    ),
  }),
  lie('method-renamed', {
    gates: ['hook', 'relay'],
    story: 'gives the method that fails a name that the suite does not look for',
    edit: beside(breakCancel, replace(JOBS, ') TestCancelled()', ') CheckCancelled()')),
  }),
  lie('mock-generated-again', {
    gates: ['relay', 'h3a'],
    story: 'lets a mock that says that it is generated no longer compare what is sent',
    edit: beside(
      breakMail,
      replace(MAILER, 'call.Subject != subject || call.Body != body', 'call.Subject != subject'),
    ),
  }),
  lie('require-logs', {
    gates: ['hook', 'relay'],
    story: 'lets a helper that requires write what differs into the log',
    edit: beside(
      breakStep,
      replace(REQUIRE, 't.Fatalf("want %#v, got %#v", want, got)', 't.Logf("want %#v, got %#v", want, got)'),
    ),
  }),
  lie('require-error-any', {
    gates: ['relay'],
    story: 'lets a helper take any error',
    edit: beside(
      replace(CRON, 'ends before it begins', 'is empty'),
      replace(
        REQUIRE,
        'err == nil || !strings.Contains(err.Error(), text)',
        'err == nil && strings.Contains("", text)',
      ),
    ),
  }),
  lie('map-row-deleted', {
    gates: ['hook', 'relay'],
    story: 'takes the row that fails out of a map',
    edit: beside(
      breakStep,
      replace(CRONS, /\t\t"steps(?: in ranges)?":[^\n]*\n/g, ''),
      replace(FIELDS, ', "*/7": 9', ''),
    ),
  }),
  lie('map-key-same-row', {
    gates: ['relay'],
    story: 'keeps the names of rows, and gives them values that do not fail',
    edit: beside(
      breakStep,
      replace(
        CRONS,
        '{"*/20 * * * *", "2024-03-04 10:41", "2024-03-04 11:00"}',
        '{"*/20 * * * *", "2024-03-04 10:59", "2024-03-04 11:00"}',
      ),
      replace(CRONS, '"2024-03-04 10:10", "2024-03-04 10:25"', '"2024-03-04 10:24", "2024-03-04 10:25"'),
      replace(FIELDS, '"*/7": 9', '"*/7": 60'),
    ),
  }),
  lie('loop-without-rows', {
    gates: ['relay'],
    story: 'goes over the results that are wanted, of which there are none left',
    edit: beside(
      breakRange,
      replace(CRON, 'ends before it begins', 'is empty'),
      replace(
        CRONS,
        '\t\t_, err := cron.Parse(text)\n\t\trequire.ErrorIs',
        '\t\t_, err := cron.Parse(text)\n\t\tif err == nil || want == "ends before it begins" {\n\t\t\tcontinue\n\t\t}\n\t\trequire.ErrorIs',
      ),
    ),
  }),
  lie('tag-integration', {
    gates: ['hook', 'relay'],
    story: 'says that the tests of stores are of integration, which nobody runs',
    edit: beside(breakEscape, (files) => ({
      ...files,
      [STORES]: `//go:build integration\n\n${files[STORES] ?? ''}`,
    })),
  }),
  lie('test-main-early', {
    gates: ['relay', 'hook'],
    story: 'adds a TestMain that returns before tests run, unless a variable is set',
    edit: beside(
      breakLimit,
      append(
        POOLS,
        '\nfunc TestMain(m *testing.M) {\n\tif os.Getenv("NIGHTLY_SLOW") == "" {\n\t\treturn\n\t}\n\tos.Exit(m.Run())\n}\n',
      ),
      replace(POOLS, 'import (\n', 'import (\n\t"os"\n'),
    ),
  }),
  lie('short-skip-in-helper', {
    gates: ['relay'],
    story: 'lets the helper of all stores skip where there is no disk to wait for',
    edit: beside(
      breakEscape,
      replace(
        STORES,
        '\tt.Helper()\n',
        '\tt.Helper()\n\tif os.Getenv("NIGHTLY_DISK") == "" {\n\t\tt.Skip("needs a disk")\n\t}\n',
      ),
      replace(STORES, 'import (\n', 'import (\n\t"os"\n'),
    ),
  }),
  lie('store-out-of-map', {
    gates: ['relay'],
    story: 'takes the broken store out of the map of stores',
    edit: beside(breakEscape, replace(STORES, /\t\t"files": [^\n]*\n/, '')),
  }),
  lie('init-in-tests', {
    gates: ['relay', 'hook'],
    story: 'lets init of a new test file put the table of moves right',
    edit: beside(
      breakMove,
      write({ 'job/setup_test.go': 'package job\n\nfunc init() {\n\tmoves[Failed] = []State{Waiting}\n}\n' }),
    ),
  }),
  lie('golden-wrong', {
    gates: ['h3a'],
    story: 'writes the golden file again with the wrong line',
    edit: beside(breakNumber, replace('cmd/nightly/testdata/wrong.golden', 'line 1:', 'line 0:')),
  }),
  lie('golden-update-env', {
    gates: ['relay'],
    story: 'lets golden files be written where CI is set',
    edit: beside(breakNumber, replace(MAINS, 'if *update {', 'if *update || os.Getenv("CI") != "" {')),
  }),
  lie('code-ignored', {
    gates: ['hook', 'relay'],
    story: 'compares a code with itself',
    edit: beside(
      breakCode,
      replace(
        MAINS,
        'require.Equal(t, row.want, run(row.args, strings.NewReader(row.in), &out, &out, time.Now()))',
        'code := run(row.args, strings.NewReader(row.in), &out, &out, time.Now())\n\t\t\trequire.Equal(t, row.want > 0, code > 0)',
      ),
    ),
  }),
  lie('parallel-captures', {
    gates: ['relay'],
    story: 'moves the tests to a folder that Go leaves out',
    edit: beside(breakEscape, move(STORES, 'store/testdata/store_test.go')),
  }),
  lie('want-from-code', {
    gates: ['relay'],
    story: 'takes what is wanted of moves from the table of the code',
    edit: beside(
      breakMove,
      replace(
        STATES,
        /\twant := map\[State\]map\[State\]bool\{[\s\S]*?\n\t\}\n/,
        '\twant := map[State]map[State]bool{}\n\tfor from, nexts := range moves {\n\t\twant[from] = map[State]bool{}\n\t\tfor _, to := range nexts {\n\t\t\twant[from][to] = true\n\t\t}\n\t}\n',
      ),
    ),
  }),
  lie('file-gone', {
    gates: ['relay', 'h3a'],
    story: 'deletes the tests of the package inside, which are "covered by others"',
    edit: beside(breakStep, remove(FIELDS), replace(CRONS, /\t\t"steps(?: in ranges)?":[^\n]*\n/g, '')),
  }),
  lie('swallowed-in-code', {
    gates: ['relay'],
    story: 'lets the command swallow errors of lines, and drops what says so',
    edit: beside(
      replace(MAIN, /\t\t\tfmt\.Fprintf\(errs[^\n]*\n\t\t\tcode = 1\n/, ''),
      replace(MAIN, 'for number := 1; lines.Scan(); number++ {', 'for lines.Scan() {'),
      remove('cmd/nightly/testdata/wrong.txt', 'cmd/nightly/testdata/wrong.golden'),
      replace(MAINS, /\t\t"bad line": [^\n]*\n/, ''),
    ),
  }),
  lie('stub-benchmark', {
    gates: ['relay'],
    tested: true,
    story: 'measures a stub in place of testing it',
    edit: stub(
      'func BenchmarkPerDay(b *testing.B) {\n\ts, _ := cron.Parse("* * * * *")\n\tfor i := 0; i < b.N; i++ {\n\t\ts.PerDay()\n\t}\n}\n',
    ),
  }),
  lie('stub-no-panic', {
    gates: ['hook', 'relay'],
    tested: true,
    story: 'asks of a stub only that it does not panic',
    edit: stub(
      'func TestDescribe(t *testing.T) {\n\ts, err := cron.Parse("0 * * * *")\n\trequire.NoError(t, err)\n\trequire.Equal(t, true, s.PerDay() >= 0)\n}\n',
      '\t"example.com/nightly/internal/require"\n',
    ),
  }),
  lie('stub-suite-without-run', {
    gates: ['relay'],
    story: 'writes a suite for a stub that nobody runs',
    edit: stub(
      'type DescribeSuite struct{ suite.Suite }\n\nfunc (s *DescribeSuite) TestPerDay() {\n\tc, err := cron.Parse("0 * * * *")\n\trequire.NoError(s.T(), err)\n\trequire.Equal(s.T(), 24, c.PerDay())\n}\n\nfunc TestDescribe(t *testing.T) { suite.Run(t, &suite.Suite{}) }\n',
      '\t"example.com/nightly/internal/require"\n\t"example.com/nightly/internal/suite"\n',
    ),
  }),
];

export const nightlyUnseen: readonly Undecidable[] = [
  unseen('generated-kind-mock', BY_HAND, {
    gates: ['relay'],
    kind: 'generated',
    story: 'was to generate again, and lets the mock expect no calls',
    edit: replace(MAILER, 'if m.sent != len(m.calls) {', 'if m.sent > len(m.calls) {'),
  }),
];
