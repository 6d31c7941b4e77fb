// What each code means, and what to do. Told by SARIF, and by the reference that is made from it.
import type { Meanings } from './meaning.ts';

export const HANDOFFS = {
  HANDOFF_MISSING: [
    'There is no handoff where one is required.',
    'End the message with the handoff, or name the file that contains it.',
  ],
  HANDOFF_NOT_LAST: [
    'The message has a handoff, but too much text follows it.',
    'Make it the last thing in the message.',
  ],
  HANDOFF_STATUS_AMBIGUOUS: [
    'The status still lists several words, as in the template.',
    'Choose one of them.',
  ],
  HANDOFF_STATUS_UNKNOWN: [
    'The status or verdict is not a word of this dialect.',
    'Write one that the message lists.',
  ],
  HANDOFF_STATUS_MISSING: ['The handoff does not say its status.', 'Add it.'],
  HANDOFF_NEXT_AMBIGUOUS: ['The handoff names several receivers.', 'Choose one, or write `null`.'],
  HANDOFF_NEXT_UNKNOWN: ['The receiver is not a name of this dialect.', 'Write one that the message lists.'],
  HANDOFF_NEXT_MISSING: [
    'The handoff does not say who is next. That is not the same as `null`.',
    'Name the receiver, or write `null`.',
  ],
  HANDOFF_NEXT_NOT_ALLOWED: [
    'The sender may not hand over to this receiver.',
    'Name one that the message lists.',
  ],
  HANDOFF_SUMMARY_MISSING: ['The handoff has no summary.', 'Say in one line what was done.'],
  HANDOFF_ARTIFACTS_MISSING: [
    'The handoff says that work is complete, but lists no files.',
    'List the files, or say that there are none.',
  ],
  HANDOFF_ARTIFACT_PATH: [
    'The path of a listed file is absolute, or leads out of the project.',
    'Use a relative path that stays inside.',
  ],
  HANDOFF_PLACEHOLDER: ['A value is still the placeholder of a template.', 'Write the real value.'],
  HANDOFF_CONFLICT: ['One key has two values.', 'Keep one of them.'],
  HANDOFF_DECORATION: [
    'A value is decorated, or in an older form; it is still understood.',
    'Write it plainly, as the message shows.',
  ],
  HANDOFF_TRAILING_TEXT: ['Some text follows the handoff.', 'End the message with the handoff.'],
  HANDOFF_QUESTIONS_MISSING: [
    'The handoff asks for a person, but has no question.',
    'Write the questions above the handoff.',
  ],
  HANDOFF_CONTRADICTION: [
    'Two parts of a handoff, or of a report, cannot both be true.',
    'Fix the one that is wrong.',
  ],
  HANDOFF_VAGUE: [
    'A step, a criterion or a remedy cannot be measured.',
    'Name a number with its unit, a command, a file or a test.',
  ],
  HANDOFF_AGENT_UNKNOWN: ['The handoff names an unknown agent.', 'Check the name.'],
} as const satisfies Meanings;

export const PROMPTS = {
  LINT_JSON_CONTRACT: [
    'A role file asks for a JSON object, or mentions its fields.',
    'State the handoff as text; `baton lint --fix` does this in the contract.',
  ],
  LINT_HANDOFF_MISSING: [
    'A role file has no `---HANDOFF---` block in its contract.',
    'Add the block of the role; `baton lint --fix` does this.',
  ],
  LINT_FIELD_DIFFERS: [
    'A line of the block is missing, belongs to another role, or does not belong there.',
    'Write the line that the message expects.',
  ],
  LINT_CONTEXT_CLAIM: [
    'A role file says that contents are pasted into the prompt.',
    'Remove it: prompts name paths.',
  ],
  LINT_INPUT_STALE: [
    'A list of inputs, or a prompt, names something that the role no longer gets.',
    'Name the paths that it reads.',
  ],
  LINT_PROMPT_ENDING: [
    'A delegation prompt does not end with the request for the handoff, or asks for another one.',
    'End it as the message says.',
  ],
  LINT_FILES_DISAGREE: [
    'Two files of one role state different contracts.',
    'Make them say the same; the message names both places.',
  ],
} as const satisfies Meanings;
