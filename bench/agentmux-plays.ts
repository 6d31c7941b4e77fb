// Agents that do their work at once. Between them they take a run from the request to the commit.
import { plan } from '../src/engine/plan.ts';
import type { Holder } from '../src/runtime/holder.ts';
import type { Plays, Stand } from './agentmux-run.ts';
import { ARCHITECTURE, ownedBy, REVIEW, SUMMARY } from './agentmux-texts.ts';

export const architect = async (stand: Stand): Promise<void> => {
  stand.write('02_architecting/architecture.md', ARCHITECTURE);
  await stand.call('submit_architecture');
};

export const planner =
  (text: string) =>
  async (stand: Stand): Promise<void> => {
    stand.write('04_planning/plan.yaml', text);
    await stand.call('submit_plan');
  };

export const codes = ({ task, tree }: Stand): { readonly subplan_index: number } => {
  const index = Number(task.inputs['subplan_index']);
  tree.set(ownedBy(index), `def part${index}():\n    return ${index}\n`);
  return { subplan_index: index };
};

export const coder = async (stand: Stand): Promise<void> => {
  await stand.call('submit_done', codes(stand));
};

/** The same agent reviews and, when all have passed, writes the summary. */
export const reviewer = async (stand: Stand): Promise<void> => {
  if (stand.task.tools.includes('submit_summary')) {
    stand.write('08_completion/summary.md', SUMMARY);
    await stand.call('submit_summary');
    return;
  }
  stand.write('07_review/review_reviewer_logic.yaml', REVIEW);
  await stand.call('submit_review', { role: 'reviewer_logic' });
};

export const pipelinePlays = (planText: string): Plays => ({
  architect,
  planner: planner(planText),
  coder,
  reviewer_logic: reviewer,
});

/** A person who approves as soon as they are asked. */
export const approveAtOnce = ({ loop }: Holder): void => {
  let approved = false;
  loop.onEntry((_, state) => {
    if (approved || state.positions['']?.phase !== 'completing') return;
    const [asked] = plan(state).questions;
    if (asked === undefined) return;
    approved = true;
    void loop.give(
      { kind: 'answer', item: asked.id, choice: 'approve', text: '', args: {} },
      { person: 'ada' },
    );
  });
};
