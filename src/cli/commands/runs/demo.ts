import { join } from 'node:path';
import type { Isolation } from '../../../model/isolation.ts';
import { isolationOption } from '../../isolation-option.ts';
import { examples, type Register } from '../../register.ts';

interface DemoFlags {
  readonly isolation?: Isolation['level'];
}

export const demoCommand: Register = (program, act) => {
  program
    .command('demo')
    .summary('a complete run with scripted agents in a scratch project')
    .description(
      'Plays a complete run with scripted agents in a scratch project, and keeps the project. No keys, no network.',
    )
    .argument('[WORKFLOW]', 'which workflow to play (default: relay)')
    .addOption(isolationOption())
    .addHelpText('after', examples('baton demo'))
    .action(
      act(async (shell, workflow: string | undefined, flags: DemoFlags) => {
        const { runDemo } = await import('../../../operations/runs/demo.ts');
        const { attendRun } = await import('../../attend-run.ts');
        const system = await shell.system();
        let project = '';
        return attendRun(
          shell,
          system,
          (attendance) =>
            runDemo(
              {
                ...attendance,
                system,
                // A scenario answers; where it has no answer left there is nobody to ask.
                leaveWhenWaiting: true,
                env: shell.env,
                examples: join(shell.root, 'examples'),
                onProject: (made) => {
                  project = made;
                  shell.note(`a scratch project: ${made}`);
                },
              },
              { workflow, isolation: flags.isolation },
            ),
          { closing: () => `look around in ${project}, for example: git -C ${project} log --all --oneline` },
        );
      }),
    );
};
