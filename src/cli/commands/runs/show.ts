import { EXIT } from '../../exit-codes.ts';
import { examples, type Register } from '../../register.ts';

export const showCommand: Register = (program, act) => {
  program
    .command('show')
    .summary('show the picture of a workflow')
    .description(
      'Shows a workflow: its steps, who does them, what they read and write, and where each outcome goes.',
    )
    .argument(
      '[WORKFLOW|FILE]',
      'a workflow by its name, or a file with one (default: that of baton.yaml, else relay)',
    )
    .option('--mermaid', 'print a Mermaid flowchart')
    .addHelpText('after', examples('baton show relay', 'baton show ./workflow.yaml --mermaid'))
    .action(
      act(async (shell, given: string | undefined, options: { readonly mermaid?: true }) => {
        const { showWorkflow } = await import('../../../operations/definitions/show-workflow.ts');
        const { requireConfig } = await import('../../../operations/project/load-config.ts');
        const { pictureMermaid, pictureText } = await import('../../texts/picture-text.ts');
        const wanted = given ?? (await requireConfig(await shell.project())).workflow ?? 'relay';
        const picture = await showWorkflow(await shell.system(), wanted, shell.cwd);
        shell.print(picture, options.mermaid ? pictureMermaid(picture) : pictureText(picture));
        return EXIT.yes;
      }),
    );
};
