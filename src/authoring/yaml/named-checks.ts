// Checks that workflow.yaml names, with their options.
import * as z from 'zod';
import type { Change } from '../../checks/change/change.ts';
import { listedText } from '../../checks/change/change-clauses.ts';
import { probedCheck } from '../../checks/change/change-probed.ts';
import { changeOfTree, provenChecks } from '../../checks/change/change-proven.ts';
import { changesWithin } from '../../checks/change/changes-within.ts';
import { mergesCleanly } from '../../checks/change/merges-cleanly.ts';
import { roundKept } from '../../checks/change/round-kept.ts';
import { commandGreen } from '../../checks/measures/command-green.ts';
import { isNamed, unlessWaived } from '../../checks/waived.ts';
import { RELEASED_MAX } from '../../model/limits/limits.ts';
import { isMeant } from '../../model/path-patterns.ts';
import { problem } from '../../model/problem.ts';
import type { File } from '../../model/workflow/handles.ts';
import type { Submission } from '../../model/workflow/view.ts';
import { WORK_KINDS, workKindSchema } from '../../model/workflow/work-kind.ts';
import type { Check, Seen } from '../../model/workflow/workflow.ts';
import { check } from '../check.ts';
import { workOf } from '../step.ts';
import type { Names, Path } from './names.ts';
import { unplain } from './values.ts';

const word = z.string().trim().min(1);
const on = z.array(word).optional();
const change = {
  tree: word.describe('What is judged.'),
  since: word.optional().describe('A tree; where the work began when absent.'),
  command: word.default('test'),
  declared: word
    .optional()
    .describe('A CEL expression: pieces of work, each with a kind and what it releases.'),
  on,
};

export const CHECK_OPTIONS = {
  'change-proven': z.strictObject({ ...change, kind: z.enum(WORK_KINDS).optional() }),
  'change-probed': z.strictObject(change),
  'round-kept': z.strictObject(change),
  'merges-cleanly': z.strictObject({ tree: word, onto: word }),
  'changes-within': z.strictObject({ tree: word, paths: z.array(word).min(1).max(200), on }),
  'command-green': z.strictObject({ command: word, tree: word, on }),
  'lines-max': z.strictObject({ file: word, lines: z.number().int().min(1), on }),
} as const;
export type CheckName = keyof typeof CHECK_OPTIONS;
export type OptionsOf<N extends CheckName> = z.infer<(typeof CHECK_OPTIONS)[N]>;

export interface NamedChecks {
  readonly checks: readonly Check[];
  /** What of an accepted change whoever looks at it next must know. */
  readonly listed?: (submission: Submission, seen: Seen) => string;
}

const declaredPiece = z.object({
  kind: workKindSchema.optional(),
  released: z.array(z.string()).max(RELEASED_MAX).optional(),
});

type ChangeOptions = OptionsOf<'change-probed'> & { readonly kind?: OptionsOf<'change-proven'>['kind'] };

/** What is judged, from the names in the options; undefined when one of them is unknown. */
const changeOf = (
  names: Names,
  options: ChangeOptions,
  path: Path,
): ((s: Submission) => Change) | undefined => {
  const of = names.find('tree', names.trees, options.tree, [...path, 'tree']);
  const since =
    options.since === undefined
      ? undefined
      : names.find('tree', names.trees, options.since, [...path, 'since']);
  const declared =
    options.declared === undefined
      ? undefined
      : names.expression(options.declared, [...path, 'declared'], ['item', 'args']);
  if (of === undefined || (options.since !== undefined && since === undefined)) return undefined;
  return changeOfTree(of, {
    command: options.command,
    ...(since === undefined ? {} : { since }),
    declared: (s) => {
      if (declared === undefined) return [{ kind: options.kind }];
      const local = { item: workOf(s.assignment).item, args: s.args };
      return z.array(declaredPiece).parse(unplain(names.evaluate(declared, s.view, { local })));
    },
  });
};

const linesMax = (file: File, { lines, on: outcomes }: OptionsOf<'lines-max'>): Check =>
  check({
    name: 'lines-max',
    says: `${file.path} has at most ${lines} lines`,
    ...(outcomes === undefined ? {} : { on: outcomes }),
    judge: (s) => {
      const got = s.text(file).trimEnd().split('\n').length;
      if (got <= lines) return [];
      const where = { file: file.path, line: lines + 1, hint: 'say less' };
      return [problem('FILE_TOO_LARGE', `expected at most ${lines} lines, got ${got}`, where)];
    },
  });

const NONE: NamedChecks = { checks: [] };

type Make<N extends CheckName> = (names: Names, options: OptionsOf<N>, path: Path) => NamedChecks;

const MAKERS: { readonly [N in CheckName]: Make<N> } = {
  'change-proven': (names, options, path) => {
    const change = changeOf(names, options, path);
    if (change === undefined) return NONE;
    return {
      checks: provenChecks(change, {
        command: options.command,
        ...(options.on === undefined ? {} : { on: options.on }),
      }),
      listed: (s, seen) => listedText(change(s), seen),
    };
  },
  'change-probed': (names, options, path) => {
    const change = changeOf(names, options, path);
    return change === undefined
      ? NONE
      : { checks: [unlessWaived(options.command, probedCheck(change, options.on))] };
  },
  'round-kept': (names, options, path) => {
    const change = changeOf(names, options, path);
    return change === undefined ? NONE : { checks: [unlessWaived(options.command, roundKept(change))] };
  },
  'merges-cleanly': (names, { tree, onto }, path) => {
    const artifact = names.find('tree', names.trees, tree, [...path, 'tree']);
    const base = names.find('tree', names.trees, onto, [...path, 'onto']);
    return artifact === undefined || base === undefined
      ? NONE
      : { checks: [mergesCleanly({ artifact, base })] };
  },
  'changes-within': (names, { tree, paths, on: outcomes }, path) => {
    const of = names.find('tree', names.trees, tree, [...path, 'tree']);
    if (of === undefined) return NONE;
    const within = changesWithin({
      says: `you changed only ${paths.join(', ')}`,
      from: (s) => s.start,
      to: (s) => s.digest(of),
      allowed: () => paths,
      isWithin: isMeant,
      ...(outcomes === undefined ? {} : { on: outcomes }),
    });
    return { checks: [within] };
  },
  'command-green': (names, { command, tree, on: outcomes }, path) => {
    const of = names.find('tree', names.trees, tree, [...path, 'tree']);
    if (of === undefined) return NONE;
    const green = commandGreen({
      command,
      head: (s) => s.digest(of) ?? s.view.digest(of),
      has: (s) => isNamed(s.view, command),
      ...(outcomes === undefined ? {} : { on: outcomes }),
    });
    return { checks: [green] };
  },
  'lines-max': (names, options, path) => {
    const file = names.find('file', names.files, options.file, [...path, 'file']);
    return file === undefined ? NONE : { checks: [linesMax(file, options)] };
  },
};

export const isCheckName = (name: string): name is CheckName => Object.hasOwn(CHECK_OPTIONS, name);
export const CHECK_NAMES: readonly CheckName[] = Object.keys(CHECK_OPTIONS).filter(isCheckName);

export const namedChecks = <N extends CheckName>(
  names: Names,
  name: N,
  options: OptionsOf<N>,
  path: Path,
): NamedChecks => MAKERS[name](names, options, path);
