// Delegation prompts of a workflow text: each names paths, and ends by asking for the handoff.
import {
  nextText,
  promptArtifact,
  QUEST_ENDING_TITLE,
  QUEST_MARKER,
  QUEST_PATHS_ONLY,
  QUEST_REQUEST,
  type QuestDefinition,
  type QuestRole,
  type QuestSlot,
  questPath,
  roleNamed,
} from '../handoff/quest-contract.ts';
import { isPlaceholder, namesArtifact, nextFits } from './compare.ts';
import { type Delegation, delegationsOf, type PromptItem } from './delegations.ts';
import { indentOf, isBlank, type PromptDocument } from './document.ts';
import { type Edit, type Finding, finding, insertAfter, replaceLines } from './finding.ts';

type Fact = 'artifacts' | 'next';

/** The file as the text around it calls it, else as the contract does. */
const artifactPath = (role: QuestRole, slot: QuestSlot, text: string): string => {
  const named = namesArtifact(role, text);
  return named === undefined ? promptArtifact(role, slot) : questPath(role.artifacts[0]!.folder, named);
};

const factText = (fact: Fact, role: QuestRole, path: string): string =>
  fact === 'next' ? `\`NEXT: ${nextText(role)}\`` : `\`ARTIFACTS\` must include \`${path}\``;

const textOf = ({ lines }: PromptDocument, from: number, end: number): string =>
  lines
    .slice(from, end)
    .map(({ text }) => text)
    .join('\n');

/** Lines that are part of the prompt itself. */
const promptLines = ({ lines, fences }: PromptDocument, delegation: Delegation): number[] => {
  const ranges = [
    ...delegation.prompts.map(({ from, end }) => [from, end] as const),
    ...delegation.fences.map(
      (fence) => [fences[fence]!.open, (fences[fence]!.close ?? lines.length - 1) + 1] as const,
    ),
  ];
  const found = new Set<number>();
  for (const [from, end] of ranges) for (let index = from; index < end; index += 1) found.add(index);
  return [...found].sort((a, b) => a - b);
};

const lastWritten = ({ lines }: PromptDocument, end: number): number => {
  let last = end - 1;
  while (last > 0 && isBlank(lines[last]!)) last -= 1;
  return last;
};

const endingEdit = (document: PromptDocument, delegation: Delegation): Edit => {
  const { role, slot, header, end, indent, prompts } = delegation;
  const pad = ' '.repeat(indent);
  const path = artifactPath(role, slot, textOf(document, header, end));
  const after = prompts.length === 0 ? header : lastWritten(document, prompts.at(-1)!.end);
  return insertAfter(document, after, [
    `${pad}- ${QUEST_ENDING_TITLE}`,
    `${pad}  - \`${QUEST_REQUEST}\``,
    ...role.ending.map((fact) => `${pad}  - ${factText(fact, role, path)}`),
  ]);
};

/** What stands behind `NEXT:`; undefined where no value is given. */
const nextIn = (text: string): { readonly at: number; readonly value: string } | undefined => {
  const found = /\bNEXT(?: must be)?\s{0,4}:\s{0,4}/.exec(text);
  if (found === null) return undefined;
  const at = found.index + found[0].length;
  const rest = text.slice(at);
  const stop = rest.search(/[`"]|\bSUMMARY\b/);
  const value = (stop === -1 ? rest : rest.slice(0, stop)).trim();
  return value === '' || isPlaceholder(value) ? undefined : { at, value };
};

const missingFact = (
  document: PromptDocument,
  delegation: Delegation,
  request: number,
  fact: Fact,
): Finding => {
  const { role, slot, header, end } = delegation;
  const path = artifactPath(role, slot, textOf(document, header, end));
  const says = factText(fact, role, path);
  const line = document.lines[request]!;
  const prefix = /^\s*[-*+•]\s+/.exec(line.text)?.[0];
  return finding(document, line, {
    code: 'LINT_PROMPT_ENDING',
    message: `expected the prompt of the ${role.name} to say ${says}, it does not`,
    hint: `Add ${says} below the request for the handoff.`,
    at: Math.max(0, line.text.indexOf(QUEST_MARKER)),
    edit:
      prefix === undefined || line.fence !== undefined
        ? undefined
        : insertAfter(document, request, [`${prefix}${says}`]),
  });
};

/** Every NEXT that is not the role's; and whether there is one at all. */
const statedNext = (
  document: PromptDocument,
  role: QuestRole,
  within: readonly number[],
): { readonly stated: boolean; readonly found: Finding[] } => {
  const found: Finding[] = [];
  let stated = false;
  for (const index of within) {
    const line = document.lines[index]!;
    const next = nextIn(line.text);
    if (next === undefined) continue;
    stated = true;
    if (nextFits(role, next.value)) continue;
    const start = line.start + next.at;
    found.push(
      finding(document, line, {
        code: 'LINT_PROMPT_ENDING',
        message: `expected \`NEXT: ${nextText(role)}\` in the prompt of the ${role.name}, got \`NEXT: ${next.value}\``,
        hint: `Write \`NEXT: ${nextText(role)}\`.`,
        field: 'NEXT',
        at: next.at,
        edit: { start, end: start + next.value.length, text: nextText(role) },
      }),
    );
  }
  return { stated, found };
};

/** The request is there: what it says of the contract must be right. */
const statedFacts = (
  document: PromptDocument,
  delegation: Delegation,
  request: number,
  within: readonly number[],
): Finding[] => {
  const { role, header, end } = delegation;
  const { stated, found } = statedNext(document, role, within);
  if (role.ending.includes('next') && !stated) found.push(missingFact(document, delegation, request, 'next'));
  const around = textOf(document, header, end);
  if (role.ending.includes('artifacts') && namesArtifact(role, around) === undefined)
    found.push(missingFact(document, delegation, request, 'artifacts'));
  return found;
};

const isPathsOnly = (document: PromptDocument, { from, end, text }: PromptItem): boolean =>
  /\bpaths? only\b/i.test(text) || textOf(document, from, end).includes('.quest/');

/** Contents that a prompt takes in grow with every step; paths do not. */
const pathFindings = (document: PromptDocument, { role, prompts }: Delegation): Finding[] =>
  prompts.flatMap((prompt) => {
    if (!/^\**prompt\**:/i.test(prompt.text) || isPathsOnly(document, prompt)) return [];
    const line = document.lines[prompt.from]!;
    const pad = ' '.repeat(indentOf(line.text));
    const { promptPaths } = role;
    const edit =
      promptPaths === undefined
        ? undefined
        : replaceLines(document, prompt.from, lastWritten(document, prompt.end) + 1, [
            `${line.text.slice(0, prompt.at)}${QUEST_PATHS_ONLY}`,
            ...promptPaths.map((path) => `${pad}  - ${path}`),
          ]);
    return [
      finding(document, line, {
        code: 'LINT_INPUT_STALE',
        message: `expected the prompt of the ${role.name} to name paths only, got \`${prompt.text.trim()}\``,
        hint: `Write \`${QUEST_PATHS_ONLY}\` and one path on each line.`,
        at: prompt.at,
        edit,
      }),
    ];
  });

const delegationFindings = (document: PromptDocument, delegation: Delegation): Finding[] => {
  const { role, header } = delegation;
  const within = promptLines(document, delegation);
  const request = within.find((index) => document.lines[index]!.text.includes(QUEST_MARKER));
  const paths = pathFindings(document, delegation);
  if (request !== undefined) return [...paths, ...statedFacts(document, delegation, request, within)];
  const line = document.lines[delegation.prompts.at(-1)?.from ?? header]!;
  const ending = finding(document, line, {
    code: 'LINT_PROMPT_ENDING',
    message: `expected the prompt of the ${role.name} to end with the request for the handoff, it does not ask for one`,
    hint: `Let it end with \`${QUEST_REQUEST}\`.`,
    at: indentOf(line.text),
    edit: endingEdit(document, delegation),
  });
  return [...paths, ending];
};

const GREETING = /\bYou are (?:the|an?) ([A-Za-z][A-Za-z -]{0,30}?) Agent\b/;

/** A prompt written out in a fence: which role it speaks to. */
const fencedRole = (document: PromptDocument, fence: number, definition: QuestDefinition) => {
  const { open, close } = document.fences[fence]!;
  for (let index = open + 1; index < (close ?? document.lines.length); index += 1) {
    const name = GREETING.exec(document.lines[index]!.text)?.[1];
    const role = name === undefined ? undefined : roleNamed(definition, name);
    if (role !== undefined) return { role, index };
  }
  return undefined;
};

/** Before the quotation mark that ends the prompt of a call, or after the last line of a plain one. */
const fencedEdit = (document: PromptDocument, fence: number, role: QuestRole): Edit | undefined => {
  const { open, close } = document.fences[fence]!;
  if (close === undefined) return undefined;
  const { lines } = document;
  const text = textOf(document, open, close);
  const slot: QuestSlot = text.toLowerCase().includes('codex') ? 'codex' : 'claude';
  const path = artifactPath(role, slot, text);
  const says = [QUEST_REQUEST, ...role.ending.map((fact) => factText(fact, role, path).replaceAll('`', ''))];
  let last = lastWritten(document, close);
  const isCall = lines[last]!.text.trim() === ')';
  if (isCall) last = lastWritten(document, last);
  const { text: lastText, start } = lines[last]!;
  if (last <= open || (isCall && !lastText.trimEnd().endsWith('"'))) return undefined;
  const pad = ' '.repeat(indentOf(lastText));
  if (!isCall) return insertAfter(document, last, ['', ...says.map((line) => `${pad}${line}`)]);
  const at = start + lastText.trimEnd().length - 1;
  const eol = lines[last]!.eol || document.eol;
  return { start: at, end: at, text: `${eol}${says.map((line) => `${eol}${pad}${line}`).join('')}` };
};

const fencedFindings = (
  document: PromptDocument,
  definition: QuestDefinition,
  judged: ReadonlySet<number>,
): Finding[] =>
  document.fences.flatMap(({ open, close }, fence) => {
    if (judged.has(fence)) return [];
    const found = fencedRole(document, fence, definition);
    if (found === undefined) return [];
    const end = close ?? document.lines.length;
    const within = Array.from({ length: end - open - 1 }, (_, place) => open + 1 + place);
    if (within.some((index) => document.lines[index]!.text.includes(QUEST_MARKER)))
      return statedNext(document, found.role, within).found;
    const line = document.lines[found.index]!;
    return [
      finding(document, line, {
        code: 'LINT_PROMPT_ENDING',
        message: `expected the prompt of the ${found.role.name} to end with the request for the handoff, it does not ask for one`,
        hint: `Let it end with \`${QUEST_REQUEST}\`.`,
        at: indentOf(line.text),
        edit: fencedEdit(document, fence, found.role),
      }),
    ];
  });

export const workflowFindings = (document: PromptDocument, definition: QuestDefinition): Finding[] => {
  const delegations = delegationsOf(document, definition);
  const judged = new Set(delegations.flatMap(({ fences }) => fences));
  return [
    ...delegations.flatMap((delegation) => delegationFindings(document, delegation)),
    ...fencedFindings(document, definition, judged),
  ];
};
