// Something that waits for a person, with all that is known about it, what each answer does, and what was seen before.

import { plan } from '../../engine/plan.ts';
import { allWorks } from '../../engine/reduce/past.ts';
import type {
  AnsweredBy,
  HandoffRow,
  ItemDocument,
  ItemReply,
  Point,
} from '../../model/dashboard/documents.ts';
import type { Input } from '../../model/run/input.ts';
import { DECISION_CLAUSE, EFFECT_CLAUSE, FORM_CLAUSE } from '../../model/run/judged.ts';
import { TREE_PREFIX } from '../../model/run/sealed.ts';
import type { State } from '../../model/run/state.ts';
import type { WantedQuestion } from '../../model/run/wanted.ts';
import { treesAsked } from '../people/change-trees.ts';
import { withChange } from '../people/shown-change.ts';
import { waitingItems } from '../status/status.ts';
import type { System } from '../system.ts';
import { type ClauseText, clauseTexts, plainText } from './clause-text.ts';
import { followsFrom } from './follows.ts';
import { questionsOf, type ShownRun, shownRow, waitingOf } from './run-view.ts';

/** Handoffs that led here; older ones are on the run's page. */
const CAME_MAX = 40;
const NO_CLAIM = [FORM_CLAUSE, DECISION_CLAUSE, EFFECT_CLAUSE];

const checksOf = ({ workflow }: ShownRun): ReadonlyMap<string, ClauseText> =>
  clauseTexts(Object.values(workflow.contracts).flatMap(({ checks = [] }) => checks));

/** What was judged of accepted work that this is about, each clause once for each thing that it rests on. */
const pointsOf = (shown: ShownRun, state: State, item: string): Point[] => {
  const scope = state.works[item]?.assignment.scope ?? '';
  const texts = checksOf(shown);
  const found = new Map<string, Point>();
  for (const { assignment, outcome, judged = [] } of allWorks(state)) {
    if (outcome === undefined || (scope !== '' && assignment.scope !== scope)) continue;
    for (const { clause, basis, waiver } of judged) {
      if (NO_CLAIM.includes(clause)) continue;
      const key = `${clause} ${basis}`;
      const why = waiver === undefined ? {} : { why: waiver.why };
      const by = [...(found.get(key)?.by ?? []), assignment.id];
      found.set(key, { name: clause, ...(texts.get(clause) ?? plainText(clause)), basis, by, ...why });
    }
  }
  return [...found.values()];
};

/** The last word of each who was to judge the work: said, not measured. */
const reviewsOf = ({ workflow }: ShownRun, rows: readonly HandoffRow[]): Point[] => {
  const last = new Map(
    rows
      .filter(
        ({ contract, status }) =>
          workflow.contracts[contract]?.reviews !== undefined && status === 'accepted',
      )
      .map((row) => [`${row.role} ${row.item ?? ''}`, row]),
  );
  return [...last.values()].map(({ role, outcome = '', assignment, said }) => ({
    ...{ name: role, ...plainText(`${role} says ${outcome}`), basis: 'stated', by: [assignment] },
    ...(said === undefined ? {} : { words: said }),
  }));
};

type Answer = Extract<Input, { kind: 'answer' }>;

const answeredIn = (
  { book }: ShownRun,
  seq: number,
): (AnsweredBy & { readonly input: Answer }) | undefined => {
  const { input, by, at, events } = book.entryAt(seq);
  if (input.kind !== 'answer' || events.some(({ kind }) => kind === 'submission-refused')) return undefined;
  return {
    ...{ by: 'person' in by ? by.person : 'unknown', at, seq, text: input.text, input },
    ...(input.choice === undefined ? {} : { choice: input.choice }),
  };
};

/** Newest first: entries of people are few, and marked. */
const answersOf = function* (shown: ShownRun): Generator<AnsweredBy & { readonly input: Answer }> {
  const { marks } = shown.book.history;
  for (let seq = marks.length; seq >= 1; seq -= 1) {
    if (marks[seq - 1] === '.' || marks[seq - 1] === 'a') continue;
    const found = answeredIn(shown, seq);
    if (found !== undefined) yield found;
  }
};

export const whoAnswered = (shown: ShownRun, item: string): AnsweredBy | undefined => {
  for (const { input, ...answered } of answersOf(shown)) if (input.item === item) return answered;
  return undefined;
};

/** What somebody saw and said on the same line of work the time before. */
const seenBefore = (shown: ShownRun, state: State, item: string): Pick<ItemDocument, 'before'> => {
  const line = state.works[item]?.assignment.line;
  if (line === undefined) return {};
  const items = new Set(
    shown.book.history.rows
      .filter((row) => row.line === line && row.assignment !== item)
      .map((row) => row.assignment),
  );
  for (const { input, ...answered } of answersOf(shown)) {
    if (!items.has(input.item)) continue;
    const tree = Object.values(input.about ?? {}).find((digest) => digest.startsWith(TREE_PREFIX));
    return { before: { ...answered, ...(tree === undefined ? {} : { tree }) } };
  }
  return {};
};

const itemDocument = async (
  system: System,
  shown: ShownRun,
  state: State,
  question: WantedQuestion,
): Promise<ItemDocument> => {
  const { id, ask, page } = question;
  const waiting = waitingOf(shown, state, question);
  const item = waitingItems(plan(state)).find((one) => one.id === id);
  const known = item === undefined ? undefined : await withChange(system, shown.run, state, item);
  const { before } = seenBefore(shown, state, id);
  const trees = treesAsked(state, ask);
  const { change } = known ?? {};
  const came = shown.book.history.rows.filter(
    ({ seq, kind }) => seq > (before?.seq ?? 0) && kind !== 'human',
  );
  return {
    ...waiting,
    ...{ request: state.run.request, held: shown.held, seq: state.seq, isolation: state.run.isolation },
    ...(ask.approve === undefined ? {} : { approve: ask.approve }),
    ...(ask.reject === undefined ? {} : { reject: ask.reject }),
    ...(ask.exclude === undefined ? {} : { exclude: ask.exclude }),
    page: page === true,
    does: followsFrom(shown.workflow, waiting.phase, ask.choices),
    ...(trees === undefined ? {} : { trees: { from: trees.from, to: trees.to } }),
    ...(change === undefined
      ? {}
      : { change: { files: change.filesChanged, added: change.added, removed: change.removed } }),
    files: [...(change?.files ?? [])],
    cut: change?.cut ?? false,
    ...(known?.changeProblem === undefined ? {} : { changeProblem: known.changeProblem }),
    tests: change?.tests == null ? null : [...change.tests],
    untested: (change?.untested ?? []).map(({ path, line, text }) => ({ path, line, text })),
    notes: [...(change?.notes ?? [])],
    points: ask.kind === 'approval' ? [...pointsOf(shown, state, id), ...reviewsOf(shown, came)] : [],
    ...(before === undefined ? {} : { before }),
    came: came
      .slice(-CAME_MAX)
      .reverse()
      .map((row) => shownRow(shown.workflow, row)),
    details: state.details,
  };
};

/** Undefined where nothing of that name ever waited. */
export const itemView = async (
  system: System,
  shown: ShownRun,
  id: string,
): Promise<ItemReply | undefined> => {
  const state = shown.book.stateAt(shown.book.seq);
  const question = questionsOf(state).find((one) => one.id === id);
  if (question !== undefined)
    return { status: 'waiting', item: await itemDocument(system, shown, state, question) };
  const answered = whoAnswered(shown, id);
  return answered === undefined ? undefined : { status: 'answered', answered };
};
