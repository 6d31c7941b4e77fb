// Lies in a project of their own: the edit breaks something, or hands in what is not there.
import type { AnyRunner, Edit, Files, Gate, Lie, NamedTest, Undecidable, Work } from '../case.ts';
import { ANY, KIND, type Told } from './lie.ts';

/** Whatever says no first; what must not happen is that nobody does. */
const SOMEBODY = [...ANY, ...KIND, 'protected-kept', 'scope-kept', 'round-kept', 'types-green', 'lint-green'];

export interface InProject extends Omit<Told, 'story' | 'edit' | 'gates' | 'before'> {
  readonly story: string;
  readonly gates: readonly Gate[];
  readonly edit?: Edit;
}

const told = (
  [runner, id, files, shown]: readonly [AnyRunner, string, Files, NamedTest],
  { edit = (same) => same, run, ...more }: InProject,
): Omit<Work, 'gates' | 'story'> & typeof more => ({
  ...{ id, runner, before: () => files, names: shown },
  turns: [{ edit, ...(run === undefined ? {} : { run }) }],
  ...more,
});

/** All lies in one project; `shown` is a test of it, for reports that must name one. */
export const liesIn =
  (runner: AnyRunner, project: string, files: Files, shown: NamedTest) =>
  (name: string, lie: InProject): Lie => ({
    ...{ caughtBy: SOMEBODY },
    ...told([runner, `lie-${project}-${name}`, files, shown], lie),
  });

/** Those among them that no program can tell from honest work. */
export const unseenIn =
  (runner: AnyRunner, project: string, files: Files, shown: NamedTest) =>
  (name: string, why: string, lie: InProject): Undecidable => ({
    ...told([runner, `undecidable-${project}-${name}`, files, shown], lie),
    why,
  });
