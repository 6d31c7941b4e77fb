// The door's answers as an agent or a person reads them. Every face prints this text, so it is written once.

import { isError, type Problem } from '../model/problem.ts';
import { indented, problemText } from '../model/problem-text.ts';
import type { Answer } from '../model/run/answer.ts';

const counted = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? '' : 's'}`;

const problemsTitle = (problems: readonly Problem[]): string => {
  const warnings = problems.filter((problem) => !isError(problem)).length;
  const errors = problems.length - warnings;
  return warnings === 0
    ? counted(errors, 'problem')
    : `${counted(errors, 'problem')}, ${counted(warnings, 'warning')}`;
};

/** What to do now, in one sentence. */
export const answerNext = (answer: Answer): string => {
  switch (answer.status) {
    case 'accepted':
      return 'This piece of work is accepted. You can end your turn.';
    case 'rejected':
      if (answer.over) return 'End your turn. This session is over and accepts nothing more.';
      return 'Fix every problem listed, then call the same tool again. Do not end your turn: nothing was accepted.';
    case 'judging':
      return 'Call `await_verdict`; do not end your turn.';
    case 'refused':
      return answer.hint === undefined
        ? 'Nothing was judged and nothing was accepted. Call `status` to see what is expected of you now.'
        : indented(answer.hint, '');
    case 'asked':
      return answer.parks
        ? 'Call `await_verdict` to wait for the answer; do not end your turn.'
        : 'Continue your work. You will get the answer.';
    case 'answered':
      return 'Continue your work with this answer.';
    case 'idle':
      return 'Nothing of yours is being judged.';
  }
};

const details = (answer: Answer): string[] => {
  switch (answer.status) {
    case 'accepted':
      return [`Outcome: ${answer.outcome} (entry ${answer.seq} of the journal).`];
    case 'rejected':
      return answer.problems.length === 0
        ? []
        : [[`${problemsTitle(answer.problems)}:`, ...answer.problems.map(problemText)].join('\n')];
    case 'judging':
      return answer.left.length === 0
        ? []
        : [['Still to come:', ...answer.left.map((item) => `  - ${indented(item, '    ')}`)].join('\n')];
    case 'answered':
      return [`Answer:\n    ${indented(answer.answer, '    ')}`];
    default:
      return [];
  }
};

const title = (answer: Answer): string => {
  const code = answer.status === 'refused' ? ` (${answer.code})` : '';
  return `${answer.status.toUpperCase()}${code}: ${indented(answer.message, '    ')}`;
};

export const answerText = (answer: Answer): string =>
  [title(answer), ...details(answer), `Next: ${answerNext(answer)}`].join('\n\n');
