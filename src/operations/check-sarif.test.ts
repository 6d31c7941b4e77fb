import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { ERROR_CODES } from '../errors.ts';
import { type Problem, problem } from '../model/problem.ts';
import type { CheckDocument } from './check-files.ts';
import { checkSarif } from './check-sarif.ts';

/**
 * The objects of SARIF 2.1.0 that are written here, by the definitions of its schema: sarifLog, run, tool, toolComponent,
 * reportingDescriptor, multiformatMessageString, result, message, location, physicalLocation, artifactLocation and region.
 * Of each: what is required, types, least values, enumerations, formats of addresses, and, as the schema allows no other
 * properties, that there are none but known ones. Of optional properties only those that are written are here; the rest of
 * the schema (invocations, code flows, fixes, taxonomies …) is not.
 */
const isUriReference = (text: string): boolean =>
  /^(?:[A-Za-z0-9\-._~:/?#[\]@!$&'()*+,;=]|%[0-9A-Fa-f]{2})+$/.test(text) &&
  // A first part with a colon would be a scheme.
  (/^[A-Za-z][A-Za-z0-9+.-]*:\/\//.test(text) || !/^[^/?#]*:/.test(text));

const uriReference = z.string().refine(isUriReference);
const position = z.number().int().min(1);
const region = z.strictObject({ startLine: position, startColumn: position.optional() });
const artifactLocation = z.strictObject({ uri: uriReference });
const physicalLocation = z.strictObject({ artifactLocation, region: region.optional() });
const message = z.strictObject({ text: z.string() });
const result = z.strictObject({
  ruleId: z.string(),
  ruleIndex: z.number().int().min(-1),
  level: z.enum(['none', 'note', 'warning', 'error']),
  message,
  locations: z.array(z.strictObject({ physicalLocation })),
});
const reportingDescriptor = z.strictObject({
  id: z.string(),
  shortDescription: z.strictObject({ text: z.string() }),
});
const unique = (list: readonly unknown[]): boolean =>
  new Set(list.map((one) => JSON.stringify(one))).size === list.length;
const toolComponent = z.strictObject({
  name: z.string(),
  semanticVersion: z.string().regex(/^\d+\.\d+\.\d+/),
  rules: z.array(reportingDescriptor).refine(unique),
});
const run = z.strictObject({
  tool: z.strictObject({ driver: toolComponent }),
  columnKind: z.enum(['utf16CodeUnits', 'unicodeCodePoints']),
  results: z.array(result),
});
const sarifLog = z.strictObject({
  $schema: z.url(),
  version: z.literal('2.1.0'),
  runs: z.array(run),
});

const documentOf = (problems: readonly Problem[], path = 'a/message.md'): CheckDocument => ({
  ok: false,
  results: [{ path, ok: false, kind: 'handoff', dialect: 'quest', variant: null, handoff: null, problems }],
});
/** As it is printed, and read again. */
const sarifOf = (document: CheckDocument): z.infer<typeof sarifLog> =>
  sarifLog.parse(JSON.parse(JSON.stringify(checkSarif(document, '1.2.3'))));
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

  it('of the schema here refuses what is none', () => {
    const sound = readFileSync(new URL('../../test/fixtures/sarif/sound.json', import.meta.url), 'utf8');
    expect(sarifLog.safeParse(JSON.parse(sound)).success).toBe(true);
    const broken: readonly (readonly [string, string])[] = [
      ['"version": "2.1.0"', '"version": "2.0.0"'],
      ['"startLine": 3', '"startLine": 0'],
      ['"level": "error"', '"level": "fatal"'],
      ['"uri": "a/message.md"', '"uri": "a message.md"'],
      ['"text": "NEXT is missing"', '"words": "NEXT is missing"'],
      ['"name": "baton",', ''],
      ['"columnKind": "utf16CodeUnits"', '"columnKind": "bytes"'],
    ];
    for (const [from, to] of broken) {
      const text = sound.replace(from, to);
      expect(text).not.toBe(sound);
      expect(sarifLog.safeParse(JSON.parse(text)).success, to).toBe(false);
    }
  });
});
