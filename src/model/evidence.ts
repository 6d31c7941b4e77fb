// Evidence: what was observed. A check asks for it as data; the runtime gathers it as a job.
import * as z from 'zod';
import { coverageSchema, findingsSchema, mutationSchema, testCaseSchema } from './measured.ts';
import { OBSERVED } from './observer.ts';
import { digestSchema } from './run/sealed.ts';

export const evidenceRequestSchema = z.discriminatedUnion('kind', [
  /** A command of the project's configuration, re-executed on a sealed tree in a clean place. */
  z.object({
    kind: z.literal('command'),
    command: z.string(),
    tree: digestSchema,
    /** The test files of another tree, laid over this one: the new tests on the old code. Its other files stay as they are. */
    testsOf: digestSchema.optional(),
    /** Files that are part of the command and that their owner lets the work change. */
    released: z.array(z.string()).optional(),
    /**
     * Where it fails, it is run on this tree as well, to see whether it failed before. What asks for less than here is
     * taken back for a second run, and what tells tools to look away, and does not here, is listed.
     */
    before: digestSchema.optional(),
  }),
  /** Do these trees go together? Each part is merged, in order, against the tree that it started from. */
  z.object({
    kind: z.literal('merge'),
    base: digestSchema,
    parts: z.array(z.object({ item: z.string(), start: digestSchema, tree: digestSchema })),
    /** The part that is judged: `others` in the evidence is the merge of all but this one. */
    subject: z.string().optional(),
  }),
  /** Which files differ between two trees. */
  z.object({ kind: z.literal('changes'), from: digestSchema, to: digestSchema }),
  /** How they differ: what each change is, with renames, modes, links and submodules. */
  z.object({ kind: z.literal('diff'), from: digestSchema, to: digestSchema }),
  /** What became of the tests that are written down in the files of the first tree. */
  z.object({ kind: z.literal('test-changes'), from: digestSchema, to: digestSchema }),
  /** The tests of both trees on the code of both, compared test by test. */
  z.object({
    kind: z.literal('test-runs'),
    command: z.string(),
    base: digestSchema,
    head: digestSchema,
    /** Tests that are listed whatever became of them, because somebody relies on them. */
    named: z.array(z.object({ file: z.string().optional(), name: z.string().optional() })).optional(),
    released: z.array(z.string()).optional(),
  }),
  /** Does the runner run the sealed code, and does a test that must fail fail? */
  z.object({ kind: z.literal('canary'), command: z.string(), base: digestSchema, head: digestSchema }),
  /** Each hunk of the code taken away alone: does a test miss it? */
  z.object({
    kind: z.literal('probe'),
    command: z.string(),
    base: digestSchema,
    head: digestSchema,
    hunksMax: z.number().int().positive(),
    timeMsMax: z.number().int().positive(),
  }),
]);
export type EvidenceRequest = z.infer<typeof evidenceRequestSchema>;

export const testFailureSchema = z.object({
  name: z.string(),
  file: z.string().optional(),
  line: z.number().int().positive().optional(),
  message: z.string(),
});
export type TestFailure = z.infer<typeof testFailureSchema>;

export const testCountsSchema = z.object({
  total: z.number().int().nonnegative(),
  passed: z.number().int().nonnegative(),
  failed: z.number().int().nonnegative(),
  skipped: z.number().int().nonnegative(),
  failures: z.array(testFailureSchema),
  /** Each of them, where a report names them; a test that ran several times is there as often. Limited. */
  cases: z.array(testCaseSchema).optional(),
  /**
   * Test files that could not be loaded, folders (with a slash at the end) whose tests could not be built, or `*` where
   * nothing could.
   */
  unloaded: z.array(z.object({ file: z.string(), message: z.string() })).optional(),
});
export type TestCounts = z.infer<typeof testCountsSchema>;

const COMMAND_ENDS = ['exited', 'timed-out', 'out-of-memory', 'too-much-output', 'killed'] as const;

export const commandEvidenceSchema = z.object({
  kind: z.literal('command'),
  /** The command line that was really run. */
  line: z.string(),
  end: z.enum(COMMAND_ENDS),
  exit: z.number().int().nullable(),
  /** What the output says about tests, where its format is known. */
  tests: testCountsSchema.nullable(),
  /** What reports that this very run wrote have measured. */
  coverage: coverageSchema.optional(),
  findings: findingsSchema.optional(),
  mutation: mutationSchema.optional(),
  /** Why a report could not be taken: it is missing, cannot be read, or was there before the run. */
  reportFaults: z.array(z.string()).optional(),
  /** Why this command could not have failed, whatever the code is. */
  cannotFail: z.string().optional(),
  /** What stood as it is in the base instead of as it was handed in, because it decides what the command is. */
  restored: z.array(z.string()).optional(),
  /** Files of the sealed tree that the command itself changed or removed, relative to the project. Limited; tests come first. */
  rewritten: z.array(z.string()).optional(),
  /** Only these test files were run; the run says nothing about others. */
  only: z.array(z.string()).optional(),
  tail: z.string(),
  durationMs: z.number().nonnegative(),
  sandbox: z.enum(['none', 'no-network', 'network']),
  /** Where it was run twice because it failed: tests that failed in one of the two runs alone. */
  flaky: z.array(z.string()).optional(),
  /** The line is the one that installs the dependencies, and this is its first error: the command itself was not run. */
  failedInstall: z.string().optional(),
  /** The project says that the command tells no more than its exit code: it is one test, which passed or failed. */
  basis: z.literal('exit-code').optional(),
  /** Where it failed and was run on the tree before: how it ended there, and what it complains about only now. */
  before: z.object({ exit: z.number().int().nullable(), added: z.array(z.string()).optional() }).optional(),
  /** Where settings of a type checker ask for less than on the tree before: the same run with settings that ask for as much. */
  standard: z
    .object({
      /** Which they are, and by what they ask for less; without a key where the file is gone or cannot be read. */
      settings: z.array(z.object({ path: z.string(), keys: z.array(z.string()) })),
      end: z.enum(COMMAND_ENDS),
      exit: z.number().int().nullable(),
      /** What it complains about there and not on the tree before; none where the two cannot be compared. */
      held: z.array(z.string()).optional(),
      /** What may only say that those settings do not know what the change needs. */
      unclear: z.array(z.string()).optional(),
    })
    .optional(),
  /** What the change tells linters and type checkers not to look at. Limited; whole files come first. */
  silenced: z
    .array(
      z.object({
        path: z.string(),
        line: z.number().int().positive(),
        what: z.string(),
        /** A whole file or crate, without a rule. */
        whole: z.boolean(),
        /** Why one of a whole file may stand. */
        excuse: z.string().optional(),
      }),
    )
    .optional(),
});
export type CommandEvidence = z.infer<typeof commandEvidenceSchema>;

export const mergeEvidenceSchema = z.object({
  kind: z.literal('merge'),
  /** The merged tree; with conflicts it holds the conflict marks. */
  tree: digestSchema,
  /** The merge of all parts but the subject. */
  others: digestSchema,
  /** Files are relative to the project; `says` has one sentence for each thing that is the matter. */
  conflicts: z.array(
    z.object({ item: z.string(), files: z.array(z.string()), says: z.array(z.string()).optional() }),
  ),
});
export type MergeEvidence = z.infer<typeof mergeEvidenceSchema>;

export const changesEvidenceSchema = z.object({ kind: z.literal('changes'), files: z.array(z.string()) });

export const fileChangeSchema = z.object({
  /** Relative to the project. */
  path: z.string(),
  change: z.enum(['added', 'modified', 'deleted', 'renamed', 'type']),
  /** Where it was before, when it was renamed. */
  was: z.string().optional(),
  /** What it is now, or was when it is gone. */
  kind: z.enum(['file', 'executable', 'link', 'submodule']),
  /** It became executable, or ceases to be. */
  modeChanged: z.boolean(),
  /** Lines; null for what is not text. */
  added: z.number().int().nonnegative().nullable(),
  removed: z.number().int().nonnegative().nullable(),
  /** Of these lines; the size of what is not text. Evidence of before has none. */
  bytes: z.number().int().nonnegative().optional(),
  /** Where a link points. */
  target: z.string().optional(),
  /** Who uses it, where that says more than its name. */
  side: z.enum(['code', 'tests']).optional(),
  /** It says of itself, before and after, that a program wrote it. */
  generated: z.boolean().optional(),
  /** A source file of which only comments differ, and none that tells a tool what to do. */
  comments: z.boolean().optional(),
  /** A source file of which only the layout and comments differ. */
  layout: z.boolean().optional(),
  /** A source file that differs in more than names. */
  beyondNames: z.boolean().optional(),
  /** What differs in a manifest: the outer keys of a package.json, keys with their tables in TOML. */
  keys: z.array(z.string()).optional(),
});
export type FileChange = z.infer<typeof fileChangeSchema>;

export const diffEvidenceSchema = z.object({
  kind: z.literal('diff'),
  files: z.array(fileChangeSchema),
  /** There are more than are listed. */
  cut: z.boolean(),
});

/** Read from the text of test files, without running them. */
export const testFileChangeSchema = z.object({
  path: z.string(),
  was: z.string().optional(),
  change: z.enum(['added', 'modified', 'deleted']),
  /** Names that are written down, as far as they are plain text. */
  declared: z.array(z.string()),
  /** Were there before, and are not any more. */
  removed: z.array(z.string()),
  /** Are skipped now, and were not before (`it.skip`, `xit`, `@pytest.mark.skip`, `{ skip: true }` …). */
  skipped: z.array(z.string()),
  /** `it.only` and the like: all others are skipped by it. */
  only: z.array(z.string()),
  /** Tests with fewer assertions than before, or with none that says anything. */
  weakened: z.array(z.object({ name: z.string(), before: z.number().int(), after: z.number().int() })),
  /** Pass where they fail now, and did not before (`it.failing`, `it.fails`, `{ fails: true }`). */
  inverted: z.array(z.string()).optional(),
  /** The whole file says the same but for one renaming that the code has made too. */
  follows: z.boolean().optional(),
  /** New tests whose text asserts nothing of what they call. */
  silent: z.array(z.string()).optional(),
  /** New tests in a source file, or a package, that is new itself, and that use what it brings. */
  brought: z.array(z.string()).optional(),
  /** Tests that say the same as before, word for word or after one consistent renaming. */
  same: z.array(z.string()).optional(),
  /** Names that several tests share, of which some say the same as before and others do not. */
  partly: z.array(z.string()).optional(),
  /** Tests that say the same as before under another name. */
  renamed: z.array(z.object({ from: z.string(), to: z.string() })).optional(),
  /** Tests that say the same as before, and whose cases have other ids: `test_x[a]` that is `test_x[b]` now. */
  otherIds: z.array(z.string()).optional(),
  /** Tests that say the same as before, and hand over arguments that the change adds. */
  argued: z.array(z.string()).optional(),
  /** Methods that doubles have more than before, because the code asks for them. */
  grown: z.array(z.string()).optional(),
  /** Tests that differ from before in their name and in values alone: `returns 404` that is `returns 410` now. */
  valued: z.array(z.object({ from: z.string(), to: z.string() })).optional(),
});
export type TestFileChange = z.infer<typeof testFileChangeSchema>;

export const testChangesEvidenceSchema = z.object({
  kind: z.literal('test-changes'),
  files: z.array(testFileChangeSchema),
});

/** What one run says about one test. */
export const testCellSchema = z.enum(['passed', 'failed', 'skipped', 'gone', 'unloaded', 'unknown']);
export type TestCell = z.infer<typeof testCellSchema>;

/** One test in four runs. */
export const testRowSchema = z.object({
  name: z.string(),
  /** Where it is in the head, or was in the base when it is gone. */
  file: z.string().optional(),
  /** The base as it was. `gone`: the base has no such test. */
  base: testCellSchema,
  /** The tests of the base on the code of the head. */
  oldTests: testCellSchema,
  /** The tests of the head on the code of the base. */
  oldCode: testCellSchema,
  head: testCellSchema,
  /** Whether its text, and that of what it uses of the tests' side, is the same in both trees. */
  text: z.enum(['same', 'changed', 'unknown']),
  /** It is new, and looks at nothing: its text says so, or it passes where the functions that the change adds are idle. */
  silent: z.boolean().optional(),
  /** It fails on the old code for what is not there yet, and passes where the functions that the change adds are idle. */
  asksOnly: z.boolean().optional(),
  /** It stands in code that the change brings, and uses it: the old code has no place for it. */
  brought: z.boolean().optional(),
  /** Its text cannot be told from that of others with its name: it shows nothing, and counts as changed otherwise. */
  ambiguous: z.boolean().optional(),
  /** It says the same as before, and hands over arguments that the change adds. */
  argued: z.boolean().optional(),
  /** Its old version fails on the new code only because a double lacks a method that the change asks for. */
  grown: z.boolean().optional(),
  /** It fails on the old code for a name, but for none that the change adds. */
  lacksNothingNew: z.boolean().optional(),
  /** What it says where it fails. */
  message: z.string().optional(),
});
export type TestRow = z.infer<typeof testRowSchema>;

/** One of the four runs, without its list of tests and without what else it measured. */
export const testRunSchema = commandEvidenceSchema.omit({
  kind: true,
  coverage: true,
  findings: true,
  mutation: true,
});
export type TestRun = z.infer<typeof testRunSchema>;

export const testRunsEvidenceSchema = z.object({
  kind: z.literal('test-runs'),
  runs: z.object({
    base: testRunSchema,
    oldTests: testRunSchema,
    oldCode: testRunSchema,
    head: testRunSchema,
  }),
  /** Every test but those that pass, unchanged, in all four runs. */
  rows: z.array(testRowSchema),
  /** There are more rows than are listed. */
  cut: z.boolean(),
  /** How many tests pass in all four runs and are not listed. */
  plain: z.number().int().nonnegative(),
  /** Some report counts tests without naming all of them. */
  byNumbers: z.boolean(),
  /** Files of the tests' side that are not tests themselves (fixtures, configuration of runners) and changed. */
  support: z.array(z.string()),
});
export type TestRunsEvidence = z.infer<typeof testRunsEvidenceSchema>;

/** A second run of one test file with two tests of Baton's own in it: one must fail, one must pass. */
export const canaryEvidenceSchema = z.object({
  kind: z.literal('canary'),
  tries: z.array(
    z.object({
      runner: z.string(),
      file: z.string(),
      /** `sound`: both did as they must, and the modules under test are those of the sealed tree. */
      status: z.enum(['sound', 'unsound', 'untried']),
      /** Why it is not sound, or why it could not be tried. */
      why: z.string().optional(),
    }),
  ),
});
export type CanaryEvidence = z.infer<typeof canaryEvidenceSchema>;

/** One piece of the change, and what the tests do without it. */
export const probedHunkSchema = z.object({
  /** Relative to the project. */
  path: z.string(),
  /** In the head: its first line, and how many it has; none where the change only removes something there. */
  line: z.number().int().positive(),
  lines: z.number().int().nonnegative(),
  /**
   * `tested`: a test misses it. `untested`: all tests pass without it. `unbuilt`: without it the tests cannot be built or
   * loaded, which says nothing. `unknown`: the tests could not be run.
   */
  status: z.enum(['tested', 'untested', 'unbuilt', 'unknown']),
  /** The first of its lines that says something. */
  text: z.string(),
});
export type ProbedHunk = z.infer<typeof probedHunkSchema>;
/** A piece of the change that can be taken away without any test failing. */
export type UntestedHunk = Omit<ProbedHunk, 'status'>;

export const probeEvidenceSchema = z.object({
  kind: z.literal('probe'),
  hunks: z.array(probedHunkSchema),
  /** Hunks that the number or the time did not reach. */
  left: z.number().int().nonnegative(),
  /** Hunks of comments, blanks, types and other things that no test can miss. */
  silent: z.number().int().nonnegative(),
  durationMs: z.number().nonnegative(),
});
export type ProbeEvidence = z.infer<typeof probeEvidenceSchema>;

export const evidenceSchema = z.discriminatedUnion('kind', [
  commandEvidenceSchema.extend(OBSERVED),
  mergeEvidenceSchema,
  changesEvidenceSchema,
  diffEvidenceSchema,
  testChangesEvidenceSchema,
  testRunsEvidenceSchema.extend(OBSERVED),
  canaryEvidenceSchema.extend(OBSERVED),
  probeEvidenceSchema.extend(OBSERVED),
  /** It could not be gathered. Never a pass. */
  z.object({ kind: z.literal('unavailable'), cause: z.string(), hint: z.string().optional(), ...OBSERVED }),
]);
export type Evidence = z.infer<typeof evidenceSchema>;

const releasedKey = ({ released = [] }: { readonly released?: readonly string[] | undefined }): string =>
  released.length === 0 ? '' : `!${JSON.stringify(released)}`;

/** Two requests with the same key ask for the same observation. */
export const evidenceKey = (request: EvidenceRequest): string => {
  switch (request.kind) {
    case 'command':
      return `command:${request.command}@${request.tree}${request.testsOf === undefined ? '' : `+tests@${request.testsOf}`}${releasedKey(request)}${request.before === undefined ? '' : `<${request.before}`}`;
    case 'merge':
      return `merge:${request.base}${request.parts.map((p) => `+${p.item}(${p.start}>${p.tree})`).join('')}${request.subject === undefined ? '' : `?${request.subject}`}`;
    case 'changes':
    case 'diff':
    case 'test-changes':
      return `${request.kind}:${request.from}>${request.to}`;
    case 'test-runs':
      return `test-runs:${request.command}@${request.base}>${request.head}${request.named === undefined ? '' : `?${JSON.stringify(request.named)}`}${releasedKey(request)}`;
    case 'canary':
      return `canary:${request.command}@${request.base}>${request.head}`;
    case 'probe':
      return `probe:${request.command}@${request.base}>${request.head}?${request.hunksMax},${request.timeMsMax}`;
  }
};
