import { expect, it } from 'vitest';
import { firstError } from './first-error.ts';

it.each([
  [
    'npm',
    'npm warn old\nnpm error code EUSAGE\nnpm error\nnpm error `npm ci` can only install packages when in sync\nnpm error Missing: a@1\nnpm error\nnpm error Clean install a project\nnpm error\nnpm error Usage:\nnpm error npm ci\n',
    /^npm error `npm ci` can only install/,
  ],
  [
    'pip',
    'Collecting x\nERROR: No matching distribution found for x\n[notice] new release of pip\n',
    /^ERROR: No match/,
  ],
  [
    'cargo',
    '    Updating index\nerror: failed to get `serde`\n\nCaused by:\n  no network\n',
    /^error: failed to get/,
  ],
  [
    'make',
    'cc -c a.c\na.c:1:10: fatal error: zlib.h: No such file\nmake: *** [a.o] Error 1\n',
    /^a\.c:1:10: fatal/,
  ],
  [
    'Node, behind the line that threw',
    "/usr/lib/corepack.cjs:21999\n  if (!signatures.length) throw new Error(`No signature`);\n                          ^\n\nError: No signature\n    at verifySignature (/usr/lib/corepack.cjs:21999:63)\n    at async main (/usr/lib/corepack.cjs:2:3) {\n  code: 'X'\n}\n\nNode.js v20.20.2\n",
    /^Error: No signature\n {2}code: 'X'\n\}\nNode\.js/,
  ],
])('of %s', (_, output, found) => {
  expect(firstError(output)).toMatch(found);
});

it('is the end where nothing complains', () => {
  expect(firstError('one\n\ntwo\n')).toBe('one\ntwo');
});

it('ends a chain of causes with its last one, which is the true one', () => {
  const chain = [
    'error: failed to get `a`',
    ...Array.from({ length: 6 }, (_, at) => `\nCaused by:\n  step ${at}`),
  ];
  expect(firstError(`warning: old\n${chain.join('\n')}\n`)).toBe(
    'error: failed to get `a`\nCaused by:\n  step 5',
  );
  expect(firstError(`${chain.join('\n')}\nerror: another\nCaused by:\n  more\n`)).toBe(
    'error: failed to get `a`\nCaused by:\n  step 5\nerror: another\nCaused by:\n  more',
  );
});
