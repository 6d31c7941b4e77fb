// `npm run environments`: plays every environment of test/environments: init, doctor --run, the hook, a relay.
//   npm run environments -- --only pnpm --verbose   one of them, with what was said
import { bundledMain } from './bundled-main.mjs';

const { main } = await bundledMain('test/environments/main.ts');
process.exit(await main(process.argv.slice(2)));
