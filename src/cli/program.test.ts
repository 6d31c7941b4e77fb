import { PassThrough } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { expectGolden } from '../../test/fixtures/golden.ts';
import { exitsOf } from './command-exits.ts';
import { buildProgram, runProgram } from './program.ts';
import { asBatonError } from './report-error.ts';
import type { Streams, Surroundings } from './shell.ts';

const COMMANDS =
  'demo init run resume host worker stop move list status watch log logs attach inbox serve diff approve reject answer release check convert lint prove show submit verify attest metrics calibrate mcp hook clean store doctor completion'.split(
    ' ',
  );

const surroundings = (): Surroundings & { printed(): { stdout: string; stderr: string } } => {
  const [stdout, stderr] = [new PassThrough(), new PassThrough()];
  const text = (stream: PassThrough): string => (stream.read() as Buffer | null)?.toString() ?? '';
  return {
    root: fileURLToPath(new URL('../..', import.meta.url)),
    env: {},
    streams: { stdin: new PassThrough(), stdout, stderr } as unknown as Streams,
    compose: () => Promise.reject(new Error('no command of this test needs the system')),
    pages: () => Promise.reject(new Error('not served')),
    printed: () => ({ stdout: text(stdout), stderr: text(stderr) }),
  };
};

const failure = async (...words: readonly string[]) => {
  const { code, message, hint } = await runProgram(surroundings(), words).then(
    (exit) => {
      throw new Error(`expected an error, got exit ${exit}`);
    },
    (cause: unknown) => asBatonError(cause),
  );
  return { code, message, hint };
};

describe('the program', () => {
  test('offers the commands of this version and no other', () => {
    const program = buildProgram(surroundings(), () => {});
    expect(program.commands.map((command) => command.name())).toEqual(COMMANDS);
  });

  test.each(['', ...COMMANDS])('baton %s --help', async (command) => {
    const around = surroundings();
    const words = command === '' ? ['--help'] : [command, '--help'];
    expect(await runProgram(around, words)).toBe(0);
    const { stdout, stderr } = around.printed();
    expect(stderr).toBe('');
    expect(stdout).toMatch(/\nExamples?:\n {2}\$ .*baton /);
    expect(stdout).toMatch(/\nExit codes:\n {2}0 {4}/);
    // Each has exits of its own; the list of all is for the program.
    expect(exitsOf(command) === undefined).toBe(command === '');
    expectGolden(`cli-help/${command || 'baton'}.txt`, stdout);
  });

  test('without a command prints its help on stderr and is a usage error', async () => {
    const around = surroundings();
    expect(await runProgram(around, [])).toBe(2);
    const { stdout, stderr } = around.printed();
    expect(stdout).toBe('');
    expect(stderr).toContain('Usage: baton');
  });
});

describe('a mistyped word', () => {
  test.each([
    [['statu'], "unknown command 'statu'", 'Did you mean status?'],
    [['status', '--jsn'], "unknown option '--jsn'", 'Did you mean --json?'],
    [['run', 'x', '--agnet', 'human'], "unknown option '--agnet'", 'Did you mean --agent?'],
    [['log', '--folow'], "unknown option '--folow'", 'Did you mean --follow?'],
    [['frobnicate'], "unknown command 'frobnicate'", 'See `baton --help`, or `baton COMMAND --help`.'],
  ])('%j', async (words, message, hint) => {
    expect(await failure(...words)).toEqual({ code: 'USAGE_INVALID', message, hint });
  });

  test.each([
    [['run'], "missing required argument 'REQUEST'"],
    [['approve'], "missing required argument 'ID'"],
    [['answer', 'q1'], "required option '--text <T>' not specified"],
    [['status', 'a', 'b'], 'too many arguments'],
    [['run', 'x', '--role-agent', 'coder'], 'ROLE=SPEC'],
    [['run', 'x', '--name'], "option '--name <NAME>' argument missing"],
    [
      ['hook', 'start'],
      'expected a hook (session-start, stop, subagent-stop, post-tool-use, pre-tool-use), got "start"',
    ],
  ])('%j is explained', async (words, part) => {
    const { code, message } = await failure(...words);
    expect(code).toBe('USAGE_INVALID');
    expect(message).toContain(part);
  });
});
