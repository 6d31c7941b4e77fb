// Examples in documentation that pytest runs: they show a change, move with the code, and do not get lost.
import { describe, expect, it } from 'vitest';
import { type Files, judge } from '../../../test/fixtures/judged-change.ts';

const doc = (name: string, body: string, ...examples: readonly string[]): string =>
  `def ${name}(x):\n    """Says.\n\n${examples.map((line) => `    ${line}\n`).join('')}    """\n    ${body}\n`;

const HALF = doc('half', 'return x // 2', '>>> half(4)', '2');
const BASE = {
  'setup.cfg': '[tool:pytest]\naddopts = --doctest-modules\ntestpaths = shop tests\n',
  'shop/__init__.py': '',
  'shop/sums.py': HALF,
  'tests/test_sums.py': 'from shop.sums import half\n\n\ndef test_half():\n    assert half(10) == 5\n',
};
const judged = (edit: Files, released: readonly string[] = []) =>
  judge('pytest-3', BASE, edit, undefined, 'feature', released);

describe('examples in documentation', () => {
  it('show a function that is new, in an old module and in a new one', async () => {
    const third = doc('third', 'return x // 3', '>>> third(9)', '3');
    expect((await judged({ 'shop/sums.py': `${HALF}\n\n${third}` })).refused).toEqual([]);
    expect((await judged({ 'shop/more.py': third })).refused).toEqual([]);
  });

  it.each([
    ['expects nothing', ['>>> third(9)  # doctest: +ELLIPSIS', '...']],
    ['is skipped', ['>>> third(9)  # doctest: +SKIP', '3']],
    ['does not use it', ['>>> 9 // 3', '3']],
  ])('show nothing of a stub where the example %s', async (_, examples) => {
    const third = doc('third', 'return None', ...examples);
    expect((await judged({ 'shop/more.py': third })).refused).toContain('red-then-green');
  });

  const twice = {
    'shop/twice.py': 'def twice(x):\n    return x * 2\n',
    'tests/test_twice.py': 'from shop.twice import twice\n\n\ndef test_twice():\n    assert twice(2) == 4\n',
  };

  it('move with their function, and grow', async () => {
    const moved = { ...twice, 'shop/halves.py': HALF, 'shop/sums.py': 'from .halves import half\n' };
    expect((await judged(moved)).refused).toEqual([]);
    const more = doc('half', 'return x // 2', '>>> half(6)', '3', '>>> half(4)', '2');
    expect((await judged({ ...twice, 'shop/sums.py': more })).refused).toEqual([]);
  });

  it.each([
    ['a double above them', ['>>> half = lambda x: 2', '', '>>> half(4)', '2']],
    ['another expectation', ['>>> half(4)', '4']],
  ])('do not hold with %s', async (_, examples) => {
    const broken = doc('half', 'return x // 2 if x > 4 else x', ...examples);
    expect((await judged({ ...twice, 'shop/sums.py': broken })).refused).not.toEqual([]);
  });

  it('settings of the runner that were released go with the new tests, onto the old code', async () => {
    const files = {
      'setup.cfg': BASE['setup.cfg'].replace('shop tests', 'shop tests checks'),
      'shop/twice.py': twice['shop/twice.py'],
      'checks/test_twice.py': twice['tests/test_twice.py'],
    };
    expect((await judged(files, ['setup.cfg'])).refused).toEqual([]);
  });
});
