// Does a prompt file state the contract of a Quest as it is defined? One file at a time; nothing here reads or writes.
import type { QuestDefinition, QuestField, QuestRole } from '../handoff/quest-contract.ts';
import { type PromptDocument, promptDocument } from './document.ts';
import { applyEdits, type Finding, type LintProblem } from './finding.ts';
import { type StatedBlock, statedBlocks } from './handoff-block.ts';
import type { JsonContract } from './json-contract.ts';
import { blockFormFindings } from './lint-blocks.ts';
import { contractFindings } from './lint-contract.ts';
import { workflowFindings } from './lint-delegations.ts';
import { contextFindings, inputFindings, strayFindings } from './lint-inputs.ts';
import { recognise } from './recognise.ts';

/** Mending one thing may bring another to light; then it must be over. */
const ROUNDS_MAX = 4;

export interface Statement {
  readonly value: string;
  readonly line: number;
  readonly column: number;
}

/** What a role file says the contract is. */
export interface StatedContract {
  readonly role: QuestRole;
  readonly file: string;
  readonly form: { readonly json: boolean; readonly line: number; readonly column: number };
  readonly fields: ReadonlyMap<QuestField, Statement>;
}

export interface Linted {
  /** Undefined: the file is none of a Quest's, and nothing is said about it. */
  readonly kind: 'role' | 'workflow' | undefined;
  readonly role: string | undefined;
  readonly problems: readonly LintProblem[];
  /** The text with everything fixed that can be; undefined where nothing is to be fixed. */
  readonly fixed: string | undefined;
  readonly states: StatedContract | undefined;
}

const statedBy = (
  document: PromptDocument,
  role: QuestRole,
  blocks: readonly StatedBlock[],
  json: readonly JsonContract[],
): StatedContract | undefined => {
  const [block] = blocks;
  const [contract] = json;
  const at = block?.marker ?? contract?.at;
  if (at === undefined) return undefined;
  const { number, column } = document.lines[at]!;
  const fields = new Map<QuestField, Statement>();
  for (const [field, [stated]] of block?.fields ?? []) {
    if (stated === undefined) continue;
    const line = document.lines[stated.index]!;
    fields.set(field, { value: stated.value, line: line.number, column: line.column + stated.at });
  }
  return { role, file: document.file, form: { json: block === undefined, line: number, column }, fields };
};

const linesOf = (findings: readonly Finding[]): Set<number | undefined> =>
  new Set(findings.map(({ problem }) => problem.line));

interface Judged {
  readonly findings: readonly Finding[];
  readonly role?: QuestRole;
  readonly kind?: 'role' | 'workflow';
  readonly states?: StatedContract | undefined;
}

const judgeText = (file: string, text: string, definition: QuestDefinition): Judged => {
  const known = recognise(file, text, definition);
  if (known === undefined) return { findings: [] };
  const document = promptDocument(file, text);
  const blocks = statedBlocks(document);
  const spoken = new Set<number>();
  let findings: Finding[];
  let states: StatedContract | undefined;
  if (known.kind === 'role') {
    const { findings: contract, json } = contractFindings(document, known.role, blocks);
    for (const { lines } of json) for (const index of lines) spoken.add(index);
    findings = [...inputFindings(document, known.role), ...contract, ...contextFindings(document)];
    states = statedBy(document, known.role, blocks, json);
  } else {
    findings = [
      ...workflowFindings(document, definition),
      ...blockFormFindings(document, blocks, definition),
    ];
  }
  const told = linesOf(findings);
  if (told.size > 0)
    document.lines.forEach(({ number }, index) => {
      if (told.has(number)) spoken.add(index);
    });
  findings.push(...strayFindings(document, spoken));
  return { findings, kind: known.kind, ...(known.kind === 'role' ? { role: known.role } : {}), states };
};

const byPlace = (a: LintProblem, b: LintProblem): number =>
  (a.line ?? 0) - (b.line ?? 0) || (a.column ?? 0) - (b.column ?? 0);

const fixed = (
  file: string,
  text: string,
  definition: QuestDefinition,
  first: readonly Finding[],
): string | undefined => {
  let now = text;
  let findings = first;
  for (let round = 0; round < ROUNDS_MAX; round += 1) {
    const edits = findings.flatMap(({ edit }) => edit ?? []);
    if (edits.length === 0) break;
    now = applyEdits(now, edits);
    findings = judgeText(file, now, definition).findings;
  }
  return now === text ? undefined : now;
};

/** Never throws, whatever the text is. */
export const lintText = (file: string, text: string, definition: QuestDefinition): Linted => {
  const { findings, kind, role, states } = judgeText(file, text, definition);
  return {
    kind,
    role: role?.name,
    problems: findings.map(({ problem }) => problem).sort(byPlace),
    fixed: fixed(file, text, definition, findings),
    states,
  };
};
