// What looking at one input came to, before it is a result; and the answers for inputs that nobody could judge.
import type { Dialect } from '../../handoffs/dialect.ts';
import type { Inspector } from '../../handoffs/inspector.ts';
import type { Handoff } from '../../model/handoff.ts';
import { type Problem, problem } from '../../model/problem.ts';
import type { ChangesOf } from '../people/changed-since.ts';

export interface CheckResult {
  readonly path: string;
  readonly ok: boolean;
  readonly kind: 'handoff' | 'artifact' | 'run';
  readonly dialect: string | null;
  readonly variant: string | null;
  readonly handoff: Handoff | null;
  readonly problems: readonly Problem[];
}

export type Outcome = Pick<CheckResult, 'kind' | 'dialect' | 'problems'> &
  Partial<Pick<CheckResult, 'variant' | 'handoff'>> & {
    readonly unreadable?: boolean;
    /** The text that was looked at, to show where a problem is. */
    readonly source?: string;
  };

/** Who is asked: inspectors know artifacts and runs, dialects know handoffs. */
export interface Chosen {
  readonly inspectors: readonly Inspector[];
  readonly dialects: readonly Dialect[];
  /** Where the artifacts of a handoff are looked for, and who knows which of them were changed. */
  readonly files?: { readonly root: string; readonly changes: ChangesOf | undefined } | undefined;
}

export const unread = (kind: CheckResult['kind'], found: Problem): Outcome => ({
  kind,
  dialect: null,
  problems: [found],
  unreadable: true,
});

export const namesOf = ({ inspectors, dialects }: Chosen): string[] => [
  ...new Set([...inspectors.map(({ dialect }) => dialect), ...dialects.map(({ name }) => name)]),
];

const understood = ({ inspectors, dialects }: Chosen): string =>
  [
    ...(dialects.length === 0 ? [] : [`handoffs of ${dialects.map(({ name }) => name).join(', ')}`]),
    ...inspectors.map(({ says }) => says),
  ].join('; ');

export const unknown = (kind: CheckResult['kind'], file: string, chosen: Chosen): Outcome => {
  const names = namesOf(chosen);
  const who = names.length === 1 ? names[0] : 'a dialect that is known';
  const what = kind === 'run' ? 'run directory' : 'file';
  const message =
    kind === 'run' && chosen.inspectors.length === 0
      ? `run directories of ${names.join(', ')} are not understood, only single files of it`
      : `expected a ${what} of ${who}, found neither by name nor by content`;
  const hint = `Understood: ${understood(chosen)}.`;
  return { kind, dialect: null, problems: [problem('DIALECT_UNKNOWN', message, { file, hint })] };
};
