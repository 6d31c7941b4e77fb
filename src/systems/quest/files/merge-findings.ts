// Findings of several reviewers as one list: two that say the same about the same place become one. The result does not
// depend on who was read first, and every id that came in is in the lineage of something that comes out.
import { canonicalJson } from '../../../std/canonical-json.ts';
import { CONFIDENCES, type Finding, type MergedFinding, SEVERITIES } from './findings-file.ts';

const wordsOf = (summary: string): string => summary.toLowerCase().trim().split(/\s+/).join(' ');

/** Findings with the same key are the same finding. */
export const mergeKey = ({ path, line, kind, principle_id, summary }: Finding): string =>
  JSON.stringify([path, line, kind, kind === 'ux' ? (principle_id ?? null) : null, wordsOf(summary)]);

const compareTexts = (a: string, b: string): number => {
  if (a === b) return 0;
  return a < b ? -1 : 1;
};

const rankOf = ({ severity, confidence }: Finding): number =>
  SEVERITIES.indexOf(severity) * CONFIDENCES.length + CONFIDENCES.indexOf(confidence);

/** A total order: findings that compare as equal have the same content. */
const compareFindings = (a: Finding, b: Finding): number =>
  rankOf(a) - rankOf(b) ||
  compareTexts(a.path, b.path) ||
  (a.line ?? 0) - (b.line ?? 0) ||
  compareTexts(a.finding_id, b.finding_id) ||
  compareTexts(canonicalJson(a), canonicalJson(b));

const union = (lists: readonly (readonly string[])[]): string[] => [...new Set(lists.flat())];
const sortedUnion = (lists: readonly (readonly string[])[]): string[] => union(lists).sort(compareTexts);

const JOINT = '+';

/** A merged finding joins its sources; anybody else's source is one more. */
const sourcesOf = ({ source, source_lineage: lineage = [] }: Finding): readonly string[] =>
  source === lineage.join(JOINT) ? lineage : [...lineage, source];

const mergedGroup = (group: readonly [Finding, ...Finding[]]): MergedFinding => {
  const ranked = group.toSorted(compareFindings);
  const [first = group[0]] = ranked;
  const confidence = CONFIDENCES.find((one) => group.some((finding) => finding.confidence === one));
  const sources = sortedUnion(group.map(sourcesOf));
  return {
    ...first,
    source: sources.join(JOINT),
    confidence: confidence ?? first.confidence,
    evidence: union(ranked.map(({ evidence }) => evidence)),
    needs_test: group.some(({ needs_test }) => needs_test),
    write_scope: union(ranked.map(({ write_scope }) => write_scope)),
    related_acceptance_criteria: union(ranked.map((finding) => finding.related_acceptance_criteria)),
    source_lineage: sources,
    finding_id_lineage: sortedUnion(
      group.map(({ finding_id, finding_id_lineage: lineage = [] }) => [...lineage, finding_id]),
    ),
  };
};

/** Reviewers number their findings alike; decisions and deferred lines know a finding by its id alone. */
const withOwnIds = (findings: readonly MergedFinding[]): MergedFinding[] => {
  const times = new Map<string, number>();
  for (const { finding_id: id } of findings) times.set(id, (times.get(id) ?? 0) + 1);
  const taken = new Set(times.keys());
  return findings.map((finding) => {
    if (times.get(finding.finding_id) === 1) return finding;
    const wanted = `${finding.source}:${finding.finding_id}`;
    let own = wanted;
    for (let number = 2; taken.has(own); number += 1) own = `${wanted}-${number}`;
    taken.add(own);
    return {
      ...finding,
      finding_id: own,
      finding_id_lineage: sortedUnion([finding.finding_id_lineage, [own]]),
    };
  });
};

/** The worst first; each id once. Merging the result again changes nothing. */
export const mergeFindings = (findings: readonly Finding[]): readonly MergedFinding[] => {
  const groups = new Map<string, [Finding, ...Finding[]]>();
  for (const finding of findings) {
    const group = groups.get(mergeKey(finding));
    if (group === undefined) groups.set(mergeKey(finding), [finding]);
    else group.push(finding);
  }
  const merged = [...groups.values()].map(mergedGroup).sort(compareFindings);
  return withOwnIds(merged).sort(compareFindings);
};
