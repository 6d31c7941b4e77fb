// What Baton does itself in a step: each action brings what it reads, what it writes and how it may end.
import { type File, lastCommit, type Tree } from '../model/workflow/handles.ts';
import type { View } from '../model/workflow/view.ts';
import type { Action } from './step.ts';

/**
 * Merges the accepted work of all items into one tree, in plan order.
 *
 * @example
 * ```ts
 * engine(merge(tree('work', { each: true }), { onto: tree('base'), into: tree('merged') }));
 * ```
 */
export const merge = (work: Tree, where: { readonly onto: Tree; readonly into: Tree }): Action<'merged'> => ({
  says: 'The items, merged in plan order.',
  outcomes: ['merged'],
  reads: where.onto === where.into ? [work] : [where.onto, work],
  writes: [where.into],
  effect: (view) => ({
    action: 'merge',
    base: view.digest(where.onto),
    parts: [...view.parts(work)],
    into: where.into.name,
  }),
});

const ownBranch = (view: View): string => `baton/${view.run.name}`;

/**
 * Commits a tree on a branch of the run, `baton/<run>` unless `branch` says otherwise. With `after: 'last-commit'` it goes on
 * top of what the run committed before. The checkout of the user is not touched.
 *
 * @example
 * ```ts
 * engine(commit(tree('merged'), { message: (view) => view.memo(message) ?? view.request }));
 * ```
 */
export const commit = (
  what: Tree,
  how: {
    readonly message: (view: View) => string;
    readonly branch?: (view: View) => string;
    readonly after?: 'last-commit';
    readonly into?: Tree;
  },
): Action<'committed'> => ({
  says: 'The tree, committed on a branch of the run.',
  outcomes: ['committed'],
  reads: [what],
  writes: how.into === undefined ? [] : [how.into],
  effect: (view) => ({
    action: 'commit',
    tree: view.digest(what),
    parent: (how.after === 'last-commit' ? view.memo(lastCommit) : undefined) ?? view.run.base.commit,
    branch: (how.branch ?? ownBranch)(view),
    message: how.message(view),
    ...(how.into === undefined ? {} : { into: how.into.name }),
  }),
});

/**
 * Writes a file that nobody has to write. `as` names the outcome.
 *
 * @example
 * ```ts
 * engine(record(file('summary.md'), (view) => `# ${view.request}\n`));
 * ```
 */
export const record = <const O extends string = 'recorded'>(
  what: File,
  text: (view: View) => string,
  as?: O,
): Action<O> => {
  const outcome = as ?? ('recorded' as O);
  return {
    says: `${what.path}, written by Baton.`,
    outcomes: [outcome],
    reads: [],
    writes: [what],
    effect: (view) => ({
      action: 'record',
      outcome,
      artifact: what.name,
      path: what.path,
      text: text(view),
    }),
  };
};

/**
 * Takes changes back: these files are as they were when the run began. The outcome is `unknown` when one of them is not part
 * of the change.
 *
 * @example
 * ```ts
 * engine(exclude(tree('merged'), () => ['package-lock.json']));
 * ```
 */
export const exclude = (
  from: Tree,
  files: (view: View) => readonly string[],
): Action<'excluded' | 'unknown'> => ({
  says: 'The change without the files that a person left out.',
  outcomes: ['excluded', 'unknown'],
  reads: [from],
  writes: [from],
  effect: (view) => ({
    action: 'exclude',
    tree: view.digest(from),
    base: view.run.base.tree,
    files: [...files(view)],
    into: from.name,
  }),
});

/**
 * Puts files into a tree that nobody has to write, in place of those of the same names.
 *
 * @example
 * ```ts
 * engine(add(tree('merged'), (view) => [{ path: 'CHANGES.md', text: `# ${view.request}\n` }]));
 * ```
 */
export const add = (
  to: Tree,
  files: (view: View) => readonly { readonly path: string; readonly text: string }[],
  { into = to }: { readonly into?: Tree } = {},
): Action<'added'> => ({
  says: 'The tree, with files that Baton adds.',
  outcomes: ['added'],
  reads: [to],
  writes: [into],
  effect: (view) => ({ action: 'add', tree: view.digest(to), files: [...files(view)], into: into.name }),
});

/**
 * Pushes the branch and opens a pull request, as far as the project has a remote and `gh`.
 *
 * @example
 * ```ts
 * engine(
 *   publish({
 *     branch: (view) => `baton/${view.run.name}`,
 *     push: () => true,
 *     draft: () => true,
 *     onto: () => 'main',
 *     title: (view) => view.request,
 *     body: () => 'Checked by Baton.',
 *     feature: (view) => view.run.name,
 *   }),
 * );
 * ```
 */
export const publish = (how: {
  readonly branch: (view: View) => string;
  readonly push: (view: View) => boolean;
  readonly draft: (view: View) => boolean;
  /** The branch that the pull request asks to be merged into. */
  readonly onto: (view: View) => string;
  readonly title: (view: View) => string;
  readonly body: (view: View) => string;
  readonly feature: (view: View) => string;
}): Action<'published' | 'pushed' | 'local'> => ({
  says: 'The branch, pushed, with a pull request, where there is somewhere to.',
  outcomes: ['published', 'pushed', 'local'],
  reads: [],
  writes: [],
  effect: (view) => ({
    action: 'publish',
    branch: how.branch(view),
    commit: view.memo(lastCommit) ?? '',
    push: how.push(view),
    title: how.title(view),
    body: how.body(view),
    base: how.onto(view),
    draft: how.draft(view),
    feature: how.feature(view),
  }),
});
