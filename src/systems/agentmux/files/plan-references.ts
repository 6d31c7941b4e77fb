// What holds between the parts of a plan: every sub-plan in one group, indices without gaps, and no file with two owners
// at the same time. A fault that was reported where it stands is not reported again for what follows from it.
import { overlapsAmong } from './owned-files.ts';
import { type PlanReport, quoted, wordsFor } from './plan-report.ts';
import type { Group, Indexed, Subplan } from './plan-rules.ts';

/** Missing indices that are named; a wrong index may be far from the others. */
const MISSING_SHOWN_MAX = 20;

/** Indices from 1 that are not there although higher ones are, as words; undefined when there is none. */
export const missingIndices = (
  indices: ReadonlySet<number>,
): { readonly highest: number; readonly words: string } | undefined => {
  const sorted = [...indices].sort((a, b) => a - b);
  const highest = sorted.at(-1) ?? 0;
  if (highest === sorted.length) return undefined;
  const missing: number[] = [];
  let next = 1;
  for (const index of sorted) {
    while (next < index && missing.length < MISSING_SHOWN_MAX) missing.push(next++);
    next = index + 1;
  }
  const more = highest - sorted.length - missing.length;
  return { highest, words: `${missing.join(', ')}${more > 0 ? ` and ${more} more` : ''}` };
};

/** Without those that say again what an earlier one says. */
const firstOfEach = <T extends Indexed>(entries: readonly T[]): ReadonlyMap<number, T> => {
  const first = new Map<number, T>();
  for (const entry of entries)
    if (entry.index !== undefined && !first.has(entry.index)) first.set(entry.index, entry);
  return first;
};

/**
 * The indices that are there, with those that were probably meant where one cannot be read or came before: the number in
 * the text, else the position. Without them such a fault would be reported again by all that looks for that index.
 */
const meantIndices = (entries: readonly Indexed[]): ReadonlySet<number> => {
  const first = firstOfEach(entries);
  const meant = new Set(first.keys());
  entries.forEach((entry, position) => {
    const { index, value } = entry;
    if (index !== undefined && first.get(index) === entry) return;
    const number = typeof value === 'string' && /^\s*\d{1,9}\s*$/.test(value) ? Number(value) : value;
    const isNumber = index === undefined && Number.isSafeInteger(number) && Number(number) >= 1;
    meant.add(isNumber ? Number(number) : position + 1);
  });
  return meant;
};

const checkContiguous = (report: PlanReport, entries: readonly Indexed[]): void => {
  const missing = missingIndices(meantIndices(entries));
  const last = entries.at(-1);
  if (missing === undefined || last === undefined) return;
  const highest = entries.find(({ index }) => index === missing.highest) ?? last;
  report.error(
    [...highest.path, 'index'],
    `plan indices must be contiguous from 1..${missing.highest}; missing: ${missing.words}.`,
    { hint: 'Number the sub-plans 1, 2, 3 and so on, here and in the groups.' },
  );
};

/** A directory contains what is below it, so two owners may meet without naming the same path. */
const checkOwners = (report: PlanReport, group: Group, subplans: ReadonlyMap<number, Subplan>): void => {
  const members = [...firstOfEach(group.plans ?? []).keys()].flatMap((index) => subplans.get(index) ?? []);
  const overlaps = overlapsAmong(members.map(({ owned }) => owned.map((entry) => entry ?? '')));
  for (const { first, second } of overlaps) {
    const [one, other] = [members[first.owner], members[second.owner]];
    if (one === undefined || other === undefined) continue;
    const [its, theirs] = [one.owned[first.entry], other.owned[second.entry]];
    report.error(
      [...other.path, 'owned_files', second.entry],
      `${wordsFor(other.path)}.owned_files: ${quoted(theirs)} is owned by ${wordsFor(one.path)} too, which names ${quoted(its)}, and both are in the parallel group ${wordsFor(group.path)}.`,
      {
        hint: `Sub-plans ${one.index} and ${other.index} work at the same time: give the file to one of them, or put them into a serial group.`,
      },
    );
  }
};

export const checkReferences = (
  report: PlanReport,
  subplans: readonly Subplan[] | undefined,
  groups: readonly Group[] | undefined,
): void => {
  const references = groups?.flatMap(({ plans }) => plans ?? []) ?? [];
  const isWholeList = groups?.every(({ plans }) => plans !== undefined) ?? false;
  const firstReferences = firstOfEach(references);
  if (subplans === undefined) {
    if (isWholeList && references.length > 0) checkContiguous(report, references);
    return;
  }
  const known = firstOfEach(subplans);
  const meant = meantIndices(subplans);
  for (const [index, { path }] of firstReferences)
    if (!meant.has(index))
      report.error(
        [...path, 'index'],
        `${wordsFor(path)} references index ${index} which has no matching subplan.`,
        {
          hint: `Sub-plans that are there: ${[...known.keys()].slice(0, MISSING_SHOWN_MAX).join(', ')}.`,
        },
      );
  const referred = meantIndices(references);
  if (isWholeList)
    for (const [index, { path }] of known)
      if (!referred.has(index))
        report.error([...path, 'index'], `subplan with index ${index} is not referenced by any group.`, {
          hint: 'Put it into the plans of one group.',
        });
  checkContiguous(report, subplans);
  for (const group of groups ?? []) if (group.mode === 'parallel') checkOwners(report, group, known);
};
