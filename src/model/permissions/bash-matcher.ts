// Whether an allowlist lets a role run a command. An entry allows exactly itself, and commands that begin with its words
// as long as the shell can do nothing else with them. What is missing or unclear is blocked.
import { matchesGlob } from '../../std/glob.ts';
import { COMMAND_CHARS_MAX } from '../limits/permissions.ts';

export type BashReason =
  | 'exact_match'
  | 'token_prefix_match'
  | 'blocked_metacharacter'
  | 'invalid_shell_syntax'
  | 'blocked_find_action'
  | 'blocked_rg_flag'
  | 'no_match';

export interface BashVerdict {
  readonly allowed: boolean;
  readonly reason: BashReason;
}

const blocked = (reason: BashReason): BashVerdict => ({ allowed: false, reason });

/** Also inside of quotation marks: who needs them writes the whole command into the list. */
const METACHARACTERS = /[&|;`<>\n\r\0]|\$\(/;

interface Word {
  readonly text: string;
  /** It holds `*`, `?` or `[` outside of quotation marks: the shell puts names of files in its place. */
  readonly isPattern: boolean;
}

interface Words {
  readonly words: readonly Word[];
  /** The shell would put something else in the place of what stands here: variables, braces, brackets. */
  readonly expands: boolean;
}

interface Scan {
  readonly words: Word[];
  text: string;
  /** A word has begun, even when it is empty. */
  open: boolean;
  isPattern: boolean;
  expands: boolean;
}

const close = (scan: Scan): void => {
  if (scan.open) scan.words.push({ text: scan.text, isPattern: scan.isPattern });
  [scan.text, scan.open, scan.isPattern] = ['', false, false];
};

const ESCAPED_IN_QUOTES = '"\\$`\n';

/** Where a quotation ends, with its text added; -1 when it does not end. */
const quoted = (command: string, from: number, scan: Scan): number => {
  const quote = command.charAt(from);
  scan.open = true;
  for (let at = from + 1; at < command.length; at += 1) {
    const char = command.charAt(at);
    if (char === quote) return at;
    const next = command.charAt(at + 1);
    if (quote === '"' && char === '\\' && next !== '' && ESCAPED_IN_QUOTES.includes(next)) {
      scan.text += next;
      at += 1;
      continue;
    }
    if (quote === '"' && char === '$') scan.expands = true;
    scan.text += char;
  }
  return -1;
};

const EXPANDED = '(){}$';

/** As a shell splits a command; undefined when a quotation or an escape does not end. */
const wordsOf = (command: string): Words | undefined => {
  const scan: Scan = { words: [], text: '', open: false, isPattern: false, expands: false };
  for (let at = 0; at < command.length; at += 1) {
    const char = command.charAt(at);
    if (char === ' ' || char === '\t') {
      close(scan);
      continue;
    }
    scan.open = true;
    if (char === "'" || char === '"') {
      at = quoted(command, at, scan);
      if (at === -1) return undefined;
    } else if (char === '\\') {
      at += 1;
      if (at === command.length) return undefined;
      scan.text += command.charAt(at);
    } else {
      if (EXPANDED.includes(char)) scan.expands = true;
      if (char === '*' || char === '?' || char === '[') scan.isPattern = true;
      scan.text += char;
    }
  }
  close(scan);
  return { words: scan.words, expands: scan.expands };
};

/** A pattern may stand for a file that somebody called like a flag. */
const mayBe = ({ text, isPattern }: Word, flag: string): boolean =>
  isPattern ? matchesGlob(text.replaceAll(/\[[^\]]*\]?/g, '*'), flag) : text === flag;

const FIND_ACTIONS = [
  '-delete',
  '-exec',
  '-execdir',
  '-ok',
  '-okdir',
  '-fprint',
  '-fprint0',
  '-fprintf',
  '-fls',
];
/** They run a program for each file, or for the name of the machine. */
const RG_FLAGS = ['--pre', '--pre-glob', '--hostname-bin'];

const isProgram = ({ text }: Word, name: string): boolean => text === name || text.endsWith(`/${name}`);

/** The words behind this program, wherever it stands: another program may start it. */
const behind = (words: readonly Word[], name: string): readonly Word[] => {
  const at = words.findIndex((word) => isProgram(word, name));
  return at === -1 ? [] : words.slice(at + 1);
};

const hasFindAction = (words: readonly Word[]): boolean =>
  behind(words, 'find').some((word) => FIND_ACTIONS.some((action) => mayBe(word, action)));

const hasRgFlag = (words: readonly Word[]): boolean =>
  behind(words, 'rg').some((word) =>
    RG_FLAGS.some((flag) => mayBe(word, flag) || word.text.startsWith(`${flag}=`)),
  );

/** These run whatever comes behind them. */
const EXACT_ONLY = ['bash', 'python', 'python3'];

export type Binaries = ReadonlyMap<string, string>;

const isSameProgram = (word: string, entry: string, binaries: Binaries): boolean =>
  word === entry || (word.startsWith('/') && !entry.includes('/') && binaries.get(entry) === word);

const allowsPrefix = (entry: string, words: readonly Word[], binaries: Binaries): boolean => {
  const wanted = wordsOf(entry)?.words.map(({ text }) => text) ?? [];
  const [program, ...rest] = wanted;
  const [first, ...others] = words;
  if (program === undefined || program === '' || first === undefined || first.isPattern) return false;
  if (rest.length === 0 && EXACT_ONLY.includes(program)) return first.text === program && others.length === 0;
  if (!isSameProgram(first.text, program, binaries)) return false;
  return rest.every((word, index) => others[index]?.text === word && others[index]?.isPattern === false);
};

/**
 * An absolute path matches a bare entry only when `binaries` says that the entry means that file. A missing command, or a
 * missing list, is blocked.
 */
export const matchBash = (
  command: string | undefined,
  entries: readonly string[] | undefined,
  binaries: Binaries = new Map(),
): BashVerdict => {
  if (command === undefined || command.trim() === '' || command.length > COMMAND_CHARS_MAX)
    return blocked('no_match');
  if (entries === undefined) return blocked('no_match');
  if (entries.includes(command)) return { allowed: true, reason: 'exact_match' };
  if (METACHARACTERS.test(command)) return blocked('blocked_metacharacter');
  const split = wordsOf(command);
  if (split === undefined) return blocked('invalid_shell_syntax');
  if (split.expands) return blocked('blocked_metacharacter');
  if (hasFindAction(split.words)) return blocked('blocked_find_action');
  if (hasRgFlag(split.words)) return blocked('blocked_rg_flag');
  return entries.some((entry) => allowsPrefix(entry, split.words, binaries))
    ? { allowed: true, reason: 'token_prefix_match' }
    : blocked('no_match');
};
