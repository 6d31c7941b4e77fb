// The one reader of YAML files. Hostile files are refused before the parser sees them: its time and memory
// grow badly with nesting and with the number of keys, so depth is counted on tokens and keys are compared here.
import {
  Composer,
  type Document,
  isAlias,
  isMap,
  isNode,
  isPair,
  isScalar,
  isSeq,
  Lexer,
  LineCounter,
  type Node,
  Parser,
  type YAMLMap,
  YAMLParseError,
} from 'yaml';
import type * as z from 'zod';
import { BatonError, causeText } from '../errors.ts';
import {
  OWN_YAML_TOKENS_MAX,
  PROBLEMS_MAX,
  YAML_ALIASES_MAX,
  YAML_BYTES_MAX,
  YAML_DEPTH_MAX,
  YAML_TOKENS_MAX,
} from '../model/limits/limits.ts';
import { isError, type Parsed, type Problem, problem } from '../model/problem.ts';
import { type Position, validateWith } from '../model/validate-with.ts';

export interface YamlDocument {
  readonly value: unknown;
  readonly file: string | undefined;
  /** Where the value (or, with `key`, the key itself) at this path stands. The nearest parent when it is not there. */
  readonly locate: (path: readonly PropertyKey[], key?: string) => Position | undefined;
}

export interface YamlOptions {
  readonly file?: string;
  readonly bytesMax?: number;
  readonly tokensMax?: number;
}

/** The text of a file that must be UTF-8, bounded, and not empty. */
export const decodeText = (bytes: string | Uint8Array, options: YamlOptions = {}): Parsed<string> => {
  const where = options.file === undefined ? {} : { file: options.file };
  const bytesMax = options.bytesMax ?? YAML_BYTES_MAX;
  const size = typeof bytes === 'string' ? Buffer.byteLength(bytes) : bytes.byteLength;
  const refuse = (found: Problem): Parsed<string> => ({ value: undefined, problems: [found] });
  if (size > bytesMax)
    return refuse(problem('FILE_TOO_LARGE', `expected at most ${bytesMax} bytes, got ${size}`, where));
  let text: string;
  try {
    text = typeof bytes === 'string' ? bytes : new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return refuse(
      problem('FILE_NOT_UTF8', 'expected UTF-8 text, got bytes that are not', {
        ...where,
        hint: 'Save the file as UTF-8.',
      }),
    );
  }
  if (text.trim() === '') return refuse(problem('FILE_EMPTY', 'expected content, the file is empty', where));
  return { value: text, problems: [] };
};

/**
 * The tokens of a text, or why the parser must not see them. Counts what it would have to build; nesting is overestimated,
 * so the bound is looser than the real one.
 */
const readTokens = (
  text: string,
  tokensMax: number,
): readonly string[] | Pick<Problem, 'code' | 'message'> => {
  const indents: number[] = [];
  const tokens: string[] = [];
  let column = 0;
  /** Colons since the last comma, of each flow collection that is open: a second one in an entry opens a level. */
  const flow: number[] = [];
  let flowColons = 0;
  let indicators = 0;
  let lineStarted = false;
  for (const token of new Lexer().lex(text)) {
    if (tokens.push(token) > tokensMax)
      return {
        code: 'FILE_TOO_LARGE',
        message: `expected at most ${tokensMax} YAML tokens, got more`,
      };
    if (token === '[' || token === '{') flow.push(0);
    else if (token === ']' || token === '}') flowColons -= flow.pop() ?? 0;
    // In a flow collection a dash or a question mark opens a level all the same.
    else if (token === '-' || token === '?' || (flow.length === 0 && token === ':')) indicators += 1;
    else if (flow.length > 0 && (token === ',' || token === ':')) {
      const before = flow.pop() ?? 0;
      const colons = token === ',' ? 0 : before + 1;
      flowColons += colons - before;
      flow.push(colons);
    }
    if (flow.length === 0 && !lineStarted && token.trim() !== '' && token >= ' ') {
      lineStarted = true;
      while ((indents.at(-1) ?? -1) >= column) indents.pop();
      indents.push(column);
    }
    if (indents.length + indicators + flow.length + flowColons > YAML_DEPTH_MAX * 4)
      return {
        code: 'YAML_TOO_DEEP',
        message: `expected at most ${YAML_DEPTH_MAX} levels of nesting, got more`,
      };
    const newline = token.lastIndexOf('\n');
    column = newline === -1 ? column + token.length : token.length - newline - 1;
    if (newline !== -1) [indicators, lineStarted] = [0, false];
  }
  return tokens;
};

/** What `parseDocument` does, with tokens that are there already: to make them a second time takes a fifth of the time. */
const composeDocument = (tokens: readonly string[], length: number, lines: LineCounter): Document.Parsed => {
  const parser = new Parser();
  const structures = (function* () {
    for (const token of tokens) yield* parser.next(token);
    yield* parser.end();
  })();
  const composer = new Composer({ lineCounter: lines, prettyErrors: false, uniqueKeys: false });
  const [document, second] = composer.compose(structures, true, length);
  // It is told to make one of nothing, too.
  if (document === undefined) throw new BatonError('INTERNAL', 'the YAML library made no document');
  if (second !== undefined)
    document.errors.push(
      new YAMLParseError(
        [second.range[0], second.range[1]],
        'MULTIPLE_DOCS',
        'expected one document, got several',
      ),
    );
  return document;
};

/** The parser itself does not count the line ends in what it has no place for. */
const countLines = (text: string): LineCounter => {
  const lines = new LineCounter();
  for (let start = 0; ; ) {
    lines.addNewLine(start);
    const newline = text.indexOf('\n', start);
    if (newline === -1) return lines;
    start = newline + 1;
  }
};

/** The parser makes an error object for each fault, and the trace of the stack costs most of its time. */
const withoutTraces = <T>(work: () => T): T => {
  const limit = Error.stackTraceLimit;
  Error.stackTraceLimit = 0;
  try {
    return work();
  } finally {
    Error.stackTraceLimit = limit;
  }
};

interface Walk {
  readonly document: Document.Parsed;
  readonly report: (code: Problem['code'], message: string, node: Node | null, hint?: string) => void;
  readonly open: Set<unknown>;
  aliases: number;
}

const keyText = (key: unknown): string => (isScalar(key) ? String(key.value) : String(key));

const walkMap = (map: YAMLMap, walk: Walk, depth: number): void => {
  const seen = new Set<string>();
  for (const pair of map.items) {
    if (!isScalar(pair.key)) {
      // Its text is never asked for: the library's time for nested ones doubles with each level.
      walk.report('YAML_SYNTAX', 'expected a plain word as key, got a collection or an alias', map);
      walkNode(pair.value, walk, depth + 1);
      continue;
    }
    const key = keyText(pair.key);
    if (seen.has(key))
      walk.report('YAML_DUPLICATE_KEY', `expected each key once, "${key}" came again`, pair.key, 'Keep one.');
    seen.add(key);
    walkNode(pair.value, walk, depth + 1);
  }
};

const walkNode = (node: unknown, walk: Walk, depth: number): void => {
  if (isAlias(node)) {
    walk.aliases += 1;
    if (walk.aliases > YAML_ALIASES_MAX + 1) return;
    const named = node.resolve(walk.document);
    if (walk.aliases > YAML_ALIASES_MAX)
      walk.report('YAML_ALIASES', `expected at most ${YAML_ALIASES_MAX} aliases, got more`, node);
    else if (named === undefined)
      walk.report('YAML_ALIASES', `the alias *${node.source} names nothing that came before it`, node);
    else if (walk.open.has(named))
      walk.report('YAML_ALIASES', `the alias *${node.source} stands inside of what it names`, node);
    return;
  }
  if (!isMap(node) && !isSeq(node)) return;
  if (depth > YAML_DEPTH_MAX) {
    walk.report('YAML_TOO_DEEP', `expected at most ${YAML_DEPTH_MAX} levels of nesting, got more`, node);
    return;
  }
  walk.open.add(node);
  if (isMap(node)) walkMap(node, walk, depth);
  else for (const item of node.items) walkNode(isPair(item) ? item.value : item, walk, depth + 1);
  walk.open.delete(node);
};

const locator =
  (document: Document.Parsed, lines: LineCounter): YamlDocument['locate'] =>
  (path, key) => {
    let node: unknown = document.contents;
    let found: unknown = node;
    for (const step of [...path, ...(key === undefined ? [] : [key])]) {
      const inside = isAlias(node) ? node.resolve(document) : node;
      if (isMap(inside)) {
        const pair = inside.items.find((p) => keyText(p.key) === String(step));
        if (pair === undefined) break;
        node = pair.value;
        // A key without a value has no node of its own: the key says where.
        found =
          key !== undefined || node === null || (isScalar(node) && node.source === '') ? pair.key : node;
      } else if (isSeq(inside)) {
        node = inside.items[Number(step)];
        if (node === undefined) break;
        found = node;
      } else break;
    }
    const offset = isNode(found) ? found.range?.[0] : undefined;
    if (offset === undefined) return undefined;
    const { line, col } = lines.linePos(offset);
    return { line: Math.max(1, line), column: Math.max(1, col) };
  };

const toValue = (document: Document.Parsed, report: Walk['report']): unknown => {
  try {
    return document.toJS({ maxAliasCount: YAML_ALIASES_MAX });
  } catch (cause) {
    report('YAML_ALIASES', `the aliases cannot be resolved: ${causeText(cause)}`, document.contents);
    return undefined;
  }
};

/** Reads one YAML document, strictly: unknown tags, several documents and repeated keys are errors. */
export const parseYaml = (bytes: string | Uint8Array, options: YamlOptions = {}): Parsed<YamlDocument> => {
  const decoded = decodeText(bytes, options);
  if (decoded.value === undefined) return { value: undefined, problems: decoded.problems };
  const { file } = options;
  const where = file === undefined ? {} : { file };
  const tokens = readTokens(decoded.value, options.tokensMax ?? YAML_TOKENS_MAX);
  if ('code' in tokens) return { value: undefined, problems: [problem(tokens.code, tokens.message, where)] };

  const text = decoded.value;
  const lines = countLines(text);
  const parsed = withoutTraces(() => composeDocument(tokens, text.length, lines));
  const problems: Problem[] = [];
  const at = (offset: number) => {
    const { line, col } = lines.linePos(offset);
    return { ...where, line: Math.max(1, line), column: Math.max(1, col) };
  };
  for (const { message, pos } of [...parsed.errors, ...parsed.warnings].slice(0, PROBLEMS_MAX))
    problems.push(problem('YAML_SYNTAX', `not readable as YAML: ${message}`, at(pos[0])));
  const report: Walk['report'] = (code, message, node, hint) => {
    if (problems.length >= PROBLEMS_MAX) return;
    const spot = node?.range ? at(node.range[0]) : where;
    problems.push(problem(code, message, { ...spot, ...(hint === undefined ? {} : { hint }) }));
  };
  walkNode(parsed.contents, { document: parsed, report, open: new Set(), aliases: 0 }, 1);
  if (problems.length > 0) return { value: undefined, problems };
  if (parsed.contents === null || (isScalar(parsed.contents) && parsed.contents.value === null))
    return {
      value: undefined,
      problems: [problem('FILE_EMPTY', 'expected content, got only comments', where)],
    };
  const value = toValue(parsed, report);
  return { value: { value, file, locate: locator(parsed, lines) }, problems };
};

/**
 * Reads YAML, or JSON, that fits a schema. Never throws: every problem has its line and column.
 *
 * @example
 * ```ts
 * const { value, problems } = parseYamlWith(z.object({ title: z.string() }), 'title: Tides\n', 'plan.yaml');
 * ```
 */
export const parseYamlWith = <S extends z.ZodType>(
  schema: S,
  bytes: string | Uint8Array,
  file?: string,
): Parsed<z.output<S>> => {
  const read = parseYaml(bytes, { ...(file === undefined ? {} : { file }), tokensMax: OWN_YAML_TOKENS_MAX });
  if (read.value === undefined || read.problems.some(isError))
    return { value: undefined, problems: read.problems };
  const { value, locate } = read.value;
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    const message = `expected a mapping (key: value), got ${Array.isArray(value) ? 'a list' : typeof value}`;
    const where = { ...(file === undefined ? {} : { file }), ...locate([]) };
    return { value: undefined, problems: [problem('YAML_NOT_MAPPING', message, where)] };
  }
  const checked = validateWith(schema, value, { file, locate });
  return { value: checked.value, problems: [...read.problems, ...checked.problems] };
};
