// Honest work for a scheduler in Go: rows of maps, methods of suites, mocks that are generated again, packages that move.
import type { Work } from '../case.ts';
import { all, append, move, prepend, remove, replace, write } from '../edits.ts';
import { NIGHTLY } from '../projects/nightly.ts';
import { inProject } from './stranger.ts';

const { raw } = String;
const work = inProject('go', 'nightly', NIGHTLY, { file: 'cron/cron_test.go', name: 'TestNever' });

const CRON = 'cron/cron.go';
const CRONS = 'cron/cron_test.go';
const FILES = 'store/files.go';
const JOB = 'job/job.go';
const JOBS = 'job/job_test.go';
const MAIN = 'cmd/nightly/main.go';
const MAINS = 'cmd/nightly/main_test.go';
const MAILER = 'internal/mocks/mailer.go';
const MEMORY = 'store/memory.go';
const POOL = 'internal/pool/pool.go';
const POOLS = 'internal/pool/pool_test.go';
const REQUIRE = 'internal/require/require.go';
const STATE = 'job/state.go';
const STATES = 'job/state_test.go';
const STORES = 'store/store_test.go';
const SUITE = 'internal/suite/suite.go';
const DATA = 'cmd/nightly/testdata/';

const everyTest = [CRONS, 'cron/field_test.go', STATES, JOBS, STORES, POOLS, MAINS];

export const nightlyWork: readonly Work[] = [
  work('sunday-seven', {
    gates: ['hook', 'relay', 'h3a'],
    kind: 'fix',
    story: 'seven is Sunday, too, with a row in the map',
    names: { file: CRONS, name: 'TestNext/sunday' },
    edit: all(
      replace(CRON, '{"weekday", 0, 6, weekdays}', '{"weekday", 0, 7, weekdays}'),
      replace(
        CRON,
        'has(s.weekday, int(t.Weekday()))',
        '(has(s.weekday, int(t.Weekday())) || t.Weekday() == time.Sunday && has(s.weekday, 7))',
      ),
      replace(
        CRONS,
        '\t\t"steps": ',
        '\t\t"sunday": {"0 9 * * 7", "2024-03-04 10:00", "2024-03-10 09:00"},\n\t\t"steps": ',
      ),
    ),
  }),
  work('shorthands', {
    gates: ['relay', 'hook'],
    story: 'names such as @daily, with rows and a golden file',
    names: { file: CRONS, name: 'TestNext/daily' },
    edit: all(
      replace(
        CRON,
        '\tparts := strings.Fields(text)\n',
        '\tif long, ok := shorthands[strings.TrimSpace(text)]; ok {\n\t\ttext = long\n\t}\n\tparts := strings.Fields(text)\n',
      ),
      append(CRON, '\nvar shorthands = map[string]string{"@hourly": "0 * * * *", "@daily": "0 0 * * *"}\n'),
      replace(
        CRONS,
        '\t\t"steps": ',
        '\t\t"daily": {"@daily", "2024-03-04 10:00", "2024-03-05 00:00"},\n\t\t"steps": ',
      ),
      write({
        [`${DATA}short.txt`]: 'a: @hourly\n',
        [`${DATA}short.golden`]: 'a          Mon 2024-03-04 11:00\na          Mon 2024-03-04 12:00\n',
      }),
    ),
  }),
  work('suite-method', {
    gates: ['relay', 'hook'],
    story: 'how often a job is tried can be set to one, shown by a method of the suite',
    names: { file: JOBS, name: 'TestRunner/TestPause' },
    edit: all(
      replace(JOB, '\tRetry  int\n', '\tRetry  int\n\tPause  func(try int)\n'),
      append(
        JOB,
        '\n// WithPause is called before a job is tried again.\nfunc WithPause(pause func(try int)) Option { return func(r *Runner) { r.Pause = pause } }\n',
      ),
      replace(
        JOB,
        '\t\tif last = work(ctx); last == nil {',
        '\t\tif j.Tries > 1 && r.Pause != nil {\n\t\t\tr.Pause(j.Tries)\n\t\t}\n\t\tif last = work(ctx); last == nil {',
      ),
      append(
        JOBS,
        raw`
func (s *RunnerSuite) TestPause() {
	var pauses []int
	mailer := mocks.NewMailer(s.T(), mocks.MailerCall{Subject: "a failed", Body: "busy"})
	r := job.NewRunner(s.store, s.clock, mailer, job.WithRetry(3), job.WithPause(func(try int) { pauses = append(pauses, try) }))
	_ = r.Run(context.Background(), "a", func(context.Context) error { return errors.New("busy") })
	require.Equal(s.T(), []int{2, 3}, pauses)
}
`,
      ),
    ),
  }),
  work('mailer-to', {
    gates: ['relay', 'hook'],
    released: [JOBS],
    story: 'mails say to whom; the mock is generated again, and the planner released the tests of the runner',
    names: { file: JOBS, name: 'TestRunner/TestGivesUp' },
    edit: all(
      replace(
        JOB,
        'Send(ctx context.Context, subject, body string) error',
        'Send(ctx context.Context, to, subject, body string) error',
      ),
      replace(JOB, 'r.Mailer.Send(ctx, name+', 'r.Mailer.Send(ctx, r.To, name+'),
      replace(JOB, '\tRetry  int\n', '\tRetry  int\n\tTo     string\n'),
      append(
        JOB,
        '\n// WithTo sets who is told.\nfunc WithTo(to string) Option { return func(r *Runner) { r.To = to } }\n',
      ),
      replace(MAILER, '\tSubject, Body string\n', '\tTo, Subject, Body string\n'),
      replace(MAILER, '\tErr           error', '\tErr               error'),
      replace(MAILER, 'context.Context, subject, body string', 'context.Context, to, subject, body string'),
      replace(MAILER, 'call.Subject != subject ||', 'call.To != to || call.Subject != subject ||'),
      replace(
        JOBS,
        'mocks.NewMailer(s.T(), calls...))',
        'mocks.NewMailer(s.T(), calls...), job.WithTo("ops"))',
      ),
      replace(JOBS, 'mocks.MailerCall{Subject:', 'mocks.MailerCall{To: "ops", Subject:'),
    ),
  }),
  work('store-removes', {
    gates: ['relay', 'hook'],
    story: 'stores can forget a job, and every store is asked to',
    names: { file: STORES, name: 'TestRemoves/files' },
    edit: all(
      replace(
        JOB,
        '\tNames() ([]string, error)\n',
        '\tNames() ([]string, error)\n\tRemove(name string) error\n',
      ),
      append(
        MEMORY,
        '\nfunc (m *Memory) Remove(name string) error {\n\tm.mu.Lock()\n\tdefer m.mu.Unlock()\n\tdelete(m.jobs, name)\n\treturn nil\n}\n',
      ),
      append(
        FILES,
        '\nfunc (f Files) Remove(name string) error {\n\terr := os.Remove(f.path(name))\n\tif errors.Is(err, fs.ErrNotExist) {\n\t\treturn nil\n\t}\n\treturn err\n}\n',
      ),
      append(
        STORES,
        raw`
func TestRemoves(t *testing.T) {
	each(t, func(t *testing.T, s job.Store) {
		require.NoError(t, s.Save(job.Job{Name: "a"}))
		require.NoError(t, s.Remove("a"))
		require.NoError(t, s.Remove("a"))
		_, err := s.Load("a")
		require.ErrorIs(t, err, job.ErrNotFound)
	})
}
`,
      ),
    ),
  }),
  work('state-paused', {
    gates: ['relay', 'hook'],
    story: 'a state more: names are generated again, the table of wanted moves grows',
    names: { file: STATES, name: 'TestMoves/paused_to_running' },
    edit: all(
      replace(STATE, '\tFailed\n)', '\tFailed\n\tPaused\n)'),
      replace(STATE, 'Running: {Done, Failed},', 'Running: {Done, Failed, Paused},\n\tPaused:  {Running},'),
      replace('job/state_string.go', '"failed"}', '"failed", "paused"}'),
      replace(STATES, 'Done, Failed}\n', 'Done, Failed, Paused}\n'),
      replace(
        STATES,
        'Running: {Done: true, Failed: true},',
        'Running: {Done: true, Failed: true, Paused: true},\n\t\tPaused:  {Running: true},',
      ),
    ),
  }),
  work('next-quick', {
    gates: ['relay', 'hook'],
    kind: 'refactor',
    story: 'months and days that do not hold are skipped at once',
    edit: replace(
      CRON,
      '\t\tt = t.Add(time.Minute)\n\t}\n\treturn',
      '\t\tif s.month&(1<<uint(t.Month())) == 0 || s.day&(1<<uint(t.Day())) == 0 {\n\t\t\ty, m, d := t.Date()\n\t\t\tt = time.Date(y, m, d+1, 0, 0, 0, 0, t.Location())\n\t\t\tcontinue\n\t\t}\n\t\tt = t.Add(time.Minute)\n\t}\n\treturn',
    ),
  }),
  work('cron-split', {
    gates: ['relay', 'hook'],
    kind: 'refactor',
    story: 'fields stand in a file of their own',
    edit: (files) => {
      const text = files[CRON] ?? '';
      const from = text.indexOf('var weekdays');
      const to = text.indexOf('// Parse reads');
      return {
        ...files,
        [CRON]: `${text.slice(0, from)}${text.slice(to)}`.replace('\t"strconv"\n', ''),
        'cron/field.go': `package cron\n\nimport (\n\t"fmt"\n\t"strconv"\n\t"strings"\n)\n\n${text.slice(from, to).trimEnd()}\n`,
      };
    },
  }),
  work('pool-moves', {
    gates: ['relay', 'h3a'],
    kind: 'refactor',
    story: 'a package moves out of internal, with its tests',
    released: ['internal/pool/pool_test.go', 'pool/pool_test.go'],
    edit: all(move(POOL, 'pool/pool.go'), move(POOLS, 'pool/pool_test.go')),
  }),
  work('require-renamed', {
    gates: ['relay', 'hook'],
    kind: 'tests',
    story: 'the helpers are called must, in all tests',
    edit: (files) => {
      const moved = move(REQUIRE, 'internal/must/must.go')(files);
      return all(
        replace('internal/must/must.go', 'ackage require', 'ackage must'),
        ...everyTest.map((path) => replace(path, /\brequire\b/g, 'must')),
      )(moved);
    },
  }),
  work('require-len', {
    gates: ['relay', 'hook'],
    kind: 'tests',
    story: 'a helper more, and a helper that says more when it fails',
    edit: all(
      append(
        REQUIRE,
        '\n// True asks for what holds.\nfunc True(t testing.TB, holds bool, what string) {\n\tt.Helper()\n\tif !holds {\n\t\tt.Fatalf("expected %s", what)\n\t}\n}\n',
      ),
      replace(REQUIRE, '"want %#v, got %#v"', '"\\nwant %#v\\n got %#v"'),
      replace(
        POOLS,
        'require.Equal(t, true, atomic.LoadInt32(&most) <= 2)',
        'require.True(t, atomic.LoadInt32(&most) <= 2, "at most two")',
      ),
    ),
  }),
  work('map-to-rows', {
    gates: ['relay', 'hook'],
    kind: 'tests',
    story: 'what was a loop over a map becomes subtests with names',
    edit: all(
      replace(
        CRONS,
        '\t\t_, err := cron.Parse(text)\n\t\trequire.ErrorIs(t, err, cron.ErrSyntax)\n\t\trequire.ErrorContains(t, err, want)\n',
        '\t\tt.Run(text, func(t *testing.T) {\n\t\t\t_, err := cron.Parse(text)\n\t\t\trequire.ErrorIs(t, err, cron.ErrSyntax)\n\t\t\trequire.ErrorContains(t, err, want)\n\t\t})\n',
      ),
    ),
  }),
  work('suite-to-functions', {
    gates: ['relay', 'hook'],
    kind: 'tests',
    released: [JOBS],
    story: 'the suite becomes plain functions with a helper; the planner released its file',
    edit: all(
      remove(SUITE),
      replace(JOBS, '\t"example.com/nightly/internal/suite"\n', ''),
      replace(
        JOBS,
        'type RunnerSuite struct {\n\tsuite.Suite\n',
        'type fixture struct {\n\tt     *testing.T\n',
      ),
      replace(JOBS, 'func TestRunner(t *testing.T) { suite.Run(t, new(RunnerSuite)) }\n\n', ''),
      replace(
        JOBS,
        /func \(s \*RunnerSuite\) SetupTest\(\) \{\n\ts\.store = ([^\n]*)\n\ts\.clock = ([^\n]*)\n\}/,
        'func setup(t *testing.T) *fixture {\n\treturn &fixture{t, store.NewMemory(), &clock{time.Date(2024, 3, 4, 2, 30, 0, 0, time.UTC)}}\n}',
      ),
      replace(JOBS, 'func (s *RunnerSuite) runner(', 'func (s *fixture) runner('),
      replace(
        JOBS,
        /func \(s \*RunnerSuite\) (Test\w+)\(\) \{\n/g,
        'func $1(t *testing.T) {\n\ts := setup(t)\n',
      ),
      replace(JOBS, 's.T()', 's.t'),
    ),
  }),
  work('group-by', {
    gates: ['relay', 'hook'],
    kind: 'rename',
    story: 'a generic function has another name',
    edit: all(
      replace(POOL, 'Group puts', 'By puts'),
      replace(POOL, 'func Group[', 'func By['),
      replace(POOLS, 'TestGroup', 'TestBy'),
      replace(POOLS, 'Group([]string', 'By([]string'),
    ),
  }),
  work('error-type', {
    gates: ['relay', 'hook'],
    released: ['TestSyntax'],
    story:
      'errors say in which field, by a type; the planner released the rows, which stand beside a test of the type',
    names: { file: CRONS, name: 'TestFieldOfError' },
    edit: all(
      append(
        CRON,
        '\n// FieldError says which field is wrong.\ntype FieldError struct{ Field, Text string }\n\nfunc (e *FieldError) Error() string { return fmt.Sprintf("%v: %s cannot be %q", ErrSyntax, e.Field, e.Text) }\n\nfunc (e *FieldError) Unwrap() error { return ErrSyntax }\n',
      ),
      replace(
        CRON,
        'return 0, fmt.Errorf("%w: %s %q", ErrSyntax, f.name, text)',
        'return 0, &FieldError{f.name, text}',
      ),
      replace(CRONS, '"minute \\"60\\""', '"minute cannot be \\"60\\""'),
      replace(CRONS, '"weekday \\"monday\\""', '"weekday cannot be \\"monday\\""'),
      replace(CRONS, 'import (\n', 'import (\n\t"errors"\n'),
      append(
        CRONS,
        '\nfunc TestFieldOfError(t *testing.T) {\n\t_, err := cron.Parse("* 24 * * *")\n\tvar wrong *cron.FieldError\n\trequire.Equal(t, true, errors.As(err, &wrong))\n\trequire.Equal(t, "hour", wrong.Field)\n}\n',
      ),
    ),
  }),
  work('prints-weekday-last', {
    gates: ['relay', 'hook'],
    story: 'times are printed with the day of the week at the end, and golden files follow',
    names: { file: MAINS, name: 'TestPrints/jobs' },
    edit: all(
      replace(MAIN, '"Mon 2006-01-02 15:04"', '"2006-01-02 15:04 Mon"'),
      ...['jobs', 'wrong'].map((name) =>
        replace(`${DATA}${name}.golden`, /(Mon|Tue|Wed|Thu|Fri|Sat|Sun) (\d{4}-\S+ \S+)/g, '$2 $1'),
      ),
    ),
  }),
  work('golden-renamed', {
    gates: ['relay', 'hook'],
    kind: 'tests',
    story: 'golden files end in .out, and stand in a folder',
    edit: all(
      move(`${DATA}jobs.golden`, `${DATA}out/jobs.out`),
      move(`${DATA}wrong.golden`, `${DATA}out/wrong.out`),
      replace(
        MAINS,
        'golden := strings.TrimSuffix(input, ".txt") + ".golden"',
        'golden := filepath.Join("testdata", "out", strings.TrimSuffix(filepath.Base(input), ".txt")+".out")',
      ),
    ),
  }),
  work('memory-removed', {
    gates: ['relay', 'h3a'],
    kind: 'refactor',
    released: [STORES, JOBS, 'TestKeeps/memory', 'TestKnowsNames/memory', 'TestNotFound/memory'],
    story: 'the store in memory goes; tests use files, which the planner released',
    edit: all(
      remove(MEMORY),
      prepend(FILES, '// Package store keeps jobs in files.\n'),
      replace(STORES, /\t\t"memory": [^\n]*\n/, ''),
      replace(JOBS, 'store *store.Memory', 'store store.Files'),
      replace(JOBS, 's.store = store.NewMemory()', 's.store = store.Files{Dir: s.T().TempDir()}'),
    ),
  }),
  work('options-checked', {
    gates: ['relay'],
    story: 'a runner that is to try less than once says so, in place of never running',
    names: { file: JOBS, name: 'TestRunner/TestAtLeastOnce' },
    edit: all(
      replace(
        JOB,
        '\tj, err := r.Store.Load(name)\n',
        '\tif r.Retry < 1 {\n\t\treturn fmt.Errorf("retry must be at least 1, got %d", r.Retry)\n\t}\n\tj, err := r.Store.Load(name)\n',
      ),
      replace(JOB, '\t"errors"\n', '\t"errors"\n\t"fmt"\n'),
      append(
        JOBS,
        '\nfunc (s *RunnerSuite) TestAtLeastOnce() {\n\tr := job.NewRunner(s.store, s.clock, mocks.NewMailer(s.T()), job.WithRetry(0))\n\trequire.ErrorContains(s.T(), r.Run(context.Background(), "a", nil), "at least 1")\n}\n',
      ),
    ),
  }),
  work('integration-tag', {
    gates: ['relay'],
    kind: 'tests',
    story: 'a new test of integration that is built with a tag only',
    edit: write({
      'store/large_test.go':
        '//go:build integration\n\npackage store_test\n\nimport (\n\t"fmt"\n\t"testing"\n\n\t"example.com/nightly/internal/require"\n\t"example.com/nightly/job"\n\t"example.com/nightly/store"\n)\n\nfunc TestMany(t *testing.T) {\n\ts := store.Files{Dir: t.TempDir()}\n\tfor i := 0; i < 10000; i++ {\n\t\trequire.NoError(t, s.Save(job.Job{Name: fmt.Sprint(i)}))\n\t}\n}\n',
    }),
  }),
  work('documented', {
    gates: ['relay'],
    kind: 'docs',
    story: 'comments of a package and the readme say more',
    edit: all(
      append('README.md', '\nSteps and lists work, too: `*/20 8,20 * * *`.\n'),
      replace(
        CRON,
        '// Schedule is when a job runs.',
        '// Schedule is when a job runs.\n// Make one with Parse.',
      ),
      replace(STATE, '// State is where a job is.', '// State is where a job is; a failed one waits again.'),
    ),
  }),
  work('go-version', {
    gates: ['relay'],
    kind: 'dependencies',
    story: 'another version of Go is required',
    edit: replace('go.mod', 'go 1.19', 'go 1.18'),
  }),
];
