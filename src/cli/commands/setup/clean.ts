import type { CleanFailure, CleanOptions, CleanPlan } from '../../../operations/clean/clean.ts';
import { askLine } from '../../ask-line.ts';
import { EXIT, type Exit } from '../../exit-codes.ts';
import { examples, type Register } from '../../register.ts';
import type { Shell } from '../../shell.ts';
import { cleanText, failuresText, roomOf } from '../../texts/clean-text.ts';

interface Flags {
  readonly olderThan?: string;
  readonly dryRun?: boolean;
  readonly yes?: boolean;
}

const documentOf = (plan: CleanPlan, dryRun: boolean, failures: readonly CleanFailure[] = []) => ({
  ok: failures.length === 0,
  dryRun,
  bytes: roomOf(plan),
  items: plan.items.map(({ at, bytes = null, ...item }) => ({
    ...item,
    at: new Date(at).toISOString(),
    bytes,
  })),
  kept: plan.kept,
  more: plan.more,
  failures,
});

const agreed = async (shell: Shell, plan: CleanPlan, now: number): Promise<boolean> => {
  shell.streams.stderr.write(`${cleanText(plan, 'would remove', now)}\n`);
  return /^y/i.test(await askLine(shell, 'Remove this? [y/N] '));
};

const removeAll = async (shell: Shell, options: CleanOptions, plan: CleanPlan): Promise<Exit> => {
  const { applyClean } = await import('../../../operations/clean/clean.ts');
  const failures = await applyClean(options, plan);
  if (failures.length > 0) shell.note(failuresText(failures));
  const failed = new Set(failures.map(({ kind, name }) => `${kind} ${name}`));
  const removed = plan.items.filter(({ kind, name }) => !failed.has(`${kind} ${name}`));
  shell.print(
    documentOf(plan, false, failures),
    cleanText({ ...plan, items: removed }, 'removed', options.now),
  );
  return failures.length === 0 ? EXIT.yes : EXIT.no;
};

const clean = async (shell: Shell, flags: Flags): Promise<Exit> => {
  const { planClean } = await import('../../../operations/clean/clean.ts');
  const { requireAge } = await import('../../../operations/clean/age.ts');
  const { requirePerson } = await import('../../../operations/people/require-person.ts');
  const { CLEAN_AGE_MS } = await import('../../../model/limits/limits.ts');
  const olderThan = flags.olderThan === undefined ? CLEAN_AGE_MS : requireAge(flags.olderThan);
  if (flags.dryRun !== true) requirePerson({ env: shell.env, pid: process.pid });
  const [system, place, now] = [await shell.system(), await shell.placeToRead(), Date.now()];
  const options = { system, place, olderThan, now };
  const plan = await planClean(options);
  if (flags.dryRun !== true && plan.items.length > 0) {
    if (flags.yes === true) return removeAll(shell, options, plan);
    if (shell.canAsk && !shell.json) {
      if (await agreed(shell, plan, now)) return removeAll(shell, options, plan);
      shell.note('nothing was removed');
      return EXIT.no;
    }
    shell.note('nothing was removed; add --yes to remove it');
  }
  shell.print(documentOf(plan, true), cleanText(plan, 'would remove', now));
  return EXIT.yes;
};

export const cleanCommand: Register = (program, act) => {
  program
    .command('clean')
    .summary('remove old runs, and what Baton keeps for them')
    .description(
      'Removes runs that ended, with their state, run directories, refs, working trees and merged branches, and old caches. Shows the list and asks first. A run that has not ended, or that a process holds, is kept; so is a branch whose commits are nowhere else.',
    )
    .option('--older-than <T>', 'age of what is removed, such as 12h or 2w (default: 30d)')
    .option('--dry-run', 'only show what would be removed')
    .option('--yes', 'remove without asking')
    .addHelpText('after', examples('baton clean --dry-run', 'baton clean --older-than 7d --yes'))
    .action(act((shell, flags: Flags) => clean(shell, flags)));
};
