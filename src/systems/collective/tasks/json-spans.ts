// Where each value of a JSON text begins and ends, so that a message can name its line and an edit change it alone.
import type { Position } from '../../../model/validate-with.ts';
import { positionsOf, TOP } from '../../../text/json-places.ts';
import { scanJson } from '../../../text/json-scan.ts';

export interface Span {
  /** Of the key, or of the value in a list. */
  readonly nameAt: number;
  readonly valueAt: number;
  readonly valueEnd: number;
}

export type JsonPath = readonly (string | number)[];

export interface JsonSpans {
  /** Undefined for what is not there. */
  of(path: JsonPath): Span | undefined;
  /** Of the value, or of the nearest thing around it. */
  positions(paths: readonly JsonPath[]): readonly Position[];
}

const keyOf = (path: JsonPath): string => JSON.stringify(path);

/** Deeper values belong to fields that nobody asks about. */
const DEPTH_MAX = 8;

/** The text is known to be JSON. Of a key that comes twice the last one counts, as for the parser. */
export const jsonSpans = (text: string): JsonSpans => {
  const spans = new Map<string, Span>();
  const path: (string | number)[] = [];
  const names: number[] = [];
  scanJson(text, text.startsWith('\ufeff') ? 1 : 0, {
    enter: () => undefined,
    step: (name, nameAt) => {
      path.push(name);
      names.push(nameAt);
    },
    leave: (_, valueAt, valueEnd) => {
      const nameAt = names.pop() ?? valueAt;
      if (path.length <= DEPTH_MAX) spans.set(keyOf(path), { nameAt, valueAt, valueEnd });
      path.pop();
    },
    exit: () => undefined,
  });
  const nearest = (wanted: JsonPath): number => {
    for (let length = wanted.length; length > 0; length -= 1) {
      const found = spans.get(keyOf(wanted.slice(0, length)));
      if (found !== undefined) return found.valueAt;
    }
    return 0;
  };
  return {
    of: (wanted) => spans.get(keyOf(wanted)),
    positions: (wanted) => positionsOf(text, wanted.map(nearest)).map((found) => found ?? TOP),
  };
};
