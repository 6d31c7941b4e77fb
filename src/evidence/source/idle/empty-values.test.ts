// What stands for nothing in the place of what a function gives back.
import { describe, expect, it } from 'vitest';
import { bodyFrom, emptyInPython, emptyInScript, onlyFails } from './empty-values.ts';

describe('in scripts', () => {
  it.each([
    [': Berth[] ', 'find()', '[]'],
    [': readonly Berth[] ', 'find()', '[]'],
    [': ReadonlyMap<string, number> ', 'find()', 'new Map()'],
    [': Promise<void> ', 'find()', 'Promise.resolve()'],
    [': Promise<readonly Berth[]> ', 'find()', 'Promise.resolve([])'],
    [': string ', 'find()', "''"],
    [': number ', 'find()', '0'],
    [': boolean ', 'find()', 'false'],
    [': Berth ', 'find()', '({})'],
    [': void ', 'find()', undefined],
    ['', ' []', '[]'],
    ['', ' list.filter((one) => one > 1)', '[]'],
    ['', ' ({ a: 1 })', '({})'],
    ['', ' `${a} b`', "''"],
    ['', ' find(1)', undefined],
  ])('by the type %j, or else the value %j', (type, body, expected) => {
    expect(emptyInScript(type, body, false)).toBe(expected);
  });

  it('by all that a block gives back', () => {
    expect(emptyInScript('', 'if (a) return [];\n  return [1];', true)).toBe('[]');
    expect(emptyInScript('', 'if (a) return [];\n  return "a";', true)).toBe('({})');
    expect(emptyInScript('', 'if (a) return;\n  go();', true)).toBeUndefined();
  });
});

it.each([
  ['list[int]', 'return go()', '[]'],
  ['str', 'return go()', '""'],
  ['', '    return [a for a in b]\n', '[]'],
  ['', '    return f"{a}"\n', '""'],
  ['', '    if a:\n        return 1\n    return {}\n', undefined],
])('in Python: %j, %j', (type, body, expected) => {
  expect(emptyInPython(type, body)).toBe(expected);
});

describe('a body that only fails', () => {
  it.each([
    "\n  throw new Error('not implemented');\n",
    ' throw new Problem(501, `no ${name}`)',
    '    raise NotImplementedError("later")\n',
    ' panic("later") ',
    '\n    todo!()\n',
    ' unimplemented!("later: {}", a)',
  ])('%j', (body) => {
    expect(onlyFails(body)).toBe(true);
  });

  it.each([
    "\n  if (a) throw new Error('no');\n",
    "\n  throw new Error('no');\n  return 1;\n",
    '\n  const a = 1;\n  throw a;\n',
    ' return 1 ',
    '    raise go(1)\n    return go(2)\n',
    '',
  ])('is not %j', (body) => {
    expect(onlyFails(body)).toBe(false);
  });

  it('is found behind its brace', () => {
    expect(bodyFrom('fn f() { todo!() }\nfn g() {}\n', 8)).toBe(' todo!() ');
    expect(bodyFrom('fn f() {\n    todo!()\n}\n', 8)).toBe('\n    todo!()');
  });
});
