// What a configured command line really runs: its words where it is one simple command, and the script behind `npm test`.

/** Signs with which a shell does more than start one program. */
const SHELL_SIGNS = /[;|&<>$()`\n\r#]/;

export interface SimpleCommand {
  /** `NAME=value` before the program. */
  readonly assignments: readonly string[];
  readonly words: readonly string[];
}

/** One word of a line: as it is written, and as the program gets it. */
export interface ShellWord {
  readonly raw: string;
  readonly text: string;
}

/** Words as a shell splits them; undefined where a quotation mark is left open. */
export const shellWords = (line: string): ShellWord[] | undefined => {
  const words: ShellWord[] = [];
  let word: string | undefined;
  let start = 0;
  let quote: string | undefined;
  const end = (at: number): void => {
    if (word !== undefined) words.push({ raw: line.slice(start, at), text: word });
    word = undefined;
  };
  for (let at = 0; at < line.length; at += 1) {
    const char = line.charAt(at);
    if (quote === undefined && /\s/.test(char)) {
      end(at);
      continue;
    }
    if (word === undefined) {
      word = '';
      start = at;
    }
    if (quote !== undefined) {
      if (char === quote) quote = undefined;
      else if (char === '\\' && quote === '"') word += line[++at] ?? '';
      else word += char;
    } else if (char === '"' || char === "'") quote = char;
    else word += char === '\\' ? (line[++at] ?? '') : char;
  }
  if (quote !== undefined) return undefined;
  end(line.length);
  return words;
};

/** The line without what stands in single quotation marks, where a shell sees no signs. */
const unquoted = (line: string): string => line.replace(/'[^']*'/g, '');

/** Undefined where the line is more than one program with its arguments. Patterns for file names stay as they are. */
export const simpleCommand = (line: string): SimpleCommand | undefined => {
  if (SHELL_SIGNS.test(unquoted(line))) return undefined;
  const words = shellWords(line)?.map(({ text }) => text);
  if (words === undefined || words.length === 0) return undefined;
  const first = words.findIndex((word) => !/^[A-Za-z_][A-Za-z0-9_]*=/.test(word));
  if (first === -1) return undefined;
  return { assignments: words.slice(0, first), words: words.slice(first) };
};

/**
 * The commands of a line that runs one after another while all goes well (`a && b`); undefined where the shell does more
 * than that. Together they are the line.
 */
export const chainedCommands = (line: string): string[] | undefined => {
  const parts: string[] = [''];
  let quote: string | undefined;
  for (let at = 0; at < line.length; at += 1) {
    const char = line.charAt(at);
    if (quote === undefined && line.startsWith('&&', at)) {
      parts.push('');
      at += 1;
      continue;
    }
    if (quote !== undefined) quote = char === quote ? undefined : quote;
    else if (char === '"' || char === "'") quote = char;
    parts[parts.length - 1] += char;
    if (char === '\\' && quote !== "'") parts[parts.length - 1] += line[++at] ?? '';
  }
  return parts.every((part) => simpleCommand(part) !== undefined) ? parts : undefined;
};

const LOOKUPS_MAX = 8;
const TEST_WORDS = new Set(['test', 't', 'tst']);
const RUN_WORDS = new Set(['run', 'run-script', 'rum', 'urn']);
const FLAGS = new Set(['-s', '--silent', '--quiet', '-q', '--loglevel=silent', '--loglevel=error']);

export interface ScriptCall {
  readonly script: string;
  /** What is handed on to the script. */
  readonly extra: readonly string[];
}

/** The script that `npm test`, `npm run x -- y`, `yarn x`, `pnpm x` or `node --run x` runs. */
export const scriptCall = (line: string): (ScriptCall & { readonly manager: string }) | undefined => {
  const words = simpleCommand(line)?.words ?? [];
  const [manager = '', ...rest] = words;
  const args = rest.filter((word, at) => !(FLAGS.has(word) && !rest.slice(0, at).includes('--')));
  if (manager === 'node' && args[0] === '--run' && args[1] !== undefined)
    return { manager, script: args[1], extra: args[2] === '--' ? args.slice(3) : args.slice(2) };
  if (!['npm', 'pnpm', 'yarn', 'bun'].includes(manager)) return undefined;
  const isRun = RUN_WORDS.has(args[0] ?? '');
  const isTest = manager === 'npm' ? TEST_WORDS.has(args[0] ?? '') : args[0] === 'test';
  if (!isRun && !isTest && manager !== 'yarn' && manager !== 'pnpm') return undefined;
  const script = isRun ? args[1] : isTest ? 'test' : args[0];
  if (script === undefined || script.startsWith('-')) return undefined;
  const after = args.slice(isRun ? 2 : 1);
  const dashes = after.indexOf('--');
  const extra = manager === 'npm' ? (dashes === -1 ? [] : after.slice(dashes + 1)) : after;
  return { manager, script, extra: extra.filter((word, at) => !(at === 0 && word === '--')) };
};

const quoted = (word: string): string =>
  /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;

export const quoteWords = (words: readonly string[]): string => words.map(quoted).join(' ');

/** What is run in the end, script by script. A script that is not there stays what it is. */
export const resolvedLine = (line: string, scripts: Readonly<Record<string, string>>): string => {
  let now = line;
  for (let step = 0; step < LOOKUPS_MAX; step += 1) {
    const call = scriptCall(now);
    const script =
      call === undefined || !Object.hasOwn(scripts, call.script) ? undefined : scripts[call.script];
    if (call === undefined || script === undefined) return now;
    now = call.extra.length === 0 ? script : `${script} ${quoteWords(call.extra)}`;
  }
  return now;
};
