// Plans to hand in: valid, of a given size, and each one different, because a parse of the same bytes is remembered.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

export const PLAN_FILE = 'plan.yaml';
export const SMALL_BYTES = 2 * 1024;
export const INLINE_BYTES = 64 * 1024;

const SENTENCE =
  'Change what the parser does with an empty line, and show it with a test that was red before.';
const ITEMS = 4;

const itemText = (n: number, item: number): string => `  - key: item-${item}
    title: Part ${item} of change ${n}
    task: |
      ${SENTENCE}
      ${SENTENCE}
      Keep the public names as they are.
    after: [${item === 1 ? '' : `item-${item - 1}`}]
`;

export const planText = (n: number, bytes: number): string => {
  const items = Array.from({ length: ITEMS }, (_, index) => itemText(n, index + 1)).join('');
  const text = `version: 1\nsummary: Change number ${n} of the whole\nitems:\n${items}  - key: rest\n    title: The rest\n    task: |\n`;
  let rest = '';
  while (text.length + rest.length < bytes) rest += `      ${SENTENCE}\n`;
  return (text + rest).slice(0, bytes - 1).concat('\n');
};

let written = 0;

/** Puts the next plan where its planner would. */
export const writePlan = (directory: string, bytes = SMALL_BYTES): void => {
  written += 1;
  writeFileSync(join(directory, PLAN_FILE), planText(written, bytes));
};
