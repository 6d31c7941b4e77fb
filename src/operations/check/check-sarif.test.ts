import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { sarifFaults } from '../../../test/fixtures/sarif/sarif-faults.ts';
import { ERROR_CODES } from '../../errors.ts';
import { type Problem, problem } from '../../model/problem.ts';
import { agentmuxInspector } from '../../systems/agentmux/inspect/inspector.ts';
import { collectiveInspector } from '../../systems/collective/inspect/inspector.ts';
import { h3aInspector } from '../../systems/h3a/inspect/inspect-files.ts';
import { questInspector } from '../../systems/quest/inspect/inspector.ts';
import type { CheckDocument } from './check-files.ts';
import { checkFiles } from './check-files.ts';
import { checkSarif } from './check-sarif.ts';

interface Sarif {
  readonly runs: readonly {
    readonly tool: { readonly driver: { readonly rules: readonly { readonly id: string }[] } };
    readonly results: readonly {
      readonly ruleIndex: number;
      readonly locations: readonly {
        readonly physicalLocation: { readonly artifactLocation: { readonly uri: string } };
      }[];
    }[];
  }[];
}

const cases = JSON.parse(
  readFileSync(new URL('../../../test/fixtures/handoff-cases.json', import.meta.url), 'utf8'),
) as readonly { readonly file: string; readonly input: string }[];

const documentOf = (problems: readonly Problem[], path = 'a/message.md'): CheckDocument => ({
  ok: false,
  results: [{ path, ok: false, kind: 'handoff', dialect: 'quest', variant: null, handoff: null, problems }],
});
/** As it is printed, and read again. It is what the official schema asks for. */
const sarifOf = (document: CheckDocument): Sarif => {
  const printed: unknown = JSON.parse(JSON.stringify(checkSarif(document, '1.2.3')));
  expect(sarifFaults(printed)).toEqual([]);
  return printed as Sarif;
};
const uriOf = (file: string): string | undefined =>
  sarifOf(documentOf([problem('FIELD_INVALID', 'x', { file })])).runs[0]?.results[0]?.locations[0]
    ?.physicalLocation.artifactLocation.uri;

describe('SARIF', () => {
  it('has a result for each problem, and a rule for each code', () => {
    const found = [
      problem('HANDOFF_NEXT_MISSING', 'NEXT is missing', { line: 3, column: 7, hint: 'Write it.' }),
      problem('FIELD_INVALID', 'no', { line: 1, severity: 'warning', file: 'b.md' }),
      problem('HANDOFF_NEXT_MISSING', 'again'),
    ];
    const [only] = sarifOf(documentOf(found)).runs;
    expect(only?.tool.driver).toEqual({
      name: 'baton',
      semanticVersion: '1.2.3',
      rules: [
        { id: 'FIELD_INVALID', shortDescription: { text: 'field invalid' } },
        { id: 'HANDOFF_NEXT_MISSING', shortDescription: { text: 'handoff next missing' } },
      ],
    });
    const at = (uri: string, region?: object) => [
      { physicalLocation: { artifactLocation: { uri }, ...(region && { region }) } },
    ];
    expect(only?.results).toEqual([
      {
        ruleId: 'HANDOFF_NEXT_MISSING',
        ruleIndex: 1,
        level: 'error',
        message: { text: 'NEXT is missing\nWrite it.' },
        locations: at('a/message.md', { startLine: 3, startColumn: 7 }),
      },
      {
        ruleId: 'FIELD_INVALID',
        ruleIndex: 0,
        level: 'warning',
        message: { text: 'no' },
        locations: at('b.md', { startLine: 1 }),
      },
      {
        ruleId: 'HANDOFF_NEXT_MISSING',
        ruleIndex: 1,
        level: 'error',
        message: { text: 'again' },
        locations: at('a/message.md'),
      },
    ]);
  });

  it('has addresses, whatever the names of files are', () => {
    expect([
      uriOf('a b/ü:%.md'),
      uriOf('c:x/y'),
      uriOf('../a.md'),
      uriOf('/tmp/a b#.md'),
      uriOf('\ud800'),
    ]).toEqual(['a%20b/%C3%BC%3A%25.md', 'c%3Ax/y', '../a.md', 'file:///tmp/a%20b%23.md', '%EF%BF%BD']);
  });

  it('has no place for standard input, and no results where nothing is wrong', () => {
    expect(sarifOf(documentOf([problem('FIELD_INVALID', 'x')], '-')).runs[0]?.results[0]?.locations).toEqual(
      [],
    );
    expect(sarifOf({ ok: true, results: [] }).runs).toMatchObject([
      { results: [], tool: { driver: { rules: [] } } },
    ]);
  });

  it('is what the schema asks for, whatever is found', () => {
    const text = fc.string({ unit: 'binary', maxLength: 20 });
    const problems = fc.array(
      fc.record(
        {
          code: fc.constantFrom(...ERROR_CODES),
          severity: fc.constantFrom('error' as const, 'warning' as const),
          message: text,
          file: text.filter((name) => name !== ''),
          line: fc.integer({ min: 1 }),
          column: fc.integer({ min: 1 }),
          hint: text,
        },
        { requiredKeys: ['code', 'severity', 'message'] },
      ),
    );
    fc.assert(
      fc.property(problems, (found) => {
        const [only] = sarifOf(documentOf(found as Problem[])).runs;
        expect(only?.results.map(({ ruleIndex }) => only.tool.driver.rules[ruleIndex]?.id)).toEqual(
          found.map(({ code }) => code),
        );
      }),
    );
  });

  it('of what every reader finds in the corpus is what the schema asks for', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'baton-sarif-'));
    try {
      const paths = cases.map(({ file, input }, index) => {
        const path = join(folder, `${index}`, file);
        mkdirSync(dirname(path), { recursive: true });
        writeFileSync(path, input);
        return path;
      });
      const inspectors = [agentmuxInspector, h3aInspector, questInspector, collectiveInspector];
      const { document } = await checkFiles({ inspectors, paths });
      expect(document.results.filter(({ ok }) => !ok).length).toBeGreaterThan(20);
      expect(sarifOf(document).runs[0]?.results).toHaveLength(
        document.results.flatMap(({ problems }) => problems).length,
      );
      for (const result of document.results) sarifOf({ ok: result.ok, results: [result] });
    } finally {
      rmSync(folder, { recursive: true });
    }
  });

  const sound = readFileSync(new URL('../../../test/fixtures/sarif/sound.json', import.meta.url), 'utf8');

  it('that is sound has no faults by the schema', () => {
    expect(sarifFaults(JSON.parse(sound))).toEqual([]);
  });

  it.each([
    ['another version', '"version": "2.1.0"', '"version": "2.0.0"'],
    ['no version', '"version": "2.1.0",', ''],
    ['no runs', '"runs":', '"run":'],
    ['a line before the first', '"startLine": 3', '"startLine": 0'],
    ['a column that is text', '"startColumn": 7', '"startColumn": "7"'],
    ['an unknown level', '"level": "error"', '"level": "fatal"'],
    ['an address with a space', '"uri": "a/message.md"', '"uri": "a message.md"'],
    ['an unknown key in a message', '"text": "NEXT is missing"', '"words": "NEXT is missing"'],
    ['a message without text', '{ "text": "NEXT is missing" }', '{}'],
    ['a tool without a name', '"name": "baton",', ''],
    ['a rule without an id', '"id": "HANDOFF_NEXT_MISSING", ', ''],
    ['a rule twice', '"rules": [', '"rules": [{ "id": "A" }, { "id": "A" }, '],
    ['columns in bytes', '"columnKind": "utf16CodeUnits"', '"columnKind": "bytes"'],
    ['a place of neither address nor file', '"artifactLocation": { "uri": "a/message.md" },', ''],
    ['an unknown key in a result', '"ruleIndex": 0', '"rule": 0'],
    ['a rule index below the least', '"ruleIndex": 0', '"ruleIndex": -2'],
    ['a schema that is no address', 'https://json.schemastore.org/sarif-2.1.0.json', 'sarif'],
  ])('with %s is refused by the schema', (_, from, to) => {
    const text = sound.replace(from, to);
    expect(text).not.toBe(sound);
    expect(sarifFaults(JSON.parse(text))).not.toEqual([]);
  });
});
