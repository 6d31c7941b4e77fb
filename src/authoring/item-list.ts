// A list of items that work is done by: each key once, and no item waits for one that there is not, or for itself.
import { type Problem, problem } from '../model/problem.ts';

export interface ListedItem {
  readonly key: string;
  readonly after?: readonly string[] | undefined;
}

const keyProblems = (items: readonly ListedItem[], file: string, field: string): Problem[] => {
  const seen = new Set<string>();
  const known = new Set(items.map((item) => item.key));
  return items.flatMap((item, index): Problem[] => {
    const at = `${field}.${index}`;
    const twice = seen.has(item.key)
      ? [
          problem('FIELD_INVALID', `${at}.key: expected each key once, "${item.key}" came before`, {
            ...{ file, field: `${at}.key` },
            hint: 'choose another key',
          }),
        ]
      : [];
    seen.add(item.key);
    const unknown = (item.after ?? [])
      .filter((key) => !known.has(key) || key === item.key)
      .map((key) =>
        problem(
          'FIELD_INVALID',
          `${at}.after: expected keys of other items (${[...known].join(', ')}), got "${key}"`,
          { file, field: `${at}.after` },
        ),
      );
    return [...twice, ...unknown];
  });
};

/** Items that wait for each other in a circle would wait for ever. */
const circleProblems = (items: readonly ListedItem[], file: string, field: string): Problem[] => {
  let left = items;
  for (let changed = true; changed; ) {
    const keys = new Set(left.map((item) => item.key));
    const next = left.filter((item) => (item.after ?? []).some((key) => keys.has(key)));
    changed = next.length < left.length;
    left = next;
  }
  if (left.length === 0) return [];
  const names = left.map((item) => item.key).join(', ');
  return [
    problem('FIELD_INVALID', `${field}: ${names} wait for each other in a circle`, {
      ...{ file, field },
      hint: 'take one of them out of "after"',
    }),
  ];
};

export const itemProblems = (items: readonly ListedItem[], file: string, field: string): Problem[] => [
  ...keyProblems(items, file, field),
  ...circleProblems(items, file, field),
];
