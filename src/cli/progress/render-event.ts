// One journal entry as one line. `log` shows every entry; progress without a terminal shows those that people care about.
import { PERMIT_ASK } from '../../model/permissions/wish.ts';
import type { Entry } from '../../model/run/entry.ts';
import type { Assignment, Event, Request } from '../../model/run/event.ts';
import type { Actor } from '../../model/run/input.ts';
import { PEOPLE } from '../../model/run/notice.ts';
import { GIVE_UP } from '../../model/workflow/names.ts';
import { clip, plainLine } from '../../std/terminal-text.ts';
import { personCommands } from '../person-command.ts';
import { amountText, usageWords } from '../texts/usage-text.ts';
import { problemLine, rejectionLines, repeatWords } from './words.ts';

const TEXT_SHOWN = 300;
const PROBLEMS_SHOWN = 3;

type Of<K extends Event['kind']> = Extract<Event, { kind: K }>;

const attemptEnd = (event: Of<'attempt-ended'>): string | undefined => {
  const { assignment, attempt, end, why, retryAt, usage } = event;
  const used = usage === undefined ? undefined : `  ${assignment} used ${usageWords(usage)}`;
  // Why it was stopped is said by what stopped it; a budget has no entry of its own.
  if (end === 'stopped' && why !== undefined && event.turn !== undefined)
    return `${used ?? `  ${assignment}`}; it was stopped: ${why}`;
  if (end === 'finished' || end === 'stopped') return used;
  const again = retryAt === undefined ? '' : '; it starts again';
  return `! ${assignment} attempt ${attempt} ${end}${why === undefined ? '' : `: ${why}`}${again}`;
};

const opened = ({ id, ask }: Assignment): string | undefined =>
  ask === undefined
    ? undefined
    : `? ${ask.kind} ${id}: ${clip(ask.text, TEXT_SHOWN)} — ${personCommands(id, ask).join(' | ')}`;

/** The first line of the page is what it is about. */
const stuck = ({ id, text }: Request): string => {
  const [first = ''] = text.split('\n', 1);
  const commands = personCommands(id, { choices: [], reject: GIVE_UP });
  return `? escalation ${id}: ${clip(first, TEXT_SHOWN)} — ${commands.join(' | ')}`;
};

/** A wish is read whole by whoever decides about it. */
const asks = ({ id, assignment, to, text, person, permit }: Request): string => {
  if (!person) return `${assignment} asks ${to}: ${clip(text, TEXT_SHOWN)}`;
  const commands = personCommands(id, permit === undefined ? { choices: [] } : PERMIT_ASK).join(' | ');
  return `? ${assignment} asks: ${permit === undefined ? clip(text, TEXT_SHOWN) : text} — ${commands}`;
};

/** What nobody measured is said with the yes. */
const waivedWords = ({ judged = [] }: Of<'submission-accepted'>): string => {
  const waived = judged.filter(({ basis }) => basis === 'waived').map(({ clause }) => clause);
  return waived.length === 0 ? '' : ` (waived: ${waived.join(', ')})`;
};

/** What people are told with it. */
const toldWords = ({ notices = [] }: Of<'submission-accepted'>): string =>
  notices
    .filter(({ to }) => to === PEOPLE)
    .map(({ text }) => `; notice: ${clip(text, TEXT_SHOWN)}`)
    .join('');

/** Nobody waits for it, so only its problems are news. */
const performed = ({ problems }: Of<'effect-performed'>): string | undefined =>
  problems.length === 0 ? undefined : `! ${problems.slice(0, PROBLEMS_SHOWN).map(problemLine).join('; ')}`;

const received = ({ assignment }: Of<'submission-received'>, entry: Entry): string | undefined =>
  entry.events.some((event) => event.kind === 'submission-accepted' || event.kind === 'submission-rejected')
    ? undefined
    : `${assignment} handed in; it is being judged`;

const ended = ({ status, cause }: Of<'run-ended'>): string =>
  `run ${status}${cause === undefined ? '' : `: ${cause.code} ${cause.message}`}`;

/** An item that ends well without a tree of its own is followed by what people see anyway. */
const itemEnded = ({ scope, as, cause, merged }: Of<'position-ended'>): string | undefined => {
  if (as !== undefined) return `✗ ${scope} ${as}${cause === undefined ? '' : `: ${cause.message}`}`;
  return merged === undefined ? undefined : `${scope} is merged into ${merged.main.artifact}`;
};

/** What people care about; undefined for the rest. */
const eventWords = (event: Event, entry: Entry): string | undefined => {
  switch (event.kind) {
    case 'run-started':
      return `run ${event.run.name} started (${event.run.workflow})`;
    case 'holder-changed':
      return `taken over by a new holder${event.torn === 0 ? '' : `; ${event.torn} bytes of a torn entry were set aside`}`;
    case 'phase-entered':
      return `→ ${event.scope === '' ? '' : `${event.scope} `}${event.phase}`;
    case 'position-ended':
      return itemEnded(event);
    case 'scope-retried':
      return `${event.scope}: ${event.items.join(', ')} begin again`;
    case 'work-opened':
      return opened(event.assignment);
    case 'attempt-started':
      return `${event.assignment} starts${event.attempt > 1 ? `, attempt ${event.attempt}` : ''}`;
    case 'attempt-ended':
      return attemptEnd(event);
    case 'spending-seen':
      return undefined;
    case 'budget-raised':
      return `! the budget of ${event.of === 'role' ? plainLine(event.role ?? '') : `the ${event.of}`} is ${amountText(event.unit, event.limit)} now`;
    case 'submission-received':
      return received(event, entry);
    case 'submission-accepted':
      return `✓ ${event.assignment} accepted: ${event.outcome}${waivedWords(event)}${toldWords(event)}`;
    case 'effect-performed':
      return performed(event);
    case 'submission-rejected':
      return `✗ ${event.assignment} rejected${repeatWords(event.rejection)}: ${rejectionLines(event.rejection, PROBLEMS_SHOWN).join('; ')}`;
    case 'rejection-repeated':
      return `✗ ${event.assignment} hands in the same again and again${repeatWords(event.rejection)}`;
    case 'work-rebased':
      return event.pending ? `${event.assignment} goes on from the others' work` : undefined;
    case 'submission-refused':
      return `! refused ${event.code}: ${event.message}`;
    case 'request-opened':
      if (event.request.stuck) return stuck(event.request);
      return asks(event.request);
    case 'request-answered':
      return event.permit === undefined
        ? `${event.request} answered`
        : `${event.permit === 'allow' || event.permit === 'always' ? '✓' : '✗'} ${event.request} ${event.answer}`;
    case 'run-ended':
      return ended(event);
    case 'run-resumed':
      return 'run goes on';
    default:
      return undefined;
  }
};

const timeOf = (at: string): string => at.slice(11, 19);

const wordsOf = (entry: Entry): string[] =>
  entry.events.flatMap((event) => {
    const words = eventWords(event, entry);
    return words === undefined ? [] : [plainLine(words)];
  });

/** A line for people, or undefined when nothing in it is news. */
export const renderEvent = (entry: Entry): string | undefined => {
  const words = wordsOf(entry);
  return words.length === 0 ? undefined : `${timeOf(entry.at)} ${words.join(' · ')}`;
};

const actorWords = (by: Actor): string => {
  if ('assignment' in by) return by.assignment;
  if ('person' in by) return by.person;
  return 'engine' in by ? 'baton' : 'unknown';
};

/** Every entry has a line here: what came, by whom, and what followed. */
export const renderEntry = (entry: Entry): string => {
  const words = wordsOf(entry);
  const what = words.length > 0 ? words.join(' · ') : entry.events.map((event) => event.kind).join(', ');
  return `${String(entry.seq).padStart(4)}  ${entry.at.slice(0, 19)}Z  ${plainLine(`${actorWords(entry.by)}: ${entry.input.kind}`)}  ${what}`;
};
