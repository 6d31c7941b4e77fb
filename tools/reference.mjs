// `npm run reference`: writes docs/reference/ from the code. test/reference.test.ts compares the two.
import { bundledMain } from './bundled-main.mjs';

const { main } = await bundledMain('test/reference/main.ts');
main();
