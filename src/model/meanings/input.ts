// What each code means, and what to do. Told by SARIF, and by the reference that is made from it.
import type { Meanings } from './meaning.ts';

export const INPUT = {
  USAGE_INVALID: [
    'The command line or the call is not valid.',
    'See `baton --help`; the message has the nearest valid name.',
  ],
  NAME_INVALID: [
    'A run, role or item has a name that cannot be a file name.',
    'Use letters, digits, `-` and `_`, at most 64.',
  ],
  PATH_OUTSIDE: [
    'A path leads out of the run directory or the project, or through a link.',
    'Use a relative path that stays inside.',
  ],
  FILE_MISSING: ['A file or folder that is needed does not exist.', 'Create it, or name another.'],
  FILE_EMPTY: ['A file that must have content is empty.', 'Write it.'],
  FILE_TOO_LARGE: ['A file is over its limit.', 'Make it smaller; the message names the limit.'],
  FILE_NOT_UTF8: ['A text file contains bytes that are not UTF-8.', 'Save it as UTF-8.'],
  FILE_UNREADABLE: ['A file exists but cannot be read.', 'Check its kind and its permissions.'],
  FILE_UNWRITABLE: [
    'A file or folder cannot be written.',
    'Check permissions and space, or set `BATON_STATE` to a writable folder.',
  ],
  YAML_SYNTAX: ['A YAML file cannot be parsed.', 'Fix it at the line and column given.'],
  YAML_DUPLICATE_KEY: ['A YAML mapping has the same key twice.', 'Keep one of them.'],
  YAML_ALIASES: ['A YAML file uses more aliases than are allowed.', 'Write the values out.'],
  YAML_NOT_MAPPING: ['A YAML file must be a mapping and is something else.', 'Begin with `key: value`.'],
  YAML_TOO_DEEP: ['A YAML file is nested too deeply, or has too many parts.', 'Flatten it.'],
  JSON_SYNTAX: ['Text that must be JSON is not.', 'Fix it at the place given.'],
  XML_SYNTAX: [
    'Text that must be XML is not, is cut off, or declares entities.',
    'Fix it at the place given; a report that was cut off must be written again.',
  ],
  FIELD_MISSING: ['A required field is missing.', 'Add it; the hint shows how.'],
  FIELD_INVALID: ['A field has a value that is not allowed.', 'Write what the message expects.'],
  FIELD_UNKNOWN: [
    'Baton does not know this field; the message names the nearest one.',
    'Rename or remove it.',
  ],
  DIALECT_UNKNOWN: [
    'Baton does not know this kind of file or directory.',
    'Use a file or run directory of a kind that the message lists.',
  ],
} as const satisfies Meanings;

export const ENVIRONMENT = {
  CONFIG_INVALID: [
    '`baton.yaml`, or the AgentMux configuration that it overrides, is not valid.',
    'Fix the problems listed; `baton doctor` checks it.',
  ],
  GIT_MISSING: ['git is not installed, or too old.', 'Install git 2.38 or newer.'],
  GIT_FAILED: ['A git command failed.', "Read git's own message."],
  GITHUB_MISSING: [
    "`gh`, GitHub's command line, is not on PATH or not logged in.",
    'Install it from cli.github.com, then `gh auth login`.',
  ],
  GITHUB_FAILED: [
    'A `gh` command failed, took too long, or printed something unreadable.',
    "Read gh's own message.",
  ],
  PROJECT_NOT_GIT: [
    'The project is not a git repository with a working tree.',
    'Run `git init` and commit once.',
  ],
  AGENT_UNKNOWN: [
    "A role has no agent, or an agent's SPEC is unknown.",
    'Use `--agent command:NAME` (claude, codex, gemini, opencode, qwen, copilot), `acp:COMMAND`, `scripted:FILE` or `human`.',
  ],
  ISOLATION_UNAVAILABLE: [
    'This machine cannot provide the isolation level.',
    'See `baton doctor`, or use `--isolation none`.',
  ],
  AGENT_FAILED: [
    'An agent could not be started, or failed too often.',
    'See why with `baton log`, then `baton resume`.',
  ],
  WORK_STUCK: [
    'An agent repeated the same mistake, and the person who was asked gave the work up.',
    'Fix the cause, then `baton resume`.',
  ],
  WORKFLOW_UNKNOWN: ['There is no workflow with that name.', 'Choose one that the message lists.'],
  WORKFLOW_INVALID: [
    "A workflow's definition is invalid, or one of its functions failed in a run.",
    'Run `baton prove` on it.',
  ],
  WORKFLOW_UNPROVED: ['A workflow is not proved, so it does not run.', 'Fix what `baton prove` lists.'],
  SCENARIO_INVALID: ['A scenario file cannot be played.', 'Fix the problems listed.'],
  KEY_INVALID: [
    'The key that signs attestations is inside the project, can be read by others, or is not an ed25519 key.',
    'Move it, or make it private, as the hint says.',
  ],
} as const satisfies Meanings;

export const LIMITS = {
  LIMIT_REACHED: [
    'A limit with a name was reached.',
    'The message says which one, and who decides what happens next.',
  ],
  TIME_EXCEEDED: [
    'A command, an attempt or a phase took too long.',
    'Make it faster, or raise the limit in `baton.yaml`.',
  ],
  MEMORY_EXCEEDED: ['A command used too much memory.', 'Use less, or raise the limit in `baton.yaml`.'],
  OUTPUT_EXCEEDED: ['A command printed too much.', 'Print less, or raise the limit in `baton.yaml`.'],
} as const satisfies Meanings;

export const OURS = {
  INTERNAL: ['Baton has a bug; the message has the cause.', 'Please report it.'],
} as const satisfies Meanings;
