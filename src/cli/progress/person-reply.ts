// A line that was typed in answer to something that waits. Pure; what it means is decided here, what happens is not.
import type { WaitingItem } from '../../operations/runs/status.ts';

export interface Reply {
  readonly verb: 'approve' | 'reject' | 'answer';
  readonly text: string;
}

const YES = /^(?:y|yes|approve)$/i;
const NO = /^(?:n|no|reject)(?:[\s,:]+(?<why>.*))?$/is;

/** Where words are the answer they may begin with "no": giving up has words of its own. */
const GIVES_UP = /^give[ -]up(?:[\s,:]+(?<why>.*))?$/is;

const refusalIn = (item: WaitingItem, line: string): RegExpExecArray | null => {
  if (item.reject === undefined) return null;
  return (item.choices.length === 0 ? GIVES_UP : NO).exec(line);
};

/** Undefined when the line is no answer to this. */
export const parseReply = (item: WaitingItem, typed: string): Reply | undefined => {
  const line = typed.trim();
  if (line === '') return undefined;
  if (item.choices.includes(line)) return { verb: 'answer', text: line };
  if (item.approve !== undefined && YES.test(line)) return { verb: 'approve', text: '' };
  const no = refusalIn(item, line);
  if (no !== null) return { verb: 'reject', text: no.groups?.['why']?.trim() ?? '' };
  return item.choices.length === 0 ? { verb: 'answer', text: line } : undefined;
};

/** What can be typed, as a prompt. */
export const replyPrompt = (item: WaitingItem): string => {
  const others = item.choices.filter((choice) => choice !== item.approve && choice !== item.reject);
  const words = [
    ...(item.approve === undefined ? [] : ['y']),
    ...(item.reject === undefined || item.choices.length === 0 ? [] : ['n and why']),
    ...others,
    ...(item.choices.length === 0 ? ['your answer'] : []),
    ...(item.reject === undefined || item.choices.length > 0 ? [] : ['give up, and why']),
  ];
  return `${words.join(' / ')} > `;
};
