// A program that speaks the Agent Client Protocol: `acp:NAME` for those that are known, `acp:COMMAND` for any other, and those that
// a registry described when the run started.
import { acpCommandOf } from '../../model/agents/acp-registry.ts';
import { MODEL_UNKNOWN } from '../../model/run/usage.ts';
import { type Task, taskEnvironment } from '../agent.ts';
import type { Recipe } from '../command/command-agent.ts';
import { endTold, type OutputReader, type ProgramIo, type Told } from '../command/output-reader.ts';
import { type ProgramOptions, programEnvironment } from '../command/program.ts';
import { codexSandbox } from '../command/programs/codex.ts';
import { programNamed } from '../command/programs.ts';
import { BASIC_VARIABLES, type Environment, passedEnvironment } from '../passed-environment.ts';
import { requireHeeded } from '../permissions/attempt-policy.ts';
import type { Conversation } from './conversation.ts';

interface AcpProgram {
  readonly run: readonly string[];
  readonly package: string;
  readonly env?: Readonly<Record<string, string>> | undefined;
  /** It changes files without asking: its own sandbox, or its own judgement, lets it. */
  readonly asksNot?: true;
  /** Further arguments for this work. */
  readonly args?: (task: Task) => readonly string[];
}

/** What would change files or run commands is asked for, so that it can be decided. */
const OPENCODE_CONFIG = JSON.stringify({
  autoupdate: false,
  share: 'disabled',
  permission: { edit: 'ask', bash: 'ask', webfetch: 'ask', external_directory: 'ask' },
});

/** By their own flag, or by the adapter that their vendor or the protocol's makers offer. */
const ACP_PROGRAMS: Readonly<Record<string, AcpProgram>> = {
  claude: { run: ['claude-agent-acp'], package: '@agentclientprotocol/claude-agent-acp' },
  // Without it its sandbox lets it write nowhere, and it does not ask.
  codex: { run: ['codex-acp'], package: '@zed-industries/codex-acp', args: codexSandbox, asksNot: true },
  gemini: { run: ['gemini', '--acp', '--skip-trust'], package: '@google/gemini-cli' },
  opencode: {
    run: ['opencode', 'acp'],
    package: 'opencode-ai',
    env: { OPENCODE_CONFIG_CONTENT: OPENCODE_CONFIG },
  },
  qwen: { run: ['qwen', '--acp'], package: '@qwen-code/qwen-code', asksNot: true },
  copilot: { run: ['copilot', '--acp'], package: '@github/copilot' },
};

/** Words at spaces; quotes keep them together. There is no shell. */
export const wordsOf = (line: string): string[] =>
  [...line.matchAll(/"([^"]*)"|'([^']*)'|(\S+)/g)].map(
    ([, double, single, plain]) => double ?? single ?? plain ?? '',
  );

const environmentOf = (name: string, task: Task, env: Environment): Record<string, string> => {
  const program = programNamed(name);
  return program === undefined
    ? { ...passedEnvironment(env, BASIC_VARIABLES), ...taskEnvironment(task) }
    : programEnvironment(program, task, env);
};

/** What the program says is answered; how it ended is what was agreed, and else its exit. */
const acpReader = (title: string, task: Task, model: string): OutputReader => {
  const told: Told = { denied: [] };
  let conversation: Conversation | undefined;
  let isGone = false;
  const waiting: string[] = [];
  const begin = async ({ write, finish }: ProgramIo): Promise<void> => {
    const { converse } = await import('./conversation.ts');
    if (isGone) return;
    conversation = converse({ task, told, model, write });
    for (const line of waiting.splice(0)) conversation.hear(line);
    await conversation.over;
    finish();
  };
  return {
    line: (line) => {
      if (conversation === undefined) waiting.push(line);
      else conversation.hear(line);
    },
    begin: (io) => {
      begin(io).catch(() => io.finish());
    },
    cancel: async () => conversation?.cancel(),
    ended: (end, otherwise) => {
      isGone = true;
      conversation?.close();
      // Whoever said that its turn is over was asked to go: how it went says nothing.
      const said = told.isOver === true || told.failure !== undefined;
      return endTold(
        title,
        told,
        said && end.ended === undefined ? { ...end, exit: 0, signal: null } : end,
        otherwise,
      );
    },
  };
};

/** A known name, what a registry said of it, or its own words. */
const programIn = (spec: string): Partial<AcpProgram> & Pick<AcpProgram, 'run'> =>
  (Object.hasOwn(ACP_PROGRAMS, spec) ? ACP_PROGRAMS[spec] : undefined) ??
  acpCommandOf(`acp:${spec}`) ?? { run: wordsOf(spec) };

/** The program and its arguments. */
export const acpWords = (spec: string): readonly string[] => programIn(spec).run;

export const acpRecipe = (spec: string, options: ProgramOptions = {}): Recipe => {
  const known = programIn(spec);
  const [file = '', ...args] = known.run;
  const model = options.model ?? MODEL_UNKNOWN;
  const name = known.package === undefined ? (file.split('/').at(-1) ?? file) : spec;
  return {
    name,
    installHint:
      known.package === undefined
        ? 'Name a program that is on PATH, or its path: acp:./my-agent --acp.'
        : `Install it with \`npm install -g ${known.package}\`.`,
    launch: (task) => {
      if (known.asksNot) requireHeeded(task, `acp:${spec}`);
      return {
        file: options.program ?? file,
        args: [...args, ...(known.args?.(task) ?? []), ...(options.args ?? [])],
        cwd: task.workingDirectory,
        env: { ...environmentOf(spec, task, options.env ?? process.env), ...known.env },
        stdin: '',
        talks: true,
      };
    },
    reader: (task) => acpReader(name, task, model),
  };
};
