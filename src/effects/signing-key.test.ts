import { join } from 'node:path';
import { expect, it } from 'vitest';
import { temporaryFolder } from '../../test/fixtures/repository.ts';
import { generateKey, keepSigningKey, readSigningKey } from './signing-key.ts';

it('a key that is there is never replaced: who comes second gets the first one', async () => {
  const [project, state] = [temporaryFolder(), temporaryFolder()];
  const file = join(state, 'keys', 'attestation.pem');
  expect(await readSigningKey(file, project)).toBeUndefined();
  const [first, second] = [generateKey(file), generateKey(file)];
  expect((await keepSigningKey(file, first.pem, project)).keyid).toBe(first.key.keyid);
  expect((await keepSigningKey(file, second.pem, project)).keyid).toBe(first.key.keyid);
  expect((await readSigningKey(file, project))?.keyid).toBe(first.key.keyid);
});
