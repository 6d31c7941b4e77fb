// Which prompt files belong to a Quest, and to which of its roles. The short names are everybody's: they need a sign.
import {
  QUEST_FIELDS,
  QUEST_MARKER,
  type QuestDefinition,
  type QuestRole,
  roleNamed,
} from '../handoff/quest-contract.ts';

export type Recognised =
  | { readonly kind: 'role'; readonly role: QuestRole }
  | { readonly kind: 'workflow' }
  | undefined;

const SIGNS = ['.quest/', '.skills/quest/', '"next_role"', 'quest orchestration'];

const stemOf = (file: string): string => {
  const name = file.slice(Math.max(file.lastIndexOf('/'), file.lastIndexOf('\\')) + 1).toLowerCase();
  const dot = name.indexOf('.', 1);
  return dot === -1 ? name : name.slice(0, dot);
};

/** A block with the four fields that passes on to a role of a Quest. */
const passesOn = (text: string, definition: QuestDefinition): boolean => {
  const marker = text.indexOf(QUEST_MARKER);
  if (marker === -1) return false;
  const block = text.slice(marker, marker + 2_000);
  if (!QUEST_FIELDS.every((field) => block.includes(`${field}:`))) return false;
  const next = /NEXT:[ \t]*([\w-]+)/.exec(block)?.[1];
  return next !== undefined && roleNamed(definition, next) !== undefined;
};

export const recognise = (file: string, text: string, definition: QuestDefinition): Recognised => {
  const stem = stemOf(file);
  const own = definition.roles.find(({ files }) => files.includes(stem));
  if (own !== undefined) return { kind: 'role', role: own };
  const lower = text.toLowerCase();
  if (!SIGNS.some((sign) => lower.includes(sign)) && !passesOn(text, definition)) return undefined;
  const role = definition.roles.find(({ otherFiles }) => otherFiles.includes(stem));
  return role === undefined ? { kind: 'workflow' } : { kind: 'role', role };
};
