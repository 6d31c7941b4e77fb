import { InvalidArgumentError } from 'commander';
import { EXIT, type Exit } from '../../exit-codes.ts';
import { onInterruption } from '../../interruption.ts';
import { examples, type Register } from '../../register.ts';
import type { Shell } from '../../shell.ts';

interface Flags {
  readonly port: number;
  readonly open?: boolean;
  readonly readOnly?: boolean;
  readonly project?: readonly string[];
  readonly publicUrl?: string;
}

const PORT_MAX = 65_535;

const portOf = (text: string): number => {
  const port = Number(text);
  if (/^\d{1,5}$/.test(text) && port <= PORT_MAX) return port;
  throw new InvalidArgumentError(`Expected a port from 0 to ${PORT_MAX}.`);
};

const collect = (value: string, before: readonly string[] = []): readonly string[] => [...before, value];

const serve = async (shell: Shell, flags: Flags): Promise<Exit> => {
  const { personName, requirePerson } = await import('../../../operations/people/require-person.ts');
  const { placeOfRun } = await import('../../../operations/runs/place-of-run.ts');
  const { serveProjects } = await import('../../../operations/dashboard/serve.ts');
  const { openBrowser } = await import('../../open-browser.ts');
  const { holderStart } = await import('../../holder-start.ts');
  requirePerson({ env: shell.env, pid: process.pid });
  const system = await shell.system();
  const folders = flags.project ?? [];
  const places =
    folders.length === 0
      ? [await shell.place()]
      : folders.map((folder) => placeOfRun(folder, undefined, shell.env));
  const interruption = onInterruption(() => {});
  const serving = await serveProjects({
    ...{ system, serve: await shell.pages(), places, holder: holderStart(shell) },
    ...{ readOnly: flags.readOnly === true, person: personName(shell.env), port: flags.port },
    publicUrl: flags.publicUrl,
  });
  const address = serving.address('/');
  shell.print(
    { url: serving.url, address, readOnly: flags.readOnly === true },
    `The dashboard is at ${address}`,
  );
  shell.note('The address is good once. Ctrl-C ends the dashboard; runs continue without it.');
  if (flags.open === true) openBrowser(address, shell.env);
  await new Promise<void>((resolve) => {
    if (interruption.signal.aborted) resolve();
    else interruption.signal.addEventListener('abort', () => resolve());
  });
  await serving.close();
  interruption.release();
  return EXIT.interrupted;
};

export const serveCommand: Register = (program, act) => {
  program
    .command('serve')
    .summary('the dashboard in the browser')
    .description(
      'Serves the dashboard on this machine: all runs, their handoffs, and what waits for you. It prints an address that signs one browser in.',
    )
    .option('--port <P>', 'the port on 127.0.0.1 (default: a free one)', portOf, 0)
    .option('--open', 'open it in the browser')
    .option('--read-only', 'show everything, answer nothing')
    .option('--project <DIR>', 'a project to show; may be repeated (default: the one here)', collect)
    .option(
      '--public-url <URL>',
      'allow one more address, for a tunnel or proxy that you run; everyone who has it can do what you can',
    )
    .addHelpText('after', examples('baton serve --open', 'baton serve --read-only --port 4000'))
    .action(act((shell, flags: Flags) => serve(shell, flags)));
};
