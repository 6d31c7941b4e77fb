// Where the same lines stand twice: six or more in a row, letter by letter, without imports, comments, blank lines and lone brackets.
import { parseSync } from 'oxc-parser';

const LINES_MIN = 6;
const isBracketOnly = (line) => /^[\s()[\]{}<>,;:|&]*$/.test(line);

/** What is code of a file, each line with its number. */
const linesOf = ({ path, text }) => {
  const { program, comments } = parseSync(path, text);
  const isImport = ({ type, source }) =>
    type === 'ImportDeclaration' || (type.startsWith('Export') && source !== null && source !== undefined);
  let code = text;
  for (const { start, end } of [...comments, ...program.body.filter(isImport)])
    code = code.slice(0, start) + code.slice(start, end).replace(/[^\n]/g, ' ') + code.slice(end);
  return code
    .split('\n')
    .map((line, index) => ({ path, line: line.trim(), number: index + 1 }))
    .filter(({ line }) => !isBracketOnly(line));
};

/** Each pair of files (or a file and itself) that share lines, with the place where the first run of them begins. */
export const repeatedLines = (sources) => {
  const places = new Map();
  const pairs = new Map();
  for (const lines of sources.map(linesOf))
    for (let first = 0; first + LINES_MIN <= lines.length; first += 1) {
      const key = lines
        .slice(first, first + LINES_MIN)
        .map(({ line }) => line)
        .join('\n');
      const { path, number } = lines[first];
      const earlier = places.get(key) ?? [];
      for (const other of earlier) {
        const pair = `${other.path} ${path}`;
        if (!pairs.has(pair)) pairs.set(pair, `${other.path}:${other.number} ~ ${path}:${number}`);
      }
      places.set(key, [...earlier, { path, number }]);
    }
  return [...pairs.values()];
};
