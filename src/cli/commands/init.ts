import { join } from 'node:path';
import type { KeyPlan } from '../../operations/attest/attestation-key.ts';
import type { InitChange } from '../../operations/setup/init.ts';
import type { Tried } from '../../operations/setup/try-tests.ts';
import { plainLine, plainText } from '../../std/terminal-text.ts';
import { askLine } from '../ask-line.ts';
import { EXIT } from '../exit-codes.ts';
import { examples, type Register } from '../register.ts';
import type { Shell } from '../shell.ts';

const DONE: Readonly<Record<InitChange['action'], string>> = {
  create: 'created',
  update: 'updated',
  keep: 'kept',
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
  readonly workflow?: string;
  readonly yes?: boolean;
  readonly run?: boolean;
}

const NOT_TRIED = 'the tests were not run; `baton doctor --run` tries them on a clean checkout';

const triedText = ({ ok, says, fix }: Tried): string =>
  `${ok ? 'tests' : 'TESTS'}    ${plainText(says)}${fix === undefined ? '' : `\n         ${plainText(fix)}`}`;

interface TriedLine {
  readonly tried: Tried;
  readonly line: string;
}

const triedIn = async (shell: Shell, project: string): Promise<TriedLine | undefined> => {
  const { loadConfig } = await import('../../operations/project/load-config.ts');
  const { placeOf } = await import('../../operations/project/state-directory.ts');
  const { tryTests } = await import('../../operations/setup/try-tests.ts');
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
  const { adoptTestLine } = await import('../../operations/setup/init.ts');
  if (tried.proposes === undefined) return tried;
  const written = await adoptTestLine(project, changes, { from: line, to: tried.proposes });
  if (written === undefined) return tried;
  return {
    ok: true,
    proposes: tried.proposes,
    says: `${tried.says}; it is the test command of ${written.path}`,
  };
};

export const initCommand: Register = (program, act) => {
  program
    .command('init')
    .summary('set this project up')
    .description(
      "Sets this project up: baton.yaml with the test command, .gitignore, a key for attestations, and with --agent the agent's hooks.",
    )
    .option('--agent <A>', 'also hold this agent to its tests when it wants to stop: claude')
    .option('--workflow <NAME>', 'also write a small workflow of your own: workflows/NAME.yaml')
    .option('--yes', 'write without asking')
    .option(
      '--run',
      'then run the tests, on a clean checkout of what is here; without it where a person is asked',
    )
    .option('--no-run', 'do not run them')
    .addHelpText('after', examples('baton init', 'baton init --agent claude', 'baton init --yes --run'))
    .action(
      act(async (shell, { agent, workflow, yes, run }: Flags) => {
        const { applyInit, planInit } = await import('../../operations/setup/init.ts');
        const { planKeyOf } = await import('../../operations/attest/attestation-key.ts');
        const project = await shell.project();
        const launcher = join(shell.root, 'bin', 'baton.js');
        const planned = await planInit({ project, agent, workflow, launcher, env: shell.env });
        const key = await planKeyOf(project, shell.env);
        const changes = [...planned, ...(key === undefined ? [] : [key.change])];
        const asks =
          yes !== true && !shell.json && shell.canAsk && changes.some(({ action }) => action !== 'keep');
        if (asks && !(await agreed(shell, changes))) {
          shell.note('nothing was written');
          return EXIT.no;
        }
        await key?.keep();
        await applyInit(project, changes);
        if (agent !== undefined) {
          const { expectHooks } = await import('../../operations/hook/expected-hooks.ts');
          const { placeOf } = await import('../../operations/project/state-directory.ts');
          await expectHooks(placeOf(project, shell.env), Date.now());
        }
        const found = (run ?? asks) ? await triedIn(shell, project) : undefined;
        const tried = found === undefined ? undefined : await adopted(project, changes, found);
        const document = {
          ok: true,
          project,
          changes: changes.map(({ path, action, what }) => ({ path, action, what })),
          key: key === undefined ? null : { keyid: key.keyid, file: key.file, made: key.made },
          ...(tried === undefined ? {} : { tried }),
        };
        const told = tried === undefined ? NOT_TRIED : triedText(tried);
        shell.print(document, `${planText(changes, (action) => DONE[action])}\n${keyText(key)}\n${told}`);
        return EXIT.yes;
      }),
    );
};
