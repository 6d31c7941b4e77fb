// Expressions in workflow.yaml: CEL, which always ends, with a short list of functions. What could take long is refused
// when the file is read: regular expressions, and going through a list inside of another.
import { Environment } from '@marcbachmann/cel-js';
import {
  EXPRESSION_CALL_ARGS_MAX,
  EXPRESSION_CHARS_MAX,
  EXPRESSION_DEPTH_MAX,
  EXPRESSION_ENTRIES_MAX,
  EXPRESSION_NODES_MAX,
} from '../../model/limits/workflow.ts';
import { unknownName } from '../compile/authoring-problem.ts';
import { isRecord } from '../compile/ways.ts';

/** What every expression may look at. */
const VARIABLES = {
  request: 'string',
  remark: 'string',
  run: 'map',
  here: 'map',
  files: 'map',
  settings: 'map',
  counts: 'map',
  holds: 'map',
  listed: 'string',
} as const;

/** What some may look at besides: an item of a fan-out, the arguments of a call. */
export type Local = 'item' | 'args';

const GOES_THROUGH = ['map', 'filter', 'all', 'exists', 'exists_one'];
const FUNCTIONS = [
  ...GOES_THROUGH,
  ...['size', 'string', 'int', 'double', 'bool', 'has', 'contains', 'startsWith', 'endsWith', 'lowerAscii'],
  ...['upperAscii', 'trim', 'indexOf', 'lastIndexOf', 'substring', 'split', 'join', 'orValue', 'hasValue'],
];

export interface Expression {
  readonly source: string;
  /** The fields that it looks at, such as `files.review.verdict`: a root, and the words behind it. */
  readonly looksAt: readonly (readonly string[])[];
  /** It asks whether something is there, so that what is missing is no surprise to it. */
  readonly asksWhether: boolean;
  /** Throws a plain Error where the values do not have what it looks at. */
  evaluate(values: Readonly<Record<string, unknown>>): unknown;
}

const environments = new Map<string, Environment>();

/** Made once for each set of names: to make one takes longer than to parse with it. */
const environment = (locals: readonly Local[]): Environment => {
  const known = environments.get(locals.join());
  if (known !== undefined) return known;
  const made = new Environment({
    homogeneousAggregateLiterals: false,
    enableOptionalTypes: true,
    limits: {
      maxAstNodes: EXPRESSION_NODES_MAX,
      maxDepth: EXPRESSION_DEPTH_MAX,
      maxListElements: EXPRESSION_ENTRIES_MAX,
      maxMapEntries: EXPRESSION_ENTRIES_MAX,
      maxCallArguments: EXPRESSION_CALL_ARGS_MAX,
    },
  });
  for (const [name, type] of Object.entries(VARIABLES)) made.registerVariable(name, type);
  for (const name of locals) made.registerVariable(name, 'dyn');
  environments.set(locals.join(), made);
  return made;
};

interface Node {
  readonly op: string;
  readonly args: unknown;
}

const isNode = (value: unknown): value is Node => isRecord(value) && typeof value['op'] === 'string';

const childrenOf = (value: unknown): readonly Node[] =>
  isNode(value) ? [value] : Array.isArray(value) ? value.flatMap(childrenOf) : [];

const SELECTS = ['.', '.?'];

/** `files.review.verdict` as its words; undefined for anything else. */
const wordsOf = (node: Node): readonly string[] | undefined => {
  if (node.op === 'id') return typeof node.args === 'string' ? [node.args] : undefined;
  if (!SELECTS.includes(node.op) || !Array.isArray(node.args)) return undefined;
  const [from, field]: readonly unknown[] = node.args;
  const before = isNode(from) ? wordsOf(from) : undefined;
  return before === undefined || typeof field !== 'string' ? undefined : [...before, field];
};

interface Found {
  readonly looksAt: (readonly string[])[];
  readonly problems: string[];
}

const calledBy = ({ op, args }: Node): string | undefined =>
  (op === 'call' || op === 'rcall') && Array.isArray(args) && typeof args[0] === 'string'
    ? args[0]
    : undefined;

const asks = (node: Node): boolean =>
  node.op === '.?' || calledBy(node) === 'has' || childrenOf(node.args).some(asks);

const look = (node: Node, insideList: boolean, found: Found): void => {
  const words = wordsOf(node);
  if (words !== undefined) {
    found.looksAt.push(words);
    return;
  }
  const called = calledBy(node);
  if (called !== undefined && !FUNCTIONS.includes(called))
    found.problems.push(unknownName('', 'function', called, FUNCTIONS).message);
  const goesThrough = called !== undefined && GOES_THROUGH.includes(called);
  if (goesThrough && insideList)
    found.problems.push(
      `"${called}" stands inside of another list that is gone through, which can take long`,
    );
  if (!goesThrough || !Array.isArray(node.args)) {
    for (const child of childrenOf(node.args)) look(child, insideList, found);
    return;
  }
  const [, list, inner]: readonly unknown[] = node.args;
  for (const child of childrenOf(list)) look(child, insideList, found);
  for (const child of childrenOf(inner)) look(child, true, found);
};

const messageOf = (cause: unknown): string => {
  const summary: unknown =
    isRecord(cause) || cause instanceof Error ? Reflect.get(cause, 'summary') : undefined;
  return typeof summary === 'string' ? summary : cause instanceof Error ? cause.message : String(cause);
};

/** The names of what is bound inside of an expression, such as the x of `map(x, …)`. */
const boundIn = (node: Node): readonly string[] => {
  const called = calledBy(node);
  const [, , inner]: readonly unknown[] = Array.isArray(node.args) ? node.args : [];
  const [variable] = Array.isArray(inner) ? inner.filter(isNode) : [];
  const own =
    called !== undefined && GOES_THROUGH.includes(called) && variable?.op === 'id'
      ? [String(variable.args)]
      : [];
  return [...own, ...childrenOf(node.args).flatMap(boundIn)];
};

/** The expression, or what is wrong with it, in words. */
export const parseExpression = (
  source: string,
  locals: readonly Local[] = [],
): Expression | { readonly problems: readonly string[] } => {
  if (source.length > EXPRESSION_CHARS_MAX)
    return { problems: [`expected at most ${EXPRESSION_CHARS_MAX} characters, got ${source.length}`] };
  if (source === '') return { problems: ['expected an expression, got nothing'] };
  try {
    const parsed = environment(locals).parse(source);
    const found: Found = { looksAt: [], problems: [] };
    const ast: unknown = Reflect.get(parsed, 'ast');
    if (!isNode(ast)) return { problems: ['expected a CEL expression'] };
    look(ast, false, found);
    const known = [...Object.keys(VARIABLES), ...locals, ...boundIn(ast)];
    for (const [root = ''] of found.looksAt)
      if (!known.includes(root)) found.problems.push(unknownName('', 'variable', root, known).message);
    if (found.problems.length > 0) return { problems: [...new Set(found.problems)] };
    return {
      source,
      looksAt: found.looksAt,
      asksWhether: asks(ast),
      evaluate: (values) => parsed({ ...values }),
    };
  } catch (cause) {
    return { problems: [`not readable as CEL: ${messageOf(cause)}`] };
  }
};

export const isExpression = (
  found: Expression | { readonly problems: readonly string[] },
): found is Expression => 'evaluate' in found;

/** Why an expression could not be evaluated. */
export const evaluationMessage = (source: string, cause: unknown): string => `${source}: ${messageOf(cause)}`;
