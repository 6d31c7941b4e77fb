// The frame of every JSON artifact of H3A: text to an object, then findings to problems.

import type { Parsed } from '../../../model/problem.ts';
import { readJson } from '../../../text/json-text.ts';
import type { Place } from './fields.ts';
import { findPlaceholders, gatherFindings, inOrder } from './findings.ts';
import { isRecord, shown } from './values.ts';

/** The value is there whenever the text is an object, beside whatever problems there are with it. */
export const parseArtifact = <T>(text: string, file: string, judge: (place: Place) => T): Parsed<T> => {
  const read = readJson(text, file);
  if (read.value === undefined) return { value: undefined, problems: read.problems };
  const findings = gatherFindings();
  const { json } = read.value;
  let value: T | undefined;
  if (isRecord(json)) {
    findPlaceholders(json, findings);
    value = judge({ record: json, path: [], findings });
  } else findings.error('FIELD_INVALID', `expected an object, got ${shown(json)}`, []);
  return { value, problems: inOrder([...read.problems, ...findings.problems(text, file)]) };
};
