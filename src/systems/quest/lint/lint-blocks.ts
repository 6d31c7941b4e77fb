// Blocks that a workflow text shows to whoever writes prompts. They are of no one role, so only their form is judged.
import { QUEST_FIELDS, QUEST_MARKER, type QuestDefinition, roleNamed } from '../handoff/quest-contract.ts';
import { wordsOf } from './compare.ts';
import type { PromptDocument } from './document.ts';
import { type Finding, finding } from './finding.ts';
import type { StatedBlock } from './handoff-block.ts';
import { terminatorFindings } from './lint-contract.ts';

/** `plan-reviewer` means plan_review; whoever compares words does not know that. */
const nextFindings = (document: PromptDocument, block: StatedBlock, definition: QuestDefinition): Finding[] =>
  (block.fields.get('NEXT') ?? []).flatMap(({ index, at, value }) => {
    const words = wordsOf(value);
    const right = words.map((word) => roleNamed(definition, word)?.spellings[0] ?? word);
    if (words.every((word, place) => word === right[place])) return [];
    const line = document.lines[index]!;
    const [came, expected] = [words.join(' | '), right.join(' | ')];
    const start = line.start + at;
    return [
      finding(document, line, {
        code: 'LINT_FIELD_DIFFERS',
        message: `expected \`NEXT: ${expected}\`, got \`NEXT: ${came}\``,
        hint: `Write \`NEXT: ${expected}\`.`,
        field: 'NEXT',
        at,
        edit: { start, end: start + line.text.slice(at).trimEnd().length, text: expected },
      }),
    ];
  });

const absent = (document: PromptDocument, index: number, missing: readonly string[]): Finding =>
  finding(document, document.lines[index], {
    code: 'LINT_FIELD_DIFFERS',
    message: `expected ${QUEST_FIELDS.join(', ')} in the handoff, there is no ${missing.join(', no ')}`,
    hint: 'Name all four fields.',
    at: Math.max(0, document.lines[index]!.text.indexOf(QUEST_MARKER)),
  });

/** `---HANDOFF--- STATUS/ARTIFACTS/NEXT/SUMMARY`, or the fields with their values, on one line. */
const requestFindings = (document: PromptDocument): Finding[] =>
  document.lines.flatMap(({ text, delimiter }, index) => {
    const at = delimiter ? -1 : text.indexOf(QUEST_MARKER);
    if (at === -1) return [];
    const rest = text.slice(at + QUEST_MARKER.length);
    const missing = QUEST_FIELDS.filter((field) => !rest.includes(field));
    const listed = QUEST_FIELDS.length - missing.length;
    return listed >= 2 && missing.length > 0 ? [absent(document, index, missing)] : [];
  });

export const blockFormFindings = (
  document: PromptDocument,
  blocks: readonly StatedBlock[],
  definition: QuestDefinition,
): Finding[] => [
  ...requestFindings(document),
  ...blocks.flatMap((block) => {
    if (block.oneLine || block.fields.size === 0) return [];
    const missing = QUEST_FIELDS.filter((field) => !block.fields.has(field));
    return [
      ...(missing.length > 0 ? [absent(document, block.marker, missing)] : []),
      ...nextFindings(document, block, definition),
      ...terminatorFindings(document, block),
    ];
  }),
];
