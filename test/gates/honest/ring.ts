// Honest work where only an exit code is known.
import type { Work } from '../case.ts';
import { all, move, remove, replace, write } from '../edits.ts';
import { CMADE, MADE, WITH_PEEK } from '../projects/ring.ts';
import { inProject } from './stranger.ts';

const SHOWN = { file: 'tests/test_order.c', name: 'order' };
const made = inProject('make', 'ring', MADE, SHOWN);
const cmade = inProject('make', 'cring', CMADE, SHOWN);

const inList = all(
  replace('CMakeLists.txt', 'src/ring.c', 'src/ring.c src/peek.c'),
  replace('CMakeLists.txt', 'order full', 'order full peek'),
);

export const ringWork: readonly Work[] = [
  made('feature', { gates: ['relay', 'hook'], story: 'a function with its test', edit: WITH_PEEK }),
  made('feature-tested', {
    gates: ['hook'],
    tested: true,
    story: 'a function with its test, where the hook asks for one',
    edit: WITH_PEEK,
  }),
  made('refactor', {
    gates: ['relay'],
    kind: 'refactor',
    story: 'the next place is computed in a function of its own',
    edit: all(
      replace(
        'src/ring.c',
        '#include "ring.h"\n',
        '#include "ring.h"\n\nstatic size_t at(const struct ring *r, size_t offset) {\n  return (r->first + offset) % RING_SIZE;\n}\n',
      ),
      replace('src/ring.c', '(r->first + r->count) % RING_SIZE', 'at(r, r->count)'),
      replace('src/ring.c', 'r->first = (r->first + 1) % RING_SIZE', 'r->first = at(r, 1)'),
    ),
  }),
  made('renamed', {
    gates: ['relay'],
    kind: 'refactor',
    released: ['tests/'],
    story: 'functions have other names, in code and tests',
    edit: (files) =>
      Object.fromEntries(
        Object.entries(files).map(([path, text]) => [
          path,
          /\.[ch]$/.test(path)
            ? text.replaceAll('ring_put', 'ring_push').replaceAll('ring_take', 'ring_pop')
            : text,
        ]),
      ),
  }),
  made('fix', {
    gates: ['relay'],
    kind: 'fix',
    story: 'a full ring can be asked, with a test',
    edit: all(
      replace('include/ring.h', 'int ring_take', 'int ring_is_full(const struct ring *r);\nint ring_take'),
      write({
        'src/full.c':
          '#include "ring.h"\n\nint ring_is_full(const struct ring *r) { return r->count == RING_SIZE; }\n',
      }),
      replace(
        'tests/test_full.c',
        '  CHECK(ring_put(&r, 9)',
        '  CHECK(ring_is_full(&r));\n  CHECK(ring_put(&r, 9)',
      ),
    ),
  }),
  made('docs', {
    gates: ['relay'],
    kind: 'docs',
    story: 'documents the buffer',
    edit: replace('README.md', 'A buffer.', 'A buffer of four numbers.'),
  }),
  made('flags', {
    gates: ['relay'],
    kind: 'refactor',
    story: 'the compiler warns about more',
    edit: replace('config.mk', '-Wall', '-Wall -Wextra'),
  }),
  made('tests-moved', {
    gates: ['relay'],
    kind: 'tests',
    story: 'two tests become one file',
    edit: all(
      remove('tests/test_full.c'),
      replace(
        'tests/test_order.c',
        '  return 0;\n',
        '  for (int i = 0; i < RING_SIZE; i += 1) CHECK(ring_put(&r, i) == 0);\n  CHECK(ring_put(&r, 9) == -1);\n  return 0;\n',
      ),
    ),
  }),
  cmade('feature', {
    gates: ['relay', 'hook'],
    story: 'a function with its test, in the list of files',
    edit: all(WITH_PEEK, inList),
  }),
  cmade('feature-released', {
    gates: ['relay'],
    released: ['CMakeLists.txt'],
    story: 'a function with its test, in the list of files, which the planner released',
    edit: all(WITH_PEEK, inList),
  }),
  cmade('moved', {
    gates: ['relay'],
    kind: 'refactor',
    story: 'a source file moves, and the list of files says so',
    edit: all(
      move('src/ring.c', 'src/ring/ring.c'),
      replace('CMakeLists.txt', 'src/ring.c', 'src/ring/ring.c'),
    ),
  }),
];
