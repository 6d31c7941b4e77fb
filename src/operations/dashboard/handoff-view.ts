// One handoff: what was said with it, what Baton measured, clause by clause, and what came of it.
import { BatonError } from '../../errors.ts';
import type { Clause, HandoffDocument, HandoffRow, ShownEvidence } from '../../model/dashboard/documents.ts';
import type { Event } from '../../model/run/event.ts';
import { DECISION_CLAUSE, EFFECT_CLAUSE, FORM_CLAUSE } from '../../model/run/judged.ts';
import { TREE_PREFIX } from '../../model/run/sealed.ts';
import type { Workflow } from '../../model/workflow/workflow.ts';
import { clip } from '../../std/terminal-text.ts';
import { type ClauseText, clauseTexts, plainText } from './clause-text.ts';
import { rowAt } from './run-history.ts';
import { type ShownRun, shownRow } from './run-view.ts';
import { shownEvidence } from './shown-evidence.ts';

const SAID_VALUE_CHARS_MAX = 4_000;
const RANK = { unmet: 0, unproven: 1, met: 2 } as const;

const checksOf = (workflow: Workflow, contract: string): ReadonlyMap<string, ClauseText> =>
  clauseTexts(workflow.contracts[contract]?.checks ?? []);

type Own = NonNullable<Clause['own']>;

const OWN_CLAUSES: Readonly<Record<Own, string>> = {
  [FORM_CLAUSE]: 'Files and arguments can be read',
  [DECISION_CLAUSE]: 'A person decided',
  [EFFECT_CLAUSE]: 'Baton did it itself',
};

const isOwn = (clause: string): clause is Own => Object.hasOwn(OWN_CLAUSES, clause);

const saidIn = (args: Readonly<Record<string, unknown>>): HandoffDocument['said'] =>
  Object.entries(args)
    .filter(([, value]) => value !== '' && !(Array.isArray(value) && value.length === 0))
    .map(([name, value]) => ({
      name,
      value: clip(typeof value === 'string' ? value : JSON.stringify(value, null, 1), SAID_VALUE_CHARS_MAX),
    }));

interface Gathered {
  readonly received: Extract<Event, { kind: 'submission-received' }> | undefined;
  readonly decided: Extract<Event, { kind: 'submission-accepted' | 'submission-rejected' }> | undefined;
  readonly evidence: readonly ShownEvidence[];
}

const gather = ({ book }: ShownRun, row: HandoffRow): Gathered => {
  let received: Gathered['received'];
  let decided: Gathered['decided'];
  const evidence: ShownEvidence[] = [];
  for (let seq = row.received; seq <= row.seq; seq += 1)
    for (const event of book.entryAt(seq).events) {
      if (event.kind === 'submission-received' && event.submission === row.submission) received = event;
      if (event.kind === 'evidence-observed' && event.assignment === row.assignment)
        evidence.push(shownEvidence(event.key, event.evidence));
      if (
        (event.kind === 'submission-accepted' || event.kind === 'submission-rejected') &&
        event.submission === row.submission
      )
        decided = event;
    }
  return { received, decided, evidence };
};

const treeOf = (shown: ShownRun, row: HandoffRow | undefined): string | undefined =>
  row === undefined
    ? undefined
    : gather(shown, { ...row, seq: row.received }).received?.sealed.find(({ digest }) =>
        digest.startsWith(TREE_PREFIX),
      )?.digest;

const fixOf = (
  shown: ShownRun,
  row: HandoffRow,
  times: readonly HandoffRow[],
): Pick<HandoffDocument, 'fix'> => {
  const next = times.find(({ received }) => received > row.received);
  const from = treeOf(shown, row);
  const to = treeOf(shown, next);
  return from === undefined || to === undefined || from === to ? {} : { fix: { from, to } };
};

const clausesOf = (workflow: Workflow, row: HandoffRow, decided: Gathered['decided']): Clause[] => {
  const texts = checksOf(workflow, row.contract);
  return [...(decided?.judged ?? [])]
    .sort((a, b) => RANK[a.status] - RANK[b.status])
    .map((one) => {
      const { clause } = one;
      const text = texts.get(clause);
      if (text !== undefined) return { ...one, ...text };
      return isOwn(clause)
        ? { ...one, ...plainText(OWN_CLAUSES[clause]), own: clause }
        : { ...one, ...plainText(clause) };
    });
};

/** `seq` is the entry that received it or the one that decided. */
export const handoffView = (shown: ShownRun, seq: number, at: number): HandoffDocument => {
  const { project, run, workflow, book } = shown;
  const rows = book.history.rows.flatMap((one) => rowAt(book.history, one, at) ?? []);
  const place = rows.findIndex((one) => one.seq === seq || one.received === seq);
  const row = rows[place];
  if (row === undefined)
    throw new BatonError('ITEM_UNKNOWN', `expected an entry with a handoff, ${seq} has none`, {
      hint: `see them with: baton log ${run.name}`,
    });
  const { received, decided, evidence } = gather(shown, row);
  const times = rows.filter(({ line, visit }) => line === row.line && visit === row.visit);
  const clauses = clausesOf(workflow, row, decided);
  const judged = new Set(clauses.map(({ clause }) => clause));
  const rejection = decided?.kind === 'submission-rejected' ? decided.rejection : undefined;
  return {
    ...{ project, run: run.name, workflow: workflow.name, row: shownRow(workflow, row) },
    says: workflow.contracts[row.contract]?.says ?? row.contract,
    said: saidIn(received?.args ?? {}),
    clauses,
    notChecked:
      row.status === 'judging' || clauses.length === 0
        ? []
        : [...checksOf(workflow, row.contract)]
            .filter(([name]) => !judged.has(name))
            .map(([clause, text]) => ({ clause, ...text })),
    problems: [...(rejection?.problems ?? [])],
    ...(rejection === undefined ? {} : { blame: rejection.blame }),
    evidence: [...evidence],
    sealed: (received?.sealed ?? []).map(({ path, artifact, digest, bytes }) => ({
      path,
      artifact,
      digest,
      bytes,
    })),
    times,
    ...(rows[place - 1] === undefined ? {} : { previous: rows[place - 1]?.seq }),
    ...(rows[place + 1] === undefined ? {} : { next: rows[place + 1]?.seq }),
    ...fixOf(shown, row, times),
    logs: row.kind === 'agent' ? [{ assignment: row.assignment, attempt: row.attempt }] : [],
  };
};
