// Readers of files by a schema: `file('review.yaml', { parse: yaml(schema) })`.
import type * as z from 'zod';
import type { Parsed } from '../model/problem.ts';
import { parseYamlWith } from '../text/yaml.ts';

type Reader<S extends z.ZodType> = (text: string, file: string) => Parsed<z.infer<S>>;

/**
 * Reads a file as YAML, or JSON, that fits a schema. What does not fit is rejected with line and column.
 *
 * @example
 * ```ts
 * const review = file('review.yaml', { parse: yaml(z.object({ verdict: z.enum(['pass', 'fail']) })) });
 * // view.value(review).verdict is 'pass' or 'fail'
 * ```
 */
export const yaml =
  <S extends z.ZodType>(schema: S): Reader<S> =>
  (text, file) =>
    parseYamlWith(schema, text, file);
