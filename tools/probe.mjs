// `npm run probe`: finds the untested hunk in 20 changes, and none in 20 others; words choose among them (npm run probe -- go).
import { bundledMain } from './bundled-main.mjs';

const { main } = await bundledMain('test/probe/main.ts');
process.exit(await main(process.argv.slice(2)));
