import { plainLine } from '../../../std/terminal-text.ts';
import { EXIT } from '../../exit-codes.ts';
import { examples, type Register } from '../../register.ts';

export const proveCommand: Register = (program, act) => {
  program
    .command('prove')
    .summary('prove a workflow before any agent runs')
    .description(
      'Proves a workflow: every assumption is guaranteed, every loop ends, every path reaches an end, and roles that must have different vendors (`different_from`) always do.',
    )
    .argument(
      '[WORKFLOW|FILE]',
      'a workflow by its name, or a file with one (default: that of baton.yaml, else relay)',
    )
    .addHelpText('after', examples('baton prove relay', 'baton prove ./workflow.yaml'))
    .action(
      act(async (shell, given: string | undefined) => {
        const { proveWorkflow } = await import('../../../operations/definitions/prove-workflow.ts');
        const { requireConfig } = await import('../../../operations/project/load-config.ts');
        const config = await requireConfig(await shell.project());
        const { workflow, phases, facts, problems } = await proveWorkflow(
          await shell.system(),
          given ?? config.workflow ?? 'relay',
          shell.cwd,
          config,
        );
        const ok = problems.length === 0;
        const lines = problems.map(({ code, message, path }) => {
          // Most messages name their place.
          const place = message.includes(path.at(-1) ?? '') ? '' : `${path.join(' → ')}: `;
          return plainLine(`${place}${message} (${code})`);
        });
        const head = `${plainLine(workflow)}: ${ok ? shell.paint.green('proved') : shell.paint.red('not proved')} (${phases} phases, ${facts} facts)`;
        shell.print(
          { ok, workflow, phases, facts, problems },
          [head, ...lines.map((line) => `- ${line}`)].join('\n'),
        );
        return ok ? EXIT.yes : EXIT.no;
      }),
    );
};
