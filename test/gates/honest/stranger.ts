// A piece of honest work in a project of its own.
import type { AnyRunner, Edit, Files, NamedTest, Work } from '../case.ts';

export interface Stranger extends Partial<Omit<Work, 'id' | 'runner' | 'gates'>> {
  readonly gates: Work['gates'];
  readonly story: string;
  /** The one turn, where there are not several. */
  readonly edit?: Edit;
}

/** All pieces of work in one project; `shown` is a test of it, for work that has no new one to show. */
export const inProject =
  (runner: AnyRunner, project: string, files: Files, shown: NamedTest) =>
  (name: string, { edit = (same) => same, ...work }: Stranger): Work => ({
    id: `stranger-${project}-${name}`,
    runner,
    before: () => files,
    turns: [{ edit }],
    names: shown,
    ...work,
  });
