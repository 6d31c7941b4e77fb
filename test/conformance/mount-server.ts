// The real mount before a fake door, for the conformance suite and the inspector. Prints one line of JSON.
import { mcpPath, mountMcp } from '../../src/mcp/mount-mcp.ts';
import { FakeDoor, PLANNER } from '../fixtures/fake-door.ts';
import { listen } from '../fixtures/mcp-listen.ts';

const main = async (): Promise<void> => {
  const mount = mountMcp(new FakeDoor(), {
    version: '1.0.0',
    onError: (error) => process.env['VERBOSE'] && console.error(error.message),
  });
  const { url } = await listen((request, response) => void mount(request, response));
  process.stdout.write(
    `${JSON.stringify({ url: `${url}${mcpPath(PLANNER.assignment)}`, token: PLANNER.token })}\n`,
  );
};

await main();
