// The command line: which commands there are, and how an exit comes out of each. Nothing here does any work.
import { Command } from 'commander';
import { BatonError, causeText } from '../errors.ts';
import { exitsText } from './command-exits.ts';
import { attestCommand } from './commands/evidence/attest.ts';
import { calibrateCommand } from './commands/evidence/calibrate.ts';
import { checkCommand } from './commands/evidence/check.ts';
import { convertCommand } from './commands/evidence/convert.ts';
import { lintCommand } from './commands/evidence/lint.ts';
import { metricsCommand } from './commands/evidence/metrics.ts';
import { verifyCommand } from './commands/evidence/verify.ts';
import { answerCommand, approveCommand, rejectCommand } from './commands/people/answer.ts';
import { inboxCommand } from './commands/people/inbox.ts';
import { releaseCommand } from './commands/people/release.ts';
import { serveCommand } from './commands/people/serve.ts';
import { submitCommand } from './commands/people/submit.ts';
import { attachCommand } from './commands/runs/attach.ts';
import { demoCommand } from './commands/runs/demo.ts';
import { diffCommand } from './commands/runs/diff.ts';
import { hostCommand } from './commands/runs/host.ts';
import { listCommand } from './commands/runs/list.ts';
import { logCommand } from './commands/runs/log.ts';
import { logsCommand } from './commands/runs/logs.ts';
import { moveCommand } from './commands/runs/move.ts';
import { proveCommand } from './commands/runs/prove.ts';
import { resumeCommand } from './commands/runs/resume.ts';
import { runCommand } from './commands/runs/run.ts';
import { showCommand } from './commands/runs/show.ts';
import { statusCommand } from './commands/runs/status.ts';
import { stopCommand } from './commands/runs/stop.ts';
import { watchCommand } from './commands/runs/watch.ts';
import { workerCommand } from './commands/runs/worker.ts';
import { cleanCommand } from './commands/setup/clean.ts';
import { completionCommand } from './commands/setup/completion.ts';
import { doctorCommand } from './commands/setup/doctor.ts';
import { hookCommand } from './commands/setup/hook.ts';
import { initCommand } from './commands/setup/init.ts';
import { mcpCommand } from './commands/setup/mcp.ts';
import { storeCommand } from './commands/setup/store.ts';
import { EXIT, type Exit } from './exit-codes.ts';
import { type Act, examples, type Register } from './register.ts';
import { type GlobalOptions, Shell, type Surroundings, versionAt } from './shell.ts';

/** In the order of the help. */
const COMMANDS: readonly Register[] = [
  demoCommand,
  initCommand,
  runCommand,
  resumeCommand,
  hostCommand,
  workerCommand,
  stopCommand,
  moveCommand,
  listCommand,
  statusCommand,
  watchCommand,
  logCommand,
  logsCommand,
  attachCommand,
  inboxCommand,
  serveCommand,
  diffCommand,
  approveCommand,
  rejectCommand,
  answerCommand,
  releaseCommand,
  checkCommand,
  convertCommand,
  lintCommand,
  proveCommand,
  showCommand,
  submitCommand,
  verifyCommand,
  attestCommand,
  metricsCommand,
  calibrateCommand,
  mcpCommand,
  hookCommand,
  cleanCommand,
  storeCommand,
  doctorCommand,
  completionCommand,
];

const HELP_COLUMNS = 100;

const baseProgram = ({ root, streams }: Surroundings): Command =>
  new Command('baton')
    .description(
      'Re-runs your tests before it believes an AI agent, and checks each handoff between agents in code.',
    )
    .version(versionAt(root), '-V, --version', 'print the version')
    .option('-C, --directory <DIR>', 'work as if started in DIR')
    .option('--json', 'print one JSON document on stdout, everything else on stderr')
    .option('--no-color', 'print without colour')
    .helpOption('-h, --help', 'print this help')
    .helpCommand(false)
    .showSuggestionAfterError(true)
    .configureHelp({ showGlobalOptions: true, helpWidth: HELP_COLUMNS })
    // Errors are told by whoever catches them, in one shape for all.
    .configureOutput({
      writeOut: (text) => streams.stdout.write(text),
      writeErr: () => {},
      getErrHelpWidth: () => HELP_COLUMNS,
    })
    .exitOverride()
    .addHelpText(
      'after',
      examples(
        'baton demo',
        'baton init --agent claude',
        'baton run "Add a search box" --agent command:claude',
      ),
    );

/** As if started there: every relative path of the command means the same. */
const enter = (directory: string): void => {
  try {
    process.chdir(directory);
  } catch (cause) {
    throw new BatonError('FILE_MISSING', `expected a folder at ${directory}: ${causeText(cause)}`, {
      hint: 'Give an existing folder with -C DIR.',
    });
  }
};

export const buildProgram = (options: Surroundings, done: (exit: Exit) => void): Command => {
  const program = baseProgram(options);
  const act: Act =
    (work) =>
    async (...args) => {
      const given = program.opts<GlobalOptions>();
      if (given.directory !== undefined) enter(given.directory);
      const shell = new Shell(options, given);
      done(await work(shell, ...args));
    };
  for (const register of COMMANDS) register(program, act);
  program.addHelpText('after', exitsText(''));
  for (const command of program.commands)
    command
      .copyInheritedSettings(program)
      .helpOption('-h, --help', 'print this help')
      .addHelpText('after', exitsText(command.name()));
  return program;
};

/** Resolves with the exit; rejects with what went wrong. */
export const runProgram = async (options: Surroundings, words: readonly string[]): Promise<Exit> => {
  let exit: Exit = EXIT.yes;
  const program = buildProgram(options, (code) => {
    exit = code;
  });
  if (words.length === 0) {
    options.streams.stderr.write(program.helpInformation());
    return EXIT.usage;
  }
  try {
    await program.parseAsync([...words], { from: 'user' });
  } catch (cause) {
    if (isCommanderHelp(cause)) return EXIT.yes;
    throw cause;
  }
  return exit;
};

/** Help and version end Commander with an error that is none. */
const isCommanderHelp = (cause: unknown): boolean =>
  cause instanceof Error &&
  'code' in cause &&
  ['commander.helpDisplayed', 'commander.version'].includes(String(cause.code));
