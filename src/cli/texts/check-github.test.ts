import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ERROR_CODES } from '../../errors.ts';
import { type Problem, problem } from '../../model/problem.ts';
import { plainText } from '../../std/terminal-text.ts';
import { checkGithub } from './check-github.ts';

const printed = (problems: readonly Problem[], path = 'message.md'): string =>
  checkGithub({
    results: [{ path, problems }],
  });

interface Command {
  readonly name: string;
  readonly properties: Readonly<Record<string, string>>;
  readonly data: string;
}

const unescapeData = (text: string): string =>
  text.replaceAll('%0D', '\r').replaceAll('%0A', '\n').replaceAll('%25', '%');
const unescapeProperty = (text: string): string =>
  text
    .replaceAll('%0D', '\r')
    .replaceAll('%0A', '\n')
    .replaceAll('%3A', ':')
    .replaceAll('%2C', ',')
    .replaceAll('%25', '%');

/**
 * A workflow command as the runner reads a line: `::name key=value,key=value::data`. The first `::` behind the beginning
 * ends the head, the first blank in it the name, commas the properties.
 */
const parse = (line: string): Command => {
  expect(line.startsWith('::')).toBe(true);
  const end = line.indexOf('::', 2);
  expect(end).toBeGreaterThan(2);
  const head = line.slice(2, end);
  const blank = head.indexOf(' ');
  const name = blank === -1 ? head : head.slice(0, blank);
  const properties = Object.fromEntries(
    (blank === -1 ? '' : head.slice(blank + 1))
      .split(',')
      .filter((part) => part !== '')
      .map((part) => {
        const [key, ...rest] = part.split('=');
        return [key!, unescapeProperty(rest.join('='))];
      }),
  );
  return { name, properties, data: unescapeData(line.slice(end + 2)) };
};

describe('an annotation', () => {
  it('has the place, the code and the words', () => {
    const found = problem('HANDOFF_NEXT_MISSING', 'NEXT is missing', {
      file: 'a/message.md',
      line: 3,
      column: 7,
      hint: 'Write it.',
    });
    expect(printed([found])).toBe(
      '::error file=a/message.md,line=3,col=7,title=HANDOFF_NEXT_MISSING::NEXT is missing%0AWrite it.',
    );
  });

  it('of a warning is a warning; standard input has no file', () => {
    const found = problem('HANDOFF_DECORATION', 'bold', { file: '-', severity: 'warning', column: 3 });
    expect(printed([found], '-')).toBe('::warning title=HANDOFF_DECORATION::bold');
  });

  it('escapes what would end a property or the line', () => {
    const found = problem('FIELD_INVALID', '100%: a, b::c\nnext %0A', { file: 'a:b,c%2C.md' });
    expect(printed([found])).toBe(
      '::error file=a%3Ab%2Cc%252C.md,title=FIELD_INVALID::100%25: a, b::c%0Anext %250A',
    );
  });

  it('is nothing when nothing is wrong', () => {
    expect(printed([])).toBe('');
  });

  it('is one line for each problem, and reads back as the texts', () => {
    const text = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc
        .array(fc.constantFrom('%', '\r', '\n', ':', '::', ',', '=', '%0A', '%25', ' ', 'a', '\x1b[31m'))
        .map((x) => x.join('')),
    );
    const problems = fc.array(
      fc.record({
        code: fc.constantFrom(...ERROR_CODES),
        severity: fc.constantFrom('error' as const, 'warning' as const),
        message: text,
        file: text.filter((name) => plainText(name) !== '' && name !== '-'),
        line: fc.integer({ min: 1 }),
        column: fc.integer({ min: 1 }),
        hint: text,
      }),
      { minLength: 1, maxLength: 5 },
    );
    fc.assert(
      fc.property(problems, (found) => {
        const lines = printed(found).split(/[\r\n]/);
        expect(lines.map(parse)).toEqual(
          found.map(({ severity, code, message, hint, file, line, column }) => ({
            name: severity,
            properties: { file: plainText(file), line: `${line}`, col: `${column}`, title: code },
            data: plainText(`${message}\n${hint}`),
          })),
        );
      }),
    );
  });
});
