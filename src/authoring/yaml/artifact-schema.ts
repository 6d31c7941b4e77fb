// The reader of a file by a JSON Schema, bounded: no regular expressions, no references, not too deep.
import * as z from 'zod';
import { causeText } from '../../errors.ts';
import { ARTIFACT_SCHEMA_DEPTH_MAX, ARTIFACT_SCHEMA_NODES_MAX } from '../../model/limits/workflow.ts';
import { isError, type Parsed, problem } from '../../model/problem.ts';
import { nearest } from '../../std/nearest.ts';
import { isRecord } from '../compile/ways.ts';
import { itemProblems } from '../item-list.ts';
import { yaml } from '../readers.ts';

const KEYWORDS = [
  ...[
    'type',
    'properties',
    'required',
    'additionalProperties',
    'items',
    'enum',
    'const',
    'description',
    'title',
  ],
  ...[
    'minItems',
    'maxItems',
    'minLength',
    'maxLength',
    'minimum',
    'maximum',
    'anyOf',
    'default',
    'uniqueItems',
  ],
];

interface Place {
  readonly path: readonly (string | number)[];
  readonly message: string;
}

const inside = (
  schema: Readonly<Record<string, unknown>>,
): readonly (readonly [readonly (string | number)[], unknown])[] => [
  ...Object.entries(isRecord(schema['properties']) ? schema['properties'] : {}).map(
    ([name, one]) => [['properties', name], one] as const,
  ),
  ...(isRecord(schema['items']) ? [[['items'], schema['items']] as const] : []),
  ...(isRecord(schema['additionalProperties'])
    ? [[['additionalProperties'], schema['additionalProperties']] as const]
    : []),
  ...(Array.isArray(schema['anyOf'])
    ? schema['anyOf'].map((one: unknown, index) => [['anyOf', index], one] as const)
    : []),
];

const look = (
  schema: unknown,
  path: readonly (string | number)[],
  seen: { nodes: number },
): readonly Place[] => {
  seen.nodes += 1;
  if (path.length > ARTIFACT_SCHEMA_DEPTH_MAX * 2 || seen.nodes > ARTIFACT_SCHEMA_NODES_MAX)
    return [{ path, message: 'expected a smaller schema, this one is too deep or too large' }];
  if (!isRecord(schema)) return [{ path, message: 'expected a JSON Schema (a mapping)' }];
  const strange = Object.keys(schema)
    .filter((keyword) => !KEYWORDS.includes(keyword))
    .map((keyword) => {
      const near = nearest(keyword, KEYWORDS);
      return {
        path: [...path, keyword],
        message: `"${keyword}" is not supported in the schema of a file${near === undefined ? '' : `; did you mean "${near}"?`}`,
      };
    });
  return [...strange, ...inside(schema).flatMap(([more, one]) => look(one, [...path, ...more], seen))];
};

/** What has properties is an object, and has no others unless it says so: a typo in a file is found. */
const strictly = (schema: unknown): unknown => {
  if (Array.isArray(schema)) return schema.map(strictly);
  if (!isRecord(schema)) return schema;
  const made = Object.fromEntries(
    Object.entries(schema).map(([key, value]) => [
      key,
      key === 'properties' && isRecord(value)
        ? Object.fromEntries(Object.entries(value).map(([name, one]) => [name, strictly(one)]))
        : ['items', 'anyOf', 'additionalProperties'].includes(key)
          ? strictly(value)
          : value,
    ]),
  );
  return 'properties' in made ? { type: 'object', additionalProperties: false, ...made } : made;
};

export type Reader = (text: string, file: string) => Parsed<unknown>;

const zodOf = (schema: unknown): z.ZodType | readonly Place[] => {
  const problems = look(schema, [], { nodes: 0 });
  if (problems.length > 0) return problems;
  try {
    return z.fromJSONSchema(strictly(schema) as Parameters<typeof z.fromJSONSchema>[0]);
  } catch (cause) {
    return [{ path: [], message: `expected a JSON Schema: ${causeText(cause)}` }];
  }
};

/** The reader; or what is wrong with the schema, each with its place in it. */
export const readerFor = (schema: unknown): Reader | readonly Place[] => {
  const made = zodOf(schema);
  return made instanceof z.ZodType ? yaml(made) : made;
};

const listedItem = z.looseObject({ key: z.string(), after: z.array(z.string()).optional() });

/** The same, for a file one field of which lists items. */
export const withItems =
  (read: Reader, field: string): Reader =>
  (text, file) => {
    const { value, problems } = read(text, file);
    const list = isRecord(value) ? z.array(listedItem).safeParse(value[field]) : undefined;
    if (list === undefined || problems.some(isError)) return { value, problems };
    const found = list.success
      ? itemProblems(list.data, file, field)
      : [problem('FIELD_INVALID', `${field}: expected a list of items, each with a key`, { file, field })];
    return { value, problems: [...problems, ...found] };
  };

/** The arguments of a call; or what is wrong with the schema. */
export const argsFor = (schema: unknown): z.ZodObject | readonly Place[] => {
  const made = zodOf(schema);
  if (made instanceof z.ZodObject || !(made instanceof z.ZodType)) return made;
  return [{ path: [], message: 'expected a JSON Schema with properties' }];
};

/** Fields that a file has by its schema; undefined where anything may be there. */
export const fieldsOf = (schema: unknown): Readonly<Record<string, unknown>> | undefined =>
  isRecord(schema) && isRecord(schema['properties']) ? schema['properties'] : undefined;
