// Thirty ways in which projects write a handoff block, and what becomes of each. A foreign one is read only where every
// word of it has one meaning here; the rest is refused, because a guess that is wrong would pass work on.
import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { isError } from '../../../model/problem.ts';
import { questDialect } from './quest.ts';

const FOLDER = new URL('../../../../test/fixtures/quest-variants/', import.meta.url);

interface Read {
  readonly read: string;
  readonly as: Record<string, unknown>;
  readonly why: string;
}
interface Refused {
  /** The error it is refused with; HANDOFF_MISSING where this dialect sees nothing at all. */
  readonly refused: string;
  /** This dialect sees a block of its own, though not a whole one. */
  readonly seen: boolean;
  readonly why: string;
}

const read = (variant: string, as: Record<string, unknown>, why: string): Read => ({
  read: variant,
  as,
  why,
});
const broken = (refused: string, why: string): Refused => ({ refused, seen: true, why });
const unseen = (why: string): Refused => ({ refused: 'HANDOFF_MISSING', seen: false, why });

const DECISIONS: Readonly<Record<string, Read | Refused>> = {
  '01-block.md': read('1', { status: 'complete', to: 'plan_review' }, 'the contract itself'),
  '02-closing-rule.md': read('2', { status: 'complete', to: 'code_review' }, 'a rule below changes nothing'),
  '03-one-line.md': read(
    '3',
    { status: 'complete', to: 'arbiter', summary: 'The plan holds' },
    'all four keys are there',
  ),
  '04-coordinator.md': read(
    '4',
    {
      status: 'complete',
      from: 'developer',
      to: 'reviewer',
      task: 'TASK-7',
      artifacts: ['src/session.ts', 'test/session.test.ts'],
    },
    'ROLE and TASK_ID tell whose it is; review_required says that the work is done',
  ),
  '05-free-bullets.md': broken('HANDOFF_STATUS_MISSING', 'free keys: nothing says how the work stands'),
  '06-pipeline-engine.md': broken('HANDOFF_STATUS_MISSING', 'an intent is no status'),
  '06-split-marker.md': unseen('a marker over three lines is a rule, a word and a rule'),
  '07-mission-engine.md': broken('HANDOFF_STATUS_MISSING', 'a confidence is no status, and nobody is next'),
  '08-expert-router.md': broken('HANDOFF_MISSING', 'none of the four fields'),
  '09-council.md': broken('HANDOFF_STATUS_MISSING', 'a summary alone'),
  '10-twelve-agents.md': broken(
    'HANDOFF_STATUS_UNKNOWN',
    '"pass" is a verdict about something, and nobody is next',
  ),
  '11-closed-by-name.md': read(
    '11',
    { status: 'complete', to: 'code_review' },
    'the four fields with a known end',
  ),
  '12-spanish-pipeline.md': broken('HANDOFF_NEXT_MISSING', 'it does not say who is next'),
  '13-next-section.md': broken('HANDOFF_MISSING', 'free text'),
  '14-supervisor.md': broken('HANDOFF_MISSING', '"next action" is a deed, not a receiver'),
  '14-json-result.json': unseen('a message inside of a string of somebody else is not the message'),
  '15-json-object.md': broken('HANDOFF_MISSING', 'an object with keys of its own'),
  '16-keys-on-one-line.md': broken(
    'HANDOFF_STATUS_AMBIGUOUS',
    'a stroke between keys is a stroke between values',
  ),
  '17-marker-first.md': broken('HANDOFF_NOT_LAST', 'the document follows the marker'),
  '18-paired-markers.md': broken(
    'HANDOFF_MISSING',
    'an instruction to somebody, and nothing below the last marker',
  ),
  '19-shell-log.md': broken('HANDOFF_MISSING', 'a log that prints the marker'),
  '19-test-script.md': unseen('a script that would print the marker'),
  '20-typed-marker.md': unseen('another contract, known by its marker'),
  '21-from-in-marker.md': unseen('another contract, known by its marker'),
  '22-target-in-marker.md': unseen('a letter, not a result'),
  '23-prefixed-marker.md': unseen('another contract, known by its marker'),
  '24-begin-and-end.md': read(
    '24',
    { status: 'complete', to: 'builder' },
    'the four fields between two marks',
  ),
  '24-start-markdown.md': broken('HANDOFF_MISSING', 'free text'),
  '25-spaced-lower-case.md': read(
    '25',
    { status: 'complete', to: 'code_review' },
    'the four fields in lower case',
  ),
  '25-code-comment.md': unseen('a comment of a program'),
  '26-equals.md': unseen('another contract: its words are not the four fields'),
  '27-relay-screen.md': unseen('a letter on a screen'),
  '28-angle-brackets.md': unseen('attributes, and no status'),
  '29-info-string.md': unseen('a letter in a fence'),
  '30-heading.md': unseen('a heading is part of a report'),
  '30-comment.md': unseen('a comment is not shown to anybody'),
  '30-trailers.md': unseen('keys of another contract'),
  '30-loop.md': unseen('keys of another contract'),
  '30-bare-fields.md': unseen('without a marker any line could be a field'),
};

describe('the variants of the block', () => {
  const files = readdirSync(FOLDER).sort();

  it('have a decision each, thirty in all', () => {
    expect(files).toEqual(Object.keys(DECISIONS).sort());
    expect(new Set(files.map((name) => name.slice(0, 2))).size).toBe(30);
  });

  it.each(files)('%s', (name) => {
    const decision = DECISIONS[name]!;
    const text = readFileSync(new URL(name, FOLDER), 'utf8');
    const decoded = questDialect.decode({ text, file: name });
    const errors = (decoded?.problems ?? []).filter(isError).map(({ code }) => code);
    if ('read' in decision) {
      expect(errors).toEqual([]);
      expect(decoded?.variant).toBe(decision.read);
      expect(decoded?.handoff).toMatchObject(decision.as);
    } else {
      expect(decoded?.handoff).toBeUndefined();
      if (decision.seen) expect(errors).toContain(decision.refused);
      else expect(decoded).toBeUndefined();
    }
  });

  it('reads only those words of a neighbour that have one meaning', () => {
    const text = readFileSync(new URL('04-coordinator.md', FOLDER), 'utf8');
    const statusOf = (word: string) =>
      questDialect.decode({ text: text.replace('review_required', word), file: '' })?.handoff?.status;
    expect(statusOf('approved')).toBe('complete');
    expect(statusOf('plan_complete')).toBe('complete');
    expect(statusOf('needs_human')).toBe('needs_human');
    expect(statusOf('blocked')).toBe('blocked');
    for (const word of ['continue', 'rework_required', 'done', 'pass'])
      expect(statusOf(word)).toBeUndefined();
  });
});
