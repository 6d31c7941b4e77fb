// The reference of baton.yaml, from the schema that reads it.
import * as z from 'zod';
import { configSchema } from '../../src/model/config.ts';
import { cell, fenced, GENERATED, table } from './markdown.ts';

const nodeSchema = z.looseObject({
  type: z.union([z.string(), z.array(z.string())]).optional(),
  const: z.unknown().optional(),
  enum: z.array(z.unknown()).optional(),
  description: z.string().optional(),
  get properties() {
    return z.record(z.string(), nodeSchema).optional();
  },
  get additionalProperties() {
    return z.union([z.boolean(), nodeSchema]).optional();
  },
  get items() {
    return nodeSchema.optional();
  },
  get anyOf() {
    return z.array(nodeSchema).optional();
  },
});
type Node = z.infer<typeof nodeSchema>;

const kindOf = (node: Node): string => {
  if (node.const !== undefined) return `\`${node.const}\``;
  if (node.enum !== undefined) return node.enum.map((value) => `\`${value}\``).join(' or ');
  if (node.anyOf !== undefined) return [...new Set(node.anyOf.map(kindOf))].join(' or ');
  if (node.type === 'array') return `list of ${node.items === undefined ? 'anything' : kindOf(node.items)}`;
  if (node.type !== 'object')
    return (
      [node.type ?? []]
        .flat()
        .map((type) => KINDS[type] ?? type)
        .join(' or ') || 'anything'
    );
  const values = node.additionalProperties;
  return typeof values === 'object' && Object.keys(values).length > 0
    ? `names, each with ${kindOf(values)}`
    : 'mapping';
};
const KINDS: Readonly<Record<string, string>> = {
  string: 'text',
  integer: 'number',
  boolean: 'true or false',
  null: 'null',
};

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
