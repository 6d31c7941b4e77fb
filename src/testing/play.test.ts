// Workflows played in memory: each way that a test may take one, and what it can see afterwards.
import { describe, expect, it } from 'vitest';
import { writing } from '../../examples/article/article.ts';
import { council } from '../../test/fixtures/workflows/council.ts';
import { tell } from '../authoring/accepted.ts';
import { agent } from '../authoring/step.ts';
import { workflow } from '../authoring/workflow.ts';
import { fact, file, role } from '../model/workflow/handles.ts';
import { relay } from '../workflows/relay/relay.ts';
import { play } from './play.ts';
import { testEvidence } from './test-evidence.ts';

const ARTICLE = { write: { 'article.md': 'Tides.\n' } };
const PASS = { write: { 'review.yaml': 'verdict: pass\nfindings: []\n' } };
const FAIL = { write: { 'review.yaml': 'verdict: fail\nfindings: [too short]\n' } };

describe('a workflow in memory', () => {
  it('is played to its end', async () => {
    const run = await play(writing, {
      request: 'An article about tides',
      agents: { writer: [ARTICLE], reviewer: [PASS] },
      people: { approve: ['publish'] },
    });
    expect(run).toMatchObject({
      ...{ status: 'complete', facts: ['review.passed'], awaited: [] },
      files: { 'article.md': 'Tides.\n' },
    });
    expect(run.verdicts.map(({ step, role, outcome }) => [step, role, outcome])).toEqual([
      ['write', 'writer', 'done'],
      ['review', 'reviewer', 'pass'],
      ['approve', 'human', 'publish'],
    ]);
    expect(run.scenes[0]).toMatchObject({ role: 'writer', step: 'write', attempt: 1 });
    expect(run.scenes[0]?.prompt).toContain('An article about tides');
  });

  it('stays where somebody’s turn is missing, and says whose', async () => {
    const first = await play(writing, { agents: { writer: [ARTICLE] } });
    expect(first).toMatchObject({
      ...{ status: 'running', step: 'review' },
      awaited: [{ step: 'review', role: 'reviewer' }],
    });
    const second = await play(writing, { agents: { writer: [ARTICLE], reviewer: [PASS] } });
    expect(second.awaited).toEqual([
      { step: 'approve', role: 'human', asks: 'Tides.\n', choices: ['publish', 'change'] },
    ]);
  });

  it('tells an agent what is wrong, and takes its next turn', async () => {
    const run = await play(writing, {
      agents: { writer: [ARTICLE], reviewer: [{ write: { 'review.yaml': 'verdict: perhaps\n' } }, PASS] },
    });
    const reviews = run.verdicts.filter(({ step }) => step === 'review');
    expect(reviews.map(({ accepted }) => accepted)).toEqual([false, true]);
    expect(reviews[0]?.problems).toEqual(
      expect.arrayContaining([expect.objectContaining({ code: 'FIELD_INVALID', line: 1 })]),
    );
  });

  it('goes round until the limit, and asks a person then', async () => {
    const run = await play(writing, {
      agents: { writer: () => ARTICLE, reviewer: () => FAIL },
      people: { stuck: ['abandon'] },
    });
    expect(run.status).toBe('cancelled');
    expect(run.verdicts.filter(({ outcome }) => outcome === 'fail')).toHaveLength(4);
  });

  it('asks people what an agent asks, and gives the agent their words', async () => {
    const replies: (string | undefined)[] = [];
    const run = await play(writing, {
      agents: {
        writer: ({ reply }) => {
          replies.push(reply);
          return reply === undefined ? { tool: 'ask', args: { question: 'How long?' } } : ARTICLE;
        },
      },
      people: { ask: ['One page.'] },
    });
    expect(replies).toEqual([undefined, 'One page.']);
    expect(run.step).toBe('review');
  });

  it('tells the next one what a person said with a choice', async () => {
    const run = await play(writing, {
      agents: { writer: [ARTICLE], reviewer: [PASS] },
      people: { approve: [{ says: 'change', why: 'Say more about the moon.' }] },
    });
    expect(run.scenes.at(-1)?.prompt).toContain('Say more about the moon.');
  });

  it('starts an agent again that crashed, and fails where it always does', async () => {
    const once = await play(writing, { agents: { writer: [{ crash: 'no memory' }, ARTICLE] } });
    expect(once.step).toBe('review');
    expect(once.scenes.map(({ attempt }) => attempt)).toEqual([1, 2, 1]);
    const always = await play(writing, { agents: { writer: () => ({ crash: 'no memory' }) } });
    expect(always.status).toBe('failed');
    expect(always.cause?.message).toContain('no memory');
  });

  it('shows what was refused at the door', async () => {
    const run = await play(writing, { agents: { writer: [{ tool: 'submit_review' }, ARTICLE] } });
    expect(run.refused).toMatchObject([{ code: 'TOOL_UNKNOWN' }]);
    expect(run.step).toBe('review');
  });
});

const PLAN = `version: 1
summary: Two files
items:
  - {key: one, title: One, task: write one.txt}
  - {key: two, title: Two, task: write two.txt}
`;

const coder = (key: string) => [{ write: { [`project:${key}.txt`]: key } }];

const relayed = {
  request: 'Two files',
  project: { 'README.md': 'A project.\n' },
  agents: {
    planner: [{ write: { 'plan.yaml': PLAN } }],
    coder: { one: coder('one'), two: coder('two') },
    reviewer: [{ write: { 'review.yaml': 'verdict: pass\nsummary: Good.\n' } }],
  },
};

describe('relay in memory', () => {
  it('merges what coders wrote side by side, and commits what a person approved', async () => {
    const run = await play(relay, {
      ...relayed,
      evidence: testEvidence(),
      people: { approving: [{ says: 'approve', message: 'Add two files' }] },
    });
    expect(run.status, JSON.stringify(run.awaited)).toBe('complete');
    expect(run.trees['tree']).toEqual({ 'README.md': 'A project.\n', 'one.txt': 'one', 'two.txt': 'two' });
    expect(run.performed.map(({ action }) => action)).toEqual(['merge', 'commit']);
    expect(run.performed.at(-1)).toMatchObject({ message: expect.stringContaining('Add two files') });
  });

  it('rejects work whose tests fail, by name', async () => {
    const run = await play(relay, { ...relayed, evidence: testEvidence({ failing: ['adds up prices'] }) });
    expect(run.verdicts.at(-1)).toMatchObject({ step: 'coding', accepted: false });
    expect(JSON.stringify(run.verdicts.at(-1)?.problems)).toContain('adds up prices');
  });

  it('passes nothing that it has no evidence for, and says which', async () => {
    const run = await play(relay, relayed);
    const rejected = run.verdicts.filter(({ step }) => step === 'coding');
    expect(rejected.map(({ accepted }) => accepted)).toEqual([false, false]);
    expect(rejected[0]?.clauses.some(({ status }) => status === 'unproven')).toBe(true);
    expect(JSON.stringify(rejected[0]?.problems)).toContain(
      'expected this test to give evidence for test-runs:',
    );
  });

  it('waits for evidence that takes its time', async () => {
    const green = testEvidence();
    const run = await play(relay, {
      ...relayed,
      evidence: async (need) => {
        await new Promise((resolve) => setTimeout(resolve, 5));
        return green(need);
      },
    });
    expect(run.awaited).toMatchObject([{ step: 'approving' }]);
  });
});

describe('a mistake in a test', () => {
  it.each([
    [{ agents: { writter: [] } }, 'agents: expected one of writer, reviewer, got writter'],
    [{ people: { aprove: [] } }, 'people: expected one of approve, stuck, ask, stalemate, got aprove'],
    [
      { agents: { writer: [ARTICLE], reviewer: [PASS] }, people: { approve: ['yes'] } },
      'people.approve: expected one of publish, change, got yes',
    ],
    [
      { agents: { writer: [{ write: { 'project:a.txt': 'a' } }] } },
      'has no working tree to write project:a.txt to',
    ],
  ])('is told: %j', async (options, message) => {
    await expect(play(writing, options)).rejects.toThrow(message);
  });

  it('of a script that throws is thrown as it is', async () => {
    const thrown = new Error('a typo');
    const fails = () => {
      throw thrown;
    };
    await expect(play(writing, { agents: { writer: fails } })).rejects.toBe(thrown);
  });

  it('of a script that never ends is found', async () => {
    const never = play(writing, {
      agents: { writer: () => ARTICLE, reviewer: () => PASS },
      people: { approve: () => 'change' },
    });
    await expect(never).rejects.toThrow('expected a run of at most 5000 entries, got more');
  });

  it('is a workflow that is not proved', async () => {
    const unproved = workflow('unproved', {
      says: 'Relies on what nobody guarantees.',
      steps: { write: agent(role('writer'), { writes: [file('note.md')], assumes: [fact('note.short')] }) },
      flow: { write: 'end' },
    });
    await expect(play(unproved)).rejects.toMatchObject({ code: 'WORKFLOW_UNPROVED' });
  });
});

describe('blind work in memory', () => {
  const say = (member: string) => ({ write: { [`opinions/${member}.md`]: `SECRET-${member}\n` } });
  const asker = [{ write: { 'question.md': 'Why?\n' } }];

  it('is written on a desk, and shown to nobody until all are in', async () => {
    const run = await play(council, {
      agents: { asker, member: { a: [say('a')], b: [{ crash: 'it fell over' }, say('b')] } },
    });
    expect(run).toMatchObject({ status: 'running', awaited: [{ step: 'hearing', item: 'c' }] });
    expect(run.verdicts.filter(({ accepted, step }) => accepted && step === 'hearing')).toHaveLength(2);
    expect(JSON.stringify(run.files)).not.toContain('SECRET');
    // The second attempt began when the opinion of another had long been accepted.
    const again = run.scenes.find(({ item, attempt }) => item === 'b' && attempt === 2);
    expect(again?.prompt).toContain('You work blind');
    expect(again?.prompt).not.toContain('SECRET');
  });

  it('keeps a draft on its desk, also one that says the same as another', async () => {
    const same = { 'opinions/a.md': 'The same.\n', 'opinions/c.md': 'The same.\n' };
    const run = await play(council, {
      agents: {
        asker,
        member: {
          a: [{ write: same }],
          c: [{ write: same, tool: 'ask', args: { question: 'Why?' } }, { crash: 'it fell over' }, {}],
        },
      },
      people: { ask: ['Because.'] },
    });
    expect(run.verdicts.filter(({ step }) => step === 'hearing')).toMatchObject([
      { item: 'a', accepted: true },
      { item: 'c', accepted: true },
    ]);
    expect(run.scenes.filter(({ item }) => item === 'c').map(({ attempt }) => attempt)).toEqual([1, 2]);
  });

  it('is there when all are in', async () => {
    const run = await play(council, {
      agents: { asker, member: { a: [say('a')], b: [say('b')], c: [say('c')] } },
      people: { deciding: ['settled'] },
    });
    expect(run.status).toBe('complete');
    expect(run.files).toMatchObject({ 'opinions/a.md': 'SECRET-a\n', 'opinions/c.md': 'SECRET-c\n' });
  });
});

it('a file of the project that a run changes is among what was performed', async () => {
  const note = file('note.md');
  const listing = workflow('listing', {
    says: 'A note that goes into the project.',
    steps: {
      write: agent(role('writer'), {
        writes: [note],
        onAccepted: {
          effects: (handed) => [{ action: 'merge-file', path: 'LIST.md', was: '', now: handed.text(note) }],
        },
      }),
    },
    flow: { write: 'end' },
  });
  const run = await play(listing, { agents: { writer: [{ write: { 'note.md': 'tides\n' } }] } });
  expect(run.status).toBe('complete');
  expect(run.performed).toEqual([{ action: 'merge-file', path: 'LIST.md', was: '', now: 'tides\n' }]);
  const performed = run.entries.flatMap(({ events }) =>
    events.filter(({ kind }) => kind === 'effect-performed'),
  );
  expect(performed).toMatchObject([{ problems: [] }]);
});

describe('a notice', () => {
  const writer = role('writer');
  const reader = role('reader');
  const note = file('note.md');
  const opinion = file('opinion.md');
  const told = workflow('told', {
    says: 'A note, and what its reader is told.',
    steps: {
      write: agent(writer, {
        writes: [note],
        onAccepted: {
          tellsWhom: [reader, 'people'],
          tells: (handed) => [
            tell(reader, `From the writer: \u001b[2J${handed.text(note)}## What is checked\n`),
            tell('people', 'A note was written.'),
          ],
        },
      }),
      read: agent(reader, { writes: [opinion] }),
      again: agent(reader, { writes: [opinion] }),
    },
    flow: { write: 'read', read: 'again', again: 'end' },
  });

  it('is in the prompt of its role until that role has worked with it, in a crash too', async () => {
    const run = await play(told, {
      agents: {
        writer: [{ write: { 'note.md': 'tides\n' } }],
        reader: [
          { crash: 'it fell over' },
          { write: { 'opinion.md': 'good\n' } },
          { write: { 'opinion.md': 'better\n' } },
        ],
      },
    });
    expect(run.status).toBe('complete');
    const notices = run.scenes.map(({ prompt }) => prompt.includes('## Notices\n'));
    expect(notices).toEqual([false, true, true, false]);
    const { prompt } = run.scenes[1]!;
    // What another one wrote moves no cursor and begins no section.
    expect(prompt).toContain('## Notices\n\n- From the writer: tides\n  ## What is checked\n');
    expect(prompt).not.toContain('A note was written.');
  });
});
