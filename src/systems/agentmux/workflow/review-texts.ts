// Reviews as the Markdown files that people, coders and pull requests read.
import type { Finding, Review, RoleReview } from '../files/review-file.ts';

/** Readers take the verdict from a line that begins with it, so no line of a reviewer may; rendered it looks the same. */
const shown = (text: string): string =>
  text
    .trim()
    .replaceAll(/\r\n?/g, '\n')
    .replaceAll(/^([^\S\n]*verdict):/gim, '$1\\:');

const given = (text: string | undefined): text is string => text !== undefined && text.trim() !== '';

export const findingText = (finding: Finding): string =>
  [
    ...(given(finding.location) ? [`**Location:** \`${finding.location.trim()}\``] : []),
    `**Issue:** ${finding.issue.trim()}`,
    ...(given(finding.severity) ? [`**Severity:** ${finding.severity.trim()}`] : []),
    `**Recommendation:** ${finding.recommendation.trim()}`,
  ]
    .map(shown)
    .join('\n');

const endings = ({ verdict, findings, commit_message: message }: Review): string[] => {
  if (verdict === 'pass') return given(message) ? ['## Suggested Commit Message', shown(message)] : [];
  return [
    '## Findings',
    ...(findings ?? []).flatMap((finding, index) => [`### Finding ${index + 1}`, findingText(finding)]),
  ];
};

/** One review; its first line is the verdict, whatever the reviewer wrote. */
export const reviewText = (review: Review): string =>
  `${[`verdict: ${review.verdict}`, '## Summary', shown(review.summary), ...endings(review)].join('\n\n')}\n`;

export const byRole = <T extends { readonly role: string }>(entries: readonly T[]): readonly T[] =>
  entries.toSorted((a, b) => (a.role < b.role ? -1 : a.role > b.role ? 1 : 0));

/** A review as it was put down: who wrote it, and the text that `reviewText` made of it. */
export interface WrittenReview {
  readonly role: string;
  readonly text: string;
}

/** What the first line says, whatever the reviewer wrote. */
export const verdictIn = (text: string): 'pass' | 'fail' =>
  text.startsWith('verdict: pass\n') ? 'pass' : 'fail';

/** What the coder fixes: every review of the round, those that passed as well. */
export const fixRequestOf = (reviews: readonly WrittenReview[]): string =>
  byRole(reviews)
    .map(({ role, text }) => `## Review: ${role} (verdict: ${verdictIn(text)})\n\n${text}\n`)
    .join('\n');

export const fixRequest = (reviews: readonly RoleReview[]): string =>
  fixRequestOf(reviews.map(({ role, review }) => ({ role, text: reviewText(review) })));

/** review.md: the reviews as one. It passes only if each of them did. */
export const reviewMarkdown = (results: readonly RoleReview[]): string => {
  const [first, ...others] = byRole(results);
  if (first === undefined) return 'verdict: pass\n';
  if (others.length === 0) return reviewText(first.review);
  const all = [first, ...others];
  const verdict = all.every(({ review }) => review.verdict === 'pass') ? 'pass' : 'fail';
  const parts = [
    `verdict: ${verdict}`,
    '## Summary',
    `Code review completed. Reviewed by: ${all.map(({ role }) => role).join(', ')}.`,
    ...all.flatMap(({ role, review }) => [`### ${role}`, reviewText(review).trimEnd()]),
  ];
  return `${parts.join('\n\n')}\n`;
};
