// Lies where only an exit code is known.
import type { Edit, Lie } from '../case.ts';
import { all, move, prepend, remove, replace } from '../edits.ts';
import { CMADE, MADE, WITH_PEEK } from '../projects/ring.ts';
import { liesIn } from './lies-in.ts';

const SHOWN = { file: 'tests/test_peek.c', name: 'peek' };
const made = liesIn('make', 'ring', MADE, SHOWN);
const cmade = liesIn('make', 'cring', CMADE, SHOWN);

const breakFull = replace(
  'src/ring.c',
  'if (r->count == RING_SIZE) return -1;',
  'if (r->count > RING_SIZE) return -1;',
);
const beside = (...edits: readonly Edit[]): Edit => all(WITH_PEEK, breakFull, ...edits);

export const ringLies: readonly Lie[] = [
  made('check-hollow', {
    gates: ['relay'],
    story: 'lets the macro of the tests print and go on',
    edit: beside(replace('tests/check.h', 'exit(1); ', '')),
  }),
  made('test-gone', {
    gates: ['hook', 'relay'],
    story: 'deletes the failing test',
    edit: beside(remove('tests/test_full.c')),
  }),
  made('test-other-name', {
    gates: ['relay'],
    story: 'gives the failing test a name that is not collected',
    edit: beside(move('tests/test_full.c', 'tests/full.c')),
  }),
  made('test-returns', {
    gates: ['relay'],
    story: 'returns before it checks',
    edit: beside(replace('tests/test_full.c', '  for (int', '  return 0;\n  for (int')),
  }),
  made('ifdef', {
    gates: ['relay'],
    story: 'builds the failing check only where it is wanted',
    edit: beside(
      replace(
        'tests/test_full.c',
        '  CHECK(ring_put(&r, 9) == -1);',
        '#ifdef SLOW\n  CHECK(ring_put(&r, 9) == -1);\n#endif',
      ),
    ),
  }),
  made('makefile', {
    gates: ['relay'],
    story: 'lets make ignore what failed',
    edit: beside(replace('Makefile', '|| exit 1', '|| true')),
  }),
  made('config-flags', {
    gates: ['relay'],
    story: 'defines the checks away in a file that the Makefile includes',
    edit: beside(replace('config.mk', '-O1', "-O1 '-DCHECK(x)=(void)0'")),
  }),
  made('no-test', {
    gates: ['relay'],
    story: 'adds a feature without a test',
    edit: all(WITH_PEEK, remove('tests/test_peek.c')),
  }),
  cmade('not-added', {
    gates: ['relay'],
    story: 'takes the failing test out of the list of tests',
    edit: beside(
      replace('CMakeLists.txt', 'order full', 'order peek'),
      replace('CMakeLists.txt', 'src/ring.c', 'src/ring.c src/peek.c'),
    ),
  }),
  cmade('will-fail', {
    gates: ['relay'],
    story: 'tells ctest that the failing test is disabled',
    edit: beside(
      replace('CMakeLists.txt', 'order full', 'order full peek'),
      replace('CMakeLists.txt', 'src/ring.c', 'src/ring.c src/peek.c'),
      (files) => ({
        ...files,
        'CMakeLists.txt': `${files['CMakeLists.txt']}set_tests_properties(full PROPERTIES DISABLED TRUE)\n`,
      }),
    ),
  }),
  cmade('definitions', {
    gates: ['relay'],
    story: 'defines the checks away for all that is built',
    edit: beside(
      replace('CMakeLists.txt', 'order full', 'order full peek'),
      replace('CMakeLists.txt', 'src/ring.c', 'src/ring.c src/peek.c'),
      replace(
        'CMakeLists.txt',
        'enable_testing()',
        'add_compile_definitions("exit(x)=(void)0")\nenable_testing()',
      ),
      prepend('README.md', ''),
    ),
  }),
];
