// The text of one block → data and findings with their places in the whole message. It is read as it stands; where that
// does not do, it is fixed and read again, and what was fixed is a warning.
import {
  HANDOFF_YAML_BYTES_MAX,
  HANDOFF_YAML_MARKS_MAX,
  PROBLEMS_MAX,
} from '../../../model/limits/limits.ts';
import { isError, type Parsed, type Problem, problem } from '../../../model/problem.ts';
import type { Position } from '../../../model/validate-with.ts';
import { clip, plainLine } from '../../../std/terminal-text.ts';
import { parseYaml, type YamlDocument } from '../../../text/yaml.ts';
import type { BlockOptions } from './fields.ts';
import type { Finding, Path } from './findings.ts';
import { isMapping, type Mapping } from './metrics.ts';
import { type BlockRead, readBlock } from './read-block.ts';
import { repairBlock } from './repair.ts';
import { REQUIRED_KEYS, tidyKey } from './words.ts';

export interface BlockText {
  readonly text: string;
  readonly file: string;
  /** The line of the message, from 1, that its first line is. */
  readonly firstLine: () => number;
  /** Where to point when the block is meant as a whole. */
  readonly whole: () => Position;
  readonly exact: boolean;
  readonly agents?: readonly string[] | undefined;
  readonly role?: string | undefined;
}

export interface TextRead {
  readonly handoff: BlockRead['handoff'];
  readonly problems: readonly Problem[];
}

type Locate = YamlDocument['locate'];

/** What stands at the root, and where: the block, a list of its parts, or something else. */
interface Body {
  readonly block: Mapping | undefined;
  readonly root: Path;
  readonly locate: Locate;
  readonly notes: readonly Finding[];
}

const note = (
  severity: Finding['severity'],
  code: Finding['code'],
  message: string,
  path: Path,
  key?: string,
): Finding => ({ code, severity, message, path, field: 'handoff', ...(key === undefined ? {} : { key }) });

/** `- phase: Testing` in each line: a list of mappings with one key each was to be one mapping. */
const mergedList = (
  list: readonly unknown[],
  root: Path,
  locate: Locate,
): Pick<Body, 'block' | 'locate'> | undefined => {
  if (list.length === 0 || !list.every(isMapping)) return undefined;
  const at = new Map<string, number>();
  for (const [index, part] of list.entries())
    for (const key of Object.keys(part)) {
      if (at.has(key)) return undefined;
      at.set(key, index);
    }
  const moved = (path: Path, key?: string): Path => {
    const index = at.get(String(path[root.length] ?? key));
    return index === undefined ? path : [...root, index, ...path.slice(root.length)];
  };
  const block: Mapping = Object.assign(Object.create(null), ...list);
  return {
    block,
    locate: (path, key) => locate(moved(path, key), key),
  };
};

const bodyOf = ({ value, locate }: YamlDocument, exact: boolean): Body => {
  const none = { block: undefined, root: [], locate };
  if (!isMapping(value))
    return {
      ...none,
      notes: [note('error', 'YAML_NOT_MAPPING', 'expected the key handoff, got no mapping', [])],
    };
  const keys = Object.keys(value);
  const rootKey = keys.find((key) => (exact ? key : tidyKey(key)) === 'handoff');
  const isWhole = REQUIRED_KEYS.every((name) => keys.some((key) => tidyKey(key) === name));
  if (rootKey === undefined || (value[rootKey] === null && isWhole && !exact)) {
    const block = Object.fromEntries(Object.entries(value).filter(([key]) => key !== rootKey));
    const message = `expected the fields below the key handoff, got ${rootKey === undefined ? 'no such key' : 'fields beside it'}`;
    return { block, root: [], locate, notes: [note('warning', 'HANDOFF_DECORATION', message, [], keys[0])] };
  }
  const root = [rootKey];
  const notes = keys
    .filter((key) => key !== rootKey)
    .slice(0, PROBLEMS_MAX)
    .map((key) =>
      note('warning', 'FIELD_UNKNOWN', `unknown key "${clip(plainLine(key), 80)}" beside handoff`, [], key),
    );
  if (rootKey !== 'handoff')
    notes.push(
      note(
        'warning',
        'HANDOFF_DECORATION',
        `expected the key handoff, got ${plainLine(rootKey)}`,
        [],
        rootKey,
      ),
    );
  const body = value[rootKey];
  if (isMapping(body)) return { block: body, root, locate, notes };
  const merged = Array.isArray(body) && !exact ? mergedList(body, root, locate) : undefined;
  if (merged !== undefined)
    return {
      ...merged,
      root,
      notes: [
        ...notes,
        note(
          'warning',
          'HANDOFF_DECORATION',
          'expected a mapping (key: value), got a list of them',
          [],
          rootKey,
        ),
      ],
    };
  const came = Array.isArray(body) ? 'a list' : body === null ? 'nothing' : typeof body;
  const message = `handoff: expected a mapping (key: value), got ${came}`;
  return { ...none, notes: [...notes, note('error', 'YAML_NOT_MAPPING', message, root)] };
};

/** One reading of the text, with places in that text. */
interface Outcome {
  readonly parsed: boolean;
  readonly handoff: BlockRead['handoff'];
  readonly problems: readonly Problem[];
}

const samePlace = (a: Position | undefined, b: Position | undefined): boolean =>
  a !== undefined && b !== undefined && a.line === b.line && a.column === b.column;

const outcomeOf = (read: Parsed<YamlDocument>, block: BlockText): Outcome => {
  if (read.value === undefined || read.problems.some(isError))
    return { parsed: false, handoff: undefined, problems: read.problems };
  const body = bodyOf(read.value, block.exact);
  const { locate, root, notes } = body;
  const options: BlockOptions = {
    exact: block.exact,
    root,
    // A key without a value has no place of its own but that of the key.
    isBlank: (path, key) => samePlace(locate([...path, key]), locate(path, key)),
    agents: block.agents,
    role: block.role,
  };
  const { handoff, findings } =
    body.block === undefined ? { handoff: undefined, findings: [] } : readBlock(body.block, options);
  const problems = [...notes, ...findings].map(({ path, key, field, code, severity, message, hint }) =>
    problem(code, message, {
      severity,
      field,
      ...(hint === undefined ? {} : { hint }),
      ...locate(path, key),
    }),
  );
  return { parsed: true, handoff, problems };
};

const errorsIn = (outcome: Outcome): number => outcome.problems.filter(isError).length;

/** Beyond a limit nothing was read, and nothing is to be fixed. */
const isTooLarge = (outcome: Outcome): boolean =>
  !outcome.parsed &&
  outcome.problems.every(({ code }) => code === 'LIMIT_REACHED' || code === 'YAML_TOO_DEEP');

/** Whether the fixed text tells more: it can be read at all, or fewer things are wrong with it. */
const isBetter = (fixed: Outcome, plain: Outcome): boolean =>
  fixed.parsed === plain.parsed ? errorsIn(fixed) < errorsIn(plain) : fixed.parsed;

const byPlace = (a: Problem, b: Problem): number =>
  (a.line ?? 0) - (b.line ?? 0) || (a.column ?? 0) - (b.column ?? 0);

/** At most so many, and warnings go first. */
export const boundedProblems = (problems: readonly Problem[]): Problem[] =>
  [...problems.filter(isError), ...problems.filter((found) => !isError(found))]
    .slice(0, PROBLEMS_MAX)
    .sort(byPlace);

type ColumnOf = (line: number, column: number) => number;

/** Places in the block → places in the message, never outside of it. */
const placed = (problems: readonly Problem[], block: BlockText, columnOf: ColumnOf): Problem[] => {
  if (problems.length === 0) return [];
  // A text over the limit is not taken apart: its problems are about the whole.
  const lines = problems.some(({ line }) => line !== undefined) ? block.text.split('\n') : [];
  const first = lines.length === 0 ? 1 : block.firstLine();
  const withFile = block.file === '' ? {} : { file: block.file };
  return problems.map((found) => {
    const { line, column, ...rest } = found;
    if (line === undefined || column === undefined) return { ...rest, ...withFile, ...block.whole() };
    // Behind the last line end there is nothing to point at.
    const last = lines.at(-1) === '' ? lines.length - 2 : lines.length - 1;
    const index = Math.max(0, Math.min(line - 1, last));
    const length = (lines[index] ?? '').replace(/\r$/, '').length;
    const wanted = line - 1 > last ? length : columnOf(index, column - 1);
    return { ...rest, ...withFile, line: first + index, column: Math.max(0, Math.min(wanted, length)) + 1 };
  });
};

const MARKS: ReadonlySet<number> = new Set([...',[]{}"\'&*!?:|>\n'].map((mark) => mark.charCodeAt(0)));

/** How many marks of YAML there are, wherever they stand. */
const marksIn = (text: string): number => {
  let count = 0;
  for (let at = 0; at < text.length; at += 1) if (MARKS.has(text.charCodeAt(at))) count += 1;
  return count;
};

/** The file can be read: it is the handoff in it that says too much. */
const overLimit = (max: string, came: number): Parsed<YamlDocument> => {
  const message = `expected at most ${max} in a handoff, got ${came}`;
  const hint = 'Name a file with the details as an artifact.';
  return { value: undefined, problems: [problem('LIMIT_REACHED', message, { hint })] };
};

const parse = (text: string): Parsed<YamlDocument> => {
  const bytes = Buffer.byteLength(text);
  if (bytes > HANDOFF_YAML_BYTES_MAX) return overLimit(`${HANDOFF_YAML_BYTES_MAX} bytes`, bytes);
  const marks = marksIn(text);
  if (marks <= HANDOFF_YAML_MARKS_MAX) return parseYaml(text, { bytesMax: HANDOFF_YAML_BYTES_MAX });
  return overLimit(`${HANDOFF_YAML_MARKS_MAX} keys, lines, brackets and other marks`, marks);
};

const REPAIR_SHOWN_CHARS = 80;

/** Reads a block; nothing of it is lost when it cannot be: every problem has its place. */
export const readBlockText = (block: BlockText): TextRead => {
  const plain = outcomeOf(parse(block.text), block);
  // With so many problems it is no YAML that was only decorated.
  if (block.exact || errorsIn(plain) === 0 || plain.problems.length >= PROBLEMS_MAX || isTooLarge(plain))
    return { handoff: plain.handoff, problems: placed(plain.problems, block, (_line, column) => column) };
  const fixed = repairBlock(block.text);
  const again = fixed.repairs.length === 0 ? plain : outcomeOf(parse(fixed.text), block);
  if (!isBetter(again, plain))
    return { handoff: plain.handoff, problems: placed(plain.problems, block, (_line, column) => column) };
  const repairs = fixed.repairs.slice(0, PROBLEMS_MAX).map(({ line, column, what }) =>
    problem(
      'HANDOFF_DECORATION',
      `expected YAML, got text that was read as: ${clip(plainLine(what), REPAIR_SHOWN_CHARS)}`,
      {
        severity: 'warning',
        line: line + 1,
        column: column + 1,
      },
    ),
  );
  return {
    handoff: again.handoff,
    problems: [
      ...placed(again.problems, block, fixed.columnOf),
      ...placed(repairs, block, (_line, column) => column),
    ],
  };
};
