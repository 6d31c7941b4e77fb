// The reference of baton.yaml, from the schema that reads it.
import * as z from 'zod';
import { configSchema } from '../../src/model/config.ts';
import { kindOf, type Node, nodeSchema } from './json-schema.ts';
import { cell, fenced, GENERATED, table } from './markdown.ts';

/** Mappings inside of a value: its own, those of a choice, of a list, or of names. */
const inside = (node: Node): Node[] => [
  ...(node.properties === undefined ? [] : [node]),
  ...(node.anyOf ?? []).flatMap(inside),
  ...(node.items === undefined ? [] : inside(node.items)),
  ...(typeof node.additionalProperties === 'object' ? inside(node.additionalProperties) : []),
];

const rowsOf = (node: Node, path: string): string[][] =>
  inside(node).flatMap(({ properties = {} }) =>
    Object.entries(properties).flatMap(([key, value]) => {
      const own = path === '' ? key : `${path}.${key}`;
      return [[`\`${own}\``, cell(kindOf(value)), cell(value.description ?? '')], ...rowsOf(value, own)];
    }),
  );

/** The mapping of a role is named by the role. */
const pathOf = (key: string, node: Node): string =>
  node.properties === undefined && node.additionalProperties !== undefined ? `${key}.NAME` : key;

/** Commands and waivers are all alike: their own keys are told once. */
const distinct = (rows: readonly string[][]): string[][] => {
  const seen = new Set<string>();
  return rows.flatMap((row) => {
    const [path = '', ...rest] = row;
    const general = path.replace(/^`(commands|waived)\.\w+\.(\w+)`$/, '`$1.NAME.$2`');
    if (seen.has(general)) return [];
    seen.add(general);
    return [[general, ...rest]];
  });
};

const EXAMPLE = `workflow: relay
agents: { default: "command:claude" }
roles:
  reviewer: human
commands:
  test: npm test
  lint: { run: npx eslint ., timeoutMs: 60000 }
waived:
  coverage: { why: no tool yet, by: ada, on: 2026-01-31 }
limits: { agents: 4 }`;

export const configurationReference = (): string => {
  const schema = nodeSchema.parse(z.toJSONSchema(configSchema, { io: 'input' }));
  const keys = Object.entries(schema.properties ?? {});
  return [
    '# Configuration',
    GENERATED,
    'A project says in `baton.yaml`, at its root, how it is tested and who does the work. `baton init` writes the first one. Every key is optional. An unknown key is an error, because a misspelled gate would be an open one. `baton doctor` checks the file.',
    fenced('yaml', EXAMPLE),
    table(
      ['key', 'value', 'what it is'],
      keys.map(([key, node]) => [`\`${key}\``, cell(kindOf(node)), cell(node.description ?? '')]),
    ),
    ...keys.flatMap(([key, node]) => {
      const rows = distinct(rowsOf(node, pathOf(key, node))).sort(
        ([one = ''], [two = '']) => Number(one.includes('.NAME.')) - Number(two.includes('.NAME.')),
      );
      return rows.length === 0 ? [] : [`## ${key}`, table(['key', 'value', 'what it is'], rows)];
    }),
    '',
  ].join('\n\n');
};
