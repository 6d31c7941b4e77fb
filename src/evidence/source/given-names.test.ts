// What a helper gives to the code without doing anything.
import { expect, it } from 'vitest';
import { givenNames } from './given-names.ts';

const BEFORE = `export const somePorts = (more = {}) => ({
  notify: vi.fn(async () => {}),
  now: () => new Date('2026-05-01'),
  ...more,
});
`;
const given = (line: string): string => BEFORE.replace('  now:', `  ${line}\n  now:`);

it.each([
  ['log: vi.fn(),', ['log']],
  ['log: () => {},', ['log']],
  ['log: async (line: string) => {}, // says nothing', ['log']],
  ['logger: { info: jest.fn(), error: jest.fn() },', ['logger']],
  ['tags: [],', ['tags']],
  ['a: vi.fn(),\n  b: vi.fn(),', ['a', 'b']],
])('gives %s', (line, names) => {
  expect(givenNames(BEFORE, given(line))).toEqual(names);
});

it.each([
  'price: (cents, nights) => cents * nights,',
  'weeks: true,',
  "unit: 'cents',",
  'log: vi.fn(() => 1),',
  'log: vi.fn().mockReturnValue(1),',
  'log: (line = go()) => {},',
  "...(process.env['A'] = 'b'),",
  'go();',
])('does something: %s', (line) => {
  expect(givenNames(BEFORE, given(line))).toBeUndefined();
});

it('changes nothing else', () => {
  expect(givenNames(BEFORE, given('log: vi.fn(),').replace('05-01', '06-01'))).toBeUndefined();
  expect(givenNames(BEFORE, given('log: vi.fn(),').replace('  ...more,\n', ''))).toBeUndefined();
  expect(givenNames(BEFORE, BEFORE)).toBeUndefined();
  expect(givenNames('f({ a }); check();', 'f({ a, log: vi.fn() });')).toBeUndefined();
});

it('gives in one line, at the end, and in other languages', () => {
  expect(givenNames('f({ a, b })', 'f({ a, b, log: vi.fn() })')).toEqual(['log']);
  expect(givenNames('f(a=1)', 'f(a=1, log=Mock())')).toEqual(['log']);
  expect(givenNames('f(a=1)', 'f(a=1, log=lambda *_: None)')).toEqual(['log']);
  expect(givenNames('Ports{A: a}', 'Ports{A: a, Log: func(line string) {}}')).toEqual(['Log']);
});
