import type { Release } from '../../../operations/hook/releases.ts';
import { plainLine } from '../../../std/terminal-text.ts';
import { EXIT, type Exit } from '../../exit-codes.ts';
import { examples, type Register } from '../../register.ts';
import type { Shell } from '../../shell.ts';

interface Flags {
  readonly base?: boolean;
  readonly hook?: boolean;
  readonly why?: string;
  readonly list?: boolean;
}

const WHAT = {
  test: (release: Release) => `test ${release.kind === 'test' ? release.test : ''}`,
  base: (release: Release) => `base ${release.kind === 'base' ? release.tree : ''}`,
  hook: () => 'the hooks may be gone',
} as const;

const lineOf = (release: Release): string =>
  plainLine(`${WHAT[release.kind](release)} (${release.by}, ${release.at}: ${release.why})`);

const list = async (shell: Shell): Promise<Exit> => {
  const { listReleases } = await import('../../../operations/people/release.ts');
  const { hookPlaceOf } = await import('../../../operations/hook/hook-place.ts');
  const listed = await listReleases(hookPlaceOf(shell.cwd, shell.env), Date.now());
  const lines = listed.map(
    ({ release, active }) =>
      `${active ? 'active' : release.kind === 'test' ? 'over  ' : 'done  '}  ${lineOf(release)}`,
  );
  const releases = listed.map(({ release, active }) => ({ ...release, active }));
  shell.print({ ok: true, releases }, lines.length === 0 ? 'nothing was released' : lines.join('\n'));
  return EXIT.yes;
};

const release = async (shell: Shell, tests: readonly string[], flags: Flags): Promise<Exit> => {
  const { personName, requirePersonAlone } = await import('../../../operations/people/require-person.ts');
  requirePersonAlone({ env: shell.env, pid: process.pid });
  const { release: allow } = await import('../../../operations/people/release.ts');
  const { hookPlaceOf } = await import('../../../operations/hook/hook-place.ts');
  const { workflows } = await shell.system();
  const released = await allow({
    place: hookPlaceOf(shell.cwd, shell.env),
    ...{ tests, base: flags.base === true, hook: flags.hook === true, why: flags.why },
    by: personName(shell.env),
    now: Date.now(),
    runDirectories: workflows.map(({ directory }) => directory),
  });
  const lines = released.map((one) => `released: ${lineOf(one)}`);
  shell.print(
    { ok: true, released },
    `${lines.join('\n')}\nfor the Stop hook; in a run, the plan names the tests that may change`,
  );
  return EXIT.yes;
};

export const releaseCommand: Register = (program, act) => {
  program
    .command('release')
    .summary('let tests change or go, or set a new base, for the Stop hook')
    .description(
      'Allows an agent under the Stop hook to change or remove tests, or makes the current files its new base. Only a person can run it. It records who, when and why. In a run, the plan names the tests that may change.',
    )
    .argument('[TEST...]', 'names of tests, or paths of test files; each is valid for one change')
    .option('--base', 'compare with the current files and configuration, for example after a pull')
    .option('--hook', 'the hooks were removed on purpose; do not warn about them')
    .option('--why <T>', 'the reason')
    .option('--list', 'list all releases')
    .addHelpText(
      'after',
      examples(
        'baton release "adds numbers" --why "add() was removed"',
        'baton release --base --why "pulled main"',
        'baton release --list',
      ),
    )
    .action(
      act((shell, tests: readonly string[], flags: Flags) =>
        flags.list === true ? list(shell) : release(shell, tests, flags),
      ),
    );
};
