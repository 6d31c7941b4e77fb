import { EXIT } from '../../exit-codes.ts';
import { examples, type Register } from '../../register.ts';

interface LintFlags {
  readonly fix?: boolean;
}

export const lintCommand: Register = (program, act) => {
  program
    .command('lint')
    .summary('compare role files and prompts with their contract')
    .description(
      'Finds role files, wrappers and delegation prompts of a Quest that differ from the handoff contract, and names each place. With --fix it rewrites contracts, inputs and the endings of prompts, and nothing else.',
    )
    .argument(
      '[PATH...]',
      'files or folders (default: .ai/roles, .skills and the agents folders of .claude, .codex and .opencode)',
    )
    .option('--fix', 'rewrite what can be fixed')
    .addHelpText(
      'after',
      examples('baton lint', 'baton lint --fix', 'baton lint .claude/agents/arbiter.md --json'),
    )
    .action(
      act(async (shell, paths: string[], flags: LintFlags) => {
        const { lintFiles } = await import('../../../operations/check/lint-files.ts');
        const { lintText } = await import('../../texts/lint-text.ts');
        const project = paths.length === 0 ? await shell.project() : shell.cwd;
        const { document, unreadable, unwritable } = await lintFiles({
          cwd: shell.cwd,
          project,
          paths,
          fix: flags.fix === true,
        });
        shell.print(document, lintText(document, shell.paint));
        if (unreadable) return EXIT.usage;
        if (unwritable) return EXIT.configuration;
        return document.ok ? EXIT.yes : EXIT.no;
      }),
    );
};
