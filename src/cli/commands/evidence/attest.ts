import { problemsText } from '../../../model/problem-text.ts';
import type { Attested } from '../../../operations/attest/attest-run.ts';
import { plainLine } from '../../../std/terminal-text.ts';
import { EXIT } from '../../exit-codes.ts';
import { examples, type Register } from '../../register.ts';

const LEVELS: Readonly<Record<Extract<Attested, { ok: true }>['isolation'], string>> = {
  none: 'agents ran as your user, so it says what Baton saw, and nothing against agents that tampered with Baton',
  fenced: 'agents could not reach the files of Baton',
  user: 'agents ran as another user',
};

const wordsOf = (done: Extract<Attested, { ok: true }>): string => {
  const { bundle, file, isolation } = done;
  return [
    `${bundle.run}: ${bundle.statements.length} statements in ${plainLine(file)}`,
    `signed with ${bundle.keyid}`,
    `isolation ${isolation}: ${LEVELS[isolation]}`,
    ...(done.recomputed
      ? []
      : ['verdicts not recomputed: the run was made by another definition of its workflow']),
  ].join('\n');
};

export const attestCommand: Register = (program, act) => {
  program
    .command('attest')
    .summary('signed statements for each accepted handoff')
    .description(
      'Verifies a run, then writes a signed in-toto statement for each accepted handoff, chained, in one file.',
    )
    .argument('[RUN]', 'name or directory of the run (default: the one written to last)')
    .option('--out <FILE>', 'where the statements go (default: attestations.json in the run directory)')
    .option('--force', 'replace FILE even if it is not an earlier output')
    .addHelpText(
      'after',
      examples('baton attest fix-login', 'baton attest fix-login --out release/handoffs.json'),
    )
    .action(
      act(
        async (
          shell,
          run: string | undefined,
          { out, force }: { readonly out?: string; readonly force?: boolean },
        ) => {
          const { attestRun } = await import('../../../operations/attest/attest-run.ts');
          const { requireConfig } = await import('../../../operations/project/load-config.ts');
          const place = await shell.placeToRead(run);
          const config = await requireConfig(place.project, shell.env, (text) => shell.note(text));
          const done = await attestRun({ system: await shell.system(), place, config, run, out, force });
          if (!done.ok) {
            const head = `${done.run}: ${shell.paint.red('NOT ATTESTED')}`;
            shell.print(done, `${head}\n${problemsText(done.problems)}`);
            return EXIT.no;
          }
          if (done.keyMade)
            shell.note(
              `a signing key was made: ${done.keyFile}; \`baton init\` puts the public one into baton.pub`,
            );
          if (shell.json) shell.note(`written to ${done.file}`);
          shell.print(done.bundle, wordsOf(done));
          return EXIT.yes;
        },
      ),
    );
};
