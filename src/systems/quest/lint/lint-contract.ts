// The output contract of a role file: the block must be there, with the four lines of its role, and no JSON beside it.
import {
  blockLines,
  fieldText,
  QUEST_CONTRACT_TITLE,
  QUEST_FIELDS,
  QUEST_LEAD_IN,
  QUEST_MARKER,
  type QuestField,
  type QuestRole,
} from '../handoff/quest-contract.ts';
import { fieldFits } from './compare.ts';
import { indentOf, isBlank, type PromptDocument, type Section } from './document.ts';
import { type Finding, finding, insertAfter, removeLines, replaceLines } from './finding.ts';
import type { StatedBlock } from './handoff-block.ts';
import { type JsonContract, jsonContracts } from './json-contract.ts';

const CONTRACT_TITLES = ['output contract', 'handoff', 'handoff format', 'handoff contract'];

export const contractSection = ({ sections }: PromptDocument): Section | undefined =>
  sections.find(({ title }) => CONTRACT_TITLES.includes(title.toLowerCase().replace(/:$/, '')));

const fencedBlock = (role: QuestRole, indent = ''): string[] =>
  [QUEST_LEAD_IN, '```text', ...blockLines(role), '```'].map((line) => `${indent}${line}`);

/** Every line of a field that is not as the role has it. */
const fieldFindings = (
  document: PromptDocument,
  block: StatedBlock,
  role: QuestRole,
  field: QuestField,
): Finding[] => {
  const expected = `${field}: ${fieldText(role, field)}`;
  const hint = `Write \`${expected}\`.`;
  const stated = block.fields.get(field) ?? [];
  const indent = ' '.repeat(indentOf(document.lines[block.marker]!.text));
  if (stated.length === 0) {
    const before = QUEST_FIELDS.slice(0, QUEST_FIELDS.indexOf(field)).flatMap(
      (one) => block.fields.get(one)?.at(-1) ?? [],
    );
    const after = Math.max(block.marker, ...before.map(({ end }) => end - 1));
    const edit = insertAfter(document, after, [`${indent}${expected}`]);
    const message = `expected the line \`${expected}\` for the ${role.name}, there is none`;
    return [
      finding(document, document.lines[block.marker], {
        code: 'LINT_FIELD_DIFFERS',
        message,
        hint,
        field,
        edit,
      }),
    ];
  }
  return stated.flatMap(({ index, at, value, end, plain }, place) => {
    if (place === 0 && plain && fieldFits(role, field, value)) return [];
    const line = document.lines[index]!;
    const again = place > 0 ? ' once more' : '';
    return [
      finding(document, line, {
        code: 'LINT_FIELD_DIFFERS',
        message: `expected \`${expected}\` for the ${role.name}, got \`${line.text.trim()}\`${again}`,
        hint: place > 0 ? 'Keep one of them.' : hint,
        field,
        at: Math.min(at, line.text.length),
        edit:
          place > 0
            ? removeLines(document, index, end)
            : replaceLines(document, index, end, [`${indent}${expected}`]),
      }),
    ];
  });
};

/** A line that closes the block: the next reader takes it for a rule, or for the end of something else. */
export const terminatorFindings = (document: PromptDocument, { terminator }: StatedBlock): Finding[] => {
  if (terminator === undefined) return [];
  const line = document.lines[terminator]!;
  return [
    finding(document, line, {
      code: 'LINT_FIELD_DIFFERS',
      message: `expected the block to end with SUMMARY, got the closing line \`${line.text.trim()}\``,
      hint: 'Remove the line: the handoff is the last thing in the answer.',
      at: indentOf(line.text),
      edit: removeLines(document, terminator, terminator + 1),
    }),
  ];
};

const blockFindings = (document: PromptDocument, block: StatedBlock, role: QuestRole): Finding[] => {
  const line = document.lines[block.marker]!;
  const indent = ' '.repeat(indentOf(line.text));
  const at = indent.length;
  if (block.oneLine || !block.exact) {
    const lines = block.oneLine ? blockLines(role) : [QUEST_MARKER];
    const edit = replaceLines(
      document,
      block.marker,
      block.marker + 1,
      lines.map((text) => `${indent}${text}`),
    );
    const message = `expected the line \`${QUEST_MARKER}\` and the four fields below it, got \`${line.text.trim()}\``;
    const told = finding(document, line, {
      code: 'LINT_FIELD_DIFFERS',
      message,
      hint: `Write \`${QUEST_MARKER}\` on a line of its own.`,
      at,
      edit,
    });
    if (block.oneLine) return [told, ...terminatorFindings(document, block)];
    return [told, ...fieldsAndEnd(document, block, role)];
  }
  return fieldsAndEnd(document, block, role);
};

const fieldsAndEnd = (document: PromptDocument, block: StatedBlock, role: QuestRole): Finding[] => [
  ...QUEST_FIELDS.flatMap((field) => fieldFindings(document, block, role, field)),
  ...terminatorFindings(document, block),
];

/** A file that sends its reader to the role's own file leaves the contract to that. */
const refersElsewhere = ({ text, file }: PromptDocument, role: QuestRole): boolean =>
  [...role.files, ...role.otherFiles].some((name) =>
    [`.ai/roles/${name}.md`, `.skills/quest/agents/${name}.md`].some(
      (path) => text.includes(path) && !file.endsWith(path),
    ),
  );

const lastOfText = ({ lines }: PromptDocument): number => {
  let last = lines.length - 1;
  // In a TOML file the prompt ends before what closes its string.
  while (last >= 0 && (lines[last]!.delimiter || isBlank(lines[last]!))) last -= 1;
  return last;
};

/** Where a block that is missing goes, if it can be put there. */
const missingEdit = (document: PromptDocument, role: QuestRole, section: Section | undefined) => {
  if (document.fences.some(({ close }) => close === undefined)) return undefined;
  if (section !== undefined) {
    const next = document.lines[section.heading + 1];
    const below = next === undefined || next.delimiter || isBlank(next) ? [] : [''];
    return insertAfter(document, section.heading, [...fencedBlock(role), ...below]);
  }
  const last = lastOfText(document);
  const isToml = document.lines.some(({ delimiter }) => delimiter);
  if (isToml && (last < 0 || !document.lines.slice(last + 1).some(({ delimiter }) => delimiter)))
    return undefined;
  const heading = `## ${QUEST_CONTRACT_TITLE}`;
  return insertAfter(document, last, [...(last < 0 ? [] : ['']), heading, ...fencedBlock(role)]);
};

const jsonFindings = (
  document: PromptDocument,
  contract: JsonContract,
  role: QuestRole,
  replaced: boolean,
): Finding[] => {
  const { from, to, lines, whole } = contract;
  const indent = ' '.repeat(indentOf(document.lines[contract.open]!.text));
  const edit = !whole
    ? undefined
    : replaced
      ? replaceLines(document, from, to, fencedBlock(role, indent))
      : removeLines(document, from, to);
  const line = document.lines[contract.at]!;
  const told = [
    finding(document, line, {
      code: 'LINT_JSON_CONTRACT',
      message: `expected the ${role.name} to end with a ${QUEST_MARKER} block, got a JSON contract with "role"`,
      hint: `State the contract once, as text: ${blockLines(role).join(' / ')}`,
      at: Math.max(0, line.text.search(/\\?"role/)),
      edit,
    }),
  ];
  const slots = role.artifacts.find((artifact) => artifact.slots !== undefined);
  for (const index of slots === undefined ? [] : lines) {
    const at = document.lines[index]!.text.indexOf('/review.md');
    if (at === -1) continue;
    told.push(
      finding(document, document.lines[index], {
        code: 'LINT_FIELD_DIFFERS',
        message: `expected ${slots!.name}, one file for each of the two reviewers, got review.md`,
        hint: `Write \`ARTIFACTS: ${fieldText(role, 'ARTIFACTS')}\`.`,
        field: 'ARTIFACTS',
        at: at + 1,
        edit,
      }),
    );
  }
  return told;
};

export interface ContractFindings {
  readonly findings: readonly Finding[];
  readonly json: readonly JsonContract[];
}

export const contractFindings = (
  document: PromptDocument,
  role: QuestRole,
  blocks: readonly StatedBlock[],
): ContractFindings => {
  const section = contractSection(document);
  const json = jsonContracts(document, section);
  const findings = json.flatMap((contract, place) =>
    jsonFindings(document, contract, role, blocks.length === 0 && place === 0),
  );
  findings.push(...blocks.flatMap((block) => blockFindings(document, block, role)));
  const needed = section !== undefined || json.length > 0 || !refersElsewhere(document, role);
  if (blocks.length === 0 && needed) {
    const [first] = json;
    const at = document.lines[section?.heading ?? first?.open ?? 0];
    const edit = first === undefined ? missingEdit(document, role, section) : findings[0]?.edit;
    findings.push(
      finding(document, at, {
        code: 'LINT_HANDOFF_MISSING',
        message: `expected a ${QUEST_MARKER} block in the contract of the ${role.name}, there is none`,
        hint: `End the section with: ${blockLines(role).join(' / ')}`,
        edit,
      }),
    );
  }
  return { findings, json };
};
