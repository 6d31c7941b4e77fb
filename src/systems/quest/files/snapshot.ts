// A finished round of planning, sealed: copies of its files and a manifest with their digests. It is never changed, so
// what was approved can be shown later.
import * as z from 'zod';
import { boundedProblems, isError, type Parsed, type Problem, problem } from '../../../model/problem.ts';
import { validateWith } from '../../../model/validate-with.ts';
import { sha256 } from '../../../std/sha256.ts';
import { jsonText, parseJson } from './json-file.ts';

export const QUEST_MODES = ['workflow', 'solo'] as const;
export type QuestMode = (typeof QUEST_MODES)[number];
/** Who gets the plan next: `builder` when it was approved, `planner` when it goes back. */
export const PLAN_DECISIONS = ['planner', 'builder'] as const;
export type PlanDecision = (typeof PLAN_DECISIONS)[number];
const REASONS = ['completed', 'human_replan'] as const;

export const MANIFEST_FILE = 'snapshot.json';
export const DIGEST_FILE = 'snapshot.sha256';
const PLAN_FOLDER = 'phase_01_plan';
const VERSION = 1;
const ITERATION_DIGITS = 4;

/** The name of a file in a snapshot, and where it is copied from, below the folder of the quest. */
export interface Archived {
  readonly name: string;
  readonly source: string;
}

/** Names of the two plan reviewers in the files of a quest; Quest's own are these. */
export type ReviewSlots = readonly [string, string];
export const QUEST_SLOTS: ReviewSlots = ['plan-reviewer-a', 'plan-reviewer-b'];

const reviewOf = (slot: string): readonly string[] => [`review_${slot}.md`, `handoff_${slot}.json`];
const PLANNED = ['plan.md', 'handoff_planner.json'];
const JUDGED = ['arbiter_verdict.md', 'handoff_arbiter.json'];
const BY_DECISION: Readonly<Record<PlanDecision, readonly string[]>> = {
  builder: ['review_findings.json', 'review_backlog.json'],
  planner: ['refinement_binding.json'],
};

/** The builder writes a handoff.json, too: in a snapshot the planner's has its own name. */
const sourceOf = (name: string): string =>
  `${PLAN_FOLDER}/${name === 'handoff_planner.json' ? 'handoff.json' : name}`;

/** Exactly the files of a snapshot, without the manifest and its digest. */
export const snapshotInventory = (
  mode: QuestMode,
  decision: PlanDecision,
  [a, b]: ReviewSlots = QUEST_SLOTS,
): readonly Archived[] =>
  [
    ...PLANNED,
    ...reviewOf(a),
    ...(mode === 'solo' ? [] : [...reviewOf(b), ...JUDGED, ...BY_DECISION[decision]]),
  ].map((name) => ({ name, source: sourceOf(name) }));

export const SNAPSHOT_ROOT = 'history/plan';

export const snapshotFolder = (iteration: number): string =>
  `${SNAPSHOT_ROOT}/iteration-${String(iteration).padStart(ITERATION_DIGITS, '0')}`;

type Content = Uint8Array | string;

/** Quest writes the hexadecimal digits alone. */
const digestOf = (content: Content): string => sha256(content).replace('sha256:', '');
const sizeOf = (content: Content): number =>
  typeof content === 'string' ? Buffer.byteLength(content) : content.length;
const isEmpty = (content: Content): boolean => content.length === 0;

const hex = z.string().regex(/^[0-9a-f]{64}$/, 'expected 64 hexadecimal digits');
const iteration = z.int('expected a whole number').min(1, 'expected 1 or more');
const manifestSchema = z.strictObject({
  version: z.literal(VERSION),
  iteration,
  mode: z.enum(QUEST_MODES),
  decision: z.enum(PLAN_DECISIONS),
  reason: z.enum(REASONS),
  bootstrap_snapshot: z.boolean(),
  files: z.record(
    z.string(),
    z.strictObject({ source: z.string(), size: z.int().min(1, 'expected a file with content'), sha256: hex }),
  ),
});
export type SnapshotManifest = z.infer<typeof manifestSchema>;

export interface SnapshotInput {
  readonly iteration: number;
  readonly mode: QuestMode;
  readonly decision: PlanDecision;
  readonly reason: SnapshotManifest['reason'];
  /** The first one of a quest that was begun before there were snapshots. */
  readonly bootstrap?: boolean;
  readonly slots?: ReviewSlots;
  /** Contents by their path below the folder of the quest. Others than those of the inventory are not looked at. */
  readonly files: ReadonlyMap<string, Content>;
}

export interface Snapshot {
  readonly folder: string;
  readonly manifest: SnapshotManifest;
  /** Everything to write into the folder, by name: the copies, the manifest and its digest. */
  readonly files: ReadonlyMap<string, Content>;
}

const missing = (source: string, files: ReadonlyMap<string, Content>): Problem[] => {
  const content = files.get(source);
  if (content === undefined)
    return [
      problem('FILE_MISSING', `expected ${source} in the finished round, got no file`, { file: source }),
    ];
  return isEmpty(content)
    ? [problem('FILE_EMPTY', `expected ${source} with content, got an empty file`, { file: source })]
    : [];
};

/** Nothing is sealed while a file of the inventory is missing or empty. */
export const sealSnapshot = (input: SnapshotInput): Parsed<Snapshot> => {
  const inventory = snapshotInventory(input.mode, input.decision, input.slots);
  const problems = inventory.flatMap(({ source }) => missing(source, input.files));
  if (problems.length > 0) return { value: undefined, problems };
  const copies = inventory.map(({ name, source }) => ({
    name,
    source,
    content: input.files.get(source) ?? '',
  }));
  const manifest: SnapshotManifest = {
    version: VERSION,
    iteration: input.iteration,
    mode: input.mode,
    decision: input.decision,
    reason: input.reason,
    bootstrap_snapshot: input.bootstrap ?? false,
    files: Object.fromEntries(
      copies.map(({ name, source, content }) => [
        name,
        { source, size: sizeOf(content), sha256: digestOf(content) },
      ]),
    ),
  };
  const text = jsonText(manifest);
  const files = new Map<string, Content>([
    ...copies.map(({ name, content }) => [name, content] as const),
    [MANIFEST_FILE, text],
    [DIGEST_FILE, `${digestOf(text)}\n`],
  ]);
  return { value: { folder: snapshotFolder(input.iteration), manifest, files }, problems: [] };
};

const corrupt = (file: string, message: string): Problem => problem('OBJECT_CORRUPT', message, { file });

const inventoryProblems = ({ mode, decision, files }: SnapshotManifest, slots: ReviewSlots): Problem[] => {
  const wanted = snapshotInventory(mode, decision, slots);
  const named = Object.keys(files);
  return [
    ...wanted.flatMap(({ name, source }) => {
      const found = Object.hasOwn(files, name) ? files[name] : undefined;
      if (found === undefined) return [corrupt(MANIFEST_FILE, `expected the file ${name}, got none`)];
      return found.source === source
        ? []
        : [
            corrupt(
              MANIFEST_FILE,
              `files.${name}.source: expected "${source}", got ${JSON.stringify(found.source)}`,
            ),
          ];
    }),
    ...named
      .filter((name) => wanted.every((one) => one.name !== name))
      .map((name) =>
        corrupt(MANIFEST_FILE, `expected no file ${JSON.stringify(name)} in this round, got one`),
      ),
  ];
};

/** The manifest of a snapshot, checked against its digest. */
export const parseSnapshot = (
  text: string,
  digest: string,
  slots: ReviewSlots = QUEST_SLOTS,
): Parsed<SnapshotManifest> => {
  const { value: document, problems: told } = parseJson(text, MANIFEST_FILE);
  if (document === undefined) return { value: undefined, problems: told };
  const options = { file: MANIFEST_FILE, locate: document.locate };
  const { value, problems: wrong } = validateWith(manifestSchema, document.json, options);
  const actual = digestOf(text);
  const problems = [
    ...told,
    ...wrong,
    ...(digest.trim() === actual
      ? []
      : [corrupt(DIGEST_FILE, `expected the digest of ${MANIFEST_FILE}, ${actual}, got another one`)]),
    ...(value === undefined ? [] : inventoryProblems(value, slots)),
  ];
  return { value: problems.some(isError) ? undefined : value, problems: boundedProblems(problems) };
};

/** What is wrong with the copies. `files` is the whole folder, by name. */
export const verifySnapshot = (
  manifest: SnapshotManifest,
  files: ReadonlyMap<string, Content>,
): readonly Problem[] => {
  const known = new Set([...Object.keys(manifest.files), MANIFEST_FILE, DIGEST_FILE]);
  const changed = Object.entries(manifest.files).flatMap(([name, { size, sha256: digest }]) => {
    const content = files.get(name);
    if (content === undefined)
      return [problem('OBJECT_MISSING', `expected the sealed file ${name}, got none`, { file: name })];
    if (sizeOf(content) !== size) return [corrupt(name, `expected ${size} bytes, got ${sizeOf(content)}`)];
    const actual = digestOf(content);
    return actual === digest ? [] : [corrupt(name, `expected the digest ${digest}, got ${actual}`)];
  });
  const extra = [...files.keys()]
    .filter((name) => !known.has(name))
    .map((name) => corrupt(name, 'expected no other file in a sealed round, got one'));
  return boundedProblems([...changed, ...extra]);
};

export interface RefinementInput {
  /** The round that goes back to the planner. */
  readonly iteration: number;
  readonly verdict: Content;
  readonly arbiterHandoff: Content;
}

/** refinement_binding.json: the next plan answers exactly this verdict. */
export const refinementBindingText = ({
  iteration: from,
  verdict,
  arbiterHandoff,
}: RefinementInput): string =>
  jsonText({
    source_plan_iteration: from,
    requested_plan_iteration: from + 1,
    verdict_sha256: digestOf(verdict),
    arbiter_handoff_sha256: digestOf(arbiterHandoff),
    next: 'planner',
  });
