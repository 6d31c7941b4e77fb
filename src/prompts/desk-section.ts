// What a blind worker is told beside its task: where it writes, and that the others see nothing of it.
import type { Assignment } from '../model/run/event.ts';
import type { Workflow } from '../model/workflow/workflow.ts';
import type { Places } from './templated-prompt.ts';

/** Every prompt of blind work ends with it, whoever worded the rest; empty for other work. */
export const deskSection = (
  workflow: Workflow,
  assignment: Assignment,
  { desk, runDirectory }: Places,
): string => {
  if (desk === undefined) return '';
  const left =
    assignment.person === true
      ? undefined
      : workflow.contracts[assignment.contract]?.handedIn?.file?.(assignment);
  const written = assignment.writes
    .filter(({ kind }) => kind === 'file')
    .map(({ path, optional }) => `- ${desk}/${path}${optional ? ' (optional)' : ''}`);
  return [
    '',
    '## Where you write',
    '',
    `You work blind: others do the same work now, and nobody sees the work of another until all have handed in. Write your files only to these paths in ${desk}:`,
    '',
    ...written,
    ...(left === undefined ? [] : [`- ${desk}/${left} (optional: how you may hand in)`]),
    '',
    `Read your inputs in ${runDirectory}. Do not write there: such files are removed and not handed in.`,
    '',
  ].join('\n');
};
