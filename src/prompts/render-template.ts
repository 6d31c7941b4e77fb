// A template and its values → the text of a prompt. Called in the middle of a run, so it never throws: what
// cannot be put in stays as it is written, and is reported.
import { causeText } from '../errors.ts';
import { PROBLEMS_MAX } from '../model/limits/limits.ts';
import { type Problem, problem } from '../model/problem.ts';
import { withoutFileTags } from './file-block.ts';
import { type IncludeRoot, includePath, splitRoot } from './include-path.ts';
import { PROJECT_INSTRUCTIONS, type Template, type TemplateNode } from './template.ts';

/** One included file. Who needs the rest reads the file: its path stands in the prompt. */
export const INCLUDE_CHARS_MAX = 256 * 1024;

export interface RenderOptions {
  readonly values: Readonly<Record<string, string>>;
  /** The project's own text for this template, parsed with `extension`. */
  readonly projectInstructions: Template | undefined;
  /** The text of a file; undefined where there is none. The path is relative, without "..". */
  readonly include: (path: string, root: IncludeRoot) => string | undefined;
}

export interface Rendered {
  readonly text: string;
  readonly problems: readonly Problem[];
}

type Directive = Exclude<TemplateNode, { kind: 'text' }>;
type Include = Extract<TemplateNode, { kind: 'include' }>;
type Report = (found: Problem) => void;

const given = (values: RenderOptions['values'], key: string): string | undefined =>
  Object.hasOwn(values, key) ? values[key] : undefined;

const unknownKey = (key: string, node: Directive): Problem =>
  problem('FIELD_UNKNOWN', `there is no value for the placeholder "${key}"; it stays as it is written`, {
    ...node.place,
    severity: 'warning',
  });

const readIncluded = (
  path: string,
  node: Include,
  include: RenderOptions['include'],
): { readonly text: string | undefined; readonly problem?: Problem } => {
  const outside = includePath(path);
  if (outside !== undefined) return { text: undefined, problem: { ...outside, ...node.place } };
  const { root, rest } = splitRoot(path);
  try {
    const text = include(rest, root);
    if (text !== undefined) return { text };
    if (node.optional) return { text: '' };
    const message = `${node.raw}: expected a file, there is none at ${JSON.stringify(path)}`;
    return { text: undefined, problem: problem('FILE_MISSING', message, { ...node.place }) };
  } catch (cause) {
    const message = `${node.raw}: the file cannot be read: ${causeText(cause)}`;
    return { text: undefined, problem: problem('FILE_UNREADABLE', message, { ...node.place }) };
  }
};

const includeText = (node: Include, { values, include }: RenderOptions, report: Report): string => {
  const missing = node.path.flatMap((part) =>
    'key' in part && given(values, part.key) === undefined ? [part.key] : [],
  );
  for (const key of missing) report(unknownKey(key, node));
  if (missing.length > 0) return node.raw;
  const path = node.path.map((part) => ('key' in part ? given(values, part.key) : part.text)).join('');
  const read = readIncluded(path, node, include);
  if (read.problem !== undefined) report(read.problem);
  if (read.text === undefined) return node.raw;
  if (read.text.length <= INCLUDE_CHARS_MAX) return withoutFileTags(read.text);
  const message = `${path}: expected at most ${INCLUDE_CHARS_MAX} characters, got ${read.text.length}; cut`;
  report(problem('FILE_TOO_LARGE', message, { ...node.place, severity: 'warning' }));
  const beginning = withoutFileTags(read.text.slice(0, INCLUDE_CHARS_MAX));
  return `${beginning}\n… (cut here; the rest is in the file itself)`;
};

const projectText = (node: Directive, options: RenderOptions, report: Report): string => {
  const own = options.projectInstructions;
  if (own === undefined) return '';
  // A project's text that holds itself was reported when it was read; here it only must not turn in a circle.
  const inner = { ...options, projectInstructions: undefined };
  if (own.nodes.some(({ kind }) => kind === 'project'))
    report(
      problem('FIELD_INVALID', `${own.name}: ${PROJECT_INSTRUCTIONS} stands inside of itself`, node.place),
    );
  return renderNodes(own.nodes, inner, report);
};

const directiveText = (node: Directive, options: RenderOptions, report: Report): string => {
  if (node.kind === 'include') return includeText(node, options, report);
  if (node.kind === 'project') return projectText(node, options, report);
  const value = given(options.values, node.key);
  if (value === undefined) report(unknownKey(node.key, node));
  return value ?? node.raw;
};

/** A paragraph of its own: with nothing to say it leaves no hole. */
const standsAlone = (before: TemplateNode | undefined, after: TemplateNode | undefined): boolean =>
  (before === undefined || (before.kind === 'text' && before.text.endsWith('\n\n'))) &&
  after?.kind === 'text' &&
  after.text.startsWith('\n\n');

const renderNodes = (nodes: readonly TemplateNode[], options: RenderOptions, report: Report): string => {
  let text = '';
  let skip = 0;
  nodes.forEach((node, index) => {
    if (node.kind === 'text') {
      text += node.text.slice(skip);
      skip = 0;
      return;
    }
    const made = directiveText(node, options, report);
    text += made;
    skip = made === '' && standsAlone(nodes[index - 1], nodes[index + 1]) ? 2 : 0;
  });
  return text;
};

/** Values and files are put in as they are, never read for directives; only a file's wrapper tags change. */
export const renderTemplate = (template: Template, options: RenderOptions): Rendered => {
  const problems: Problem[] = [];
  const text = renderNodes(template.nodes, options, (found) => {
    if (problems.length < PROBLEMS_MAX) problems.push(found);
  });
  return { text, problems };
};
