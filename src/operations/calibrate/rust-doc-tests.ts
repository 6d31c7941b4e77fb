// Examples in the documentation of a Rust item: cargo runs each as a test that it calls after the item.
import { NOT_RUN } from '../../evidence/source/doc-examples.ts';

export interface DocTest {
  /** As `exampleName` gives it. */
  readonly name: string;
  /** The fences and all between them, with the end of the last line. */
  readonly from: number;
  readonly to: number;
  readonly body: { readonly from: number; readonly to: number };
}

/** No function of tests is called so. */
export const exampleName = (item: string): string => `example of ${item}`;

const DOC_LINE = /^[ \t]*\/\/\/ ?(.*)$/;
const FENCE = /^\s*```/;
/** What may stand between the documentation and the word of its item. */
const ATTRIBUTE = /^[ \t]*#\[.*\]\s*$/;
const ITEM =
  /^[ \t]*(?:pub(?:\([^)]*\))? )?(?:(?:const )?(?:async )?(?:unsafe )?(?:extern "[^"]*" )?(?:fn|struct|enum|union|trait|mod|type) |static (?:mut )?|const (?=\w+:)|macro_rules! ?)(\w+)/;

type Open = Omit<DocTest, 'name'>;

/** One after the other; a block of comments that no item follows documents something else. */
export const docTests = (text: string): readonly DocTest[] => {
  const found: DocTest[] = [];
  let examples: Open[] = [];
  let fence: { readonly from: number; readonly body: number; readonly runs: boolean } | undefined;
  let at = 0;
  for (const row of text.split('\n')) {
    const [from, to] = [at, Math.min(text.length, at + row.length + 1)];
    at = to;
    const line = DOC_LINE.exec(row)?.[1];
    if (line === undefined) {
      fence = undefined;
      if (ATTRIBUTE.test(row)) continue;
      const name = ITEM.exec(row)?.[1];
      if (name !== undefined) found.push(...examples.map((one) => ({ ...one, name: exampleName(name) })));
      examples = [];
    } else if (FENCE.test(line)) {
      if (fence?.runs === true) examples.push({ from: fence.from, to, body: { from: fence.body, to: from } });
      fence = fence === undefined ? { from, body: to, runs: !NOT_RUN.test(line) } : undefined;
    }
  }
  return found;
};
