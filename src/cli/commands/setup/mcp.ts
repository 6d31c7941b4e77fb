import { join } from 'node:path';
import { doorAddress } from '../../../model/run/door-call.ts';
import { plainLine } from '../../../std/terminal-text.ts';
import { EXIT, type Exit } from '../../exit-codes.ts';
import { examples, type Register } from '../../register.ts';
import type { Shell } from '../../shell.ts';

interface Flags {
  readonly client: string;
  readonly remove?: boolean;
}

const install = async (shell: Shell, { client, remove }: Flags): Promise<Exit> => {
  const { installMcp, removeMcp } = await import('../../../operations/setup/mcp-install.ts');
  const { serverCommand } = await import('../../../operations/setup/init.ts');
  const options = {
    ...{ client, project: await shell.project(), env: shell.env },
    command: serverCommand({ launcher: join(shell.root, 'bin', 'baton.js'), env: shell.env }),
  };
  const done = await (remove === true ? removeMcp(options) : installMcp(options));
  const kept = done.backup === undefined ? '' : ` (before: ${done.backup})`;
  shell.print({ ok: true, ...done }, plainLine(`${done.action}: ${done.file}${kept}`));
  return EXIT.yes;
};

export const mcpCommand: Register = (program, act) => {
  const mcp = program
    .command('mcp')
    .summary('the MCP server on stdio, for agents')
    .description(
      'The MCP server on stdio, which forwards to the process that holds the run. Agents start it; they get its address from the holder.',
    )
    .addHelpText('after', examples('baton mcp', 'baton mcp install --client codex'))
    .action(
      act(async (shell) => {
        const { runMcpPipe } = await import('../../pipe/pipe-mcp.ts');
        const { stdin, stdout, stderr } = shell.streams;
        return runMcpPipe(doorAddress(shell.env), { input: stdin, output: stdout, errors: stderr });
      }),
    );
  mcp
    .command('install')
    .description("Adds the server to a program's own configuration. Everything else in it stays.")
    .requiredOption('--client <C>', 'claude, codex, gemini, opencode, qwen or copilot')
    .option('--remove', 'take it out again')
    .action(act((shell: Shell, flags: Flags) => install(shell, flags)));
};
