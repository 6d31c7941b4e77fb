// Who hands over, and to whom: `@name`, or the explicit nobody.
import type { Findings, Place } from './findings.ts';
import { shown } from './findings.ts';
import { isAgentName, isNamePlaceholder, isNobody, isPlaceholder, isUndecided, tidyWord } from './words.ts';

/** A note in brackets behind a name. */
const withoutNote = (text: string): string => {
  const at = text.search(/\s[([]/);
  return at <= 0 || !/[)\]]\W*$/.test(text) ? text : text.slice(0, at);
};

export type AgentFault = 'placeholder' | 'undecided' | 'no-at' | 'not-a-name' | 'not-text';

export interface AgentRead {
  /** Without the `@`; null for nobody. Not there when it cannot be read. */
  readonly name?: string | null;
  readonly fault?: AgentFault;
  readonly decorated: boolean;
}

/** Two names with something between them. By parts: a pattern for it would go back over the text from every mark. */
const several = (text: string): boolean =>
  isUndecided(text) ||
  text
    .split('@')
    .slice(1, -1)
    .some((between) => /[,;/&\s]/.test(between));

/** With `exact` a value counts as it stands; else as it was meant. */
export const readAgent = (value: unknown, exact: boolean, atNeeded = true): AgentRead => {
  if (value === null) return { name: null, decorated: false };
  if (Array.isArray(value) && value.length > 1) return { fault: 'undecided', decorated: false };
  if (Array.isArray(value) && typeof value[0] === 'string') return { fault: 'placeholder', decorated: false };
  if (typeof value !== 'string') return { fault: 'not-text', decorated: false };
  if (isNobody(value)) return { name: null, decorated: false };
  if (isPlaceholder(value)) return { fault: 'placeholder', decorated: false };
  if (several(value)) return { fault: 'undecided', decorated: false };
  const meant = exact ? value : tidyWord(withoutNote(tidyWord(value)));
  if (!exact && isNobody(meant.replace(/^@/, ''))) return { name: null, decorated: true };
  if (isPlaceholder(meant)) return { fault: 'placeholder', decorated: false };
  if (!meant.startsWith('@') && atNeeded) return { fault: 'no-at', decorated: false };
  const name = meant.replace(/^@/, '');
  if (isNamePlaceholder(name.toLowerCase())) return { fault: 'placeholder', decorated: false };
  const plain = exact ? name : name.toLowerCase();
  if (!isAgentName(plain)) return { fault: 'not-a-name', decorated: false };
  const asWritten = value === `@${plain}` || (!atNeeded && value === plain);
  return { name: plain, decorated: !asWritten };
};

/** What is wrong with it, in the words of the collective's own validator where it has some. */
export const agentFaultText = (fault: AgentFault, value: unknown): { message: string; hint: string } => {
  const came = shown(value);
  switch (fault) {
    case 'placeholder':
      return {
        message: `expected the name of an agent, got the placeholder ${Array.isArray(value) ? `[${shown(value[0])}]` : came}`,
        hint: 'Write the name, as in "@unit-testing-agent".',
      };
    case 'undecided':
      return { message: `expected one agent, got several: ${came}`, hint: 'Decide for one.' };
    case 'no-at':
      return { message: `Agent name must start with @: ${came}`, hint: 'Write "@" before the name.' };
    case 'not-a-name':
      return {
        message: `expected @ and a name of small letters, digits and hyphens, got ${came}`,
        hint: 'Write it as in "@unit-testing-agent".',
      };
    case 'not-text':
      return {
        message: `Agent name must start with @: ${came} (expected text, got ${Array.isArray(value) ? 'a list' : value === null ? 'nothing' : typeof value === 'object' ? 'a mapping' : `a ${typeof value}`})`,
        hint: 'Write it as in "@unit-testing-agent".',
      };
  }
};

/** Warns of an agent that nobody knows, where it is known who there is. */
export const judgeKnown = (
  name: string | null | undefined,
  agents: readonly string[] | undefined,
  place: Place,
  findings: Findings,
): void => {
  if (agents === undefined || name === null || name === undefined) return;
  if (agents.some((known) => known.replace(/^@/, '').toLowerCase() === name)) return;
  findings.warn('HANDOFF_AGENT_UNKNOWN', `expected an agent that there is, got @${name}`, {
    ...place,
    hint: `There are: ${shown(agents.join(', '))}.`,
  });
};
