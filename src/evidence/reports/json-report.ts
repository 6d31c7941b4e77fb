// The frame of every report that is JSON: validated by a schema, then judged; each problem at its place.
import type * as z from 'zod';
import type { Parsed, Problem } from '../../model/problem.ts';
import { validateWith } from '../../model/validate-with.ts';
import { type Path, placesOf } from '../../text/json-places.ts';
import { newReportNotes, type ReportNotes, type ReportOptions } from './report-notes.ts';

/** A text that was found to be JSON. */
export interface JsonDocument {
  readonly text: string;
  readonly json: unknown;
}

export const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The own field of a value that may be anything. */
export const fieldOf = (value: unknown, name: string): unknown =>
  isRecord(value) && Object.hasOwn(value, name) ? value[name] : undefined;

/** The schema's complaints, with places that are looked up together: each search goes over the whole text. */
const checked = <S extends z.ZodType>(schema: S, { json, text }: JsonDocument, file: string) => {
  const paths: Path[] = [];
  const { value, problems } = validateWith(schema, json, {
    file,
    locate: (path) => {
      paths.push(path.map((step) => (typeof step === 'symbol' ? String(step) : step)));
      return undefined;
    },
  });
  if (problems.length === 0) return { value, problems: [] };
  const positions = placesOf(
    text,
    problems.map((_, index) => ({ path: paths[index] ?? [] })),
  );
  return { value, problems: problems.map((found, index): Problem => ({ ...found, ...positions[index] })) };
};

/** `build` is asked only for what fits the schema. */
export const readJsonReport = <S extends z.ZodType, T>(
  document: JsonDocument,
  { file }: ReportOptions,
  schema: S,
  build: (report: z.output<S>, notes: ReportNotes<Path>) => T,
): Parsed<T> => {
  const { value, problems } = checked(schema, document, file);
  if (value === undefined) return { value: undefined, problems };
  const notes = newReportNotes<Path>(file, (places) =>
    places.length === 0
      ? []
      : placesOf(
          document.text,
          places.map((path) => ({ path })),
        ),
  );
  const built = build(value, notes);
  return { value: built, problems: notes.problems() };
};
