import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { type Bundle, bundle } from '../../../test/fixtures/bundle.ts';
import {
  type Answering,
  accepted,
  type DoorStub,
  doorStub,
  idle,
  judging,
  rejected,
} from '../../../test/fixtures/door-stub.ts';
import { type ScratchTask, scratchTask } from '../../../test/fixtures/task.ts';
import type { Answer } from '../../model/run/answer.ts';
import type { Ended, Task } from '../agent.ts';
import { parseScenario } from './scenario.ts';
import { scriptedAgent } from './scripted-agent.ts';

let player: Bundle;
beforeAll(async () => {
  player = await bundle('src/agents/scripted/player.ts');
});
afterAll(() => player.remove());

const opened: { remove(): void }[] = [];
const doors: DoorStub[] = [];
afterEach(async () => {
  for (const scratch of opened.splice(0)) scratch.remove();
  for (const door of doors.splice(0)) await door.close();
});

interface Played extends ScratchTask {
  readonly ended: Ended;
  readonly door: DoorStub;
  read(path: string): string;
}

interface Setting {
  readonly answers?: Answering | readonly Answer[];
  readonly task?: Partial<Task>;
  readonly before?: (task: Task) => void;
}

const play = async (
  steps: string,
  { answers = [accepted], task = {}, before }: Setting = {},
): Promise<Played> => {
  const door = await doorStub(answers);
  doors.push(door);
  const scratch = scratchTask(door.url, task);
  opened.push(scratch);
  before?.(scratch.task);
  const indented = steps.trim().replaceAll(/^/gm, '      ').trim();
  const { value, problems } = parseScenario(`roles:\n  coder:\n    - ${indented}\n`, 'scenario.yaml');
  expect(problems).toEqual([]);
  const agent = scriptedAgent({ scenario: value!, node: process.execPath, player: player.file });
  const ended = await (await agent.start(scratch.task)).ended;
  return { ...scratch, ended, door, read: (path) => readFileSync(join(scratch.directory, path), 'utf8') };
};

const asked = (parks: boolean): Answer => ({ status: 'asked', message: 'asked', request: 'q1', parks });
const answered: Answer = { status: 'answered', message: 'answered', request: 'q1', answer: 'Use OAuth.' };

describe('a scripted agent', () => {
  it('writes, runs and submits; what is accepted ends the item and the steps left are skipped', async () => {
    const played = await play(
      `
- write: { "04_planning/plan.yaml": "run {run} {runId} {attempt}", "project:src/{topic}.js": "x = {}" }
- run: "cat src/add.js > copy.txt"
- submit: { tool: submit_done, args: { n: "{subplan_index}", where: "{project}", t: "no {attempt}" } }
- write: { "late.txt": "never" }
`,
      { task: { inputs: { topic: 'add', subplan_index: 2 } } },
    );
    const { task } = played;
    expect(played.ended).toEqual({ end: 'finished' });
    expect(played.read('run/04_planning/plan.yaml')).toBe(`run ${task.runDirectory} demo 1`);
    expect(played.read('tree/copy.txt')).toBe('x = {}');
    expect(existsSync(join(task.runDirectory, 'late.txt'))).toBe(false);
    expect(played.door.calls).toEqual([
      {
        tool: 'submit_done',
        args: { n: 2, where: task.workingDirectory, t: 'no 1' },
        token: 'test-token',
      },
    ]);
  });

  it('writes to its desk where it works blind, with and without a working tree', async () => {
    const steps = `
- write: { "opinion.md": "from {desk}", "project:src/a.js": "a" }
- run: "cat {desk}/opinion.md > {run}/read.txt"
- submit: submit_done
`;
    const before = ({ desk }: Task): void => mkdirSync(desk!);
    const directory = mkdtempSync(join(tmpdir(), 'baton-desk-'));
    opened.push({ remove: () => rmSync(directory, { recursive: true }) });
    const desk = join(directory, 'desk');
    const played = await play(steps, { task: { desk }, before });
    expect(played.ended).toEqual({ end: 'finished' });
    expect(readFileSync(join(desk, 'opinion.md'), 'utf8')).toBe(`from ${desk}`);
    expect(played.read('run/read.txt')).toBe(`from ${desk}`);
    expect(played.read('tree/src/a.js')).toBe('a');
    expect(existsSync(join(played.task.runDirectory, 'opinion.md'))).toBe(false);
    const without = await play(steps, { task: { desk, workingDirectory: desk } });
    expect(without.ended.why).toContain('this assignment has no working tree');
  });

  it('goes on after a rejection, with the problems as text and as data', async () => {
    const played = await play(
      `
- submit: submit_plan
- write: { "plan.yaml": "fix:\\n{problems}" }
- submit: { tool: submit_plan, args: { seen: "{problems}" } }
`,
      { answers: [rejected, accepted] },
    );
    expect(played.ended).toEqual({ end: 'finished' });
    expect(played.read('run/plan.yaml')).toContain(
      'plan.yaml:3:5  FIELD_MISSING  title is missing: expected string',
    );
    expect(played.door.calls[1]?.args['seen']).toMatchObject([{ code: 'FIELD_MISSING', line: 3 }]);
  });

  it('fails when no step is left, and says what was rejected', async () => {
    const { ended } = await play('- submit: submit_plan', { answers: [rejected] });
    expect(ended.end).toBe('failed');
    expect(ended.why).toContain('no step left');
    expect(ended.why).toContain('title is missing');
    expect((await play('- print: nothing handed in')).ended).toMatchObject({ end: 'failed' });
  });

  it('waits for a verdict that takes its time', async () => {
    const played = await play('- submit: submit_done', { answers: [judging, judging, judging, accepted] });
    expect(played.ended).toEqual({ end: 'finished' });
    expect(played.door.calls.map((call) => call.tool)).toEqual([
      'submit_done',
      ...Array(3).fill('await_verdict'),
    ]);
  });

  it('fails with words when it is refused at the door', async () => {
    const refusal: Answer = {
      status: 'refused',
      message: 'this attempt is over',
      code: 'TOKEN_STALE',
      hint: 'Stop.',
    };
    const { ended } = await play('- submit: submit_done\n- submit: submit_done', { answers: [refusal] });
    expect(ended).toEqual({
      end: 'failed',
      why: 'scripted: refused at the door: this attempt is over (TOKEN_STALE) Stop.',
    });
  });

  it('parks on a question until it is answered, and goes on with the answer', async () => {
    const answers = [asked(true), asked(true), idle, answered, accepted];
    const played = await play(
      `
- submit: { tool: ask, args: { question: "Which login?" } }
- submit: { tool: submit_done, args: { login: "{answer}" } }
`,
      { answers },
    );
    expect(played.ended).toEqual({ end: 'finished' });
    expect(played.door.calls.at(-1)).toMatchObject({ tool: 'submit_done', args: { login: 'Use OAuth.' } });
  });

  it('does not wait for a request that does not park', async () => {
    const played = await play('- submit: research_dispatch_web\n- submit: submit_done', {
      answers: [asked(false), accepted],
    });
    expect(played.door.calls.map((call) => call.tool)).toEqual(['research_dispatch_web', 'submit_done']);
  });

  it('ends its turn with a final message, and goes on after a verdict on it when it is resumed', async () => {
    const steps = '- say: "STATUS: complete {attempt}"\n- submit: { tool: again, args: { p: "{problems}" } }';
    const first = await play(steps);
    expect(first.ended).toEqual({ end: 'finished', message: 'STATUS: complete 1', session: 'step:1' });
    const resumed = await play(steps, {
      answers: [rejected, accepted],
      task: { session: 'step:1', attempt: 2 },
    });
    expect(resumed.door.calls.map((call) => call.tool)).toEqual(['await_verdict', 'again']);
    expect(resumed.door.calls[1]?.args['p']).toHaveLength(1);
    // Nothing to go on with: the item is played from its first step.
    const anew = await play(steps, { answers: [idle], task: { session: 'step:1', attempt: 2 } });
    expect(anew.ended.message).toBe('STATUS: complete 2');
  });

  it.each([
    ['- exit: 3', { end: 'failed', why: expect.stringContaining('exited with 3') }],
    ['- exit: 0', { end: 'finished' }],
    ['- crash: true', { end: 'failed', why: expect.stringContaining('SIGKILL') }],
    ['- sleep: 50ms\n- submit: x', { end: 'finished' }],
    ['- run: "exit 7"\n- submit: x', { end: 'finished' }],
    [
      '- print: "\\e[31mred\\e]0;title\\a"\n- exit: 1',
      { end: 'failed', why: 'scripted exited with 1; its last lines:\nred' },
    ],
  ])('plays %j', async (steps, expected) => {
    expect((await play(steps)).ended).toEqual(expected);
  });

  it.each([
    ['a path from an input', { '{topic}': 'x' }, { topic: '../../evil.txt' }],
    ['an absolute path from an input', { '{topic}': 'x' }, { topic: '/tmp/evil.txt' }],
    ['a link in the run directory', { 'out/evil.txt': 'x' }, {}],
    ['a link in the project', { 'project:out/evil.txt': 'x' }, {}],
    ['a link to nowhere', { dangling: 'x' }, {}],
    ['an input that pretends to be the project', { '{topic}': 'x' }, { topic: 'project:../../x' }],
  ])('writes nothing outside: %s', async (_, files, inputs) => {
    const before = (task: Task) => {
      const outside = join(task.runDirectory, '../outside');
      mkdirSync(outside);
      symlinkSync(outside, join(task.runDirectory, 'out'));
      symlinkSync(outside, join(task.workingDirectory, 'out'));
      symlinkSync(join(outside, 'evil.txt'), join(task.runDirectory, 'dangling'));
    };
    const played = await play(`- write: ${JSON.stringify(files)}`, { task: { inputs }, before });
    expect(played.ended.end).toBe('failed');
    expect(played.ended.why).toContain('PATH_OUTSIDE');
    expect(existsSync(join(played.directory, 'outside/evil.txt'))).toBe(false);
  });

  it('may name its folders by {run} and {project}', async () => {
    const played = await play('- write: { "{run}/a.txt": "a", "{project}/b.txt": "b" }\n- submit: x');
    expect([played.read('run/a.txt'), played.read('tree/b.txt')]).toEqual(['a', 'b']);
  });

  it('without a working tree cannot write there, and says so', async () => {
    const scratch = scratchTask();
    opened.push(scratch);
    const task = { workingDirectory: scratch.task.runDirectory, runDirectory: scratch.task.runDirectory };
    const { ended } = await play('- write: { "project:a.txt": "a" }', { task });
    expect(ended.why).toContain('no working tree');
  });

  it('ends itself, with another exit code, when nobody holds the run any more', async () => {
    const gone = await play('- submit: x', {
      task: { door: { url: 'http://127.0.0.1:9', mcpUrl: '', token: 't' } },
    });
    expect(gone.ended.end).toBe('failed');
    expect(gone.ended.why).toContain('RUN_NOT_HELD');
    const cut = await play('- submit: x', { answers: () => 'hang-up' });
    expect(cut.ended.why).toContain('RUN_NOT_HELD');
  });

  it('that has no such role in its scenario fails with words', async () => {
    const { ended } = await play('- submit: x', { task: { role: 'reviewer' } });
    expect(ended.end).toBe('failed');
    expect(ended.why).toContain('no role "reviewer"; its roles are: coder');
  });

  it('keeps what it prints in a log, without the token', async () => {
    const scratch = scratchTask('http://127.0.0.1:9');
    opened.push(scratch);
    const scenarioFile = join(scratch.directory, 's.yaml');
    writeFileSync(
      scenarioFile,
      'roles:\n  coder:\n    - - run: "echo secret $BATON_TOKEN"\n      - exit: 0\n',
    );
    const logDirectory = join(scratch.directory, 'logs');
    const agent = scriptedAgent({ scenarioFile, node: process.execPath, player: player.file, logDirectory });
    await (await agent.start(scratch.task)).ended;
    const log = readFileSync(join(logDirectory, 'coding.coder.1.1.log'), 'utf8');
    expect(log).toContain('secret [token]');
    expect(log).not.toContain('test-token');
  });
});
