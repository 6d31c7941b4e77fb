// Evidence and submissions as the tests of checks need them: short to write, and complete.
import {
  type CommandEvidence,
  type Evidence,
  type EvidenceRequest,
  evidenceKey,
  type FileChange,
  type TestFileChange,
} from '../model/evidence.ts';
import type { TestCase } from '../model/measured.ts';
import type { Digest } from '../model/run/sealed.ts';
import type { Verdict } from '../model/run/verdict.ts';
import { type Setting, tree as treeHandle } from '../model/workflow/handles.ts';
import type { Submission, View } from '../model/workflow/view.ts';
import type { Check } from '../model/workflow/workflow.ts';

export const tree = (n: number): Digest => `git-tree:${String(n).padStart(40, '0')}`;
export const BASE = tree(1);
export const HEAD = tree(2);

/** A run with these options. */
export const viewWith = (options: Readonly<Record<string, unknown>>): View =>
  ({ run: { options }, setting: ({ initial }: Setting) => initial }) as Partial<View> as View;

export const submission = (from: Digest | undefined = BASE, to: Digest | undefined = HEAD): Submission =>
  ({ start: from, digest: () => to, merged: () => undefined, view: viewWith({}) }) as unknown as Submission;
/** A submission that has neither tree. */
export const treeless = {
  ...{ start: undefined, digest: () => undefined, merged: () => undefined, view: viewWith({}) },
} as unknown as Submission;

export const from = (s: Submission): Digest | undefined => s.start;
export const to = (s: Submission): Digest | undefined => s.digest(treeHandle('work'));

export const command = (more: Partial<CommandEvidence> = {}): CommandEvidence => ({
  ...{ kind: 'command', line: 'npm test', end: 'exited', exit: 0, tests: null, tail: '', durationMs: 1 },
  ...{ sandbox: 'none' },
  ...more,
});

/** `+name` passed, `-name` failed, `~name` skipped; `file|name` where the report has the file. */
export const cases = (...names: readonly string[]): TestCase[] =>
  names.map((text) => {
    const [file, name] = text.includes('|') ? text.slice(1).split('|') : [undefined, text.slice(1)];
    const status = { '+': 'passed', '-': 'failed', '~': 'skipped' }[text[0]!] as TestCase['status'];
    return { name: name!, status, ...(file === undefined ? {} : { file }) };
  });

/** A run of tests whose report has every name. */
export const ran = (names: readonly string[], more: Partial<CommandEvidence> = {}): CommandEvidence => {
  const all = cases(...names);
  const count = (status: TestCase['status']): number => all.filter((test) => test.status === status).length;
  const failures = all
    .filter(({ status }) => status === 'failed')
    .map(({ name, file }) => ({ name, message: 'not equal', ...(file === undefined ? {} : { file }) }));
  return command({
    exit: count('failed') > 0 ? 1 : 0,
    tests: {
      ...{ total: all.length, passed: count('passed'), failed: count('failed'), skipped: count('skipped') },
      ...{ failures, cases: all },
    },
    ...more,
  });
};

export const change = (path: string, more: Partial<FileChange> = {}): FileChange => ({
  ...{ path, change: 'modified', kind: 'file', modeChanged: false, added: 1, removed: 1 },
  ...more,
});

export const diff = (...files: readonly (FileChange | string)[]): Evidence => ({
  kind: 'diff',
  files: files.map((file) => (typeof file === 'string' ? change(file) : file)),
  cut: false,
});

export const testFile = (path: string, more: Partial<TestFileChange> = {}): TestFileChange => ({
  ...{ path, change: 'modified', declared: [], removed: [], skipped: [], only: [], weakened: [] },
  ...more,
});

export const testChanges = (...files: readonly TestFileChange[]): Evidence => ({
  kind: 'test-changes',
  files: [...files],
});

/** What was observed, by what it is about. */
export interface Gathered {
  readonly base?: Evidence;
  /** The new tests on the code before. */
  readonly mixed?: Evidence;
  readonly head?: Evidence;
  readonly changes?: Evidence;
  readonly diff?: Evidence;
}

const pieceFor = (request: EvidenceRequest): keyof Gathered | undefined => {
  if (request.kind === 'diff') return 'diff';
  if (request.kind === 'test-changes') return 'changes';
  if (request.kind !== 'command') return undefined;
  if (request.testsOf !== undefined) return 'mixed';
  return request.tree === BASE ? 'base' : 'head';
};

/** Only what was asked for can be looked at. */
export const judged = (check: Check, found: Gathered, one: Submission = submission()): Verdict => {
  const asked = new Set(check.needs(one).map(evidenceKey));
  return check.judge(one, (request) => {
    const piece = pieceFor(request);
    return piece === undefined || !asked.has(evidenceKey(request)) ? undefined : found[piece];
  });
};

/** Code and message of each problem, warnings marked. */
export const told = ({ problems }: Verdict): string[] =>
  problems.map(
    ({ code, severity, message }) => `${severity === 'warning' ? '(warning) ' : ''}${code} ${message}`,
  );

export const codes = ({ problems }: Verdict): string[] => problems.map(({ code }) => code);
