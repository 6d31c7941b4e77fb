// Readers of files by a schema: `file('review.yaml', { parse: yaml(schema) })`.
import type * as z from 'zod';
import type { Parsed } from '../model/problem.ts';
import { parseYamlWith } from '../text/yaml.ts';

type Reader<S extends z.ZodType> = (text: string, file: string) => Parsed<z.infer<S>>;

/** Also reads JSON, which is YAML. */
export const yaml =
  <S extends z.ZodType>(schema: S): Reader<S> =>
  (text, file) =>
    parseYamlWith(schema, text, file);
