// What a person signs, in words: how large it is, which tests say something else now, what no test misses, what nobody
// measured.
import type { ShownChange, ShownTest, Unproved } from '../../model/run/shown-change.ts';
import { clip, plainLine } from '../../std/terminal-text.ts';
import { statLines } from './diff-text.ts';
import type { Paint } from './paint.ts';

/** Of each list; `baton status --json` has all of them. */
const SHOWN_MAX = 15;
const TEXT_SHOWN = 200;

const FATES: Readonly<Record<ShownTest['fate'], string>> = {
  respecified: 're-specified: it fails on the old code, and its old version on the new code',
  dropped: 'dropped: it would still pass',
  removed: 'removed: it would fail',
  hollow: 'weakened: it passes on the old code as well',
  unclear: 'changed: the old and the new version cannot be compared',
};

const words = (text: string): string => clip(plainLine(text), TEXT_SHOWN);

const listed = <T>(items: readonly T[], line: (item: T) => string): readonly string[] => [
  ...items.slice(0, SHOWN_MAX).map((item) => `  ${line(item)}`),
  ...(items.length > SHOWN_MAX ? [`  and ${items.length - SHOWN_MAX} more`] : []),
];

const section = (title: string, lines: readonly string[]): readonly string[] =>
  lines.length === 0 ? [] : [title, ...lines];

const fateWords = ({ fate, skipped }: ShownTest): string => {
  if (skipped !== true) return FATES[fate];
  return fate === 'removed' ? 'skipped: it would fail' : 'skipped: it would still pass';
};

const testLine = (test: ShownTest): string => {
  const where = test.file === undefined ? '' : ` (${words(test.file)})`;
  return `${words(test.name)}${where} ${fateWords(test)}`;
};

const waivedLine = ({ clause, why = '', assignments }: Unproved): string =>
  `waived: ${words(clause)}, because: ${words(why)} (${assignments.map(words).join(', ')})`;

/** Those that rest on the same, one behind the other: most are forms that a role filled in. */
const otherLines = (unproved: readonly Unproved[]): readonly string[] =>
  [...new Set(unproved.map(({ basis }) => basis))].map(
    (basis) =>
      `${basis}: ${unproved
        .filter((one) => one.basis === basis)
        .map(({ clause }) => words(clause))
        .join(', ')}`,
  );

const unprovedLines = (unproved: readonly Unproved[]): readonly string[] => [
  ...listed(
    unproved.filter(({ basis }) => basis === 'waived'),
    waivedLine,
  ),
  ...listed(otherLines(unproved.filter(({ basis }) => basis !== 'waived')), (line) => line),
];

const testLines = ({ tests }: ShownChange, paint: Paint): readonly string[] => {
  if (tests === null) return [paint.yellow('The tests of before and after were not compared.')];
  if (tests.length === 0) return ['No test of before was dropped or re-specified.'];
  return section(
    paint.yellow(`Tests that hold no longer as they were: ${tests.length}`),
    listed(tests, testLine),
  );
};

export const changeLines = (change: ShownChange, paint: Paint): readonly string[] => {
  const { untested, unproved, notes } = change;
  return [
    ...statLines(change, paint, SHOWN_MAX),
    ...testLines(change, paint),
    ...(untested === undefined
      ? []
      : untested.length === 0
        ? ['Every part of the change is missed by some test.']
        : section(
            paint.yellow(`Untested: no test fails without these parts: ${untested.length}`),
            listed(untested, ({ path, line, text }) => `${words(path)}:${line}  ${words(text)}`),
          )),
    ...(unproved.length === 0
      ? ['Every clause was measured by Baton.']
      : section(paint.yellow(`Not measured by Baton: ${unproved.length}`), unprovedLines(unproved))),
    ...section('Remarks', listed(notes, words)),
  ];
};
