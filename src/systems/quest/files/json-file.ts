// JSON that agents or Quest itself wrote, with the place of each value, so that a problem can name its line.
import { PROBLEMS_MAX } from '../../../model/limits/limits.ts';
import type { Parsed } from '../../../model/problem.ts';
import type { ValidateOptions } from '../../../model/validate-with.ts';
import { placesOf } from '../../../text/json-places.ts';
import { readJson } from '../../../text/json-text.ts';

/** Each place costs a walk through the text, and no list of problems is longer. */
const LOCATED_MAX = 2 * PROBLEMS_MAX;

export interface JsonDocument {
  readonly json: unknown;
  readonly locate: NonNullable<ValidateOptions['locate']>;
}

export const parseJson = (text: string, file: string): Parsed<JsonDocument> => {
  const { value: read, problems } = readJson(text, file);
  if (read === undefined) return { value: undefined, problems };
  let located = 0;
  const locate: JsonDocument['locate'] = (path, key) => {
    located += 1;
    if (located > LOCATED_MAX) return undefined;
    const steps = [...path, ...(key === undefined ? [] : [key])].map((step) =>
      typeof step === 'symbol' ? String(step) : step,
    );
    return placesOf(text, [{ path: steps, atKey: key !== undefined }])[0];
  };
  return { value: { json: read.json, locate }, problems };
};

/** How Quest writes its JSON files. */
export const jsonText = (value: unknown): string => `${JSON.stringify(value, null, 2)}\n`;

export const isMapping = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const SHOWN_CHARS = 80;

/** A value of somebody's file, in a message. */
export const shownValue = (value: unknown): string => {
  if (Array.isArray(value)) return `a list of ${value.length}`;
  if (isMapping(value)) return 'an object';
  const text = JSON.stringify(value) ?? 'nothing';
  return text.length > SHOWN_CHARS ? `${text.slice(0, SHOWN_CHARS)}…` : text;
};
