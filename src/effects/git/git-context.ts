// What the git effects of one run share.
import type { Repository } from '../../runners/trees/repository.ts';
import type { Workspaces } from './workspaces.ts';

export interface GitContext {
  readonly repository: Repository;
  readonly run: string;
  /** `refs/baton/<run>` */
  readonly refs: string;
  readonly workspaces: Pick<Workspaces, 'update'>;
  /** For indexes of our own, outside of the repository; what a dead process left there is swept. */
  readonly scratchDirectory: string;
  /** The project's directory in the working tree where an assignment is at work now, where it is. */
  workspaceOf(assignment: string): string | undefined | Promise<string | undefined>;
}
