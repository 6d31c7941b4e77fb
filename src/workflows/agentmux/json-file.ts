// JSON that others wrote, with the place of each value, so that a problem can name its line.
import { causeText } from '../../errors.ts';
import { PROBLEMS_MAX } from '../../model/limits.ts';
import { type Parsed, problem } from '../../model/problem.ts';
import type { Position } from '../../model/validate-with.ts';
import { parseYaml, type YamlDocument } from '../../model/yaml.ts';

/** A place takes time to find, and nobody looks at so many. */
const LOCATED_MAX = 2 * PROBLEMS_MAX;

export interface JsonDocument {
  readonly value: unknown;
  readonly locate: YamlDocument['locate'];
}

const positionOf = (text: string, offset: number): Position => {
  const before = text.slice(0, offset);
  return { line: before.split('\n').length, column: offset - before.lastIndexOf('\n') };
};

/** Where the parser stopped, as far as its message says so. */
const whereItStopped = (text: string, message: string): Position | undefined => {
  const offset = /at position (\d+)/.exec(message)?.[1];
  if (offset !== undefined) return positionOf(text, Number(offset));
  return message.startsWith('Unexpected end') ? positionOf(text, text.trimEnd().length) : undefined;
};

export const parseJson = (text: string, file: string): Parsed<JsonDocument> => {
  if (text.trim() === '')
    return {
      value: undefined,
      problems: [problem('FILE_EMPTY', 'expected JSON, the file is empty', { file })],
    };
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (cause) {
    const message = causeText(cause);
    return {
      value: undefined,
      problems: [
        problem('JSON_SYNTAX', `not readable as JSON: ${message}`, {
          file,
          ...whereItStopped(text, message),
          hint: 'A write that was cut off leaves such a file; restore it, or write it anew.',
        }),
      ],
    };
  }
  // JSON is YAML, and the reader of YAML knows the lines. It is asked only once there is something to point at.
  let read: YamlDocument | undefined | null = null;
  let located = 0;
  return {
    value: {
      value,
      locate: (path, key) => {
        located += 1;
        if (located > LOCATED_MAX) return undefined;
        if (read === null) read = parseYaml(text).value;
        return read?.locate(path, key);
      },
    },
    problems: [],
  };
};

export const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const SHOWN_CHARS = 80;

/** A value of somebody's file, in a message. */
export const shownValue = (value: unknown): string => {
  if (Array.isArray(value)) return `a list of ${value.length}`;
  if (isRecord(value)) return 'an object';
  const text = JSON.stringify(value) ?? 'nothing';
  return text.length > SHOWN_CHARS ? `${text.slice(0, SHOWN_CHARS)}…` : text;
};
