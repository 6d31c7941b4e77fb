import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { temporaryFolder } from '../../../test/fixtures/repository.ts';
import { toolchainEnvironment } from './toolchains.ts';

it('tells version managers where they keep their toolchains', () => {
  const HOME = temporaryFolder();
  for (const folder of ['.rustup', '.pyenv', 'elsewhere']) mkdirSync(join(HOME, folder));
  const CARGO_HOME = join(HOME, 'elsewhere');
  expect(toolchainEnvironment({ HOME, CARGO_HOME, RUSTUP_TOOLCHAIN: 'stable', NODE_OPTIONS: 'x' })).toEqual({
    RUSTUP_HOME: join(HOME, '.rustup'),
    PYENV_ROOT: join(HOME, '.pyenv'),
    CARGO_HOME,
    RUSTUP_TOOLCHAIN: 'stable',
  });
  expect(toolchainEnvironment({})).toEqual({});
});
