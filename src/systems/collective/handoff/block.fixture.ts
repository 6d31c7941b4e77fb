// Blocks for tests: a sound one, changed field by field, as a message or as a file.
import fc from 'fast-check';
import type { Decoded, DecodeOptions } from '../../../handoffs/dialect.ts';
import { type Handoff, handoffOf } from '../../../model/handoff.ts';
import { isError, type Problem } from '../../../model/problem.ts';
import { collectiveDialect } from './collective.ts';
import { isAgentName, isNamePlaceholder, isPlaceholder, PHASES, STATUSES } from './words.ts';

export const SOUND: Readonly<Record<string, string>> = {
  phase: '"Testing"',
  from: '"@unit-testing-agent"',
  to: '"None"',
  status: '"complete"',
};

/** The YAML of a block; a field with undefined is left out. */
export const blockOf = (changes: Readonly<Record<string, string | undefined>> = {}): string => {
  const fields = Object.entries({ ...SOUND, ...changes }).filter(([, value]) => value !== undefined);
  return ['handoff:', ...fields.map(([key, value]) => `  ${key}: ${value}`.trimEnd()), ''].join('\n');
};

export const messageOf = (block: string, above = '## DONE\n\n'): string =>
  `${above}\`\`\`yaml\n${block}\`\`\`\n`;

export const decodeMessage = (text: string, options?: DecodeOptions): Decoded =>
  collectiveDialect.decode({ text, file: 'message.md' }, options)!;

export const decodeChanged = (
  changes: Readonly<Record<string, string | undefined>>,
  options?: DecodeOptions,
): Decoded => decodeMessage(messageOf(blockOf(changes)), options);

export const decodeFile = (text: string): Decoded =>
  collectiveDialect.decode({ text, file: 'handoff.yaml' })!;

export const errorsOf = (decoded: Decoded): string[] =>
  decoded.problems.filter(isError).map((found) => found.code);

export const warningsOf = (decoded: Decoded): string[] =>
  decoded.problems.filter((found) => !isError(found)).map((found) => found.code);

/** Whether a problem points at a place that the text has; behind the last character of a line counts. */
export const isInside = (text: string, { line, column }: Problem): boolean => {
  const found = line === undefined ? undefined : text.split('\n')[line - 1];
  return found !== undefined && column !== undefined && column >= 1 && column <= found.length + 1;
};

const anyName = fc
  .stringMatching(/^[a-z0-9]{1,6}(?:[-_][a-z0-9]{1,5}){0,3}$/)
  .filter((name) => isAgentName(name) && !isNamePlaceholder(name));

/** Text that may be anything: words of YAML, line ends, quotation marks, marks of other scripts. */
const anyText = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 12 }),
  fc.string({ maxLength: 20 }),
  fc.constantFrom(
    '',
    'yes',
    'No',
    'null',
    '~',
    '1_000',
    '0o17',
    '017',
    '1:30',
    '2025-01-06',
    '0x1F',
    '1e3',
    '.5',
    '- a',
  ),
  fc.constantFrom(
    'a: b',
    '# c',
    ' x ',
    'line\nline',
    '\ttab',
    '@name',
    '`code`',
    '\u0085',
    '\u2028',
    '\ufeff',
    '<<',
    '```',
  ),
);
const isHeld = (text: string): boolean => !isPlaceholder(text) && !/\[(?:X{1,3}|N{1,3})\]/.test(text);

const anyValue = fc.letrec<{ value: unknown }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 3 },
    anyText.filter(isHeld),
    fc.integer(),
    fc.double({ noDefaultInfinity: true, noNaN: true }),
    fc.boolean(),
    fc.constant(null),
    fc.array(tie('value'), { maxLength: 3 }).filter((list) => list.length !== 1),
    fc.dictionary(anyText, tie('value'), { maxKeys: 3 }),
  ),
})).value;

/** Free keys that no rule is about. */
const anyMapping = fc.dictionary(
  fc.oneof(anyText, fc.constantFrom('y', 'on', '12', '__proto__', 'x'.repeat(1200))).map((key) => `${key}`),
  anyValue,
  { maxKeys: 4 },
);

const anyOnFailure = fc.record(
  {
    retry: fc.nat(),
    routeTo: anyName,
    notify: anyName,
    escalateAfter: fc.nat(9),
    context: anyText.filter(isHeld),
  },
  { requiredKeys: [] },
);

const anySummary = fc
  .array(fc.stringMatching(/^[A-Za-z0-9✅][A-Za-z0-9 ,.:✅äß-]{0,30}[a-z0-9]$/), {
    minLength: 1,
    maxLength: 4,
  })
  .map((lines) => lines.join('\n'))
  .filter((text) => !/next.?agent/i.test(text));

/** Handoffs that the dialect has a place for every part of. */
export const anyHeldHandoff: fc.Arbitrary<Handoff> = fc
  .record({
    status: fc.constantFrom(...STATUSES),
    from: anyName,
    to: fc.option(anyName, { nil: null }),
    phase: fc.constantFrom(...PHASES),
    summary: fc.option(anySummary, { nil: null }),
    attempt: fc.option(fc.nat(), { nil: null }),
    metrics: anyMapping,
    dependencies: fc.array(
      anyText.filter((id) => id.trim() !== '' && isHeld(id)),
      { maxLength: 3 },
    ),
    onFailure: fc.option(anyOnFailure, { nil: null }),
    at: fc.option(fc.constantFrom('2025-01-06T14:30:00Z', '2024-02-29', '2025-01-06T14:30:00.5+02:00'), {
      nil: null,
    }),
    context: anyMapping,
  })
  .filter(
    ({ dependencies }) =>
      dependencies.length !== 1 || !/^(?:[A-Z]|number|count|value)$/.test(dependencies[0]!),
  )
  .map((given) => handoffOf(given));
