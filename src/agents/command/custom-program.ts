// Any program as an agent. What it says on standard output is its last message; its exit code is what there is to go by, and for
// lines of JSON also an error that it reports.
import { basename } from 'node:path';
import { BatonError } from '../../errors.ts';
import type { CustomCommand } from '../../model/custom-agent.ts';
import { AGENT_MESSAGE_CHARS_MAX } from '../../model/limits/limits.ts';
import { MODEL_UNKNOWN } from '../../model/run/usage.ts';
import { clipStart } from '../../std/terminal-text.ts';
import { type Task, taskEnvironment } from '../agent.ts';
import type { AttemptFiles } from '../attempt-files.ts';
import { BASIC_VARIABLES, type Environment, passedEnvironment } from '../passed-environment.ts';
import { requireHeeded } from '../permissions/attempt-policy.ts';
import type { Program } from '../process-session.ts';
import type { Recipe } from './command-agent.ts';
import {
  countOf,
  moneyOf,
  type OutputReader,
  outputReader,
  recordOf,
  stringOf,
  type Take,
  usageOf,
} from './output-reader.ts';

/** Linux takes no longer one. */
const ARGUMENT_BYTES_MAX = 120_000;
const PROMPT = '{prompt}';
const SESSION = '{session}';

const filled = (args: readonly string[], mark: string, value: string): string[] =>
  args.map((arg) => arg.replaceAll(mark, () => value));

const argumentsOf = (command: CustomCommand, task: Task, files: AttemptFiles): string[] => {
  const resume = task.session === undefined ? [] : filled(command.resume ?? [], SESSION, task.session);
  const args = [...command.run.slice(1), ...resume];
  if (command.prompt === 'stdin') return args;
  if (command.prompt === 'arg' && Buffer.byteLength(task.prompt) > ARGUMENT_BYTES_MAX)
    throw new BatonError(
      'AGENT_FAILED',
      `expected a prompt of at most ${ARGUMENT_BYTES_MAX} bytes for prompt: arg, got ${Buffer.byteLength(task.prompt)}`,
      { hint: 'Write prompt: stdin or prompt: file in baton.yaml.' },
    );
  const prompt = command.prompt === 'arg' ? task.prompt : files.put('prompt.md', task.prompt);
  return args.some((arg) => arg.includes(PROMPT)) ? filled(args, PROMPT, prompt) : [...args, prompt];
};

const launch = (
  command: CustomCommand,
  task: Task,
  files: AttemptFiles,
  env: Environment,
): Omit<Program, 'marker'> => {
  requireHeeded(task, command.run[0] ?? 'the program');
  const args = argumentsOf(command, task, files);
  const read = command.prompt === 'file' ? args.filter((arg) => arg.endsWith('prompt.md')) : [];
  return {
    file: command.run[0] ?? '',
    args,
    cwd: task.workingDirectory,
    env: {
      ...passedEnvironment(env, [...BASIC_VARIABLES, ...(command.env ?? [])]),
      BATON_MCP_URL: task.door.mcpUrl,
      ...taskEnvironment(task),
    },
    stdin: command.prompt === 'stdin' ? task.prompt : '',
    ...(read.length === 0 ? {} : { needs: { read } }),
  };
};

const textReader = (): OutputReader => {
  let text = '';
  return {
    line: (line) => {
      text = clipStart(`${text}${line}\n`, AGENT_MESSAGE_CHARS_MAX);
    },
    ended: (_, otherwise) =>
      otherwise.end === 'finished' && text.trim() !== '' ? { ...otherwise, message: text.trim() } : otherwise,
  };
};

/** `message`, `result` or `text` of the last line that has one; `error`, `session` and `usage` where they are. */
const takeLine: Take = (line, told) => {
  const message = stringOf(line['message']) ?? stringOf(line['result']) ?? stringOf(line['text']);
  if (message !== undefined) told.message = message;
  const session = stringOf(line['session']) ?? stringOf(line['session_id']);
  if (session !== undefined) told.session = session;
  const error = stringOf(line['error']) ?? stringOf(recordOf(line['error'])['message']);
  if (error !== undefined) told.failure = error;
  else if (line['is_error'] === true) told.failure = message ?? 'an error';
  told.isOver = true;
  const usage = recordOf(line['usage']);
  const inputTokens = countOf(usage['input_tokens']);
  if (inputTokens === undefined) return;
  const outputTokens = countOf(usage['output_tokens']);
  const costUsd = moneyOf(usage['cost_usd']);
  told.midway = message === undefined;
  told.usage = [usageOf(stringOf(line['model']) ?? MODEL_UNKNOWN, { inputTokens, outputTokens, costUsd })];
};

export const customRecipe = (command: CustomCommand, env: Environment): Recipe => {
  const name = basename(command.run[0] ?? '');
  return {
    name,
    installHint: 'Name a program that is on PATH, or its path, under agents in baton.yaml.',
    launch: (task, files) => launch(command, task, files, env),
    reader: ({ onUsage }) =>
      command.output === 'text' ? textReader() : outputReader(name, takeLine, undefined, onUsage),
  };
};
