// What several reviewers found, by place: two that mean the same lines are read together. Nothing is left out, and
// nobody's words are changed.
import { posix } from 'node:path';
import { byRole, findingText } from '../workflow/review-texts.ts';
import type { Finding, RoleReview } from './review-file.ts';

/** A longer location is prose. It is compared as it stands. */
const LOCATION_CHARS_MAX = 512;

interface Lines {
  readonly first: number;
  readonly last: number;
}

interface Anchor {
  readonly file: string;
  readonly lines: Lines | undefined;
}

export interface RoleFinding {
  readonly role: string;
  readonly finding: Finding;
}

export interface MergedFinding {
  /** `a.py:3`, `a.py:3-7`, or the file alone; undefined where the reviewer named no place. */
  readonly place: string | undefined;
  readonly file: string | undefined;
  /** The first of the lines. */
  readonly line: number | undefined;
  readonly findings: readonly RoleFinding[];
}

/** Each with the groups file, first and, for a range, last. Columns are not compared. */
const FORMS: readonly RegExp[] = [
  // a.py:3:5, a.py:3:5-9 (columns), a.py:3:5-7:2
  /^(?<file>.+?):(?<first>\d{1,9}):\d{1,9}(?:-\d{1,9}(?!\d|:))?$/,
  /^(?<file>.+?):(?<first>\d{1,9}):\d{1,9}-(?<last>\d{1,9}):\d{1,9}$/,
  // a.py:3, a.py:L3, a.py:3-7
  /^(?<file>.+?):L?(?<first>\d{1,9})(?: ?[-–] ?L?(?<last>\d{1,9}))?$/,
  // a.py#L3, a.py#L3-L7, a.py#L3C5-L7C2
  /^(?<file>.+?)#L(?<first>\d{1,9})(?:C\d{1,9})?(?:-L?(?<last>\d{1,9})(?:C\d{1,9})?)?$/,
  // a.py line 3, a.py, line 3, a.py (lines 3-7)
  /^(?<file>.+?),? +\(?lines? +(?<first>\d{1,9})(?: ?[-–] ?(?<last>\d{1,9}))?\)?$/i,
];

const fileOf = (text: string): string => {
  const path = posix.normalize(text.trim());
  return path.length > 1 ? path.replace(/\/$/, '') : path;
};

const anchorOf = (location: string | undefined): Anchor | undefined => {
  const text =
    location
      ?.trim()
      .replace(/^`(.*)`$/, '$1')
      .trim() ?? '';
  if (text === '') return undefined;
  if (text.length > LOCATION_CHARS_MAX || text.includes('\n')) return { file: text, lines: undefined };
  for (const form of FORMS) {
    const { file, first, last } = form.exec(text)?.groups ?? {};
    if (file === undefined || first === undefined) continue;
    const ends = [Number(first), Number(last ?? first)];
    return { file: fileOf(file), lines: { first: Math.min(...ends), last: Math.max(...ends) } };
  }
  return { file: fileOf(text), lines: undefined };
};

interface Anchored extends RoleFinding {
  readonly anchor: Anchor | undefined;
  /** By role, and as the reviewer wrote them. */
  readonly order: number;
}

const placeOf = (file: string, lines: Lines | undefined): string => {
  if (lines === undefined) return file;
  return lines.first === lines.last ? `${file}:${lines.first}` : `${file}:${lines.first}-${lines.last}`;
};

const merged = (group: readonly Anchored[], at?: Anchor): MergedFinding => ({
  place: at === undefined ? undefined : placeOf(at.file, at.lines),
  file: at?.file,
  line: at?.lines?.first,
  findings: group.toSorted((a, b) => a.order - b.order).map(({ role, finding }) => ({ role, finding })),
});

/** Ranges that overlap are one, and so is a chain of them: otherwise the order would decide who belongs to whom. */
const rangesOf = (entries: readonly Anchored[]): { lines: Lines; group: Anchored[] }[] => {
  const ranges: { lines: Lines; group: Anchored[] }[] = [];
  const withLines = entries.flatMap((entry) =>
    entry.anchor?.lines === undefined ? [] : [{ entry, lines: entry.anchor.lines }],
  );
  for (const { entry, lines } of withLines.toSorted((a, b) => a.lines.first - b.lines.first)) {
    const open = ranges.at(-1);
    if (open === undefined || lines.first > open.lines.last) {
      ranges.push({ lines, group: [entry] });
      continue;
    }
    open.group.push(entry);
    open.lines = { first: open.lines.first, last: Math.max(open.lines.last, lines.last) };
  }
  return ranges;
};

const inFile = (file: string, entries: readonly Anchored[]): MergedFinding[] => {
  const whole = entries.filter(({ anchor }) => anchor?.lines === undefined);
  return [
    ...(whole.length === 0 ? [] : [merged(whole, { file, lines: undefined })]),
    ...rangesOf(entries).map(({ lines, group }) => merged(group, { file, lines })),
  ];
};

/** By file and line; what names no place comes last, each for itself. */
export const mergedFindings = (reviews: readonly RoleReview[]): readonly MergedFinding[] => {
  const all = byRole(reviews)
    .flatMap(({ role, review }) => (review.findings ?? []).map((finding) => ({ role, finding })))
    .map((entry, order): Anchored => ({ ...entry, order, anchor: anchorOf(entry.finding.location) }));
  const files = new Map<string, Anchored[]>();
  for (const entry of all) {
    if (entry.anchor === undefined) continue;
    const known = files.get(entry.anchor.file);
    if (known === undefined) files.set(entry.anchor.file, [entry]);
    else known.push(entry);
  }
  return [
    ...[...files]
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
      .flatMap(([file, entries]) => inFile(file, entries)),
    ...all.filter(({ anchor }) => anchor === undefined).map((entry) => merged([entry])),
  ];
};

const headingOf = (place: string | undefined): string =>
  place === undefined ? '## No location' : `## \`${place.replaceAll(/\s+/g, ' ')}\``;

export const findingsMarkdown = (places: readonly MergedFinding[]): string => {
  const parts = places.flatMap(({ place, findings }) => [
    headingOf(place),
    ...findings.flatMap(({ role, finding }) => [`### ${role}`, findingText(finding)]),
  ]);
  return `${['# Findings', ...(parts.length === 0 ? ['None.'] : parts)].join('\n\n')}\n`;
};
