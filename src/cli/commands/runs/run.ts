import { join } from 'node:path';
import { InvalidArgumentError } from 'commander';
import type { Config } from '../../../model/config.ts';
import type { Isolation } from '../../../model/isolation.ts';
import type { RunRequest } from '../../../operations/runs/start-run.ts';
import type { System } from '../../../operations/system.ts';
import { DETACHED } from '../../detached.ts';
import { EXIT, type Exit } from '../../exit-codes.ts';
import { isolationOption } from '../../isolation-option.ts';
import { policyOption } from '../../policy-option.ts';
import { examples, type Register } from '../../register.ts';
import type { Place, Shell } from '../../shell.ts';

export interface RunFlags {
  readonly workflow?: string;
  readonly name?: string;
  readonly agent?: string;
  readonly roleAgent?: Readonly<Record<string, string>>;
  readonly policy?: Readonly<Record<string, unknown>>;
  readonly isolation?: Isolation['level'];
  readonly detach?: boolean;
  readonly open?: boolean;
  readonly notify?: boolean;
  readonly onHost?: boolean;
}

const roleAgent = (
  pair: string,
  before: Readonly<Record<string, string>> = {},
): Readonly<Record<string, string>> => {
  const equals = pair.indexOf('=');
  if (equals < 1 || equals === pair.length - 1)
    throw new InvalidArgumentError(`Expected ROLE=SPEC, for example coder=command:claude.`);
  return { ...before, [pair.slice(0, equals)]: pair.slice(equals + 1) };
};

interface Started {
  readonly shell: Shell;
  readonly system: System;
  readonly place: Place;
  readonly config: Config;
  readonly request: string;
  readonly flags: RunFlags;
}

const requestOf = ({ request, flags }: Started): RunRequest => ({
  request,
  workflow: flags.workflow,
  name: flags.name,
  agent: flags.agent,
  roleAgents: flags.roleAgent,
  policy: flags.policy,
  isolation: flags.isolation,
});

const hold = async (started: Started): Promise<Exit> => {
  const { startRun } = await import('../../../operations/runs/start-run.ts');
  const { attendRun } = await import('../../attend-run.ts');
  const { shell, system, place, config, flags } = started;
  const { notify } = flags;
  return attendRun(
    shell,
    system,
    (attendance) => startRun({ ...attendance, system, place, config, notify }, requestOf(started)),
    {
      place,
      waitsForPeople: shell.env[DETACHED] !== undefined,
    },
  );
};

/** Beside the run, in the same process: its page in the browser, until the run leaves this terminal. */
const holdOpen = async (started: Started): Promise<Exit> => {
  const { planRun } = await import('../../../operations/runs/start-run.ts');
  const { serveProjects } = await import('../../../operations/dashboard/serve.ts');
  const { personName, requirePerson } = await import('../../../operations/people/require-person.ts');
  const { openBrowser } = await import('../../open-browser.ts');
  const { holderStart } = await import('../../holder-start.ts');
  const { shell, system, place, config, flags } = started;
  requirePerson({ env: shell.env, pid: process.pid });
  // Its name is fixed now, because the address has it.
  const { run } = await planRun({ system, place, config, leaveWhenWaiting: false }, requestOf(started));
  const serving = await serveProjects({
    ...{ system, serve: await shell.pages(), places: [place], holder: holderStart(shell), readOnly: false },
    ...{ person: personName(shell.env), port: 0 },
  });
  try {
    const address = serving.address(`/runs/${run.name}`);
    shell.note(`in the browser: ${address}`);
    openBrowser(address, shell.env);
    return await hold({ ...started, flags: { ...flags, name: run.name } });
  } finally {
    await serving.close();
  }
};

/** The same command again, with a name that is fixed now. */
const wordsAgain = ({ shell, request, flags }: Started, name: string): [string, ...string[]] => [
  process.execPath,
  join(shell.root, 'bin', 'baton.js'),
  'run',
  '--name',
  name,
  ...(flags.workflow === undefined ? [] : ['--workflow', flags.workflow]),
  ...(flags.agent === undefined ? [] : ['--agent', flags.agent]),
  ...Object.entries(flags.roleAgent ?? {}).flatMap(([role, spec]) => ['--role-agent', `${role}=${spec}`]),
  ...Object.entries(flags.policy ?? {}).flatMap(([name, value]) => [
    '--policy',
    `${name}=${JSON.stringify(value)}`,
  ]),
  ...(flags.isolation === undefined ? [] : ['--isolation', flags.isolation]),
  ...(flags.notify === true ? ['--notify'] : []),
  '--',
  request,
];

const detach = async (started: Started): Promise<Exit> => {
  const { planRun } = await import('../../../operations/runs/start-run.ts');
  const { detachRun } = await import('../../../operations/runs/detach-run.ts');
  const { statusAt } = await import('../../../operations/status/run-status.ts');
  const { shell, system, place, config } = started;
  const { run } = await planRun({ system, place, config, leaveWhenWaiting: false }, requestOf(started));
  await detachRun({
    system,
    run,
    command: wordsAgain(started, run.name),
    cwd: shell.cwd,
    env: { ...shell.env, [DETACHED]: '1' },
  });
  shell.print(await statusAt(system, run), run.name);
  shell.note(`see it with: baton log ${run.name} --follow`);
  return EXIT.yes;
};

/** Nothing is held here: it waits for a host. */
const leave = async ({ shell, system, place, config, ...started }: Started): Promise<Exit> => {
  const { startOnHost } = await import('../../../operations/runs/start-run.ts');
  const { statusAt } = await import('../../../operations/status/run-status.ts');
  const circumstances = { system, place, config, leaveWhenWaiting: false };
  const run = await startOnHost(circumstances, requestOf({ shell, ...circumstances, ...started }));
  shell.print(await statusAt(system, run), run.name);
  shell.note(`it waits for a host; if none runs yet: baton host`);
  return EXIT.yes;
};

export const runCommand: Register = (program, act) => {
  program
    .command('run')
    .summary('start a run')
    .description('Starts a run of a workflow and holds it until it ends. The exit code says how it ended.')
    .argument('<REQUEST>', 'what you want: words, a Markdown file of the project, or "issue N"')
    .option(
      '--workflow <W>',
      'which workflow to follow, by its name or file (default: that of baton.yaml, else relay)',
    )
    .option('--name <NAME>', 'name of the run (default: made from the request)')
    .option(
      '--agent <SPEC>',
      'who plays every role: command:NAME (claude, codex, gemini, opencode, qwen, copilot), acp:COMMAND, scripted:FILE, human',
    )
    .option('--role-agent <ROLE=SPEC>', 'who plays one role; may be repeated', roleAgent)
    .option(
      '--policy <NAME=VALUE>',
      'set a policy of the workflow for this run; may be repeated',
      policyOption,
    )
    .addOption(isolationOption())
    .option('--open', 'show it in the browser while this process holds it')
    .option('--notify', 'show a desktop notification when it waits for you or ends')
    .option('--detach', 'hold it in the background, even while it waits for people; prints its name')
    .option('--on-host', 'leave it to the next `baton host` that can play it; prints its name')
    .addHelpText(
      'after',
      examples(
        'baton run "Add a search box" --agent command:claude',
        'baton run "Fix the login" --role-agent reviewer=human --detach',
      ),
    )
    .action(
      act(async (shell, request: string, flags: RunFlags) => {
        const { requireConfig } = await import('../../../operations/project/load-config.ts');
        const system = await shell.system();
        const place = await shell.place();
        const config = await requireConfig(place.project, place.env, (text) => shell.note(text));
        const started = { shell, system, place, config, request, flags };
        if (flags.onHost === true) return leave(started);
        if (flags.detach === true) return detach(started);
        return flags.open === true ? holdOpen(started) : hold(started);
      }),
    );
};
