// `npm run gates`: plays every lie and every honest piece of work of test/gates at the four gates.
//   npm run gates -- --gate hook --runner pytest --runner go   some of them
//   npm run gates -- --only pytest-skip --verbose             one of them, with what was said
//   npm run gates -- --jobs 2                                 so many at a time
//   npm run gates -- --record                                 keep the evidence that `npm test` judges
//   npm run gates -- --record --missing                       those that nothing is kept of yet
//   npm run gates -- --list                                   what there is
import { bundledMain } from './bundled-main.mjs';

const { main } = await bundledMain('test/gates/main.ts');
// Not process.exit: a pipe may still have to take what was printed.
process.exitCode = await main(process.argv.slice(2));
