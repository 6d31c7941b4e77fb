import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { leastRunningMs } from '../../../../test/fixtures/running-time.ts';
import { QUEST } from '../handoff/quest-contract.ts';
import { lintText } from './lint-text.ts';

const lint = (file: string, text: string) => lintText(file, text, QUEST);

describe('any text', () => {
  const FRAGMENTS = [
    '---HANDOFF---',
    '--- handoff ---',
    'STATUS: complete',
    'NEXT: plan-reviewer',
    'ARTIFACTS: .quest/<id>/phase_03_review/review.md',
    'SUMMARY:',
    '---',
    '```',
    '```json',
    '{ "role": "planner_agent",',
    '}',
    '## Output Contract',
    '## Input',
    '- Builder handoff JSON',
    '## Important: Context Is In Your Prompt',
    '### Sub',
    '2. **Invoke Planner** (Task tool with `planner` agent):',
    '   - Prompt: Include the brief',
    '     - End with: ---HANDOFF--- STATUS/ARTIFACTS/NEXT/SUMMARY',
    'You are the Arbiter Agent.',
    'developer_instructions = """',
    '"""',
    'prompt = "a\\n---HANDOFF---\\nNEXT: x"',
    '',
    '  text',
  ];
  const FILES = ['.ai/roles/planner_agent.md', '.codex/agents/fixer_agent.toml', '.skills/quest/workflow.md'];
  const texts = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc
      .array(fc.constantFrom(...FRAGMENTS), { maxLength: 30 })
      .chain((lines) => fc.constantFrom('\n', '\r\n').map((end) => `.quest/${end}${lines.join(end)}`)),
  );

  it('is read without a throw; every place lies inside of it; nothing fixable is left', () => {
    fc.assert(
      fc.property(fc.constantFrom(...FILES), texts, (file, text) => {
        const { problems, fixed } = lint(file, text);
        const lines = text.split('\n');
        for (const { line, column } of problems) {
          expect(line).toBeLessThanOrEqual(Math.max(1, lines.length));
          expect(column).toBeLessThanOrEqual((lines[line! - 1]?.length ?? 0) + 1);
        }
        if (fixed === undefined) return;
        const again = lint(file, fixed);
        expect(again.problems.filter(({ fixable }) => fixable)).toEqual([]);
        expect(again.fixed).toBeUndefined();
      }),
      { numRuns: 3_000 },
    );
  });

  it('is read in one go, however often a line repeats that is searched for', () => {
    const shapes = [
      '---HANDOFF---\nSTATUS: x\n---\n',
      '```\n"role":\n```\n',
      '## Input\n- Builder handoff JSON\n',
      '## Context Is In Your Prompt\nprovided in your prompt\n',
      '   - If "claude": use Task tool with `arbiter` agent:\n',
      '\n    ',
      '** **Invoke Planner:**   or   or\n',
      '-'.repeat(200),
      ' '.repeat(200),
      '```\nYou are the Arbiter Agent.\n```\n',
    ];
    for (const shape of shapes)
      for (const file of FILES) {
        const text = `.quest/\n${shape.repeat(Math.ceil(100_000 / shape.length))}`;
        // A slow machine doubles a time; a text that is searched again and again takes minutes.
        const ms = leastRunningMs(5_000, () => lint(file, text));
        expect(ms, `${file} ${JSON.stringify(shape)}`).toBeLessThan(5_000);
      }
  });
});
