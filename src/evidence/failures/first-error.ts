// What went wrong, out of what a program printed: its first complaint, not its last words, which are often how it is used.

const COMPLAINS =
  /(?:^|[\s:[(])(?:error|err!|fatal|failed|failure|cannot|can't|could not|couldn't|unable to|not found|no such|missing|denied|refused|unsupported|invalid|exception|traceback|panic)/i;
/** Headers of package managers say that, not what. */
const EMPTY = /^(?:npm (?:error|ERR!)(?: code \w+)?|error:?|errors?:|npm warn.*|warning:?.*)$/i;
/** A stack says where, not what. */
const FRAME = /^\s+at .*:\d+:\d+\)?(?: \{)?$/;
const CARETS = /^\s*\^+$/;
const CAUSED = 'Caused by:';
const LINES_SHOWN = 8;
const CHARS_SHOWN = 1_000;

/** A chain of causes, as cargo prints it: what failed, and the last cause, without the steps between. */
const withLastCause = (lines: readonly string[]): readonly string[] => {
  const first = lines.indexOf(CAUSED);
  if (first === -1) return lines;
  const length = lines.slice(first).findIndex((line) => line !== CAUSED && !/^\s/.test(line));
  const chain = lines.slice(first, length === -1 ? undefined : first + length);
  return [
    ...lines.slice(0, first),
    ...chain.slice(chain.lastIndexOf(CAUSED)),
    ...lines.slice(first + chain.length),
  ];
};

/** Without blank lines; the whole where nothing complains. */
export const firstError = (output: string): string => {
  const lines = output
    .split('\n')
    .flatMap((line) => (line.trim() === '' || FRAME.test(line) ? [] : [line.trimEnd()]));
  const at = lines.findIndex(
    (line, index) =>
      // A line of code over carets is where it was thrown.
      COMPLAINS.test(line) && !EMPTY.test(line.trim()) && !CARETS.test(lines[index + 1] ?? ''),
  );
  // What a program says of its code, on the line before, belongs to it.
  const from = /\bcode \w+$/i.test(lines[at - 1] ?? '') ? at - 1 : at;
  const shown =
    at === -1 ? lines.slice(-LINES_SHOWN) : withLastCause(lines.slice(from)).slice(0, LINES_SHOWN);
  return shown.join('\n').slice(0, CHARS_SHOWN);
};
