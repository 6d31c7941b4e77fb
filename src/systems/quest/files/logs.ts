// The logs of a quest, line by line, and the report of how its agents handed over.
import type { QuestRuntime } from './orchestration-file.ts';
import { wholeSeconds } from './times.ts';

export const HEALTH_PHASES = ['plan', 'plan_review', 'build', 'code_review', 'fix'] as const;
type HealthPhase = (typeof HEALTH_PHASES)[number];

export interface HealthEntry {
  readonly at: string;
  readonly phase: HealthPhase;
  readonly agent: string;
  /** What really ran, not what the role is called. */
  readonly runtime: string;
  /** The round of planning or of fixing; 1 for the build. */
  readonly iteration: number;
  readonly handoffJson: 'found' | 'missing' | 'unparsable';
  readonly source: 'handoff_json' | 'text_fallback' | 'none';
  /** Left out when it is not known. */
  readonly status?: 'complete' | 'needs_human' | 'blocked' | undefined;
  readonly transport?: 'background-agent' | 'bridge' | undefined;
  /** Of code reviewers: how their findings were had. */
  readonly findings?: 'found' | 'found_retry' | 'fallback' | 'missing_block' | undefined;
}

/** A value cannot begin a field or a line of its own. */
const word = (text: string): string => text.replaceAll(/[\s|=\x00-\x1f\x7f]+/g, '_');

const pair = (key: string, value: string | undefined): string[] =>
  value === undefined ? [] : [`${key}=${word(value)}`];

/** One line of context_health.log, with its line end. */
export const healthLine = (entry: HealthEntry): string =>
  `${[
    wholeSeconds(entry.at),
    ...pair('phase', entry.phase),
    ...pair('agent', entry.agent),
    ...pair('runtime', entry.runtime),
    ...pair('iter', String(entry.iteration)),
    ...pair('handoff_json', entry.handoffJson),
    ...pair('source', entry.source),
    ...pair('status', entry.status),
    ...pair('transport', entry.transport),
    ...pair('findings', entry.findings),
  ].join(' | ')}\n`;

const REVIEWS = { plan: 'Plan review', code: 'Code review' } as const;
type ReviewKind = keyof typeof REVIEWS;

/** Lines of parallelism.log: the times are those of Baton's own clock. */
export const concurrentLine = (review: ReviewKind, start: string, end: string): string =>
  `${REVIEWS[review]}: dispatched=concurrent (wall: ${wholeSeconds(start)}-${wholeSeconds(end)})\n`;
export const singleLine = (review: ReviewKind): string =>
  `${REVIEWS[review]}: dispatched=single (solo mode)\n`;
export const ARBITER_SKIPPED_LINE = 'Plan review: arbiter=skipped (solo mode, using reviewer-a verdict)\n';

export interface Transition {
  readonly at: string;
  /** Undefined: the state could not be read. */
  readonly from: string | undefined;
  readonly to: string;
  /** None: it passed. */
  readonly errors: number;
}

/** One line of validation.log. */
export const validationLine = ({ at, from, to, errors }: Transition): string =>
  `${wholeSeconds(at)} | transition=${word(from ?? 'unknown')}->${word(to)} | result=${errors === 0 ? 'pass' : 'fail'} | errors=${errors}\n`;

interface Read {
  readonly phase: string;
  readonly agent: string;
  readonly runtime: string | undefined;
  readonly isFile: boolean;
}

const readLine = (line: string): Read[] => {
  const fields = new Map(
    line
      .split('|')
      .slice(1)
      .map((part) => {
        const at = part.indexOf('=');
        return [part.slice(0, Math.max(0, at)).trim(), part.slice(at + 1).trim()] as const;
      }),
  );
  const [phase, agent, source] = [fields.get('phase'), fields.get('agent'), fields.get('source')];
  if (phase === undefined || agent === undefined || source === undefined) return [];
  return [{ phase, agent, runtime: fields.get('runtime'), isFile: source === 'handoff_json' }];
};

/** The agents of a quest, in the order in which they first work. */
const ROLES: readonly (readonly [string, string, string])[] = [
  ['Planner', 'plan', 'planner'],
  ['Plan Review Slot A', 'plan_review', 'plan-reviewer-a'],
  ['Plan Review Slot B', 'plan_review', 'plan-reviewer-b'],
  ['Arbiter', 'plan_review', 'arbiter'],
  ['Builder', 'build', 'builder'],
  ['Code Review Slot A', 'code_review', 'code-reviewer-a'],
  ['Code Review Slot B', 'code_review', 'code-reviewer-b'],
  ['Review Arbiter', 'code_review', 'review-arbiter'],
  ['Fixer', 'fix', 'fixer'],
];

const percentOf = (lines: readonly Read[]): number =>
  Math.floor((100 * lines.filter(({ isFile }) => isFile).length) / lines.length);

const shareText = (lines: readonly Read[]): string => {
  const files = lines.filter(({ isFile }) => isFile).length;
  return lines.length === 0 ? '0/0 (n/a)' : `${files}/${lines.length} (${percentOf(lines)}%)`;
};

const BANDS: readonly { readonly from: number; readonly advice: (agents: string) => string }[] = [
  { from: 100, advice: () => 'All agents wrote handoff.json.' },
  { from: 75, advice: (agents) => `Most agents wrote handoff.json. Sharpen the prompts of: ${agents}.` },
  { from: 50, advice: (agents) => `Many handoffs had to be read from text. Find out why: ${agents}.` },
  { from: 0, advice: (agents) => `Most handoffs had to be read from text or were missing: ${agents}.` },
];

const adviceOf = (lines: readonly Read[]): string => {
  if (lines.length === 0) return 'No handoff was read.';
  const percent = percentOf(lines);
  const agents = [...new Set(lines.filter(({ isFile }) => !isFile).map(({ agent }) => agent))].sort();
  return BANDS.find(({ from }) => percent >= from)?.advice(agents.join(', ')) ?? '';
};

/** How many handoffs came as a file, by runtime and by role. Lines that are none of the log are skipped. */
export const healthReport = (log: string): string => {
  const lines = log.split('\n').flatMap(readLine);
  const of = (runtime: QuestRuntime): readonly Read[] => lines.filter((line) => line.runtime === runtime);
  const roles = ROLES.map(([title, phase, agent]) => {
    const own = lines.filter((line) => line.phase === phase && line.agent === agent);
    const runtimes = [...new Set(own.flatMap(({ runtime }) => runtime ?? []))].sort().join(', ');
    return `  ${title}${runtimes === '' ? '' : ` (${runtimes})`}: ${shareText(own)}`;
  });
  return [
    'Handoffs as handoff.json:',
    `  Claude agents: ${shareText(of('claude'))}`,
    `  Codex agents:  ${shareText(of('codex'))}`,
    `  Overall:       ${shareText(lines)}`,
    '',
    'By role:',
    ...roles,
    '',
    adviceOf(lines),
    '',
  ].join('\n');
};
