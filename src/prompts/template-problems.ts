// What is wrong with a template, said before a run: in the middle of one it is too late to fix it.
import { type Problem, problem } from '../model/problem.ts';
import { nearest } from '../std/nearest.ts';
import { PROJECT_INSTRUCTIONS, type Template } from './template.ts';

interface Use {
  readonly key: string;
  readonly place: { readonly file: string; readonly line: number; readonly column: number };
}

const uses = (template: Template): Use[] =>
  template.nodes.flatMap((node): Use[] => {
    if (node.kind === 'placeholder') return [{ key: node.key, place: node.place }];
    if (node.kind !== 'include') return [];
    return node.path.flatMap((part) => ('key' in part ? [{ key: part.key, place: node.place }] : []));
  });

/** The keys of the placeholders in a template, each once, in the order they come. */
export const placeholdersOf = (template: Template): readonly string[] => [
  ...new Set(uses(template).map(({ key }) => key)),
];

/** Placeholders that nobody fills. */
export const templateProblems = (template: Template, knownKeys: Iterable<string>): readonly Problem[] => {
  const known = new Set(knownKeys);
  return uses(template)
    .filter(({ key }) => !known.has(key))
    .map(({ key, place }) => {
      const near = nearest(key, [...known, PROJECT_INSTRUCTIONS]);
      return problem('FIELD_UNKNOWN', `there is no placeholder "${key}" for ${template.name}`, {
        ...place,
        hint:
          near === undefined
            ? `Use one of: ${[...known].sort().join(', ')}.`
            : `Write "[[placeholder:${near}]]".`,
      });
    });
};
