// What a run with two tests of Baton's own in it says about its runner.
import type { CanaryEvidence, CommandEvidence } from '../../model/evidence.ts';
import type { TestCase } from '../../model/measured.ts';
import type { CanaryNames, CanaryRunner } from './canary-of.ts';

export type CanaryTry = CanaryEvidence['tries'][number];

/** `again`: nothing is known yet; another text or another file may tell. */
export type CanaryOutcome =
  | { readonly status: 'sound' }
  /** `certain`: one of the two tests itself shows it, and no side effect of what was loaded for them can. */
  | { readonly status: 'unsound'; readonly why: string; readonly certain: boolean }
  | { readonly status: 'again'; readonly why: string; readonly unloaded: boolean };

const TURNED =
  'something between the tests and their report turns failures into passes, so that nothing they say counts';

const PLAIN_CARGO = /^\s*(?:\S*\/)?cargo t(?:est)?\s*$/;
const ALWAYS_RUN = /^(?:src\/(?:lib|main)\.rs|tests\/[^/]+\.rs)$/;

const found = (cases: readonly TestCase[], name: string): TestCase | undefined =>
  cases.find((test) => test.name === name || test.name.endsWith(name));

const unsound = (why: string, certain = false): CanaryOutcome => ({ status: 'unsound', why, certain });
const again = (why: string, unloaded = false): CanaryOutcome => ({ status: 'again', why, unloaded });

const HINTS: Partial<Record<CanaryRunner, string>> = {
  pytest:
    'Put the folder of the sources on the path (`pythonpath` in the configuration of pytest), so that no installed copy is found first.',
};

/** `complaint imported /x instead of y` in words. */
const complaintIn = (message: string, complaint: string, runner: CanaryRunner): CanaryOutcome | undefined => {
  const at = message.indexOf(complaint);
  if (at === -1) return undefined;
  const [line = ''] = message.slice(at + complaint.length).split('\n', 1);
  const said = line.trim();
  const [, path, file] = /^imported (.+) instead of (\S+)/.exec(said) ?? [];
  if (path !== undefined && file !== undefined)
    return unsound(
      `${runner} imported ${path} instead of ${file} of the sealed tree: what the tests say is not about the code that was handed in. ${HINTS[runner] ?? ''}`.trim(),
      true,
    );
  if (said.endsWith('does not fail'))
    return unsound(
      `an assertion that must fail does not, with ${runner}: ${said}. Something replaced it.`,
      true,
    );
  if (said.endsWith('gives wrong answers'))
    return unsound(
      `a builtin of the language gives wrong answers once ${runner} has loaded the code: ${said.split(' ', 1)[0]}. Something replaced it.`,
      true,
    );
  return unsound(`${said}: what stands in its place decides what the tests say`, true);
};

const missing = (
  run: CommandEvidence,
  cases: readonly TestCase[],
  file: string,
  runner: CanaryRunner,
): CanaryOutcome => {
  const { unloaded = [] } = run.tests ?? {};
  const broken = unloaded.find((one) => one.file === '*' || one.file === file);
  if (broken !== undefined)
    return again(`${file} could not be loaded with two more tests: ${broken.message}`, true);
  // Vitest and mocha may run more files than they are told to, and Go runs packages: a tag can leave out a file of one.
  const alone = run.only !== undefined && !['vitest', 'mocha', 'go'].includes(runner);
  if (cases.some((test) => alone || test.file === file))
    return unsound(
      `two tests at the end of ${file} were not run by ${runner}, and others were reported: the report is not about what is in the file`,
    );
  // A plain call runs the tests of the library and of every file in tests/, unless the manifest leaves them out.
  if (runner === 'cargo' && PLAIN_CARGO.test(run.line) && ALWAYS_RUN.test(file))
    return unsound(`cargo runs no test of ${file}, although it has some: its manifest leaves them out`);
  return again(`${runner} reports no test of ${file}`);
};

/** What the test that must fail did. */
const judgeFailing = (
  run: CommandEvidence,
  failing: TestCase,
  names: CanaryNames,
  runner: CanaryRunner,
): CanaryOutcome | undefined => {
  if (failing.status === 'passed')
    return unsound(`a test that must fail was reported as passed by ${runner}: ${TURNED}`, true);
  const failure = run.tests?.failures.find(({ name }) => name === failing.name || name.endsWith(names.fails));
  if (failing.status === 'failed' && failure !== undefined && !failure.message.includes(names.nonce))
    return unsound(
      `a test that must fail with words of its own failed with others by ${runner}: ${failure.message.split('\n', 1)[0]}`,
    );
  if (run.exit === 0) return unsound(`\`${run.line}\` ended with 0 although a test failed in it: ${TURNED}`);
  return undefined;
};

export const judgeCanary = (
  run: CommandEvidence,
  {
    file,
    names,
    runner,
  }: { readonly file: string; readonly names: CanaryNames; readonly runner: CanaryRunner },
): CanaryOutcome => {
  if (run.end !== 'exited') return again(`the run with two more tests did not come to its end (${run.end})`);
  if (run.tests === null)
    return run.exit === 0
      ? unsound(
          `${runner} ended with 0 and told of no test, although one of them must fail: ${run.reportFaults?.[0] ?? TURNED}`,
        )
      : again(`${runner} told of no test: ${run.tail.trim().split('\n').at(-1) ?? ''}`);
  const cases = run.tests.cases ?? [];
  const failing = found(cases, names.fails);
  const passing = found(cases, names.passes);
  if (failing === undefined && passing === undefined) return missing(run, cases, file, runner);
  if (failing === undefined || passing === undefined)
    return unsound(`of two tests at the end of ${file} only one was reported by ${runner}`);
  const said = run.tests.failures.find(({ name }) => name === passing.name)?.message ?? '';
  const complained = complaintIn(said, names.complaint, runner);
  if (complained !== undefined) return complained;
  if (failing.status === 'skipped' && passing.status === 'skipped')
    return again(`all tests of ${file} are skipped`);
  if (passing.status === 'failed' && failing.status === 'failed' && !said.includes(names.complaint))
    return again(`a test that must pass failed in ${file}: ${said.split('\n', 1)[0]}`, true);
  if (failing.status === 'skipped')
    return unsound(`a test that must fail was reported as skipped by ${runner}`);
  return judgeFailing(run, failing, names, runner) ?? { status: 'sound' };
};
