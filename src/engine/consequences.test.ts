// What follows from an accepted submission beside its own facts, and how phases are entered: one rule per test.

import { describe, expect, it } from 'vitest';
import { DrivenRun, treeNumber } from '../../test/fixtures/driven-run.ts';
import { shelf } from '../../test/fixtures/shelf.ts';
import { fact, file, memo } from '../model/workflow/handles.ts';
import { plan } from './plan.ts';
import { prove } from './prove.ts';

const POLICY = { policy: { quick: false, rounds: 2 } };

const drafted = (args: Readonly<Record<string, unknown>> = {}): DrivenRun => {
  const run = new DrivenRun(shelf, POLICY);
  run.submit('drafting.writer.1', { 'draft.md': 'words\n' }, args);
  return run;
};

/** One reader likes it, the other does not; the writer fixes. */
const fixed = (files: readonly string[]): DrivenRun => {
  const run = drafted();
  run.submit('reading.left.1', { 'opinion_left.md': 'good\n' });
  run.submit('reading.right.1', { 'opinion_right.md': 'bad\n' });
  run.submit('mending.writer.1', { '.': 7 });
  run.observe({ kind: 'changes', files: [...files] });
  return run;
};

it('is a workflow that is proved', () => {
  expect(prove(shelf).problems).toEqual([]);
});

describe('a fork', () => {
  it('is left at once, by the first guard that holds', () => {
    const quick = new DrivenRun(shelf, { policy: { quick: true } });
    expect(quick.state.positions['']).toMatchObject({ phase: 'deciding', event: 'begun' });
  });

  it('is left by "otherwise" when no guard holds', () => {
    expect(new DrivenRun(shelf, POLICY).wanted).toEqual(['drafting.writer.1']);
  });
});

describe('what is accepted', () => {
  it('may have a file that it need not have, and keeps what its contract says', () => {
    const run = new DrivenRun(shelf, POLICY);
    run.submit('drafting.writer.1', { 'draft.md': 'd\n', 'note.md': 'n\n' }, { readers: ['ada'] });
    expect(run.view.maybe(file('note'))).toBe('n\n');
    expect(run.view.memo(memo('readers'))).toBe('["ada"]');
    expect(drafted().view.maybe(file('note'))).toBeUndefined();
  });

  it('is sealed with the files that are derived from it, one per round', () => {
    const run = fixed([]);
    run.submit('reading.right.2', { 'opinion_right.md': 'good now\n' });
    expect(run.view.items(file('archive'))).toEqual(['1-left', '1-right', '2-right']);
    expect(run.view.maybe(file('archive'), '1-right')).toBe('bad\n');
    expect(run.state.artifacts['archive/2-right']).toMatchObject({ path: 'archive/2-right.md' });
  });

  it('is recorded in one line for each call, requests with arguments of their own included', () => {
    const run = new DrivenRun(shelf, POLICY);
    run.begin('drafting.writer.1');
    run.ask('drafting.writer.1', 'look_up', { topic: 'a', question: 'why?' });
    run.submit('drafting.writer.1', {});
    run.submit('drafting.writer.1', { 'draft.md': 'x' });
    expect(run.view.lines).toEqual(['look_up\n', 'submit_draft\n']);
  });

  it('has its effects beside the work, wanted until they are done, also when the run is complete', () => {
    const run = new DrivenRun(shelf, { policy: { quick: true } });
    run.answer('deciding.human.1', 'yes', { tip: 'be brief' });
    expect(run.state.status).toBe('complete');
    expect(plan(run.state).jobs).toMatchObject([{ kind: 'side', request: { action: 'preferences' } }]);
    const effect = Object.keys(run.state.effects!)[0]!;
    run.give({ kind: 'performed', effect, problems: [] });
    expect(plan(run.state).jobs).toEqual([]);
    expect(run.give({ kind: 'performed', effect, problems: [] })).toEqual([]);
  });
});

describe('a fact that the work was seen not to touch', () => {
  it('is stated again about the new bytes, and its guarantor sits out', () => {
    const run = fixed(['right.txt']);
    expect(run.state.facts['liked/left']!.about).toMatchObject({ tree: treeNumber(7) });
    expect(run.wanted).toEqual(['reading.right.2']);
  });

  it('is lost when it was touched', () => {
    expect(fixed(['left.txt']).wanted).toEqual(['reading.left.2', 'reading.right.2']);
  });

  it('is lost when nobody could see what was changed', () => {
    const run = drafted();
    run.submit('reading.left.1', { 'opinion_left.md': 'good\n' });
    run.submit('reading.right.1', { 'opinion_right.md': 'bad\n' });
    run.submit('mending.writer.1', { '.': 7 });
    run.observe({ kind: 'unavailable', cause: 'no git' });
    expect(run.wanted).toEqual(['reading.left.2', 'reading.right.2']);
  });

  it('is not made by renewing: what did not hold before does not hold afterwards', () => {
    const run = drafted();
    run.submit('reading.left.1', { 'opinion_left.md': 'bad\n' });
    run.submit('reading.right.1', { 'opinion_right.md': 'bad\n' });
    run.submit('mending.writer.1', { '.': 7 });
    run.observe({ kind: 'changes', files: ['right.txt'] });
    expect(run.view.holds(fact('liked'), 'left')).toBe(false);
  });
});

describe('a person', () => {
  const asked = (): DrivenRun => new DrivenRun(shelf, { policy: { quick: true } });

  it('who approves without some files has chosen that, and the files are put down', () => {
    const run = asked();
    run.answer('deciding.human.1', 'yes', { exclude: ['a.txt'] });
    expect(run.state.works['deciding.human.1']?.outcome).toBe('without');
    expect(run.view.maybe(file('decision'))).toBe('{"outcome":"without","exclude":["a.txt"]}');
  });

  it('who chooses to leave files out names them', () => {
    expect(asked().answer('deciding.human.1', 'without')).toMatchObject([{ code: 'CHOICE_INVALID' }]);
  });

  it('who rejects cannot leave files out', () => {
    expect(asked().answer('deciding.human.1', 'no', { exclude: ['a.txt'] })).toMatchObject([
      { code: 'CHOICE_INVALID' },
    ]);
  });

  it('sets a limit back by going back, and the next work is told what led to it', () => {
    const run = fixed([]);
    expect(run.state.counters['rounds']).toBe(1);
    run.submit('reading.right.2', { 'opinion_right.md': 'good\n' });
    run.answer('deciding.human.1', 'no', {}, 'shorter');
    expect(run.state.counters['rounds']).toBe(0);
    expect(run.view.here.event).toBe('sent_back');
    expect(run.view.remark).toBe('shorter');
  });
});

describe('a limit that a policy says', () => {
  it('is reached after so many rounds', () => {
    const run = new DrivenRun(shelf, { policy: { quick: false, rounds: 1 } });
    run.submit('drafting.writer.1', { 'draft.md': 'd\n' });
    for (const round of [1, 2]) {
      run.submit(`reading.left.${round}`, { 'opinion_left.md': `bad ${round}\n` });
      run.submit(`reading.right.${round}`, { 'opinion_right.md': `bad ${round}\n` });
      if (round === 1) {
        expect(run.state.works['mending.writer.1']?.assignment.inputs).toMatchObject({ fix: 1 });
        run.submit('mending.writer.1', { '.': 7 });
        run.observe({ kind: 'changes', files: [] });
      }
    }
    expect(run.state.positions['']).toMatchObject({ phase: 'deciding', event: 'failed' });
  });
});

describe('a request that is about something', () => {
  const asking = (): DrivenRun => {
    const run = new DrivenRun(shelf, POLICY);
    run.begin('drafting.writer.1');
    return run;
  };
  const QUESTION = { topic: 'a', question: 'why?' };
  const found = (): DrivenRun => {
    const run = asking();
    run.ask('drafting.writer.1', 'look_up', QUESTION);
    run.submit('drafting.finder.a.1', { 'found/a/finding.md': 'because\n' });
    return run;
  };

  it('is kept as a file, and its work is called after it', () => {
    const run = asking();
    run.ask('drafting.writer.1', 'look_up', QUESTION);
    expect(run.view.maybe(file('asked'), 'a')).toBe('why?\n');
    expect(run.wanted).toEqual(['drafting.writer.1', 'drafting.finder.a.1']);
    expect(run.state.works['drafting.finder.a.1']?.assignment.inputs).toMatchObject(QUESTION);
  });

  it('is refused in words when its arguments are wrong', () => {
    expect(asking().ask('drafting.writer.1', 'look_up', { topic: '', question: 'why?' })).toMatchObject([
      { code: 'FIELD_INVALID', message: expect.stringContaining('topic is empty') },
    ]);
    expect(asking().ask('drafting.writer.1', 'look_up', { topic: '../x', question: 'why?' })).toMatchObject([
      { code: 'NAME_INVALID' },
    ]);
  });

  it('asked twice while it is under way is one request; with other words it is refused', () => {
    const run = asking();
    run.ask('drafting.writer.1', 'look_up', QUESTION);
    expect(run.ask('drafting.writer.1', 'look_up', QUESTION)).toEqual([]);
    expect(run.ask('drafting.writer.1', 'look_up', { topic: 'a', question: 'how?' })).toMatchObject([
      { code: 'FIELD_INVALID' },
    ]);
  });

  it('asked again after it was answered has the answer that it had', () => {
    const run = found();
    expect(run.ask('drafting.writer.1', 'look_up', QUESTION)).toEqual([]);
    expect(run.state.works['drafting.writer.1']?.answers.map(({ answer }) => answer)).toEqual([
      'see found/a',
    ]);
    expect(run.wanted).toEqual(['drafting.writer.1']);
  });

  it('asked again with other words is worked on again', () => {
    const run = found();
    run.ask('drafting.writer.1', 'look_up', { topic: 'a', question: 'how?' });
    expect(run.view.holds(fact('found'), 'a')).toBe(false);
    expect(run.wanted).toEqual(['drafting.writer.1', 'drafting.finder.a.2']);
  });

  it('parks an asker that ends its turn, and wakes it with the answer', () => {
    const run = asking();
    run.ask('drafting.writer.1', 'look_up', QUESTION);
    run.give({ kind: 'attempt-end', assignment: 'drafting.writer.1', attempt: 1, end: 'finished' });
    expect(run.wanted).toEqual(['drafting.finder.a.1']);
    run.submit('drafting.finder.a.1', { 'found/a/finding.md': 'because\n' });
    expect(run.wanted).toEqual(['drafting.writer.1']);
    expect(run.state.works['drafting.writer.1']?.failures).toBe(0);
  });

  it('that cannot be answered is told to the asker, and the run goes on', () => {
    const run = asking();
    run.ask('drafting.writer.1', 'look_up', QUESTION);
    for (const attempt of [1, 2, 3]) {
      run.begin('drafting.finder.a.1');
      run.give({
        kind: 'attempt-end',
        assignment: 'drafting.finder.a.1',
        attempt,
        end: 'failed',
        why: 'it fell over',
      });
    }
    expect(run.state.status).toBe('running');
    expect(run.wanted).toEqual(['drafting.writer.1']);
    expect(run.state.works['drafting.writer.1']?.answers[0]?.answer).toMatch(/^no a: .*it fell over/);
  });

  it('does not count against another kind of request', () => {
    const run = found();
    for (const topic of ['b', 'c']) run.ask('drafting.writer.1', 'look_up', { topic, question: 'x' });
    expect(run.ask('drafting.writer.1', 'look_up', { topic: 'd', question: 'x' })).toMatchObject([
      { code: 'REQUEST_LIMIT' },
    ]);
  });
});

describe('the time of a phase', () => {
  const timed = (): DrivenRun =>
    new DrivenRun(shelf, { ...POLICY, phaseMs: { drafting: 60_000, deciding: 5 } });

  it('is a deadline while somebody is at work in it', () => {
    const run = timed();
    expect(plan(run.state).deadlines).toEqual([{ id: 'phase drafting 1 ', at: '2026-11-15T10:01:01.000Z' }]);
    run.give({ kind: 'deadline', deadline: 'phase drafting 1 ' });
    expect(run.state).toMatchObject({ status: 'failed', cause: { code: 'TIME_EXCEEDED' } });
  });

  it('begins anew when the run is resumed', () => {
    const run = timed();
    run.give({ kind: 'deadline', deadline: 'phase drafting 1 ' });
    run.give({ kind: 'resume' });
    expect(plan(run.state).deadlines).toEqual([{ id: 'phase drafting 1 ', at: '2026-11-15T10:01:03.000Z' }]);
    expect(run.view.run.resumed).toBe(true);
  });

  it('does not run while only people are awaited, and one that is over is nobody’s', () => {
    const run = new DrivenRun(shelf, { policy: { quick: true }, phaseMs: { deciding: 5 } });
    expect(plan(run.state).deadlines).toEqual([]);
    expect(run.give({ kind: 'deadline', deadline: 'phase deciding 1 ' })).toEqual([]);
  });
});

it('an item that is called like its role is named once in the id of its work', () => {
  expect(drafted().wanted).toEqual(['reading.left.1', 'reading.right.1']);
});

it('files that follow from the request are there from the start', () => {
  expect(new DrivenRun(shelf, POLICY).view.maybe(file('brief'))).toBe('# Do it.\n');
});

it('nobody is started before what was accepted has had its effects', () => {
  const run = drafted({ tip: 'be brief' });
  expect(run.wanted).toEqual([]);
  run.give({ kind: 'performed', effect: Object.keys(run.state.effects!)[0]!, problems: [] });
  expect(run.wanted).toEqual(['reading.left.1', 'reading.right.1']);
});
