import { describe, expect, test } from 'vitest';
import { expectGolden } from '../../../test/fixtures/golden.ts';
import { RelayInMemory, testsWere } from '../../../test/fixtures/relay-in-memory.ts';
import { textWidth } from '../../std/text-width.ts';
import { relay } from '../../workflows/relay/relay.ts';
import { renderProgress } from './render-progress.ts';

const phases = Object.keys(relay.phases);
const plain = { columns: 100, color: false, phases };

const picture = (run: RelayInMemory, options: Partial<typeof plain> = {}): string =>
  `${renderProgress(run.state, run.after(63_000), { ...plain, ...options }).join('\n')}\n`;

const withRejection = (message?: string): RelayInMemory => {
  const run = new RelayInMemory();
  run.plan();
  run.submitTree('coding.coder.alpha.1', 'work/alpha', 2);
  run.give({ kind: 'observe', key: `command:test@git-tree:${'1'.repeat(40)}`, evidence: testsWere(0) });
  run.give({
    kind: 'observe',
    key: `command:test@git-tree:${'2'.repeat(40)}`,
    evidence: testsWere(3, message),
  });
  return run;
};

describe('renderProgress', () => {
  test('shows a planner at work and what is still to come', () => {
    const run = new RelayInMemory();
    run.begin('planning.planner.1');
    expectGolden('progress/planning.txt', picture(run));
  });

  test('shows what was rejected and why, and what is being judged on which evidence', () => {
    const run = withRejection();
    run.submitTree('coding.coder.beta.1', 'work/beta', 4);
    expectGolden('progress/judging.txt', picture(run));
  });

  test('shows what waits for a person, with the commands to type', () => {
    const run = new RelayInMemory();
    run.plan();
    run.code();
    expectGolden('progress/approving.txt', picture(run));
  });

  test('shows a question and who waits for its answer', () => {
    const run = new RelayInMemory();
    run.begin('planning.planner.1');
    const question = {
      kind: 'request',
      assignment: 'planning.planner.1',
      attempt: 1,
      request: 'ask',
    } as const;
    run.give({ ...question, text: 'Which port?', args: { question: 'Which port?' } });
    expectGolden('progress/question.txt', picture(run));
  });

  test('shows work that repeats a mistake, and how often', () => {
    const run = new RelayInMemory();
    for (const text of ['version: 2\n', 'version: 3\n', 'version: 4\n']) {
      run.begin('planning.planner.1');
      run.submitFile('planning.planner.1', 'submit_plan', 'plan', text);
    }
    expectGolden('progress/stuck.txt', picture(run));
  });

  test('shows why a run failed', () => {
    const run = new RelayInMemory();
    run.give({ kind: 'fail', cause: { code: 'AGENT_FAILED', message: 'the agent failed 3 times' } });
    expectGolden('progress/failed.txt', picture(run));
  });

  test('puts colour on with the same words', () => {
    const run = withRejection();
    const colored = picture(run, { color: true });
    expect(colored).toContain('\x1b[');
    expect(colored.replaceAll(/\x1b\[\d+m/g, '')).toBe(picture(run));
  });

  test.each([20, 33, 60, 80, 200])('no line is wider than %i columns', (columns) => {
    const run = withRejection('日本語'.repeat(40));
    for (const line of renderProgress(run.state, run.after(0), { ...plain, columns }))
      expect(textWidth(line), line).toBeLessThanOrEqual(columns);
  });

  test('words of agents cannot move the cursor or break the line', () => {
    const run = withRejection('\x1b[2Jgone\r\nsecond\x07');
    const text = picture(run);
    expect(text).not.toMatch(/[\x00-\x09\x0b-\x1f]/);
    expect(text.split('\n')).toHaveLength(picture(withRejection('x')).split('\n').length);
  });
});
