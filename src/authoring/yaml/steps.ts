// The steps of a workflow.yaml, made with the same functions that TypeScript uses.

import * as z from 'zod';
import { BatonError } from '../../errors.ts';
import { problem } from '../../model/problem.ts';
import { validateWith } from '../../model/validate-with.ts';
import type { Artifact, File, Optional, Tree } from '../../model/workflow/handles.ts';
import { memo, optional } from '../../model/workflow/handles.ts';
import { isName } from '../../model/workflow/names.ts';
import type { Submission, View } from '../../model/workflow/view.ts';
import type { Check } from '../../model/workflow/workflow.ts';
import type { Accepted } from '../accepted.ts';
import { commit, merge, record } from '../actions.ts';
import { check } from '../check.ts';
import { unknownName } from '../compile/authoring-problem.ts';
import { isRecord } from '../compile/ways.ts';
import {
  agent,
  agents,
  engine,
  fork,
  type Guarantee,
  type Item,
  person,
  provedBy,
  type Step,
  workOf,
} from '../step.ts';
import { argsFor, fieldsOf } from './artifact-schema.ts';
import type { Expression } from './expression.ts';
import {
  CHECK_NAMES,
  CHECK_OPTIONS,
  type CheckName,
  isCheckName,
  type NamedChecks,
  namedChecks,
  type OptionsOf,
} from './named-checks.ts';
import type { Names, Path } from './names.ts';
import { unplain } from './values.ts';
import {
  type CheckFile,
  type CommonOf,
  type Guarantees,
  ownCheckSchema,
  STEP_KINDS,
  STEP_SCHEMAS,
  type StepKind,
  type StepOf,
} from './workflow-file.ts';

const entryOf = (names: Names, name: string, path: Path): readonly (Artifact | Optional)[] => {
  const isOptional = name.endsWith('?');
  const found = names.artifact(isOptional ? name.slice(0, -1) : name, path);
  return found === undefined ? [] : [isOptional ? optional(found) : found];
};

const listOf = (names: Names, list: readonly string[], path: Path) =>
  list.flatMap((name, index) => entryOf(names, name, [...path, index]));

const guaranteeOf = (
  names: Names,
  one: string | Readonly<Record<string, readonly string[]>>,
): readonly Guarantee[] =>
  typeof one === 'string'
    ? [names.fact(one)]
    : Object.entries(one).map(([name, clauses]) => provedBy(names.fact(name), clauses));

const guaranteesOf = (names: Names, given: Guarantees) =>
  Array.isArray(given)
    ? given.flatMap((one) => guaranteeOf(names, one))
    : Object.fromEntries(
        Object.entries(given).map(([outcome, list]) => [
          outcome,
          list.flatMap((one) => guaranteeOf(names, one)),
        ]),
      );

const commonOf = (names: Names, step: CommonOf, path: Path) => ({
  ...(step.says === undefined ? {} : { says: step.says }),
  ...(step.contract === undefined ? {} : { contract: step.contract }),
  reads: listOf(names, step.reads, [...path, 'reads']),
  assumes: step.assumes.map((name) => names.fact(name)),
  guarantees: guaranteesOf(names, step.guarantees),
});

/** What a submission holds comes before what was accepted. */
const seenIn = (submission: Omit<Submission, 'outcome'>) => ({
  handedIn: (file: File) => submission.maybe(file),
  local: { item: workOf(submission.assignment).item, args: submission.args },
});

const readHere = <S extends z.ZodType>(
  names: Names,
  schema: S,
  given: unknown,
  path: Path,
): z.output<S> | undefined => {
  const { value, problems } = validateWith(schema, given, {
    file: names.where.file,
    locate: (inner, key) => names.where.locate([...path, ...inner.map(asStep)], key),
  });
  names.problems.push(...problems);
  return value;
};

const ownCheck = (names: Names, given: unknown, index: number, path: Path): readonly Check[] => {
  const read = readHere(names, ownCheckSchema, given, path);
  const expression =
    read === undefined ? undefined : names.expression(read.that, [...path, 'that'], ['item', 'args']);
  if (read === undefined || expression === undefined) return [];
  const { name = `own-${index + 1}`, says, hint, on } = read;
  return [
    check({
      ...{ name, says },
      ...(on === undefined ? {} : { on }),
      judge: (s) =>
        names.evaluate(expression, s.view, seenIn(s)) === true
          ? []
          : [
              problem(
                'FIELD_INVALID',
                `expected that ${says}, it is not so`,
                hint === undefined ? {} : { hint },
              ),
            ],
    }),
  ];
};

/** Compared with undefined, what a schema that is not known yet makes loses its type. */
const checksBy = <N extends CheckName>(names: Names, name: N, given: unknown, path: Path): NamedChecks => {
  const read = readHere(names, CHECK_OPTIONS[name], given, path);
  return read === undefined ? { checks: [] } : namedChecks(names, name, read as OptionsOf<N>, path);
};

const checkOf = (names: Names, given: CheckFile, index: number, path: Path): NamedChecks => {
  if ('that' in given) return { checks: ownCheck(names, given, index, path) };
  const all = Object.entries(given).map(([name, options]): NamedChecks => {
    if (!isCheckName(name)) {
      names.tell([...path, name], unknownName('', 'check', name, CHECK_NAMES).message, { isKey: true });
      return { checks: [] };
    }
    return checksBy(names, name, options, [...path, name]);
  });
  const [listed] = all.flatMap((one) => (one.listed === undefined ? [] : [one.listed]));
  return { checks: all.flatMap(({ checks }) => checks), ...(listed === undefined ? {} : { listed }) };
};

const asStep = (step: PropertyKey): string | number => (typeof step === 'number' ? step : String(step));

const listedMemo = (key: string) => memo(`listed/${key}`);

const acceptedOf = (all: readonly NamedChecks[]): { readonly onAccepted?: Accepted } => {
  const listed = all.find((one) => one.listed !== undefined)?.listed;
  return listed === undefined
    ? {}
    : {
        onAccepted: {
          remember: (s, seen) => ({ [listedMemo(s.assignment.item ?? 'all').name]: listed(s, seen) }),
        },
      };
};

/** Words, or the file that has them. */
const promptText = (names: Names, prompt: string, path: Path): string => {
  if (!/^[^\s{}]+\.md$/.test(prompt)) return prompt;
  const found = names.where.readText(prompt);
  if (typeof found === 'string') return found;
  names.tell(path, found.message, { hint: found.hint });
  return '';
};

type AnyAgent = StepOf<'agent'> | StepOf<'agents'>;

/** Those that the schema of a file allows, where the expression is a field of it. */
const enumOf = (names: Names, { looksAt, source }: Expression): readonly string[] | undefined => {
  const [[root, name = '', field = ''] = []] = looksAt;
  const schema = fieldsOf(names.schemas.get(name))?.[field];
  const allowed = isRecord(schema) && Array.isArray(schema['enum']) ? schema['enum'] : undefined;
  return root === 'files' && source === `files.${name}.${field}` ? allowed?.map(String) : undefined;
};

const outcomeOf = (names: Names, { outcome }: AnyAgent, path: Path) => {
  if (outcome === undefined) return {};
  if (isName(outcome)) return { outcome };
  const expression = names.expression(outcome, [...path, 'outcome'], ['item', 'args']);
  if (expression === undefined) return {};
  const outcomes = enumOf(names, expression);
  return {
    ...(outcomes === undefined ? {} : { outcomes }),
    outcome: (s: Omit<Submission, 'outcome'>): string =>
      String(unplain(names.evaluate(expression, s.view, seenIn(s)))),
  };
};

const reviewsOf = (names: Names, { reviews }: AnyAgent, path: Path): Tree | 'start' | undefined =>
  reviews === undefined || reviews === 'start'
    ? reviews
    : names.find('tree', names.trees, reviews, [...path, 'reviews']);

const argsOf = (names: Names, { args }: AnyAgent, path: Path): { readonly args?: z.ZodObject } => {
  const made = args === undefined ? undefined : argsFor(args);
  if (made === undefined) return {};
  if (made instanceof z.ZodObject) return { args: made };
  for (const found of made) names.tell([...path, 'args', ...found.path], found.message);
  return {};
};

const agentSpec = (names: Names, step: AnyAgent, path: Path) => {
  const checks = step.checks.map((one, index) => checkOf(names, one, index, [...path, 'checks', index]));
  const worksIn =
    step.worksIn === undefined
      ? undefined
      : names.find('tree', names.trees, step.worksIn, [...path, 'worksIn']);
  const reviews = reviewsOf(names, step, path);
  const at = [...path, 'prompt'];
  const text =
    step.prompt === undefined ? undefined : names.text(promptText(names, step.prompt, at), at, ['item']);
  return {
    ...commonOf(names, step, path),
    ...(text === undefined
      ? {}
      : {
          prompt: (view: View, work: { readonly item: unknown }) =>
            names.render(text, view, { item: work.item }),
        }),
    ...(worksIn === undefined ? {} : { worksIn }),
    ...(reviews === undefined ? {} : { reviews }),
    writes: listOf(names, step.writes, [...path, 'writes']),
    ...argsOf(names, step, path),
    ...outcomeOf(names, step, path),
    checks: checks.flatMap((one) => one.checks),
    ...(step.tool === undefined ? {} : { tool: step.tool }),
    ...acceptedOf(checks),
  };
};

const itemsOf = (names: Names, step: StepOf<'agents'>, path: Path): ((view: View) => readonly Item[]) => {
  const expression = names.expression(step.each.items, [...path, 'each', 'items']);
  return (view) => {
    const list = expression === undefined ? [] : unplain(names.evaluate(expression, view));
    if (
      Array.isArray(list) &&
      list.every((one): one is Item => isRecord(one) && typeof one['key'] === 'string')
    )
      return list;
    throw new BatonError('WORKFLOW_INVALID', `${step.each.items}: expected a list of items, each with a key`);
  };
};

type Maker<K extends StepKind> = (names: Names, step: StepOf<K>, path: Path) => Step | undefined;

const actionOf = (names: Names, { engine: given }: StepOf<'engine'>, path: Path) => {
  const tree = (name: string, key: string) => names.find('tree', names.trees, name, [...path, 'engine', key]);
  if ('merge' in given) {
    const [work, onto, into] = [
      tree(given.merge, 'merge'),
      tree(given.onto, 'onto'),
      tree(given.into, 'into'),
    ];
    return work === undefined || onto === undefined || into === undefined
      ? undefined
      : merge(work, { onto, into });
  }
  if ('commit' in given) {
    const [what, into] = [
      tree(given.commit, 'commit'),
      given.into === undefined ? undefined : tree(given.into, 'into'),
    ];
    const message = names.text(given.message, [...path, 'engine', 'message']);
    const branch =
      given.branch === undefined ? undefined : names.text(given.branch, [...path, 'engine', 'branch']);
    if (what === undefined) return undefined;
    return commit(what, {
      message: (view) => `${names.render(message, view).trimEnd()}\n`,
      ...(branch === undefined ? {} : { branch: (view: View) => names.render(branch, view).trim() }),
      ...(into === undefined ? {} : { into }),
    });
  }
  const what = names.find('file', names.files, given.record, [...path, 'engine', 'record']);
  const text = names.text(given.text, [...path, 'engine', 'text']);
  return what === undefined ? undefined : record(what, (view) => names.render(text, view));
};

const MAKERS: { readonly [K in StepKind]: Maker<K> } = {
  agent: (names, step, path) => {
    const role = names.find('role', names.roles, step.agent, [...path, 'agent']);
    return role === undefined ? undefined : agent(role, agentSpec(names, step, path));
  },
  agents: (names, step, path) => {
    const role = names.find('role', names.roles, step.agents, [...path, 'agents']);
    const { max, blind } = step.each;
    const each = { items: itemsOf(names, step, path), max, ...(blind === undefined ? {} : { blind }) };
    return role === undefined ? undefined : agents(role, { ...agentSpec(names, step, path), each });
  },
  person: (names, step, path) => {
    const [first = '', ...others] = step.person;
    const text = names.text(step.ask, [...path, 'ask']);
    return person([first, ...others], {
      ...commonOf(names, step, path),
      ask: (view) => names.render(text, view),
      ...(step.approve === undefined ? {} : { approve: step.approve }),
      ...(step.reject === undefined ? {} : { reject: step.reject }),
    });
  },
  engine: (names, step, path) => {
    const action = actionOf(names, step, path);
    return action === undefined ? undefined : engine(action, commonOf(names, step, path));
  },
  fork: () => fork(),
};

const kindOf = (given: Readonly<Record<string, unknown>>): readonly StepKind[] =>
  STEP_KINDS.filter((kind) => kind in given);

const madeBy = <K extends StepKind>(names: Names, kind: K, given: unknown, path: Path): Step | undefined => {
  const read = readHere(names, STEP_SCHEMAS[kind], given, path);
  return read === undefined ? undefined : MAKERS[kind](names, read as StepOf<K>, path);
};

/** The step, or undefined with problems told. */
export const stepOf = (
  names: Names,
  name: string,
  given: Readonly<Record<string, unknown>>,
): Step | undefined => {
  const path = ['steps', name];
  const [kind, ...others] = kindOf(given);
  if (kind === undefined || others.length > 0) {
    names.tell(
      path,
      `expected one of ${STEP_KINDS.join(', ')}, got ${kind === undefined ? 'none' : [kind, ...others].join(' and ')}`,
      { hint: 'say who does this step, such as agent: writer' },
    );
    return undefined;
  }
  return madeBy(names, kind, given, path);
};

/** What was listed of the items, or of the whole since. */
export const listedOf = (names: Names): ((view: View) => string) => {
  const each = [...names.trees.values()].filter((tree) => tree.each === true);
  return (view) => {
    const whole = view.memo(listedMemo('all'));
    const items = each.flatMap((tree) => view.items(tree).map((item) => view.memo(listedMemo(item)) ?? ''));
    return (whole === undefined ? items : [whole]).filter((text) => text !== '').join('\n');
  };
};
