// Evidence as a line that people read, with its output behind it.
import type { ShownEvidence } from '../../model/dashboard/documents.ts';
import type { Evidence, TestCounts } from '../../model/evidence.ts';

const testsText = ({ total, passed, failed, skipped }: TestCounts): string =>
  `${passed} of ${total} passed${failed > 0 ? `, ${failed} failed` : ''}${skipped > 0 ? `, ${skipped} skipped` : ''}`;

const treeIn = (key: string): string | undefined =>
  /git-tree:[0-9a-f]{40,64}/.exec(key.split('>').at(-1) ?? key)?.[0];

type Told = Pick<ShownEvidence, 'title' | 'result' | 'ok' | 'ms' | 'sandbox' | 'output'>;

const commandTold = (evidence: Extract<Evidence, { kind: 'command' }>): Told => ({
  title: evidence.line,
  result: [
    evidence.end === 'exited' ? `exit ${evidence.exit}` : evidence.end,
    ...(evidence.tests === null ? [] : [testsText(evidence.tests)]),
  ].join(', '),
  ok: evidence.end === 'exited' && evidence.exit === 0,
  ms: evidence.durationMs,
  sandbox: evidence.sandbox,
  output: evidence.tail,
});

const testRunsTold = (evidence: Extract<Evidence, { kind: 'test-runs' }>): Told => {
  const { head } = evidence.runs;
  return {
    title: `${head.line}: the tests of both trees on the code of both`,
    result: head.tests === null ? `exit ${head.exit}` : testsText(head.tests),
    ok: head.end === 'exited' && head.exit === 0,
    ms: Object.values(evidence.runs).reduce((sum, run) => sum + run.durationMs, 0),
    sandbox: head.sandbox,
    output: head.tail,
  };
};

/** What was wanted, where it could not be gathered; by the kind of the request. */
const WANTED: Readonly<Record<string, string>> = {
  command: 'A command',
  'test-runs': 'The tests of both trees on the code of both',
  merge: 'Merge',
  changes: 'Changed files',
  diff: 'Changed files',
  'test-changes': 'Changes of tests',
  canary: 'Can the test command fail?',
  probe: 'Tests without each part of the change',
};

const told = (evidence: Evidence, wanted: string): Told => {
  switch (evidence.kind) {
    case 'command':
      return commandTold(evidence);
    case 'test-runs':
      return testRunsTold(evidence);
    case 'merge': {
      const conflicts = evidence.conflicts.flatMap(({ files }) => files);
      return {
        title: 'Merge',
        result: conflicts.length === 0 ? 'no conflict' : `conflicts in ${conflicts.join(', ')}`,
        ok: conflicts.length === 0,
      };
    }
    case 'changes':
      return {
        title: 'Changed files',
        result: `${evidence.files.length}`,
        output: evidence.files.join('\n'),
      };
    case 'diff':
      return {
        title: 'Changed files',
        result: `${evidence.files.length} ${evidence.files.length === 1 ? 'file' : 'files'}`,
        output: evidence.files.map(({ path, change }) => `${change} ${path}`).join('\n'),
      };
    case 'test-changes':
      return {
        title: 'Changes of tests',
        result: `${evidence.files.length} ${evidence.files.length === 1 ? 'file' : 'files'}`,
      };
    case 'canary': {
      const bad = evidence.tries.filter(({ status }) => status !== 'sound');
      return {
        title: 'Can the test command fail?',
        result: bad.length === 0 ? 'sound' : bad.map(({ why, status }) => why ?? status).join('; '),
        ok: bad.length === 0,
      };
    }
    case 'probe': {
      const untested = evidence.hunks.filter(({ status }) => status === 'untested').length;
      return {
        title: 'Tests without each part of the change',
        result: `${untested} untested`,
        ms: evidence.durationMs,
      };
    }
    case 'unavailable':
      return { title: WANTED[wanted] ?? wanted, result: `not gathered: ${evidence.cause}`, ok: false };
  }
};

export const shownEvidence = (key: string, evidence: Evidence): ShownEvidence => {
  const tree = treeIn(key);
  return {
    key,
    kind: evidence.kind,
    ...(tree === undefined ? {} : { tree }),
    ...told(evidence, key.split(':')[0] ?? ''),
  };
};
