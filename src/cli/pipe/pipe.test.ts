import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import {
  type Answering,
  accepted,
  type DoorStub,
  doorEnvironment,
  doorStub,
  judging,
  rejected,
} from '../../../test/fixtures/door-stub.ts';
import { type BuiltPipe, buildPipe } from '../../../test/fixtures/pipe-process.ts';
import type { Answer } from '../../model/run/answer.ts';

let pipe: BuiltPipe;
beforeAll(async () => {
  pipe = await buildPipe();
});
afterAll(() => pipe.remove());

const doors: DoorStub[] = [];
afterEach(async () => {
  for (const door of doors.splice(0)) await door.close();
});

const submit = async (words: readonly string[], answers: Answering | readonly Answer[] = [accepted]) => {
  const door = await doorStub(answers);
  doors.push(door);
  return { door, ...(await pipe.run(['submit', ...words], doorEnvironment(door.url))) };
};

describe('baton submit', () => {
  it('calls the tool with its token; values are JSON where they can be', async () => {
    const { door, exit, output } = await submit([
      'submit_plan',
      ...['--arg', 'n=2', '--arg', 'text=a=b c', '--arg', 'list=["x"]', '--arg=empty=', '--arg', 'no=null'],
    ]);
    expect({ exit, output }).toEqual({ exit: 0, output: 'accepted: accepted\n' });
    expect(door.calls).toEqual([
      {
        tool: 'submit_plan',
        args: { n: 2, text: 'a=b c', list: ['x'], empty: '', no: null },
        token: 'test-token',
      },
    ]);
  });

  it('shows every problem with its place and what to do; exit 1', async () => {
    const { exit, output } = await submit(['submit_plan'], [rejected]);
    expect(exit).toBe(1);
    expect(output).toBe(
      'rejected: rejected\nplan.yaml:3:5  FIELD_MISSING  title is missing: expected string\n    → Write "title: …".\n',
    );
  });

  it('waits for the verdict, and says on stderr what is left', async () => {
    const { door, exit, output, errors } = await submit(['submit_done'], [judging, judging, accepted]);
    expect({ exit, output, errors }).toEqual({
      exit: 0,
      output: 'accepted: accepted\n',
      errors: 'judging; left: tests\n',
    });
    expect(door.calls.map((call) => call.tool)).toEqual(['submit_done', 'await_verdict', 'await_verdict']);
  });

  it.each<[Answer, number]>([
    [{ status: 'asked', message: 'asked', request: 'q', parks: true }, 0],
    [{ status: 'answered', message: 'answered', request: 'q', answer: 'yes' }, 0],
    [{ status: 'idle', message: 'idle' }, 0],
    [{ status: 'refused', message: 'over', code: 'TOKEN_STALE' }, 2],
    [rejected, 1],
  ])('prints the answer as one JSON document: %j', async (answer, code) => {
    const { exit, output } = await submit(['ask', '--arg', 'question=x', '--json'], [answer]);
    expect(exit).toBe(code);
    expect(JSON.parse(output)).toEqual(answer);
  });

  it('prints no escapes of an agent’s making', async () => {
    const message = 'evil \u001b[2J\u009b31m\u001b]0;title\u0007text';
    const answer: Answer = { status: 'refused', message, code: 'TOKEN_STALE' };
    expect((await submit(['x'], [answer])).errors).toBe('error TOKEN_STALE: evil text\n');
    const json = (await submit(['x', '--json'], [answer])).output;
    expect(json).not.toMatch(/[\u0007\u001b\u007f-\u009f]/);
    expect(JSON.parse(json)).toEqual(answer);
  });

  it.each([
    [[], 'expected one TOOL, got none'],
    [['a', 'b'], 'expected one TOOL, got a b'],
    [['a', '--arg', 'x'], 'expected KEY=VALUE after --arg, got x'],
    [['a', '--arg'], 'got nothing'],
    [['a', '--arg', 'x=1', '--arg', 'x=2'], '"x" came again'],
    [['a', '--args', 'x=1'], 'unknown option --args; did you mean --arg?'],
  ])('tells what is wrong with %j; exit 2', async (words, told) => {
    const { exit, errors, door } = await submit(words);
    expect(exit).toBe(2);
    expect(errors).toContain(told);
    expect(errors).toContain('USAGE_INVALID');
    expect(door.calls).toEqual([]);
  });

  it('says in words that nobody holds the run; exit 2', async () => {
    const gone = await pipe.run(['submit', 'x'], doorEnvironment('http://127.0.0.1:9'));
    expect(gone.exit).toBe(2);
    expect(gone.errors).toContain('error RUN_NOT_HELD: nobody holds this run: connect ECONNREFUSED');
    const cut = await submit(['x', '--json'], () => 'hang-up');
    expect(cut.exit).toBe(2);
    expect(JSON.parse(cut.output)).toMatchObject({ status: 'refused', code: 'RUN_NOT_HELD' });
    const nowhere = await pipe.run(['submit', 'x'], { BATON_TOKEN: 't' });
    expect(nowhere.errors).toContain('BATON_URL names no door');
  });

  it('leaves persons, who have no token, and help to the whole program', async () => {
    expect((await pipe.run(['submit', 'x', '--arg', 'a=b'])).output).toBe(
      'whole program true submit x --arg a=b\n',
    );
    const helped = await pipe.run(['submit', '--help'], doorEnvironment('http://127.0.0.1:9'));
    expect(helped.output).toBe('whole program true submit --help\n');
  });
});
