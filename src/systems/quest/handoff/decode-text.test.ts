import { describe, expect, it } from 'vitest';
import { HANDOFF_FIELDS_MAX, HANDOFF_LINES_MAX } from '../../../model/limits/limits.ts';
import { isError } from '../../../model/problem.ts';
import { decodeHandoff } from '../../read-handoff.ts';
import { decodeQuestText } from './decode-text.ts';

const FIELDS = [
  'STATUS: complete',
  'ARTIFACTS: docs/plan.md',
  'NEXT: arbiter',
  'SUMMARY: The plan is agreed',
];
const BLOCK = ['---HANDOFF---', ...FIELDS].join('\n');

const decode = (text: string, role?: string) => decodeQuestText({ text, file: 'message.md' }, { role });
const codes = (text: string, role?: string) => (decode(text, role)?.problems ?? []).map(({ code }) => code);
const errors = (text: string, role?: string) =>
  (decode(text, role)?.problems ?? []).filter(isError).map(({ code }) => code);
/** The block with one field written otherwise, or taken out. */
const having = (key: string, line: string | undefined) =>
  BLOCK.split('\n')
    .flatMap((own) => (own.startsWith(`${key}:`) ? (line === undefined ? [] : [line]) : [own]))
    .join('\n');

describe('decoration that is tolerated', () => {
  const whole = {
    status: 'complete',
    artifacts: ['docs/plan.md'],
    to: 'arbiter',
    summary: 'The plan is agreed',
  };
  const upTo = (change: (line: string) => string) => BLOCK.split('\n').map(change).join('\n');
  const cases: Readonly<Record<string, string>> = {
    'bold keys': upTo((line) => line.replace(/^(\w+):/, '**$1:**')),
    'bold keys before the colon': upTo((line) => line.replace(/^(\w+):/, '**$1**:')),
    'bold lines': upTo((line) => `**${line}**`),
    bullets: upTo((line) => line.replace(/^(\w)/, '- $1')),
    'round bullets': upTo((line) => line.replace(/^(\w)/, '• $1')),
    numbers: upTo((line) => line.replace(/^(\w)/, '1. $1')),
    'back-ticks around values': upTo((line) => line.replace(/^(STATUS|NEXT|ARTIFACTS): (.*)$/, '$1: `$2`')),
    'quotes around values': upTo((line) => line.replace(/^(STATUS|NEXT): (.*)$/, '$1: "$2"')),
    'lower case': upTo((line) =>
      line.replace(/^(\w+):/, (key) => key.toLowerCase()).replace('HANDOFF', 'handoff'),
    ),
    'upper case in values': upTo((line) =>
      line.replace('complete', 'COMPLETE').replace('arbiter', 'Arbiter'),
    ),
    'full stops': upTo((line) => line.replace(/^(STATUS|NEXT): (.*)$/, '$1: $2.')),
    'a note behind NEXT': upTo((line) => line.replace('arbiter', 'arbiter (2 issues)')),
    'a note in square brackets': upTo((line) => line.replace('arbiter', 'arbiter [both slots]')),
    'an @ before the name': upTo((line) => line.replace('arbiter', '@arbiter')),
    CRLF: BLOCK.replaceAll('\n', '\r\n'),
    'a byte order mark': `\ufeff${BLOCK}`,
    'no-break spaces': upTo((line) => line.replace(': ', ':\u00a0')),
    'colours of a terminal': upTo((line) => `\x1b[1;32m${line}\x1b[0m`),
    'full-width colons': upTo((line) => line.replace(': ', '：')),
    'a space before the colon': upTo((line) => line.replace(': ', ' : ')),
    'em dashes in the marker': BLOCK.replace('---HANDOFF---', '\u2014HANDOFF\u2014'),
    'en dashes in the marker': BLOCK.replace('---HANDOFF---', '\u2013-HANDOFF\u2013-'),
    'more hyphens': BLOCK.replace('---HANDOFF---', '-----HANDOFF-----'),
    'spaces in the marker': BLOCK.replace('---HANDOFF---', '--- HANDOFF ---'),
    'a bold marker': BLOCK.replace('---HANDOFF---', '**---HANDOFF---**'),
    'one line': ['---HANDOFF---', ...FIELDS].join(' '),
    'one line in lower case': [
      '---handoff---',
      ...FIELDS.map((line) => line.replace(/^\w+/, (key) => key.toLowerCase())),
    ].join(' '),
    'a closing rule': `${BLOCK}\n---`,
    '---END---': `${BLOCK}\n---END---`,
    '---END HANDOFF---': `${BLOCK}\n---END HANDOFF---`,
    '---END_HANDOFF---': `${BLOCK}\n---END_HANDOFF---`,
    '--- END OF HANDOFF ---': `${BLOCK}\n--- END OF HANDOFF ---`,
    indentation: upTo((line) => `  ${line}`),
    'a fence below the marker': `---HANDOFF---\n\`\`\`\n${FIELDS.join('\n')}\n\`\`\``,
    'values below their keys': upTo((line) => line.replace(/^(STATUS|NEXT|SUMMARY): /, '$1:\n')),
    'a repeated field': `${BLOCK}\nSTATUS: complete`,
    'a zero-width space': upTo((line) => line.replace('STATUS', 'STATUS\u200b')),
  };

  it.each(Object.entries(cases))('%s', (_, text) => {
    const decoded = decode(text);
    expect(decoded?.handoff).toMatchObject(whole);
    expect(errors(text)).toEqual([]);
    expect(codes(text)).toContain('HANDOFF_DECORATION');
  });

  it('is told with a place in the block, once for each kind', () => {
    const found = decode(`Done.\n\n${cases['bullets']}`)?.problems ?? [];
    expect(found.map(({ line, column }) => [line, column])).toEqual([[4, 3]]);
  });

  it('has nothing to say about the strict block, blank lines in it included', () => {
    expect(codes(`Done.\n\n${BLOCK}\n`)).toEqual([]);
    expect(codes(`Done.\n\n${BLOCK.replaceAll('\n', '\n\n')}\n`)).toEqual([]);
  });
});

describe('where a block may stand', () => {
  const lines = (count: number) =>
    Array.from({ length: count }, (_, index) => `Line ${index + 1}.`).join('\n\n');

  it('not in a quotation', () => {
    expect(errors(BLOCK.replaceAll(/^/gm, '> '))).toEqual(['HANDOFF_NOT_LAST']);
    expect(errors(BLOCK.replaceAll(/^/gm, '- > '))).toEqual(['HANDOFF_NOT_LAST']);
    expect(
      decode(`${BLOCK}\n\n${BLOCK.replaceAll(/^/gm, '> ').replace('complete', 'blocked')}`)?.handoff?.status,
    ).toBe('complete');
  });

  it('in a fence that ends the message, blank lines aside', () => {
    expect(errors(`Text\n~~~~\n${BLOCK}\n~~~~\n\n  \n`)).toEqual([]);
    expect(errors(`Text\n\`\`\`\n${BLOCK}\n\`\`\`\nMore.`)).toEqual(['HANDOFF_NOT_LAST']);
    expect(errors(`Text\n- \`\`\`\n  ${BLOCK.replaceAll('\n', '\n  ')}\n  \`\`\`\nMore.`)).toEqual([
      'HANDOFF_NOT_LAST',
    ]);
  });

  it('in a fence that is never closed, as its first line', () => {
    expect(errors(`Text\n\`\`\`text\n${BLOCK}`)).toEqual([]);
    expect(errors(`Text\n\`\`\`text\nlog\n${BLOCK}`)).toEqual(['HANDOFF_NOT_LAST']);
    expect(errors(`\`\`\`\n${lines(400)}\n${BLOCK}`)).toEqual(['HANDOFF_NOT_LAST']);
  });

  it('before at most ten lines that are not blank', () => {
    expect(errors(`${BLOCK}\n\n${lines(10)}`)).toEqual([]);
    expect(codes(`${BLOCK}\n\n${lines(10)}`)).toEqual(['HANDOFF_TRAILING_TEXT']);
    expect(errors(`${BLOCK}\n\n${lines(11)}`)).toEqual(['HANDOFF_NOT_LAST']);
    expect(errors(`${BLOCK}\n${lines(11)}`)).toEqual(['HANDOFF_NOT_LAST']);
    expect(errors(`${BLOCK}\n${'more of it\n'.repeat(11)}`)).toEqual(['HANDOFF_NOT_LAST']);
    expect(errors(`${BLOCK}\n---\n${lines(11)}`)).toEqual(['HANDOFF_NOT_LAST']);
  });

  it('ends with a line that says so: what follows is no field', () => {
    expect(errors(`${BLOCK}\n---END HANDOFF---\nSTATUS: blocked`)).toEqual([]);
    expect(codes(`${BLOCK}\n---END---\n\nSTATUS: blocked`)).toContain('HANDOFF_TRAILING_TEXT');
    expect(errors(`${BLOCK}\n\n\`\`\`\nSTATUS: blocked\n\`\`\``)).toEqual([]);
    expect(errors(`${BLOCK}\n\n> STATUS: blocked`)).toEqual([]);
  });

  it('not inside of a line of text', () => {
    expect(decode(`End with: ${BLOCK.replaceAll('\n', ' ')}`)).toBeUndefined();
    expect(decode('`---HANDOFF---` is the marker.')).toBeUndefined();
    expect(decode('+---HANDOFF---\n+STATUS: complete')).toBeUndefined();
  });

  it('is told with its offset, so that the last of several dialects can be found', () => {
    expect(decode(`Done.\n\n${BLOCK}`)?.offset).toBe(7);
  });

  it('never falls back to an earlier one', () => {
    expect(errors(`${BLOCK}\n\n---HANDOFF---\nSTATUS: maybe`)).toContain('HANDOFF_STATUS_UNKNOWN');
    expect(errors(`${BLOCK}\n\n---HANDOFF---\n`)).toEqual(['HANDOFF_MISSING']);
  });
});

describe('a value that says nothing', () => {
  it.each([
    ['STATUS', 'STATUS: complete | needs_human | blocked', 'HANDOFF_STATUS_AMBIGUOUS'],
    ['STATUS', 'STATUS: complete or blocked', 'HANDOFF_STATUS_AMBIGUOUS'],
    ['STATUS', 'STATUS: completed', 'HANDOFF_STATUS_UNKNOWN'],
    ['STATUS', 'STATUS: complete (mostly)', 'HANDOFF_STATUS_UNKNOWN'],
    ['STATUS', 'STATUS: failed', 'HANDOFF_STATUS_UNKNOWN'],
    ['STATUS', 'STATUS: <status>', 'HANDOFF_PLACEHOLDER'],
    ['STATUS', 'STATUS:', 'HANDOFF_STATUS_MISSING'],
    ['STATUS', undefined, 'HANDOFF_STATUS_MISSING'],
    ['NEXT', 'NEXT: planner | builder', 'HANDOFF_NEXT_AMBIGUOUS'],
    ['NEXT', 'NEXT: planner or builder', 'HANDOFF_NEXT_AMBIGUOUS'],
    ['NEXT', 'NEXT: fixer | null', 'HANDOFF_NEXT_AMBIGUOUS'],
    ['NEXT', 'NEXT: somebody', 'HANDOFF_NEXT_UNKNOWN'],
    ['NEXT', 'NEXT: <next role or null>', 'HANDOFF_PLACEHOLDER'],
    ['NEXT', 'NEXT: [X]', 'HANDOFF_PLACEHOLDER'],
    ['NEXT', 'NEXT:', 'HANDOFF_NEXT_MISSING'],
    ['NEXT', undefined, 'HANDOFF_NEXT_MISSING'],
    ['SUMMARY', 'SUMMARY: <one line>', 'HANDOFF_PLACEHOLDER'],
    ['SUMMARY', 'SUMMARY: `<one line>`', 'HANDOFF_PLACEHOLDER'],
    ['SUMMARY', 'SUMMARY: ...', 'HANDOFF_PLACEHOLDER'],
    ['SUMMARY', undefined, 'HANDOFF_SUMMARY_MISSING'],
    ['ARTIFACTS', 'ARTIFACTS: <comma-separated file paths written>', 'HANDOFF_PLACEHOLDER'],
    ['ARTIFACTS', 'ARTIFACTS: .quest/<id>/phase_01_plan/plan.md', 'HANDOFF_PLACEHOLDER'],
    ['ARTIFACTS', 'ARTIFACTS: a.md, <any changed code/test files>', 'HANDOFF_PLACEHOLDER'],
    ['ARTIFACTS', 'ARTIFACTS: [files]', 'HANDOFF_PLACEHOLDER'],
    ['ARTIFACTS', 'ARTIFACTS:', 'HANDOFF_ARTIFACTS_MISSING'],
    ['ARTIFACTS', undefined, 'HANDOFF_ARTIFACTS_MISSING'],
  ])('%s as %j is %s', (key, line, code) => {
    expect(errors(having(key, line))).toEqual([code]);
    if (!code.endsWith('_MISSING')) expect(decode(having(key, line))?.handoff).toBeUndefined();
  });

  it('two of them for one key are a conflict, wherever the second one stands', () => {
    expect(errors(`${BLOCK}\nSTATUS: blocked`)).toEqual(['HANDOFF_CONFLICT']);
    expect(errors(`${BLOCK}\n\nOne more thing.\n\nNEXT: builder`)).toEqual(['HANDOFF_CONFLICT']);
    expect(decode(`${BLOCK}\nSTATUS: blocked`)?.handoff).toBeUndefined();
    expect(errors(`${BLOCK}\n---\nSTATUS: blocked`)).toEqual(['HANDOFF_CONFLICT']);
  });

  it('leaves `to` out when NEXT is missing, and null when nobody is next', () => {
    expect(decode(having('NEXT', undefined))?.handoff).not.toHaveProperty('to');
    for (const word of ['null', 'none', 'None.', 'n/a', 'N/A', '-', '—', '`null`', 'null (approved)'])
      expect(decode(having('NEXT', `NEXT: ${word}`))?.handoff?.to).toBeNull();
  });

  it('may be left out of ARTIFACTS while the work is not complete', () => {
    expect(errors(having('ARTIFACTS', undefined).replace('complete', 'blocked'))).toEqual([]);
  });
});

describe('NEXT by the role of the sender', () => {
  const next = (word: string, status = 'complete') =>
    having('NEXT', `NEXT: ${word}`).replace('complete', status);

  it.each([
    ['planner', 'plan_review'],
    ['planner_agent', 'plan-reviewer'],
    ['plan_review', 'arbiter'],
    ['plan-reviewer-a', 'planner'],
    ['arbiter', 'planner'],
    ['arbiter', 'builder'],
    ['builder', 'code_review'],
    ['fixer', 'code-reviewer-b'],
    ['code_review', 'fixer'],
    ['reviewer-a', 'null'],
    ['review-arbiter', 'fixer'],
    ['review-arbiter', 'null'],
  ])('%s may name %s', (role, word) => expect(errors(next(word), role)).toEqual([]));

  it.each([
    ['planner', 'builder'],
    ['planner', 'null'],
    ['plan_review', 'builder'],
    ['arbiter', 'code_review'],
    ['arbiter', 'null'],
    ['builder', 'fixer'],
    ['code_review', 'builder'],
    ['review-arbiter', 'code_review'],
  ])('%s may not name %s', (role, word) =>
    expect(errors(next(word), role)).toEqual(['HANDOFF_NEXT_NOT_ALLOWED']),
  );

  it('may be null for everybody whose work is not complete', () => {
    expect(errors(next('null', 'blocked'), 'planner')).toEqual([]);
    expect(errors(next('builder', 'blocked'), 'planner')).toEqual(['HANDOFF_NEXT_NOT_ALLOWED']);
  });

  it('is warned about when the role is not known, or the arbiter does not decide', () => {
    expect(codes(BLOCK, 'gardener')).toEqual(['HANDOFF_AGENT_UNKNOWN']);
    expect(codes(next('null', 'blocked'), 'arbiter')).toEqual(['HANDOFF_CONTRADICTION']);
    expect(errors(next('null', 'blocked'), 'arbiter')).toEqual([]);
  });

  it.each([
    ['planner', 'planner_agent'],
    ['plan_review', 'plan_review_claude'],
    ['plan_review', 'slot_b_codex'],
    ['code_review', 'code_review_agent'],
    ['code_review', 'reviewer-b'],
    ['review_arbiter', 'review_arbiter_agent'],
    ['fixer', 'fixer_agent'],
  ])('is %s for %s', (role, word) => expect(decode(next(word))?.handoff?.to).toBe(role));
});

describe('questions to a person', () => {
  const asking = (above: string) =>
    `${above}\n\n${having('NEXT', 'NEXT: null').replace('complete', 'needs_human')}`;
  const texts = (above: string) => decode(asking(above))?.handoff?.questions.map(({ text }) => text);

  it('are the lines above that ask', () => {
    expect(texts('I looked at the code.\n\nWhich provider?\nIs the old one kept?')).toEqual([
      'Which provider?',
      'Is the old one kept?',
    ]);
    expect(texts('1. Which provider?\n2. **Is the old one kept?** (it is slow)')).toEqual([
      'Which provider?',
      '**Is the old one kept?** (it is slow)',
    ]);
    expect(texts('Which provider should be used,\nthe old or the new?')).toEqual([
      'Which provider should be used, the old or the new?',
    ]);
    expect(texts('Q1: Which provider\nQ2: How long?')).toEqual(['Which provider', 'How long?']);
  });

  it('are the items of a list that is headed as questions', () => {
    expect(texts('## Open questions\n\n- the provider\n- the time\n\nThanks.\n\n- no question')).toEqual([
      'the provider',
      'the time',
    ]);
  });

  it('are not taken from code or from quotations', () => {
    expect(texts('> Why?\n\n```\nconst a = b ? c : d?\nreally?\n```\n\nWhich one?')).toEqual(['Which one?']);
  });

  it('are missed with a warning', () => {
    expect(codes(asking('I stopped here.'))).toEqual(['HANDOFF_QUESTIONS_MISSING']);
    expect(errors(asking('I stopped here.'))).toEqual([]);
  });

  it('stand above the fence when the block is in one', () => {
    expect(decode(`Which one?\n\n\`\`\`\n${asking('').trim()}\n\`\`\``)?.handoff?.questions).toEqual([
      { id: 'q1', text: 'Which one?', blocking: true },
    ]);
  });
});

describe('a summary', () => {
  const summary = (line: string) => decode(having('SUMMARY', line))?.handoff?.summary;

  it('is the line as it stands', () => {
    expect(summary('SUMMARY: **Two** of `three` (a | b) done.')).toBe('**Two** of `three` (a | b) done.');
  });

  it('of several lines is joined and told', () => {
    expect(summary('SUMMARY: The plan covers the login and\nthe sessions.')).toBe(
      'The plan covers the login and the sessions.',
    );
    expect(codes(having('SUMMARY', 'SUMMARY: The plan covers\n  the sessions.'))).toContain(
      'HANDOFF_DECORATION',
    );
  });

  it('does not take in what is said behind the block', () => {
    expect(summary('SUMMARY: The plan is agreed\nLet me know what you think.')).toBe('The plan is agreed');
  });

  it('of more than 500 characters is warned about', () => {
    expect(codes(having('SUMMARY', `SUMMARY: ${'x'.repeat(501)}`))).toEqual(['FIELD_INVALID']);
    expect(codes(having('SUMMARY', `SUMMARY: ${'x'.repeat(500)}`))).toEqual([]);
  });
});

describe('other keys', () => {
  it('are kept and told', () => {
    const decoded = decode(having('NEXT', 'NEXT: null\nCONFIDENCE: high\nNOTES:\n- one\n- two'));
    expect(decoded?.handoff?.details).toEqual({ CONFIDENCE: 'high', NOTES: ['one', 'two'] });
    expect(decoded?.problems.map(({ code, severity }) => [code, severity])).toEqual([
      ['FIELD_UNKNOWN', 'warning'],
      ['FIELD_UNKNOWN', 'warning'],
    ]);
  });

  it('in any number do not hide an error', () => {
    const flood = Array.from({ length: 500 }, (_, index) => `KEY_${index}: x`).join('\n');
    expect(errors(having('NEXT', flood))).toEqual(['HANDOFF_NEXT_MISSING']);
    expect(errors(having('NEXT', 'STATUS: complete\n'.repeat(500)))).toEqual(['HANDOFF_NEXT_MISSING']);
  });

  it('with more lines than anybody reads make a broken handoff', () => {
    const lines = '- a/b.md\n'.repeat(HANDOFF_LINES_MAX);
    expect(codes(`---HANDOFF---\nSTATUS: complete\nNEXT: null\nSUMMARY: x\nARTIFACTS:\n${lines}`)).toEqual([
      'LIMIT_REACHED',
    ]);
  });

  it('over the limit of fields make a broken handoff, which still counts as the last one', () => {
    const sound =
      '```yaml\nhandoff:\n  phase: Testing\n  from: "@a-agent"\n  to: "None"\n  status: complete\n```\n';
    for (const line of ['STATUS: complete\n', 'KEY: x\n']) {
      const flood = `${BLOCK}\n${line.repeat(HANDOFF_FIELDS_MAX)}`;
      expect(decode(flood)?.handoff).toBeUndefined();
      expect(codes(flood)).toEqual(['LIMIT_REACHED']);
      expect(decodeHandoff({ text: sound, file: 'message.md' })?.problems).toEqual([]);
      expect(decodeHandoff({ text: sound + flood, file: 'message.md' })).toMatchObject({
        dialect: 'quest',
        problems: [{ code: 'LIMIT_REACHED', severity: 'error', line: 8, column: 1 }],
      });
    }
  });
});
