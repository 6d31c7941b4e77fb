import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { KeyPlan } from '../../../operations/attest/attestation-key.ts';
import type { Chosen } from '../../../operations/setup/chosen.ts';
import type { InitChange } from '../../../operations/setup/init-change.ts';
import type { Tried } from '../../../operations/setup/try-tests.ts';
import { plainLine, plainText } from '../../../std/terminal-text.ts';
import { askLine } from '../../ask-line.ts';
import { EXIT, type Exit } from '../../exit-codes.ts';
import { examples, type Register } from '../../register.ts';
import type { Shell } from '../../shell.ts';

const DONE: Readonly<Record<InitChange['action'], string>> = {
  create: 'created',
  update: 'updated',
  keep: 'kept',
  remove: 'removed',
};

const planText = (changes: readonly InitChange[], words: (action: InitChange['action']) => string): string =>
  changes
    .map(({ path, action, what }) => `${words(action).padEnd(7)}  ${plainLine(path)}: ${what}`)
    .join('\n');

/** Nothing is written behind a person's back; without a terminal there is nobody to ask. */
const agreed = async (shell: Shell, changes: readonly InitChange[]): Promise<boolean> => {
  shell.streams.stderr.write(`${planText(changes, (action) => action)}\n`);
  return !/^n/i.test(await askLine(shell, 'Write this? [Y/n] '));
};

const keyText = (key: KeyPlan | undefined): string =>
  key === undefined
    ? 'no signing key: Baton keeps its files inside of this project; set BATON_STATE to a folder elsewhere'
    : `signing key ${key.keyid} (${key.made ? 'made' : 'there already'}: ${plainLine(key.file)})`;

interface Flags {
  readonly agent?: string;
  readonly collective?: boolean;
  readonly remove?: boolean;
  readonly teach?: boolean;
  readonly test?: string;
  readonly workflow?: string;
  readonly yes?: boolean;
  readonly run?: boolean;
}

/** Without a terminal nothing is asked: then the file says that no tests were found. */
const askedFor = async (shell: Shell, project: string): Promise<string | undefined> => {
  const { isUntested } = await import('../../../operations/setup/chosen.ts');
  const { CONFIG_FILE } = await import('../../../operations/project/load-config.ts');
  if (existsSync(join(project, CONFIG_FILE)) || !(await isUntested(project, shell.env))) return undefined;
  const line = await askLine(shell, 'No tests were found. Which command runs them? (empty: there are none) ');
  return line === '' ? undefined : line;
};

const chosenText = ({ commands, because }: Chosen): string => {
  const rows = Object.entries(commands).map(
    ([name, line]) =>
      `${name.padEnd(7)}  ${plainLine(line)}${name === 'test' && because !== undefined ? `   (${plainLine(because)})` : ''}`,
  );
  return commands['test'] === undefined ? ['test     none found', ...rows].join('\n') : rows.join('\n');
};

const triedText = ({ ok, says, fix }: Tried): string =>
  `${ok ? 'tests' : 'TESTS'}    ${plainText(says)}${fix === undefined ? '' : `\n         ${plainText(fix)}`}`;

interface TriedLine {
  readonly tried: Tried;
  readonly line: string;
}

const triedIn = async (shell: Shell, project: string): Promise<TriedLine | undefined> => {
  const { loadConfig } = await import('../../../operations/project/load-config.ts');
  const { placeOf } = await import('../../../operations/project/state-directory.ts');
  const { tryTests } = await import('../../../operations/setup/try-tests.ts');
  const { value } = await loadConfig(project, shell.env);
  if (value === undefined) return undefined;
  return {
    tried: await tryTests(placeOf(project, shell.env), value),
    line: value.commands.test?.line ?? '',
  };
};

/** What was tried green is written where init has just made the file; a file of the user's own is only told about. */
const adopted = async (
  project: string,
  changes: readonly InitChange[],
  { tried, line }: TriedLine,
): Promise<Tried> => {
  const { adoptLine, adoptTestLine } = await import('../../../operations/setup/init.ts');
  if (tried.adapts !== undefined) {
    const adapted = await adoptLine(project, changes, tried.adapts);
    if (adapted !== undefined)
      return { ok: true, says: `${tried.says}; ${adapted.path} now says what helps: ${tried.adapts}` };
  }
  if (tried.proposes === undefined) return tried;
  const written = await adoptTestLine(project, changes, { from: line, to: tried.proposes });
  if (written === undefined) return tried;
  return {
    ok: true,
    proposes: tried.proposes,
    says: `${tried.says}; it is the test command of ${written.path}`,
  };
};

const isConfirmed = async (shell: Shell, yes: boolean | undefined, changes: readonly InitChange[]) =>
  yes === true || shell.json || !shell.canAsk || (await agreed(shell, changes));

/** Hooks that a person takes out are not asked for any more. */
const takeOut = async (shell: Shell, { agent, collective, teach, yes }: Flags): Promise<Exit> => {
  const { requirePersonAlone } = await import('../../../operations/people/require-person.ts');
  requirePersonAlone({ env: shell.env, pid: process.pid });
  const { applyInit, planRemoval } = await import('../../../operations/setup/init.ts');
  const project = await shell.project();
  const launcher = join(shell.root, 'bin', 'baton.js');
  const { planUnteaching } = await import('../../../operations/setup/teach.ts');
  const isLessonAlone = teach === true && agent === undefined && collective !== true;
  const changes = [
    ...(isLessonAlone ? [] : await planRemoval({ project, agent, collective, launcher, env: shell.env })),
    ...(teach === true ? await planUnteaching(project) : []),
  ];
  const isChange = changes.some(({ action }) => action !== 'keep');
  if (isChange && !(await isConfirmed(shell, yes, changes))) {
    shell.note('nothing was written');
    return EXIT.no;
  }
  await applyInit(project, changes);
  const { expectHooks, forgetHooks } = await import('../../../operations/hook/expected-hooks.ts');
  const { placeOf } = await import('../../../operations/project/state-directory.ts');
  const place = placeOf(project, shell.env);
  // Only those of Claude Code are missed when they are gone.
  if (!isLessonAlone && (agent === undefined || agent === 'claude')) {
    await forgetHooks(place);
    await expectHooks(place, Date.now());
  }
  const rows = changes.map(({ path, action, what }) => ({ path, action, what }));
  shell.print(
    { ok: true, project, changes: rows },
    isChange ? planText(changes, (action) => DONE[action]) : 'nothing of Baton was there',
  );
  return EXIT.yes;
};

const setUp = async (shell: Shell, flags: Flags): Promise<Exit> => {
  const { agent, collective, test, workflow, yes, run } = flags;
  if (flags.remove === true) return takeOut(shell, flags);
  const { applyInit, planInit } = await import('../../../operations/setup/init.ts');
  const { planKeyOf } = await import('../../../operations/attest/attestation-key.ts');
  const project = await shell.project();
  const launcher = join(shell.root, 'bin', 'baton.js');
  const isAsked = yes !== true && !shell.json && shell.canAsk;
  const said = test ?? (isAsked ? await askedFor(shell, project) : undefined);
  const planned = await planInit({
    ...{ project, agent, collective, test: said, workflow, launcher, env: shell.env },
  });
  const key = await planKeyOf(project, shell.env);
  const { planTeaching } = await import('../../../operations/setup/teach.ts');
  const taught = flags.teach === true ? await planTeaching(await shell.system(), project, shell.env) : [];
  const changes = [...planned, ...taught, ...(key === undefined ? [] : [key.change])];
  const asks = isAsked && changes.some(({ action }) => action !== 'keep');
  if (asks && !(await agreed(shell, changes))) {
    shell.note('nothing was written');
    return EXIT.no;
  }
  await key?.keep();
  await applyInit(project, changes);
  if (agent !== undefined || collective === true) {
    const { expectHooks } = await import('../../../operations/hook/expected-hooks.ts');
    const { placeOf } = await import('../../../operations/project/state-directory.ts');
    await expectHooks(placeOf(project, shell.env), Date.now());
  }
  const found = (run ?? asks) ? await triedIn(shell, project) : undefined;
  const tried = found === undefined ? undefined : await adopted(project, changes, found);
  const { chosenIn, nextStep } = await import('../../../operations/setup/chosen.ts');
  const chosen = await chosenIn(project, shell.env);
  const { afterInit } = await import('../../../operations/setup/init.ts');
  const next = afterInit(agent) ?? nextStep(chosen, { agent: collective === true ? 'claude' : agent, tried });
  const document = {
    ok: true,
    project,
    commands: chosen.commands,
    next,
    changes: changes.map(({ path, action, what }) => ({ path, action, what })),
    key: key === undefined ? null : { keyid: key.keyid, file: key.file, made: key.made },
    ...(tried === undefined ? {} : { tried }),
  };
  const words = [
    ...[planText(changes, (action) => DONE[action]), keyText(key), '', chosenText(chosen)],
    ...(tried === undefined ? [] : [triedText(tried)]),
    ...['', `Next: ${next}`],
  ];
  shell.print(document, words.join('\n'));
  if (isAsked && flags.teach !== true)
    shell.note('Agents can read in AGENTS.md how to hand over: baton init --teach');
  return EXIT.yes;
};

export const initCommand: Register = (program, act) => {
  program
    .command('init')
    .summary('set this project up')
    .description(
      "Sets this project up: baton.yaml with the test command, .gitignore, a key for attestations, and with --agent the agent's hooks.",
    )
    .option(
      '--agent <A>',
      "also check this agent's work when it wants to stop: claude, codex, gemini, qwen or copilot; opencode gets the MCP server",
    )
    .option(
      '--collective',
      'the same for Claude Code, and check the handoff blocks of its subagents and enforce their on_failure',
    )
    .option(
      '--teach',
      'also write what agents need to know to hand over, from the contracts of the workflow: a block in AGENTS.md and a skill',
    )
    .option(
      '--remove',
      "remove Baton's hooks from the agent's settings; with --collective only those of the collective, with --teach the block and the skill",
    )
    .option('--test <COMMAND>', 'the command that runs the tests, if Baton cannot find it')
    .option('--workflow <NAME>', 'also write a small workflow of your own: workflows/NAME.yaml')
    .option('--yes', 'write without asking')
    .option('--run', 'then run the tests on a clean checkout of the current files (default if init asks you)')
    .option('--no-run', 'do not run them')
    .addHelpText(
      'after',
      examples(
        'baton init',
        'baton init --agent claude',
        'baton init --agent codex',
        'baton init --collective',
        'baton init --teach',
        'baton init --test "make check" --yes --run',
      ),
    )
    .action(act((shell, flags: Flags) => setUp(shell, flags)));
};
