import { describe, expect, it } from 'vitest';
import { changedIniKeys } from './ini-keys.ts';

const lines = (...all: readonly string[]): string => all.map((line) => `${line}\n`).join('');

const CFG = lines(
  '[metadata]',
  'name = shop',
  'version = 1.0',
  '',
  '[options]',
  'install_requires =',
  '    a>=1',
  '    b',
  '',
  '[options.entry_points]',
  'console_scripts =',
  '    shop = shop.cli:main',
);

describe('changedIniKeys', () => {
  it('names a key with its section', () => {
    expect(changedIniKeys(CFG, CFG.replace('1.0', '1.1'))).toEqual(['metadata.version']);
  });

  it('reads values over several lines, also those with signs of their own', () => {
    expect(changedIniKeys(CFG, CFG.replace('    b\n', '    b==2\n'))).toEqual(['options.install_requires']);
    expect(changedIniKeys(CFG, CFG.replace('cli:main', 'cli:other'))).toEqual([
      'options.entry_points.console_scripts',
    ]);
  });

  it('sees no change in comments and blanks', () => {
    expect(changedIniKeys(CFG, `# A shop.\n${CFG.replace('name = shop', 'name=shop\n; its name')}`)).toEqual(
      [],
    );
  });

  it('names what comes and goes', () => {
    expect(changedIniKeys(CFG, `${CFG}[flake8]\nmax-line-length: 110\n`)).toEqual(['flake8.max-line-length']);
    expect(changedIniKeys(CFG, CFG.replace('version = 1.0\n', ''))).toEqual(['metadata.version']);
  });
});
