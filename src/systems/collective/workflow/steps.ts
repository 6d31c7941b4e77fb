// The steps of a task: the hub, which is code, agents who write code and agents who do not, and people where agents cannot go on.
import { type Accepted, tell } from '../../../authoring/accepted.ts';
import { guard } from '../../../authoring/flow.ts';
import { agent, fork, oneOf, person, provedBy } from '../../../authoring/step.ts';
import { optional, role } from '../../../model/workflow/handles.ts';
import type { Submission, View } from '../../../model/workflow/view.ts';
import type { AgentEntry } from '../registry/agent-entry.ts';
import { adviceChecks, codeChecks } from './checks.ts';
import { byBlock, failureArgs, handoffArgs } from './handing-in.ts';
import { notes, proven, standingMemo, work } from './nouns.ts';
import { advicePrompt, codePrompt } from './prompts.ts';
import { afterHandoff, type Moved, released, type Standing, withoutCounts } from './standing.ts';
import { reportedBy, type Tasks } from './tasks-of-run.ts';

/** The clauses that finished work rests on. */
const TESTED: readonly string[] = ['tests-green', 'tests-hold', 'tests-kept', 'runner-sound'];

const roleOf = ({ name, brief }: AgentEntry) => role(name, brief);
const rolesOf = ({ registry }: Tasks) => [...registry.agents.values()].map(roleOf);

const writesCode = ({ writes }: AgentEntry): boolean => writes.length > 0;

const fails = {
  tool: 'report_failure',
  says: 'The work failed, or is blocked. Nothing is handed in.',
  args: failureArgs,
  outcome: 'failed',
  // Failures are counted by `on_failure`.
  repeats: true,
} as const;

const kept = (view: View, standing: Standing): Readonly<Record<string, string>> => ({
  [standingMemo(view.here.item ?? '').name]: JSON.stringify(
    standing.next.kind === 'end' ? withoutCounts(standing) : standing,
  ),
});

const moved = (submission: Submission, tasks: Tasks): Moved =>
  afterHandoff(tasks.standing(submission.view), reportedBy(submission, tasks), tasks);

const noticeText = (submission: Submission, context: readonly string[], tasks: Tasks): string => {
  const { id, title } = tasks.here(submission.view);
  const why = context.map((text) => `- ${text}`);
  return [`Task ${id} (${title}): @${submission.assignment.role} failed.`, ...why].join('\n');
};

/** How the task stands now is kept with the run; whom a failure names is told, and people are told with it. */
const movesOn = (tasks: Tasks): Accepted => ({
  remember: (submission) => kept(submission.view, moved(submission, tasks).standing),
  tellsWhom: ['people', ...rolesOf(tasks)],
  tells: (submission) =>
    moved(submission, tasks).tells.flatMap(({ agent: name, context }) => {
      const text = noticeText(submission, context, tasks);
      const told = rolesOf(tasks).filter((one) => one.name === name);
      return [tell('people', text), ...told.map((one) => tell(one, text))];
    }),
});

const dispatchedTo =
  (tasks: Tasks) =>
  (view: View): string => {
    const { next } = tasks.standing(view);
    return next.kind === 'dispatch' ? next.to : '';
  };

const common = (tasks: Tasks) => ({
  args: handoffArgs,
  handedIn: byBlock(tasks.registry),
  inputs: (view: View) => ({ task: view.here.item ?? '' }),
  declines: fails,
  worksIn: work,
  outcomes: ['complete', 'failed'] as const,
  outcome: (): 'complete' | 'failed' => 'complete',
});

const coding = (tasks: Tasks, agents: readonly AgentEntry[]) =>
  agent(oneOf(agents.map(roleOf), dispatchedTo(tasks)), {
    ...common(tasks),
    contract: 'code',
    says: 'A part of a task in code, with tests that pass.',
    prompt: (view) => codePrompt(view, tasks),
    reads: [tasks.file, optional(notes)],
    writes: [work],
    checks: codeChecks(tasks),
    guarantees: { complete: [provedBy(proven, TESTED)] },
    onAccepted: movesOn(tasks),
  });

const advising = (tasks: Tasks, agents: readonly AgentEntry[]) =>
  agent(oneOf(agents.map(roleOf), dispatchedTo(tasks)), {
    ...common(tasks),
    contract: 'advice',
    says: 'A part of a task that is not code: who goes on, what was found out, what is wrong.',
    prompt: (view) => advicePrompt(view, tasks),
    reads: [tasks.file, optional(work)],
    writes: [optional(notes)],
    checks: adviceChecks(tasks),
    onAccepted: movesOn(tasks),
  });

/** An agent that ran out of attempts has said nothing: the person hears why. */
const askedText = (view: View, tasks: Tasks): string => {
  const task = tasks.here(view);
  const { next } = tasks.standing(view);
  const why =
    view.here.cause?.message ??
    (next.kind === 'ask' ? next.text : 'It was handed over too often without an end.');
  return [
    `Task ${task.id} (${task.title}) does not go on by itself.`,
    why,
    'again: try it once more, with your words; give-up: leave the task, and those that follow it wait for you; abandon: give the run up.',
  ].join('\n');
};

const escalated = (tasks: Tasks) =>
  person(['again', 'give-up', 'abandon'], {
    contract: 'escalation',
    says: 'A person decides about a task that agents could not do.',
    ask: (view) => askedText(view, tasks),
    onAccepted: {
      remember: ({ view, outcome }) =>
        outcome === 'again' ? kept(view, released(tasks.standing(view), tasks.here(view).id, tasks)) : {},
    },
  });

const waiting = (tasks: Tasks) =>
  person(['without', 'retry', 'abandon'], {
    contract: 'blockedTask',
    says: 'A person decides about a task that follows one which was not done.',
    ask: (view) => {
      const { id, title } = tasks.here(view);
      const { by = [], waiting: others = [] } = view.here.blocked ?? {};
      return [
        `Task ${id} (${title}) follows ${by.join(', ')}, which was not done.${others.length === 0 ? '' : ` ${others.join(', ')} would follow it.`}`,
        'without: leave it, too; retry: try what was not done once more; abandon: give the run up.',
      ].join('\n');
    },
  });

/** Guards of the hub, and its steps. */
export const taskSteps = (tasks: Tasks) => {
  const agents = [...tasks.registry.agents.values()];
  const [coders, advisers] = [agents.filter(writesCode), agents.filter((entry) => !writesCode(entry))];
  const goesTo =
    (entries: readonly AgentEntry[]) =>
    (view: View): boolean => {
      const to = dispatchedTo(tasks)(view);
      return entries.some(({ name }) => name === to);
    };
  return {
    isCode: guard('an agent who writes code is next', goesTo(coders)),
    isAdvice: guard('an agent who writes no code is next', goesTo(advisers)),
    isDone: guard('the task is done', (view) => tasks.standing(view).next.kind === 'end'),
    steps: {
      hub: fork(),
      coding: coding(tasks, coders),
      advising: advising(tasks, advisers),
      escalated: escalated(tasks),
      waiting: waiting(tasks),
    },
  };
};
