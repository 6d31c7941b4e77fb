// A workflow is code, and is tested like code: the engine and the checks are real, the agents and the person are scripts.
//
//   npx tsc && node --test examples/article/article.test.js
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { play } from 'baton-relay/testing';
import { writing } from './article.js';

const article = { write: { 'article.md': 'The moon pulls the sea.\n' } };
const pass = { write: { 'review.yaml': 'verdict: pass\nfindings: []\n' } };
const fail = { write: { 'review.yaml': 'verdict: fail\nfindings: [Name the sun.]\n' } };

test('a person publishes what the reviewer has passed', async () => {
  const run = await play(writing, {
    request: 'An article about tides',
    agents: { writer: [article], reviewer: [pass] },
    people: { approve: ['publish'] },
  });
  assert.equal(run.status, 'complete');
  assert.deepEqual(run.facts, ['review.passed']);
  assert.equal(run.files['article.md'], 'The moon pulls the sea.\n');
});

test('the writer is told what the reviewer found', async () => {
  const run = await play(writing, { agents: { writer: [article], reviewer: [fail] } });
  assert.deepEqual([run.status, run.step], ['running', 'write']);
  assert.match(run.scenes.at(-1)?.prompt ?? '', /Name the sun\./);
});

test('a review that cannot be read is rejected', async () => {
  const perhaps = { write: { 'review.yaml': 'verdict: perhaps\nfindings: []\n' } };
  const run = await play(writing, { agents: { writer: [article], reviewer: [perhaps] } });
  const verdict = run.verdicts.at(-1);
  assert.equal(verdict?.accepted, false);
  assert.equal(verdict?.problems[0]?.code, 'FIELD_INVALID');
});

test('after three rounds a person decides', async () => {
  const run = await play(writing, {
    agents: { writer: () => article, reviewer: () => fail },
    people: { stuck: ['abandon'] },
  });
  assert.equal(run.status, 'cancelled');
});
