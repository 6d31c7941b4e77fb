// Tests that are known by an exit code alone: what became of each file of theirs.
import { describe, expect, it } from 'vitest';
import { judge } from '../../../test/fixtures/judged-change.ts';

const LINE = {
  run: "sh -c 'for test in tests/t_*.sh; do sh $test || exit 1; done'",
  basis: 'exit-code',
} as const;
const BUILT = { run: 'sh run.sh', basis: 'exit-code' } as const;
const SHELL = {
  'src/add.sh': 'add() { echo $(($1 + $2)); }\n',
  'tests/t_add.sh': '. ./src/add.sh\n[ "$(add 1 2)" = 3 ]\n',
  'tests/t_zero.sh': '. ./src/add.sh\n[ "$(add 1 0)" = 1 ]\n',
};
const feature = {
  'src/twice.sh': 'twice() { echo $(($1 * 2)); }\n',
  'tests/t_twice.sh': '. ./src/twice.sh\n[ "$(twice 4)" = 8 ]\n',
};
const broken = { 'src/add.sh': 'add() { [ $2 = 0 ] && echo 7 || echo $(($1 + $2)); }\n' };
const shell = (edit: Parameters<typeof judge>[2]) => judge(LINE, SHELL, edit);

describe('where only an exit code is known', () => {
  it.each([
    ['hollowed out', { 'tests/t_zero.sh': 'true\n' }, 'tests/t_zero.sh', 'hollow'],
    ['deleted', { 'tests/t_zero.sh': undefined }, 'tests/t_zero.sh', 'removed'],
    [
      'given a name that is not run',
      { 'tests/t_zero.sh': undefined, 'tests/zero.sh': SHELL['tests/t_zero.sh'] },
      'tests/zero.sh',
      'hollow',
    ],
  ])('a test beside a feature is not %s', async (_, edit, name, fate) => {
    const { refused, fates } = await shell({ ...feature, ...broken, ...edit });
    expect(fates[name]).toBe(fate);
    expect(refused).toContain('tests-hold');
  });

  it('a feature with its test is fine, and so is a test that changed with the code', async () => {
    expect((await shell(feature)).refused).toEqual([]);
    const other = { ...feature, ...broken, 'tests/t_zero.sh': '. ./src/add.sh\n[ "$(add 1 0)" = 7 ]\n' };
    expect(await shell(other)).toMatchObject({ refused: [], fates: { 'tests/t_zero.sh': 'respecified' } });
  });

  const list = (names: string): string => `for name in ${names}; do sh tests/t_$name.sh || exit 1; done\n`;
  const built = (edit: Parameters<typeof judge>[2]) =>
    judge(BUILT, { ...SHELL, 'run.sh': 'sh ./list.cmake\n', 'list.cmake': list('add zero') }, edit);

  it('a list of what is built may grow, and leaves no test out', async () => {
    expect((await built({ ...feature, 'list.cmake': list('add zero twice') })).refused).toEqual([]);
    const { refused, fates } = await built({ ...feature, ...broken, 'list.cmake': list('add twice') });
    expect(fates['list.cmake']).toBe('unclear');
    expect(refused).toContain('tests-hold');
  });

  it('a copy of the code beside the tests does not take the place of what is tested', async () => {
    const line = {
      run: "sh -c 'for test in t/*.t; do sh $test || exit 1; done'",
      basis: 'exit-code',
    } as const;
    const find = 'for at in t/lib lib; do [ -f $at/sum/add.sh ] && . ./$at/sum/add.sh && break; done\n';
    const files = { 'lib/sum/add.sh': SHELL['src/add.sh'], 't/zero.t': `${find}[ "$(add 1 0)" = 1 ]\n` };
    const copied = {
      ...{ 'lib/sum/add.sh': broken['src/add.sh'], 't/lib/sum/add.sh': SHELL['src/add.sh'] },
      't/twice.t': `${find}. ./src/twice.sh\n[ "$(twice 4)" = 8 ]\n`,
      'src/twice.sh': feature['src/twice.sh'],
    };
    expect((await judge(line, files, copied)).fates['t/lib/sum/add.sh']).toBe('hollow');
    const { 'lib/sum/add.sh': _, 't/lib/sum/add.sh': _copy, ...honest } = copied;
    expect((await judge(line, files, honest)).refused).toEqual([]);
  });

  it('tests are known by the folder that the command names', async () => {
    const line = { run: 'prove --exec sh checks', basis: 'exit-code' } as const;
    const tap = (test: string): string =>
      `. ./src/add.sh\necho 1..1\n${test} && echo ok 1 || echo not ok 1\n`;
    const files = { 'src/add.sh': SHELL['src/add.sh'], 'checks/zero.t': tap('[ "$(add 1 0)" = 1 ]') };
    const hollow = { ...broken, 'checks/zero.t': tap('true'), 'checks/one.t': tap('[ "$(add 1 0)" = 7 ]') };
    expect((await judge(line, files, hollow)).refused).toContain('tests-hold');
  });
});
