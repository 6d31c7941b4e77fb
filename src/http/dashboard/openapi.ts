// The OpenAPI document of the dashboard, made from its routes.
import * as z from 'zod';
import { ERROR_CODES } from '../../errors.ts';
import { errorReplySchema } from '../../model/dashboard/documents.ts';
import type { Route } from './route.ts';

/** Codes are a list of their own, which grows: here they are any text of that list. */
const withoutCodes = ({
  jsonSchema,
}: {
  readonly jsonSchema: { enum?: unknown; description?: string };
}): void => {
  if (!Array.isArray(jsonSchema.enum) || jsonSchema.enum.length !== ERROR_CODES.length) return;
  delete jsonSchema.enum;
  jsonSchema.description = 'a code of docs/reference/errors.md';
};

const jsonSchemaOf = (schema: z.ZodType, io: 'input' | 'output'): unknown => {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, {
    io,
    unrepresentable: 'any',
    override: withoutCodes,
  });
  return rest;
};

const schemaOf = (schema: z.ZodType): unknown => jsonSchemaOf(schema, 'output');
const requestSchema = (schema: z.ZodType): unknown => jsonSchemaOf(schema, 'input');

const contentOf = (reply: Route['reply']): unknown =>
  typeof reply === 'string'
    ? { [reply]: { schema: { type: 'string' } } }
    : { 'application/json': { schema: schemaOf(reply) } };

const parametersOf = ({ path, query }: Route): unknown[] => [
  ...[...path.matchAll(/:([a-z]+)/g)].map(([, name]) => ({
    ...{ name, in: 'path', required: true, schema: { type: 'string' } },
  })),
  ...Object.entries(query?.shape ?? {}).map(([name, schema]) => ({
    ...{ name, in: 'query', required: !schema.safeParse(undefined).success },
    schema: requestSchema(schema),
  })),
];

const operationOf = (route: Route): unknown => ({
  operationId: `${route.method.toLowerCase()}${route.path.replaceAll(/[/:.]+([a-z])/g, (_, first) => first.toUpperCase())}`,
  summary: route.says,
  ...(route.open === true ? { security: [] } : {}),
  parameters: parametersOf(route),
  ...(route.body === undefined
    ? {}
    : {
        requestBody: {
          required: true,
          content: { 'application/json': { schema: requestSchema(route.body) } },
        },
      }),
  responses: {
    200: { description: route.says, content: contentOf(route.reply) },
    default: {
      description: 'why not',
      content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } },
    },
  },
});

export const openApiOf = (routes: readonly Route[], version: string): Readonly<Record<string, unknown>> => {
  const paths: Record<string, Record<string, unknown>> = {};
  for (const route of routes) {
    const path = route.path.replaceAll(/:([a-z]+)/g, '{$1}');
    paths[path] = { ...paths[path], [route.method.toLowerCase()]: operationOf(route) };
  }
  return {
    openapi: '3.1.0',
    info: { title: 'Baton dashboard', version, description: 'On loopback, for the pages of `baton serve`.' },
    security: [{ token: [] }],
    paths,
    components: {
      securitySchemes: { token: { type: 'http', scheme: 'bearer' } },
      schemas: { Error: schemaOf(errorReplySchema) },
    },
  };
};
