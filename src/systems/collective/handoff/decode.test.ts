import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import {
  HANDOFF_YAML_BYTES_MAX,
  HANDOFF_YAML_MARKS_MAX,
  PROBLEMS_MAX,
  TEXT_CHARS_MAX,
} from '../../../model/limits/limits.ts';
import { blockOf, decodeChanged, decodeMessage, errorsOf, messageOf, warningsOf } from './block.fixture.ts';
import { collectiveDialect } from './collective.ts';

const FIXTURES = fileURLToPath(new URL('../../../../test/fixtures/collective/', import.meta.url));
const fixture = (name: string): string => readFileSync(`${FIXTURES}${name}`, 'utf8');
const examples = readdirSync(FIXTURES).filter((name) => /^\d.*\.yaml$/.test(name));

describe('the examples of the schema', () => {
  it('are seven', () => {
    expect(examples).toHaveLength(7);
  });

  it.each(examples)('%s is sound as a file and in a message', (name) => {
    const text = fixture(name);
    const file = collectiveDialect.decode({ text, file: name })!;
    const message = decodeMessage(messageOf(text));
    // The second one says itself that it is complete with one scenario failed.
    const warnings = name.startsWith('2-') ? ['HANDOFF_CONTRADICTION'] : [];
    for (const decoded of [file, message]) {
      expect(errorsOf(decoded)).toEqual([]);
      expect(warningsOf(decoded)).toEqual(warnings);
    }
    expect(message.handoff).toEqual(file.handoff);
    expect(file.handoff?.from).toBe(/from: "@(.*)"/.exec(text)![1]);
    expect(`${file.handoff?.phase}`).toBe(/phase: "(.*)"/.exec(text)![1]);
  });

  it('map every field', () => {
    expect(decodeMessage(messageOf(fixture('1-workflow-agent.yaml'))).handoff).toEqual({
      from: 'workflow-agent',
      to: 'feature-implementation-agent',
      status: 'in_progress',
      summary: null,
      artifacts: [],
      questions: [],
      phase: 'Implementation',
      task: null,
      attempt: 0,
      metrics: {
        agents_coordinated: 3,
        parallel_tasks: 2,
        quality_gates_passed: true,
        workflow_duration: '15m',
      },
      dependencies: [],
      onFailure: { retry: 2, routeTo: 'research-agent', notify: 'routing-agent', escalateAfter: 3 },
      at: null,
      context: { workflow_type: 'Multi-Technology Project', research_complete: true },
      details: {},
    });
  });

  it('are read from the outer fence that the schema itself leaves open', () => {
    const decoded = decodeMessage(fixture('unclosed-outer-fence.md'));
    expect(decoded.problems).toEqual([]);
    expect(decoded.handoff?.from).toBe('functional-testing-agent');
    expect(decoded.handoff?.summary).toBe('✅ Tests passed: 25/25\n✅ Coverage: 95%\n✅ Execution time: 45s');
  });

  it('has a template that is never taken for a handoff', () => {
    const decoded = decodeMessage(messageOf(fixture('schema-template.yaml')));
    expect(decoded.handoff).toBeUndefined();
    expect(decoded.problems.map((found) => [found.field, found.line])).toEqual([
      ['phase', 5],
      ['from', 6],
      ['to', 7],
      ['status', 8],
      ['retry_count', 9],
      ['timestamp', 13],
    ]);
  });
});

describe('where a block counts', () => {
  const quoted = messageOf(blockOf(), '').replace(/^/gm, '> ');

  it.each([
    ['yml', '```yml\n', '```\n'],
    ['capitals', '```YAML\n', '```\n'],
    ['tildes', '~~~yaml\n', '~~~\n'],
    ['more marks', '`````yaml\n', '`````\n'],
    ['further words', '``` yaml title="handoff"\n', '```\n'],
    ['colours', '\u001b[36m```yaml\u001b[0m\n', '\u001b[36m```\u001b[0m\n'],
    ['a list', '- ```yaml\n', '  ```\n'],
  ])('a fence with %s', (_what, open, close) => {
    const decoded = decodeMessage(`Text.\n${open}${blockOf()}${close}More text.\n`);
    expect(errorsOf(decoded)).toEqual([]);
    expect(decoded).toMatchObject({ variant: 'block', offset: 6, handoff: { status: 'complete' } });
  });

  it('not in a quotation: that is somebody else’s', () => {
    const decoded = decodeMessage(`As you wrote:\n\n${quoted}\nI disagree.\n`);
    expect(decoded).toMatchObject({
      handoff: undefined,
      problems: [{ code: 'HANDOFF_MISSING', line: 4, column: 3 }],
    });
    expect(decoded.offset).toBeUndefined();
  });

  it('a quotation behind it changes nothing', () => {
    expect(decodeMessage(`${messageOf(blockOf({ to: '"@a"' }))}\n${quoted}`).handoff?.to).toBe('a');
  });

  it.each([
    ['in a fence without its tag', `\`\`\`\n${blockOf()}\`\`\`\n`],
    ['in a fence with another tag', `\`\`\`json\n${blockOf()}\`\`\`\n`],
    ['in no fence', `Done.\n\n${blockOf()}`],
    ['in no fence behind a summary', `Done.\n\n**Next Agent:** None\n\n${blockOf()}`],
  ])('not %s, and the writer is told', (_what, text) => {
    expect(errorsOf(decodeMessage(text))).toEqual(['HANDOFF_MISSING']);
  });

  it('with a fence that nobody closed', () => {
    const decoded = decodeMessage(`Done.\n\`\`\`yaml\n${blockOf()}`);
    expect(warningsOf(decoded)).toEqual(['HANDOFF_DECORATION']);
    expect(decoded.handoff?.status).toBe('complete');
  });

  it('not further down in such a fence', () => {
    const text = `\`\`\`yaml\nservices: 1\n\n\nThe key\nhandoff: is explained below\n`;
    expect(collectiveDialect.decode({ text, file: 'message.md' })).toBeUndefined();
  });

  it('with the tag of another fence inside of a value', () => {
    const context = '\n    context: |\n      ```yaml\n      handoff:\n        to: "@x"\n      ```';
    const decoded = decodeMessage(messageOf(blockOf({ on_failure: context })));
    expect(decoded.problems).toEqual([]);
    expect(decoded.handoff?.onFailure?.context).toBe('```yaml\nhandoff:\n  to: "@x"\n```\n');
  });

  it('through a pipe as YAML alone', () => {
    expect(collectiveDialect.decode({ text: blockOf(), file: '' })).toMatchObject({
      variant: 'file',
      problems: [],
    });
  });

  it.each([
    ['a text without any', 'All done.\n', 'message.md'],
    ['YAML of another kind', 'version: 2\ngroups: []\n', 'plan.yaml'],
    ['nothing', '', ''],
    ['JSON', '{"status":"complete"}', 'handoff.json'],
  ])('%s has nothing of it', (_what, text, file) => {
    expect(collectiveDialect.decode({ text, file })).toBeUndefined();
  });
});

describe('decoration', () => {
  it.each([
    ['bold keys', '**phase:** Testing\n  **from**: "@a"'],
    ['bold values', 'phase: **Testing**\n  from: **@a**'],
    ['back-ticks', 'phase: `Testing`\n  from: `@a`'],
    ['case', 'Phase: TESTING\n  FROM: "@A"'],
    ['full-width colons', 'phase：Testing\n  from：@a'],
    ['no space behind the colon', 'phase:Testing\n  from:@a'],
    ['no-break spaces', '\u00a0phase:\u00a0Testing\n  from:\u00a0"@a"'.slice(1)],
    ['colours', '\u001b[1mphase\u001b[0m: Testing\n  from: "@a"'],
    ['full stops', 'phase: Testing.\n  from: "@a."'],
    ['bullets', '* phase: Testing\n  * from: "@a"'],
  ])('of %s is tolerated, with a warning', (_what, lines) => {
    const star = lines.startsWith('*  ') || lines.startsWith('* ') ? '* ' : '';
    const decoded = decodeMessage(
      messageOf(`handoff:\n  ${lines}\n  ${star}to: None\n  ${star}status: complete\n`),
    );
    expect(errorsOf(decoded)).toEqual([]);
    expect(new Set(warningsOf(decoded))).toEqual(new Set(['HANDOFF_DECORATION']));
    expect(decoded.handoff).toMatchObject({ phase: 'Testing', from: 'a', to: null, status: 'complete' });
  });

  it('of bullets in every line makes a list, which is read as the mapping that was meant', () => {
    const decoded = decodeMessage(
      messageOf('handoff:\n  - phase: Testing\n  - from: @a\n  - to: None\n  - status: done\n'),
    );
    expect(decoded.problems.map((found) => [found.code, found.line, found.column])).toEqual([
      ['HANDOFF_DECORATION', 4, 1],
      ['HANDOFF_DECORATION', 6, 11],
      ['HANDOFF_STATUS_UNKNOWN', 8, 13],
    ]);
  });

  it('of line ends and a byte order mark is said once', () => {
    const decoded = decodeMessage(`\ufeff${messageOf(blockOf()).replaceAll('\n', '\r\n')}`);
    expect(decoded.problems.map((found) => [found.severity, found.line, found.column])).toEqual([
      ['warning', 1, 1],
      ['warning', 4, 9],
    ]);
  });

  it('points at the place in the message, behind what was taken out', () => {
    const text = messageOf(
      `handoff:\n  \u001b[1mphase\u001b[0m: Coding\n  from: @a\n  to: None\n  status: complete\n`,
    );
    const [invalid] = decodeMessage(text).problems.filter((found) => found.code === 'FIELD_INVALID');
    expect(text.split('\n')[invalid!.line! - 1]!.slice(invalid!.column! - 1)).toBe('Coding');
  });
});

describe('a block in a list', () => {
  it('may be indented with tabs', () => {
    const indented = messageOf(blockOf(), '').replace(/^(?=.)/gm, '\t');
    const decoded = decodeMessage(`- Done:\n\n${indented}`);
    expect(errorsOf(decoded)).toEqual([]);
    expect(decoded.handoff?.status).toBe('complete');
  });
});

describe('the summary of a block', () => {
  it('is the text above it, from the block before it on', () => {
    const text = `## FIRST\n\nOne.\n\n${messageOf(blockOf(), '')}\nTwo.\n**Next Agent:** None\n\n### Handoff\n${messageOf(blockOf(), '')}\nThree.\n`;
    expect(decodeMessage(text).handoff?.summary).toBe('Two.');
  });
});

describe('problems', () => {
  it('come all at once, in the words of the schema’s validator', () => {
    const decoded = decodeChanged({
      phase: 'Coding',
      from: 'a',
      to: undefined,
      status: 'finished',
      retry_count: '-1',
    });
    expect(decoded.problems.map((found) => found.message)).toEqual([
      expect.stringContaining('Missing required field: to'),
      expect.stringContaining('Invalid phase: Coding'),
      expect.stringContaining('Agent name must start with @: a'),
      expect.stringContaining('Invalid status: finished'),
      expect.stringContaining('retry_count'),
    ]);
    expect(decoded.problems.every((found) => found.file === 'message.md')).toBe(true);
  });

  it('leave what can be read, unless it must not be believed', () => {
    expect(decodeChanged({ to: undefined }).handoff).not.toHaveProperty('to');
    expect(decodeChanged({ phase: 'Coding' }).handoff).toMatchObject({ phase: null, status: 'complete' });
    expect(decodeChanged({ to: 'somebody' }).handoff).toBeUndefined();
    expect(decodeChanged({ context: '{a: "<b>"}' }).handoff).toBeUndefined();
    expect(decodeChanged({ status: 'done' }).handoff).toBeUndefined();
  });

  it('are counted, and warnings never crowd out an error', () => {
    const many = Array.from({ length: 300 }, (_, i) => `key_${i}: 1\n`).join('');
    const decoded = decodeMessage(messageOf(`${many}${blockOf({ status: 'done' })}`));
    expect(decoded.problems).toHaveLength(PROBLEMS_MAX);
    expect(errorsOf(decoded)).toEqual(['HANDOFF_STATUS_UNKNOWN']);
  });

  it('name keys that the schema does not have, which go along', () => {
    const decoded = decodeChanged({ statuss: '1', on_failure: '{retries: 2}' });
    expect(decoded.problems.map((found) => [found.code, found.severity, found.field, found.hint])).toEqual([
      ['FIELD_UNKNOWN', 'warning', 'statuss', 'Write "status".'],
      ['FIELD_UNKNOWN', 'warning', 'on_failure.retries', 'Write "retry".'],
    ]);
    expect(decoded.handoff?.details).toEqual({ statuss: 1, on_failure: { retries: 2 } });
  });

  it.each([
    ['tests_total: -1'],
    ['tests_passed: 2.5'],
    ['tests_failed: "2"'],
    ['quality_gates_passed: "yes"'],
    ['execution_time: -3'],
    ['coverage: 120'],
    ['coverage: "-5%"'],
    ['screenshots: true'],
    ['retries_count: -1'],
    ['ratio: .nan'],
  ])('refuse the metric %s', (metric) => {
    expect(errorsOf(decodeChanged({ metrics: `\n    ${metric}` }))).toEqual(['FIELD_INVALID']);
  });

  it('tell when another agent wrote it than was asked, and when the summary disagrees', () => {
    expect(warningsOf(decodeChanged({}, { role: 'research-agent' }))).toEqual(['HANDOFF_CONTRADICTION']);
    expect(decodeChanged({}, { role: '@unit-testing-agent' }).problems).toEqual([]);
    const text = `**Next Agent:** @a\n\n${messageOf(blockOf(), '')}`;
    expect(decodeMessage(text)).toMatchObject({
      handoff: { to: null, summary: null },
      problems: [{ code: 'HANDOFF_CONTRADICTION', severity: 'warning', line: 1, column: 17 }],
    });
  });

  it('refuse a block over its limits, at its place', () => {
    const large = decodeChanged({ context: `{a: "${'x'.repeat(HANDOFF_YAML_BYTES_MAX)}"}` });
    expect(large.problems).toMatchObject([{ code: 'LIMIT_REACHED', line: 3, column: 1 }]);
    const many = decodeChanged({ dependencies: `[${'a,'.repeat(HANDOFF_YAML_MARKS_MAX)}a]` });
    expect(many.problems).toMatchObject([{ code: 'LIMIT_REACHED', line: 3, column: 1 }]);
  });

  it('do not let a key reach the prototype of anything', () => {
    const decoded = decodeChanged({
      __proto__: undefined,
      metrics: '{__proto__: {polluted: 1}}',
      context: '{a: 1}',
    });
    expect(({} as Record<string, unknown>)['polluted']).toBeUndefined();
    expect(Object.getPrototypeOf(decoded.handoff!.metrics)).toBe(Object.prototype);
    const unknown = decodeMessage(messageOf(`${blockOf()}  __proto__: {polluted: 1}\n`));
    expect(Object.getPrototypeOf(unknown.handoff!.details)).toBe(Object.prototype);
  });
});

describe('the summary in Markdown', () => {
  const ending = (line: string): string => `## TESTING COMPLETE\n\n✅ Tests passed\n\n${line}\n`;

  it('is read as the schema shows it', () => {
    const decoded = decodeMessage(fixture('markdown-summary.md'));
    expect(decoded.problems).toEqual([]);
    expect(decoded).toMatchObject({
      variant: 'summary',
      handoff: {
        to: null,
        from: null,
        status: 'complete',
        summary: '✅ Tests passed: 25/25\n✅ Coverage: 95%\n✅ Execution time: 45s',
      },
    });
  });

  it.each([
    ['**Next Agent:** @a-b', 'a-b', 0],
    ['**Next Agent:** a-b', 'a-b', 0],
    ['**next agent**: @a-b', 'a-b', 0],
    ['NEXT AGENT: none', null, 0],
    ['- **Next Agent:** None', null, 0],
    ['**Next Agent:** `@a-b`', 'a-b', 1],
    ['**Next Agent:** A-B.', 'a-b', 1],
    ['**Next Agent:** @a-b (for the fixes)', 'a-b', 1],
    ['**Next Agent：** @a\u2011b', 'a-b', 1],
  ])('%s', (line, to, warnings) => {
    const decoded = decodeMessage(ending(line));
    expect(decoded.handoff).toMatchObject({ to, status: 'complete', summary: '✅ Tests passed' });
    expect(errorsOf(decoded)).toEqual([]);
    expect(warningsOf(decoded)).toHaveLength(warnings);
  });

  it.each([
    ['**Next Agent:** <name>', 'HANDOFF_PLACEHOLDER', 17],
    ['**Next Agent:** [Agent]', 'HANDOFF_PLACEHOLDER', 17],
    ['**Next Agent:** @a | None', 'HANDOFF_NEXT_AMBIGUOUS', 17],
    ['**Next Agent:** @a, @b', 'HANDOFF_NEXT_AMBIGUOUS', 17],
    ['**Next Agent:** whoever is free', 'HANDOFF_NEXT_UNKNOWN', 17],
    ['**Next Agent:**', 'HANDOFF_NEXT_MISSING', 15],
  ])('%s is an error', (line, code, column) => {
    expect(decodeMessage(ending(line))).toMatchObject({
      handoff: undefined,
      problems: [{ code, line: 5, column }],
    });
  });

  it.each([
    ['## TESTING FAILED', 'failed'],
    ['## Work blocked ❌', 'blocked'],
    ['### Implementation: in progress', 'in_progress'],
    ['## IMPLEMENTATION COMPLETE', 'complete'],
    ['Nothing failed', 'complete'],
  ])('has the status that its heading says: %s', (heading, status) => {
    expect(decodeMessage(`${heading}\n\ntext\n\n**Next Agent:** None\n`).handoff?.status).toBe(status);
  });

  it('may be followed by up to ten lines', () => {
    const followed = (lines: number) => `${ending('**Next Agent:** None')}${'\nmore'.repeat(lines)}\n`;
    expect(warningsOf(decodeMessage(followed(10)))).toEqual(['HANDOFF_TRAILING_TEXT']);
    expect(collectiveDialect.decode({ text: followed(11), file: 'message.md' })).toBeUndefined();
  });

  it.each([
    ['a quotation', '> **Next Agent:** None\n'],
    ['a fence that does not end the message', '```\n**Next Agent:** None\n```\nand more\n'],
    ['a fence that is never closed', '```\ntext\n**Next Agent:** None\n'],
    ['a sentence', 'Next agent: somebody who can do it\n'],
  ])('is none in %s', (_what, text) => {
    expect(collectiveDialect.decode({ text, file: 'message.md' })).toBeUndefined();
  });

  it('counts in a fence that ends the message', () => {
    expect(decodeMessage(`\`\`\`markdown\n${ending('**Next Agent:** None')}\`\`\`\n`).handoff?.to).toBeNull();
  });

  it('is bounded, whatever stands above', () => {
    const { handoff } = decodeMessage(
      `${'A long line of a transcript.\n'.repeat(5_000)}**Next Agent:** None\n`,
    );
    expect(handoff!.summary!.length).toBeLessThanOrEqual(TEXT_CHARS_MAX);
    expect(handoff!.summary!.startsWith('A long line')).toBe(true);
  });
});
