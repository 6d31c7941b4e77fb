// What a prompt says of a field, compared with what the contract says of it.
import { nextText, type QuestArtifact, type QuestField, type QuestRole } from '../handoff/quest-contract.ts';

/** Words between `|`, commas or `or`; notes in brackets and quotation marks are left out. */
export const wordsOf = (value: string): string[] =>
  value
    .replaceAll(/\([^()]*\)/g, ' ')
    .replaceAll(/\s+/g, ' ')
    .split(/[|,]| or /)
    .map((word) =>
      word
        .replaceAll(/[`"'*]/g, '')
        .trim()
        .replace(/[.;]$/, ''),
    )
    .filter((word) => word !== '');

const sameWords = (some: readonly string[], others: readonly string[]): boolean => {
  const [a, b] = [new Set(some), new Set(others)];
  return a.size === b.size && [...a].every((word) => b.has(word));
};

/** Something to be filled in: `<next role>`. */
export const isPlaceholder = (value: string): boolean => {
  const plain = value.replaceAll(/[`"'*]/g, '').trim();
  return (
    plain === '...' ||
    (plain.startsWith('<') && plain.endsWith('>')) ||
    (plain.startsWith('[') && plain.endsWith(']'))
  );
};

/** Splits at commas outside of brackets. */
const listItems = (value: string): string[] => {
  const items: string[] = [];
  let depth = 0;
  let from = 0;
  for (let at = 0; at < value.length; at += 1) {
    if (value[at] === '<') depth += 1;
    else if (value[at] === '>') depth = Math.max(0, depth - 1);
    else if (value[at] === ',' && depth === 0) {
      items.push(value.slice(from, at));
      from = at + 1;
    }
  }
  items.push(value.slice(from));
  return items.map((item) => item.replaceAll(/[`"'[\]]/g, '').trim()).filter((item) => item !== '');
};

const nameOf = (path: string): string => path.slice(path.lastIndexOf('/') + 1);

/** Names that mean the same: the slots of one version. Undefined when the artifact is never called so. */
const versionOf = ({ name, slots, later }: QuestArtifact, path: string): 'first' | 'later' | undefined => {
  const called = nameOf(path);
  if (called === name || Object.values(slots ?? {}).includes(called)) return 'first';
  if (slots !== undefined && /^review_<[^<>]*>\.md$/.test(called)) return 'first';
  return later.includes(called) ? 'later' : undefined;
};

const isAt = (artifact: QuestArtifact, path: string): boolean =>
  versionOf(artifact, path) !== undefined &&
  (!path.includes('/') || path.split('/').at(-2) === artifact.folder);

/** A slot's own file may be left to whoever fills in the template. */
const isSlotPlaceholder = (role: QuestRole, item: string): boolean =>
  item.startsWith('<') && item.endsWith('>') && role.artifacts.some(({ slots }) => slots !== undefined);

const artifactsFit = (role: QuestRole, value: string): boolean => {
  const items = listItems(value);
  const known = (item: string): boolean =>
    role.artifacts.some((artifact) => isAt(artifact, item)) || role.mayAlsoWrite.includes(nameOf(item));
  const named = role.artifacts.every(
    (artifact) =>
      items.some((item) => isAt(artifact, item)) || items.some((item) => isSlotPlaceholder(role, item)),
  );
  const free = (item: string): boolean =>
    isSlotPlaceholder(role, item) || (role.changesCode && !item.includes('.quest/'));
  return named && items.every((item) => known(item) || free(item));
};

/** The form without its brackets, so that `[reason]` and `<reason>` are one. */
const formOf = (summary: string): string =>
  summary
    .replaceAll(/[<>[\]`"*]/g, '')
    .replaceAll(/\s[-–—]\s/g, ' — ')
    .replaceAll(/\s+/g, ' ')
    .trim();

export const fieldFits = (role: QuestRole, field: QuestField, value: string): boolean => {
  switch (field) {
    case 'STATUS':
      return sameWords(wordsOf(value), role.status);
    case 'ARTIFACTS':
      return artifactsFit(role, value);
    case 'NEXT':
      return nextFits(role, value);
    case 'SUMMARY':
      return role.summaryFixed ? formOf(value) === formOf(role.summary) : value !== '';
  }
};

export const nextFits = (role: QuestRole, value: string): boolean =>
  sameWords(wordsOf(value), wordsOf(nextText(role)));

/** Two values with the same key say the same. */
export const meaningOf = (role: QuestRole, field: QuestField, value: string): string => {
  if (field !== 'ARTIFACTS') return [...new Set(wordsOf(value))].sort().join(' | ');
  const keys = listItems(value)
    .filter((item) => !isPlaceholder(item) && item.includes('.quest/'))
    .map((item) => {
      const known = role.artifacts.findIndex((artifact) => isAt(artifact, item));
      return known === -1 ? item : `${known} ${versionOf(role.artifacts[known]!, item)}`;
    });
  return [...new Set(keys)].sort().join(', ');
};

/** Whether a text names the role's first artifact, under whatever name it has. */
export const namesArtifact = (role: QuestRole, text: string): string | undefined => {
  const [artifact] = role.artifacts;
  if (artifact === undefined) return undefined;
  const names = [...Object.values(artifact.slots ?? { it: artifact.name }), ...artifact.later];
  return names.find((name) => text.includes(`${artifact.folder}/${name}`));
};
