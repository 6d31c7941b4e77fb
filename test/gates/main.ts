// `npm run gates`: every lie and every honest piece of work, through the front door, with a table of what became of it.
import { parseArgs } from 'node:util';
import { ALL_RUNNERS, type AnyRunner, GATES, type Gate, type Lie, type Work } from './case.ts';
import { HONEST, LIES, UNDECIDABLE } from './corpus.ts';
import { keepRecordings, readRecordings } from './kept-recordings.ts';
import { type Outcome, play, Worlds } from './play.ts';
import { faultsIn } from './recording.ts';

interface Row {
  readonly work: Work | Lie;
  readonly gate: Gate;
  readonly outcome: Outcome;
  readonly seconds: number;
}

const isLie = (work: Work | Lie): work is Lie => 'caughtBy' in work;

/** A lie that passed, or honest work that was refused. */
const isWrong = ({ work, outcome }: Row): boolean =>
  !('skipped' in outcome) && outcome.accepted === isLie(work);

/** Caught, but by none of the clauses that should have. */
const isElsewhere = ({ work, outcome }: Row): boolean =>
  isLie(work) &&
  !('skipped' in outcome) &&
  !outcome.accepted &&
  !outcome.clauses.some((clause) => work.caughtBy.includes(clause));

const verdictOf = (row: Row): string => {
  if ('skipped' in row.outcome) return 'skipped';
  if (isWrong(row)) return isLie(row.work) ? 'PASSED' : 'REFUSED';
  return isLie(row.work) ? 'caught' : 'accepted';
};

const lineOf = (row: Row, verbose: boolean): string => {
  const { work, gate, outcome, seconds } = row;
  const expected = isLie(work) ? work.caughtBy.join('|') : '-';
  const by = 'skipped' in outcome ? outcome.skipped : outcome.clauses.join(',');
  const line = `${verdictOf(row).padEnd(8)} ${work.id.padEnd(34)} ${work.runner.padEnd(6)} ${gate.padEnd(8)} ${seconds.toFixed(1).padStart(5)}s  ${expected} ← ${by}${isElsewhere(row) ? '  (another clause)' : ''}`;
  const tell = !('skipped' in outcome) && (verbose || isWrong(row) || isElsewhere(row));
  return tell
    ? `${line}\n           ${outcome.said.trim().slice(0, 1_200).replaceAll('\n', '\n           ')}`
    : line;
};

const OPTIONS = {
  gate: { type: 'string', multiple: true },
  runner: { type: 'string', multiple: true },
  only: { type: 'string', multiple: true },
  jobs: { type: 'string', default: '2' },
  lies: { type: 'boolean' },
  honest: { type: 'boolean' },
  undecidable: { type: 'boolean' },
  missing: { type: 'boolean' },
  list: { type: 'boolean' },
  record: { type: 'boolean' },
  verbose: { type: 'boolean' },
} as const;

const picked = <T extends string>(
  all: readonly T[],
  wanted: readonly string[] | undefined,
  what: string,
): readonly T[] => {
  const unknown = (wanted ?? []).filter((name) => !(all as readonly string[]).includes(name));
  if (unknown.length > 0)
    throw new Error(`--${what}: expected one of ${all.join(', ')}, got ${unknown.join(', ')}`);
  return wanted === undefined ? all : all.filter((name) => wanted.includes(name));
};

const totals = (rows: readonly Row[]): string => {
  const count = (test: (row: Row) => boolean): number => rows.filter(test).length;
  const lies = rows.filter(({ work }) => isLie(work));
  const honest = rows.filter(({ work }) => !isLie(work));
  const ids = (list: readonly Row[]): number => new Set(list.map(({ work }) => work.id)).size;
  return [
    '',
    `${ids(lies)} lies, played ${lies.length} times: ${count((row) => isLie(row.work) && isWrong(row))} passed, ${count(isElsewhere)} caught by another clause than expected`,
    `${ids(honest)} honest pieces of work, played ${honest.length} times: ${count((row) => !isLie(row.work) && isWrong(row))} refused`,
    `${count(({ outcome }) => 'skipped' in outcome)} skipped`,
  ].join('\n');
};

const played = new Set([...LIES, ...HONEST].flatMap(({ id, gates }) => gates.map((gate) => `${id} ${gate}`)));

const recordedKeys = (): ReadonlySet<string> =>
  new Set(readRecordings().map(({ id, gate }) => `${id} ${gate}`));

/** What is kept must be judged as it was at the gate; what went wrong there is fixed first, and kept then. */
const record = (row: Row): void => {
  const { work, gate, outcome } = row;
  if ('skipped' in outcome || outcome.recording === undefined) return;
  const again = faultsIn(outcome.recording);
  const isSame = outcome.accepted === (again.length === 0);
  const why = isSame ? 'the gate was wrong' : `its recording alone is judged ${again.join(', ') || 'met'}`;
  if (isWrong(row) || !isSame) console.log(`not kept ${work.id} at ${gate}: ${why}`);
  else keepRecordings(work.runner, [outcome.recording], ({ id, gate: at }) => played.has(`${id} ${at}`));
};

export const main = async (argv: readonly string[]): Promise<number> => {
  const { values } = parseArgs({ args: [...argv], options: OPTIONS });
  const gates = picked<Gate>(GATES, values.gate, 'gate');
  const runners = picked<AnyRunner>(ALL_RUNNERS, values.runner, 'runner');
  const everything: readonly (Work | Lie)[] = values.undecidable
    ? UNDECIDABLE
    : [...(values.honest ? [] : LIES), ...(values.lies ? [] : HONEST)];
  const known = values.missing === true ? recordedKeys() : new Set<string>();
  const queue = everything
    .filter((work) => runners.includes(work.runner))
    .filter((work) => values.only === undefined || values.only.some((only) => work.id.includes(only)))
    .flatMap((work) => work.gates.filter((gate) => gates.includes(gate)).map((gate) => ({ work, gate })))
    .filter(({ work, gate }) => !known.has(`${work.id} ${gate}`));
  if (values.list) {
    for (const { work, gate } of queue) console.log(`${work.id.padEnd(34)} ${gate.padEnd(8)} ${work.story}`);
    return 0;
  }
  const worlds = new Worlds();
  const rows: Row[] = [];
  const waiting = [...queue];
  const worker = async (): Promise<void> => {
    for (;;) {
      const next = waiting.shift();
      if (next === undefined) return;
      const began = performance.now();
      const outcome = await play(worlds, next.work, next.gate, values.record).catch(
        (cause: unknown): Outcome => ({
          accepted: isLie(next.work),
          clauses: [],
          said: `the case could not be played: ${String(cause)}`,
        }),
      );
      const row = { ...next, outcome, seconds: (performance.now() - began) / 1000 };
      rows.push(row);
      console.log(lineOf(row, values.verbose ?? false));
      // At once: a run that is ended early has kept what it has seen.
      if (values.record) record(row);
    }
  };
  try {
    await Promise.all(Array.from({ length: Math.max(1, Number(values.jobs)) }, worker));
  } finally {
    worlds.remove();
  }
  console.log(totals(rows));
  return rows.some(isWrong) ? 1 : 0;
};
