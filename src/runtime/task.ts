// What an attempt is started with: its prompt, its place to work, and the door that it hands in at.
import type { Door, Task } from '../agents/agent.ts';
import { seenBy } from '../engine/veil.ts';
import { viewOf } from '../engine/view.ts';
import { BatonError } from '../errors.ts';
import type { Problem } from '../model/problem.ts';
import { type State, type Work, workOf } from '../model/run/state.ts';
import { partsOfKey } from '../model/workflow/names.ts';
import type { Workflow } from '../model/workflow/workflow.ts';
import { capsuleText, needsCapsule } from '../prompts/capsule.ts';
import { changeSection } from '../prompts/change-section.ts';
import { deskSection } from '../prompts/desk-section.ts';
import { permissionsSection } from '../prompts/permissions-section.ts';
import { promptFor, resumedPrompt } from '../prompts/prompt.ts';
import { type Places, renderPrompt } from '../prompts/templated-prompt.ts';
import { processIdentity } from '../std/processes/process-identity.ts';
import type { Store } from '../stores/store.ts';
import { contentsOf } from './files/contents.ts';
import { filesOfWork } from './files/desks.ts';
import { filesOf } from './files/projector.ts';
import { readyFiles } from './files/ready-files.ts';
import type { StartedLoop } from './loop.ts';
import type { Ports, WorkFiles } from './ports.ts';
import type { Tokens } from './tokens.ts';
import { toolsOf } from './tools.ts';

export interface TaskOptions {
  readonly workflow: Workflow;
  readonly loop: StartedLoop;
  readonly store: Pick<Store, 'getObject'>;
  readonly ports: Ports;
  readonly tokens: Tokens;
  readonly project: string;
  /** Where the door listens. */
  readonly url: () => string;
  readonly marker: string;
  /** Writes every file that this work may read, from sealed bytes. */
  readonly writeFiles: (state: State) => Promise<readonly Problem[]>;
  /** A file was put down that no projection makes. */
  readonly sawFile: (path: string) => Promise<void>;
}

/** What the agent is told; put down beside the other files where the workflow has a name for it. */
const promptOf = async (
  options: TaskOptions,
  state: State,
  work: Work,
  places: Places,
  files: WorkFiles,
): Promise<string> => {
  const { workflow, ports, store } = options;
  const { assignment } = work;
  const { handedIn } = workflow.contracts[assignment.contract] ?? {};
  // Only an agent of a program has a session.
  if (work.session !== undefined && handedIn !== undefined)
    return resumedPrompt(work, handedIn, state.notices?.[assignment.role] ?? []);
  const contents = await contentsOf(store, workflow, state);
  const view = viewOf(workflow, state, contents, assignment.scope, assignment.id);
  const spec = workflow.contracts[assignment.contract]?.prompt?.(view, assignment);
  if (spec === undefined) return promptFor(workflow, view, work, places);
  const made = new Map(
    filesOf(workflow, state, contents, assignment.id).map(({ path, text }) => [path, text]),
  );
  const rendered = renderPrompt({ workflow, view, work }, spec, places, {
    read: (path, root) => (root === 'run' ? made.get(path) : ports.readProject?.(path)),
  });
  const text = options.loop.redact(rendered.text);
  // For people to read: the agent has the prompt itself. It says what was rejected, so others must not read it either.
  if (spec.file !== undefined) {
    await files.write([{ path: spec.file, text }]);
    if (places.desk === undefined) await options.sawFile(spec.file);
  }
  return text;
};

/** What there is to review, for those who review. */
const changeText = async (
  { workflow, ports }: TaskOptions,
  { run, artifacts }: State,
  { assignment, from: to }: Work,
): Promise<string> => {
  const reviews = workflow.contracts[assignment.contract]?.reviews;
  const from = reviews === true ? run.base.tree : artifacts[reviews ?? '']?.digest;
  if (from === undefined || to === undefined || ports.workspaces.diff === undefined) return '';
  const diff = await ports.workspaces.diff(from, to);
  return `\n${changeSection({ request: run.request, base: run.base, from, diff })}`;
};

/** For a session that takes over from one that failed. */
const capsuleOf = async ({ workflow, ports }: TaskOptions, state: State, work: Work): Promise<string> => {
  if (!needsCapsule(work)) return '';
  const { start, from } = work;
  const begun = start ?? from;
  const diff =
    begun === undefined || from === undefined ? undefined : await ports.workspaces.diff?.(begun, from);
  return capsuleText({ workflow, state, work, diff });
};

/** Files that this work may write, under each of their names. */
const outputsOf = ({ contracts, artifacts }: Workflow, { assignment }: Work): string[] => {
  const left = contracts[assignment.contract]?.handedIn?.file?.(assignment);
  const files = assignment.writes.filter(({ kind }) => kind !== 'tree');
  const aliases = files.flatMap(({ artifact }) => artifacts[partsOfKey(artifact).name]?.alias?.path ?? []);
  return [...files.map(({ path }) => path), ...aliases, ...(left === undefined ? [] : [left])];
};

/** What the project says of the role, else what the workflow says. */
export const permissionsOf = async (
  { workflow, ports, store }: Pick<TaskOptions, 'workflow' | 'ports' | 'store'>,
  state: State,
  { assignment }: Work,
): Promise<Pick<Task, 'permissions' | 'web'>> => {
  const { role, scope, id } = assignment;
  const ofWorkflow = async () => {
    if (workflow.permissions === undefined) return undefined;
    const view = viewOf(workflow, state, await contentsOf(store, workflow, state), scope, id);
    return workflow.permissions(view, role);
  };
  const permissions = ports.permissionsOf?.(role) ?? (await ofWorkflow());
  return {
    ...(permissions === undefined ? {} : { permissions }),
    ...((permissions?.web ?? workflow.roles[role]?.web) ? { web: true as const } : {}),
  };
};

/** What people have decided about its wishes so far. */
const decidedOf = ({ permits = {} }: Work): string[] =>
  Object.values(permits)
    .filter(({ permit }) => permit !== 'late')
    .map(({ wish, why }) => `${wish} (${why})`);

export const taskFor = async (options: TaskOptions, assignment: string, attempt: number): Promise<Task> => {
  const { workflow, loop, ports, tokens } = options;
  const state = loop.state;
  const work = workOf(state, assignment);
  const tree = work.from;
  // What the work relies on must be there as it was accepted, or it does not start.
  const [unwritten] = await options.writeFiles(state);
  if (unwritten !== undefined) throw new BatonError(unwritten.code, unwritten.message);
  const files = filesOfWork(ports, state, work);
  await readyFiles({ workflow, files, store: options.store }, seenBy(state, assignment), work);
  const workingDirectory =
    tree === undefined ? files.directory : await ports.workspaces.open(assignment, tree, work.start ?? tree);
  const { role, ordinal, inputs } = work.assignment;
  const desk = files === ports.files ? {} : { desk: files.directory };
  const places = { runDirectory: ports.files.directory, workingDirectory, ...desk };
  const door: Door = {
    url: options.url(),
    mcpUrl: `${options.url()}/mcp/${assignment}`,
    token: tokens.issue({ role, assignment, attempt }),
  };
  const allowed = await permissionsOf(options, state, work);
  return {
    run: state.run.name,
    runDirectory: ports.files.directory,
    project: options.project,
    ...desk,
    workingDirectory,
    assignment,
    role,
    ordinal,
    attempt,
    failures: work.failures,
    prompt: loop.redact(
      [
        await promptOf(options, state, work, places, files),
        deskSection(workflow, work.assignment, places),
        permissionsSection(allowed.permissions, allowed.web === true, decidedOf(work)),
        await changeText(options, state, work),
        await capsuleOf(options, state, work),
      ].join(''),
    ),
    redact: loop.redact,
    inputs,
    tools: toolsOf(workflow, work.assignment).map((tool) => tool.name),
    outputs: outputsOf(workflow, work),
    door,
    ...allowed,
    ...(work.session === undefined ? {} : { session: work.session }),
    ...(workflow.contracts[work.assignment.contract]?.handedIn === undefined
      ? {}
      : { byMessage: true as const }),
    marker: `${options.marker}/${assignment}#${attempt}@${processIdentity()}`,
  };
};
