// The picture of a workflow as text, and as Mermaid.
import type { DrawnStep, DrawnWay, Picture } from '../../model/workflow/picture.ts';
import { plainLine } from '../../std/terminal-text.ts';

const whoOf = ({ kind, roles, items }: DrawnStep): string => {
  if (kind === 'person') return 'a person';
  if (kind === 'engine') return 'Baton';
  if (kind === 'fork') return 'nobody: asks and goes on';
  const names = roles.join(' or ');
  return items === undefined ? names : `${names}, for up to ${items} items`;
};

const endOf = ({ to, as }: DrawnWay): string => (as === undefined ? to : as);

const timesOf = (max: number | string): string =>
  `${typeof max === 'number' ? max : `settings.${max}`} times`;

const ofOf = ({ of }: DrawnWay): string => (of === undefined ? '' : of === 'all' ? 'all ' : 'any ');

const wayText = (way: DrawnWay, isElse: boolean): string => {
  const { on = isElse ? 'else' : undefined, limit, guarantees } = way;
  const limited = limit === undefined ? '' : `, at most ${timesOf(limit.max)}, then ${limit.then}`;
  const facts = guarantees.length === 0 ? '' : `   [${guarantees.join(', ')}]`;
  return `${on === undefined ? '' : `${ofOf(way)}${on} `}→ ${endOf(way)}${limited}${facts}`;
};

const filesText = ({ reads, mayRead, writes }: DrawnStep): readonly string[] => {
  const all = [...reads, ...mayRead.map((name) => `${name}?`)];
  return [
    ...(all.length === 0 ? [] : [`reads ${all.join(', ')}`]),
    ...(writes.length === 0 ? [] : [`writes ${writes.join(', ')}`]),
  ];
};

const stepText = (step: DrawnStep, width: number): readonly string[] => {
  const indent = step.scope === undefined ? '' : '  ';
  const head = `${indent}${step.name.padEnd(width - indent.length)}  ${[whoOf(step), ...filesText(step)].join('; ')}`;
  const inner = ' '.repeat(width + 2);
  return [
    head,
    ...(step.assumes.length === 0 ? [] : [`${inner}counts on ${step.assumes.join(', ')}`]),
    ...(step.checks.length === 0 ? [] : [`${inner}checks ${step.checks.join(', ')}`]),
    ...step.ways.map((way, index) => `${inner}${wayText(way, index > 0)}`),
  ];
};

/** Names and words are the workflow's own; where a line begins is ours. */
const indentedLine = (line: string): string => {
  const words = line.trimStart();
  return `${' '.repeat(line.length - words.length)}${plainLine(words)}`;
};

export const pictureText = (picture: Picture): string => {
  const width = Math.max(
    ...picture.steps.map(({ name, scope }) => name.length + (scope === undefined ? 0 : 2)),
    0,
  );
  const scopes = picture.scopes.map(
    ({ name, max, parallel, then }) =>
      `${name}: the steps below it, for up to ${max} items, ${parallel === 1 ? 'one after the other' : `${parallel} at once`}; then ${then}`,
  );
  return [
    `${picture.workflow}: ${picture.says}`,
    `begins with ${picture.first}`,
    ...scopes,
    '',
    ...picture.steps.flatMap((step) => stepText(step, width)),
  ]
    .map(indentedLine)
    .join('\n');
};

const SHAPES: Readonly<Record<DrawnStep['kind'], readonly [string, string]>> = {
  agent: ['[', ']'],
  person: ['([', '])'],
  engine: ['[[', ']]'],
  fork: ['{', '}'],
};

/** Quotes and angle brackets end a label or begin markup there. */
const label = (text: string): string => `"${plainLine(text).replaceAll(/["<>`#;]/g, ' ')}"`;

const edgesOf = (id: (name: string) => string, step: DrawnStep): readonly string[] =>
  step.ways.flatMap((way) => {
    const { on, limit } = way;
    const said = on === undefined ? '' : `|${label(`${ofOf(way)}${on}`)}|`;
    return [
      `  ${id(step.name)} -->${said} ${id(endOf(way))}`,
      ...(limit === undefined
        ? []
        : [`  ${id(step.name)} -.->|${label(`after ${timesOf(limit.max)}`)}| ${id(limit.then)}`]),
    ];
  });

export const pictureMermaid = (picture: Picture): string => {
  const firstOf = new Map(
    picture.scopes.map(({ name }) => [name, picture.steps.find(({ scope }) => scope === name)?.name ?? name]),
  );
  const names = [...picture.steps.map(({ name }) => name), 'end', 'failed', 'cancelled'];
  const id = (name: string): string => {
    const at = names.indexOf(firstOf.get(name) ?? name);
    return at === -1 ? 'unknown' : `s${at}`;
  };
  const nodes = picture.steps.map((step) => {
    const [open, close] = SHAPES[step.kind];
    const who = step.kind === 'agent' ? `${step.name}: ${step.roles.join(' or ')}` : step.name;
    return `  ${id(step.name)}${open}${label(who)}${close}`;
  });
  const edges = picture.steps.flatMap((step) => edgesOf(id, step));
  const ends = ['end', 'failed', 'cancelled'].filter((end) =>
    edges.some((edge) => edge.endsWith(` ${id(end)}`)),
  );
  return ['flowchart TD', ...nodes, ...ends.map((end) => `  ${id(end)}((${label(end)}))`), ...edges].join(
    '\n',
  );
};
