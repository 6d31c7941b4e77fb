// A line that was typed in answer to something that waits. Pure; what it means is decided here, what happens is not.
import type { WaitingItem } from '../../operations/status/status.ts';

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

/** Words that were written at leisure: the answer where words are one, else what must change. */
export const replyInWords = (item: WaitingItem, words: string): Reply =>
  item.choices.length > 0 && item.reject !== undefined
    ? { verb: 'reject', text: words }
    : { verb: 'answer', text: words };

const COMMANDS = {
  ':d': 'diff',
  ':diff': 'diff',
  ':e': 'edit',
  ':edit': 'edit',
  ':q': 'quit',
  ':quit': 'quit',
} as const;
export type TypedCommand = (typeof COMMANDS)[keyof typeof COMMANDS];

/** With a colon before it, so that no answer is taken for one. */
export const parseCommand = (typed: string): TypedCommand | undefined =>
  new Map<string, TypedCommand>(Object.entries(COMMANDS)).get(typed.trim());

const isAboutTree = ({ about = {} }: WaitingItem): boolean =>
  Object.values(about).some((digest) => digest.startsWith('git-tree:'));

/** What else can be typed, in words; empty where there is nothing. */
export const commandWords = (
  item: WaitingItem,
  has: { readonly page?: unknown; readonly edit?: unknown; readonly canSkip: boolean },
): string => {
  const words = [
    ...(has.page === undefined || !isAboutTree(item) ? [] : [':d shows the whole change']),
    ...(has.edit === undefined
      ? []
      : [
          item.choices.length > 0 && item.reject !== undefined
            ? ':e says in an editor what must change'
            : ':e opens an editor',
        ]),
    ...(has.canSkip ? ['an empty line leaves it for later', ':q ends'] : []),
  ];
  return words.length === 0 ? '' : `(${words.join('; ')})`;
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
