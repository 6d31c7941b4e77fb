// A real holder behind its real address, for the pipes of its agents. Prints each attempt as it begins.
import { serveHolder } from '../src/http/holder-server.ts';
import { mountMcp } from '../src/mcp/mount-mcp.ts';
import { openLoopingRun } from './looping-run.ts';

const main = async (root: string): Promise<void> => {
  const server = await serveHolder('bench');
  const run = await openLoopingRun(root, { url: () => server.url });
  const { door } = run.holder;
  server.open({ door, mcp: mountMcp(door, { version: '0' }), person: async () => undefined });
  for (;;) {
    const { assignment, door: address, runDirectory } = await run.nextAttempt();
    const env = { BATON_URL: address.url, BATON_TOKEN: address.token, BATON_ASSIGNMENT: assignment };
    console.log(JSON.stringify({ env, directory: runDirectory }));
    // The agent of the attempt before has gone home by now.
    for (const before of Object.keys(run.holder.state.works))
      if (before !== assignment) run.endAttempt(before);
  }
};

void main(process.argv[2]!);
