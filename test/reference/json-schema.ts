// Values as a JSON Schema describes them, in words.
import * as z from 'zod';

export const nodeSchema = z.looseObject({
  type: z.union([z.string(), z.array(z.string())]).optional(),
  const: z.unknown().optional(),
  enum: z.array(z.unknown()).optional(),
  description: z.string().optional(),
  default: z.unknown().optional(),
  minimum: z.number().optional(),
  maximum: z.number().optional(),
  get properties() {
    return z.record(z.string(), nodeSchema).optional();
  },
  get additionalProperties() {
    return z.union([z.boolean(), nodeSchema]).optional();
  },
  get items() {
    return nodeSchema.optional().or(z.literal(false).transform(() => undefined));
  },
  get prefixItems() {
    return z.array(nodeSchema).optional();
  },
  get anyOf() {
    return z.array(nodeSchema).optional();
  },
});
export type Node = z.infer<typeof nodeSchema>;

export const kindOf = (node: Node): string => {
  if (node.const !== undefined) return `\`${node.const}\``;
  if (node.enum !== undefined) return node.enum.map((value) => `\`${value}\``).join(' or ');
  if (node.anyOf !== undefined) return [...new Set(node.anyOf.map(kindOf))].join(' or ');
  if (node.prefixItems !== undefined) return `list of ${node.prefixItems.map(kindOf).join(' and ')}`;
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
