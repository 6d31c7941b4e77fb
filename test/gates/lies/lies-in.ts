// Lies in a project of their own: the edit breaks something, or hands in what is not there.
import type { AnyRunner, Edit, Files, Gate, Lie, NamedTest } from '../case.ts';
import { ANY, KIND, type Told } from './lie.ts';

/** Whatever says no first; what must not happen is that nobody does. */
const SOMEBODY = [...ANY, ...KIND, 'protected-kept', 'scope-kept', 'round-kept', 'types-green', 'lint-green'];

export interface InProject extends Omit<Told, 'story' | 'edit' | 'gates' | 'before'> {
  readonly story: string;
  readonly gates: readonly Gate[];
  readonly edit?: Edit;
}

/** All lies in one project; `shown` is a test of it, for reports that must name one. */
export const liesIn =
  (runner: AnyRunner, project: string, files: Files, shown: NamedTest) =>
  (name: string, { edit = (same) => same, run, ...told }: InProject): Lie => ({
    id: `lie-${project}-${name}`,
    runner,
    before: () => files,
    turns: [{ edit, ...(run === undefined ? {} : { run }) }],
    names: shown,
    caughtBy: SOMEBODY,
    ...told,
  });
