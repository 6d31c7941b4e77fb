// A prompt template: text with directives, read once into nodes and rendered often. Pure: fragments, values
// and files come in as arguments. What is put in is never read again, so no plan and no answer brings
// directives of its own.
//
//   [[shared:name]]               a fragment, expanded while the template is read
//   [[placeholder:key]]           a value, put in as it is
//   [[include:path]]              a file's text; `project:path` reads from the project instead of the run
//   [[include-optional:path]]     the same, or nothing
//   [[placeholder:project_instructions]]   the project's own text for this template
//
// A path may hold placeholders. A backslash before a directive makes it plain text. All else is text,
// braces too.
import { PROBLEMS_MAX } from '../model/limits/limits.ts';
import { type Parsed, type Problem, problem } from '../model/problem.ts';
import { nearest } from '../std/nearest.ts';
import { includePath } from './include-path.ts';

/** Fragments inside of fragments. */
export const SHARED_DEPTH_MAX = 8;
/** A template with its fragments: fragments that name others several times grow as a power of the depth. */
export const TEMPLATE_CHARS_MAX = 256 * 1024;

export const PROJECT_INSTRUCTIONS = 'project_instructions';

interface Place {
  readonly file: string;
  readonly line: number;
  readonly column: number;
}
interface Directive {
  /** As it is written: what cannot be expanded stays like this. */
  readonly raw: string;
  readonly place: Place;
}
export type TemplateNode =
  | { readonly kind: 'text'; readonly text: string }
  | ({ readonly kind: 'placeholder'; readonly key: string } & Directive)
  | ({ readonly kind: 'include'; readonly optional: boolean; readonly path: readonly PathPart[] } & Directive)
  | ({ readonly kind: 'project' } & Directive);
type PathPart = { readonly text: string } | { readonly key: string };

export interface Template {
  readonly name: string;
  readonly nodes: readonly TemplateNode[];
}

const KINDS = ['shared', 'placeholder', 'include', 'include-optional'] as const;
const FRAGMENT = /^[a-z0-9][a-z0-9_-]*$/;
const KEY = /^[a-z][a-z0-9_]*$/;
const INNER = /\[\[placeholder:([^[\]\n]*)\]\]/;
/** Text, single brackets and placeholders: what may stand between the colon and the end. */
const REST = String.raw`(?:[^[\]\n]|\[(?!\[)|\](?!\])|\[\[placeholder:[^[\]\n]{0,64}\]\]){0,512}`;
/** A whole directive, or only the beginning of one that is not closed. Bash tests and the like do not fit. */
const DIRECTIVE = new RegExp(
  String.raw`(?<escaped>\\?)\[\[(?<before>[ \t]{0,8})(?<kind>[A-Za-z][A-Za-z_-]{0,31})(?<after>[ \t]{0,8}):` +
    String.raw`(?:(?<rest>${REST})\]\])?`,
  'g',
);

export interface TemplateOptions {
  readonly shared: Readonly<Record<string, string>>;
  /** The project's own text for a template: it stands inside of one and has no place for another. */
  readonly extension?: true;
}

/** Text that reads as itself when it becomes part of a template. */
export const templateLiteral = (text: string): string => text.replace(DIRECTIVE, (found) => `\\${found}`);

interface Reading extends TemplateOptions {
  /** Of the template and all fragments so far. */
  readonly size: { chars: number };
  /** The fragments that are being expanded, outermost first. */
  readonly open: readonly string[];
}

interface Found extends Directive {
  readonly kind: string;
  readonly spaced: boolean;
  /** What stands behind the colon; undefined where the directive is not closed. */
  readonly rest: string | undefined;
}

interface Read {
  readonly nodes: readonly TemplateNode[];
  readonly problems: readonly Problem[];
}

const textNode = (text: string): TemplateNode => ({ kind: 'text', text });

const fine = (node: TemplateNode): Read => ({ nodes: [node], problems: [] });

/** What cannot be expanded stays in the text: a run goes on with a prompt that shows what is wrong. */
const kept = (found: Found, ...problems: Problem[]): Read => ({ nodes: [textNode(found.raw)], problems });

const faulty = (
  found: Found,
  code: Problem['code'],
  message: string,
  more: { hint?: string; severity?: 'warning' } = {},
): Read => kept(found, problem(code, message, { ...found.place, ...more }));

const hintFor = (name: string, known: Iterable<string>, write: (name: string) => string) => {
  const near = nearest(name, known);
  return near === undefined ? {} : { hint: `Write "${write(near)}".` };
};

const readUnknown = (found: Found): Read => {
  const hint = hintFor(found.kind, KINDS, (kind) => `[[${kind}:${(found.rest ?? '').trim()}]]`);
  const message = `unknown directive "${found.kind}": expected one of ${KINDS.join(', ')}`;
  if ('hint' in hint) return faulty(found, 'FIELD_UNKNOWN', message, hint);
  // Far from every directive and not written like one: somebody else's brackets.
  if (found.spaced || found.rest === undefined) return kept(found);
  return faulty(found, 'FIELD_UNKNOWN', message, { severity: 'warning' });
};

const readShared = (reading: Reading, found: Found, name: string): Read => {
  const { shared, open } = reading;
  if (!FRAGMENT.test(name))
    return faulty(found, 'FIELD_INVALID', `expected a fragment's name (a-z, 0-9, "-", "_"), got "${name}"`);
  const source = Object.hasOwn(shared, name) ? shared[name] : undefined;
  if (source === undefined) {
    const hint = hintFor(name, Object.keys(shared), (near) => `[[shared:${near}]]`);
    return faulty(found, 'FILE_MISSING', `there is no shared fragment "${name}"`, hint);
  }
  const way = [...open, name].join(' → ');
  if (open.includes(name))
    return faulty(found, 'LIMIT_REACHED', `the fragment "${name}" stands inside of itself: ${way}`);
  if (open.length >= SHARED_DEPTH_MAX)
    return faulty(found, 'LIMIT_REACHED', `expected at most ${SHARED_DEPTH_MAX} nested fragments: ${way}`);
  return readSource({ ...reading, open: [...open, name] }, source, `shared/${name}`);
};

const keyProblem = (key: string, place: Place): Problem | undefined =>
  KEY.test(key)
    ? undefined
    : problem('FIELD_INVALID', `expected a placeholder's key (a-z, 0-9, "_"), got "${key}"`, { ...place });

const readPlaceholder = (reading: Reading, found: Found, key: string): Read => {
  const { raw, place } = found;
  const wrong = keyProblem(key, place);
  if (wrong !== undefined) return kept(found, wrong);
  if (key !== PROJECT_INSTRUCTIONS) return fine({ kind: 'placeholder', key, raw, place });
  if (reading.extension === undefined) return fine({ kind: 'project', raw, place });
  return faulty(found, 'FIELD_INVALID', "the project's own instructions cannot hold themselves", {
    hint: `Remove "${raw}".`,
  });
};

const readInclude = (found: Found, rest: string): Read => {
  const { raw, place } = found;
  const path = rest
    .split(INNER)
    .map((part, index): PathPart => (index % 2 === 0 ? { text: part } : { key: part }))
    .filter((part) => 'key' in part || part.text !== '');
  const keys = path.flatMap((part) => ('key' in part ? [part.key] : []));
  const wrongKeys = keys.flatMap((key) => keyProblem(key, place) ?? []);
  // With a placeholder in it, the path is known, and checked, only when it is rendered.
  const wrongPath = keys.length === 0 ? includePath(rest) : undefined;
  const problems = [...wrongKeys, ...(wrongPath === undefined ? [] : [{ ...wrongPath, ...place }])];
  return problems.length > 0
    ? kept(found, ...problems)
    : fine({ kind: 'include', optional: found.kind === 'include-optional', path, raw, place });
};

const readDirective = (reading: Reading, found: Found): Read => {
  const { kind, raw, rest } = found;
  if (!KINDS.some((known) => known === kind)) return readUnknown(found);
  if (rest === undefined)
    return faulty(
      found,
      'FIELD_INVALID',
      `"${raw}" is not closed on its line, or not only placeholders are in it`,
      {
        hint: `Write "[[${kind}:…]]".`,
      },
    );
  if (found.spaced || rest !== rest.trim())
    return faulty(found, 'FIELD_INVALID', `expected a directive without spaces, got "${raw}"`, {
      hint: `Write "[[${kind}:${rest.trim()}]]".`,
    });
  if (kind === 'shared') return readShared(reading, found, rest);
  return kind === 'placeholder' ? readPlaceholder(reading, found, rest) : readInclude(found, rest);
};

const readSource = (reading: Reading, source: string, file: string): Read => {
  reading.size.chars += source.length;
  if (reading.size.chars > TEMPLATE_CHARS_MAX) {
    const message = `expected at most ${TEMPLATE_CHARS_MAX} characters with all fragments, got more`;
    return { nodes: [], problems: [problem('FILE_TOO_LARGE', message, { file })] };
  }
  const reads: Read[] = [];
  let [at, line, lineStart] = [0, 1, 0];
  for (const match of source.matchAll(DIRECTIVE)) {
    const { escaped = '', before, kind = '', after, rest } = match.groups ?? {};
    const start = match.index + escaped.length;
    const lines = source.slice(at, start).split('\n');
    if (lines.length > 1) [line, lineStart] = [line + lines.length - 1, start - (lines.at(-1) ?? '').length];
    reads.push(fine(textNode(source.slice(at, match.index))));
    const place = { file, line, column: start - lineStart + 1 };
    const found = {
      raw: match[0].slice(escaped.length),
      kind,
      rest,
      place,
      spaced: `${before}${after}` !== '',
    };
    reads.push(escaped === '' ? readDirective(reading, found) : kept(found));
    at = match.index + match[0].length;
  }
  reads.push(fine(textNode(source.slice(at))));
  return { nodes: reads.flatMap(({ nodes }) => nodes), problems: reads.flatMap(({ problems }) => problems) };
};

/** Neighbours in one piece, so that what stands around a directive can be seen. */
const joined = (nodes: readonly TemplateNode[]): TemplateNode[] => {
  const out: TemplateNode[] = [];
  for (const node of nodes) {
    const last = out.at(-1);
    if (node.kind !== 'text' || last?.kind !== 'text') out.push(node);
    else out[out.length - 1] = textNode(last.text + node.text);
  }
  return out.filter((node) => node.kind !== 'text' || node.text !== '');
};

/** With an error among the problems the template is wrong, yet it renders: the fault stays as text. */
export const parseTemplate = (source: string, name: string, options: TemplateOptions): Parsed<Template> => {
  const text = options.extension === undefined ? source : source.trimEnd();
  const { nodes, problems } = readSource({ ...options, size: { chars: 0 }, open: [] }, text, name);
  return { value: { name, nodes: joined(nodes) }, problems: problems.slice(0, PROBLEMS_MAX) };
};
