import { expect, it } from 'vitest';
import { canaryText } from './canary-text.ts';

// Node reads the source of a failed `assert.ok` without a message, and never ends where tsx has rewritten it.
it('gives every assertion of truth a message', () => {
  const text = canaryText('node', {
    ...{ fails: 'fails', passes: 'passes', nonce: 'nonce', complaint: 'complaint' },
    ...{ imports: [], changed: [], loads: [], shadows: [], plain: false },
    path: 'test/a.test.ts',
    text: "import assert from 'node:assert';\nimport { test } from 'node:test';\ntest('a', () => { assert(x); assert.ok(x); });\n",
  });
  expect(text).toContain("assert(false, 'no');");
  expect(text).toContain("assert.ok(false, 'no');");
  expect(text).not.toMatch(/\bfalse\);/);
});
