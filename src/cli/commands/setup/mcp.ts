import { doorAddress } from '../../../model/run/door-call.ts';
import { examples, type Register } from '../../register.ts';

export const mcpCommand: Register = (program, act) => {
  program
    .command('mcp')
    .summary('the MCP server on stdio, for agents')
    .description(
      "The MCP server on stdio: a pipe to the run's holder. Agents start it; the holder gives them its address.",
    )
    .addHelpText('after', examples('baton mcp'))
    .action(
      act(async (shell) => {
        const { runMcpPipe } = await import('../../pipe/pipe-mcp.ts');
        const { stdin, stdout, stderr } = shell.streams;
        return runMcpPipe(doorAddress(shell.env), { input: stdin, output: stdout, errors: stderr });
      }),
    );
};
