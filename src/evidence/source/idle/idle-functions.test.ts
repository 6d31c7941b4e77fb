// New functions made idle, as text and as programs that still run.
import { execFileSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import { type Idle, withIdleFunctions } from './idle-functions.ts';

const idle = (path: string, text: string, how: Idle = 'throws', before?: string): string | undefined =>
  withIdleFunctions(path, text, before, how);

describe('functions of JavaScript', () => {
  it.each([
    ['export function f(a) {\n  return a;\n}\n', 'f(1)'],
    ['export const f = (a) => a * 2;\n', 'f(1)'],
    ['export const f = async (a) => {\n  return a;\n};\n', 'await f(1)'],
    ['export const f = a => ({ a, b: [1, 2] });\nexport const other = 3;\n', 'f(1)'],
    ['export default (a) => [a, (b) => b];\n', 'it.default(1)'],
    ['export default function (a) { return a; }\n', 'it.default(1)'],
    [
      'class A {\n  #x = 1;\n  f(a) { return a + this.#x; }\n}\nexport const f = (a) => new A().f(a);\n',
      'f(1)',
    ],
    ['export class A {\n  static async f(a = { b: 1 }) {\n    return a;\n  }\n}\n', 'await it.A.f()'],
    [
      'const table = { f: function (a) { return a; }, g(a) { return a; } };\nexport const f = table.f;\n',
      'f(1)',
    ],
    [
      'function f(a) { if (a) { return 1; } for (const x of [a]) { return x; } return 2; }\nexport { f };\n',
      'f(1)',
    ],
  ])('throw, or give nothing back: %s', (text, call) => {
    const run = (how: Idle): string => {
      const code = `${idle('a.js', text, how)}`;
      const url = `data:text/javascript,${encodeURIComponent(code)}`;
      const script = `const it = await import(${JSON.stringify(url)}); const { f } = it; try { console.log(${call}); } catch (e) { console.log(e.message); }`;
      return execFileSync(process.execPath, ['--input-type=module', '-e', script], {
        encoding: 'utf8',
      }).trim();
    };
    expect(run('throws')).toBe('Baton made this function idle');
    expect(run('returns')).toBe('undefined');
  });

  it('are found behind types', () => {
    const text =
      'export function f<T extends object>(a: T, b: (x: number) => string): Promise<T[]> {\n  return go(a);\n}\nexport const g = (a: number): number => a;\n';
    expect(idle('a.ts', text)).toBe(
      "export function f<T extends object>(a: T, b: (x: number) => string): Promise<T[]> { throw new Error('Baton made this function idle');\n  return go(a);\n}\nexport const g = (a: number): number => { throw new Error('Baton made this function idle'); };\n",
    );
  });

  it('give back something empty', () => {
    expect(idle('a.ts', 'export const f = (a: number): readonly A[] => g(a);\n', 'empty')).toBe(
      'export const f = (a: number): readonly A[] => { return [] as never; };\n',
    );
    expect(idle('a.ts', 'class A {\n  f(): Promise<void> {\n    return g();\n  }\n}\n', 'empty')).toBe(
      'class A {\n  f(): Promise<void> { return Promise.resolve() as never;\n    return g();\n  }\n}\n',
    );
    expect(idle('a.js', 'export const f = (a) => a;\n', 'empty')).toBe(
      'export const f = (a) => { return; };\n',
    );
    // Of a type that nobody knows it is something, and nothing where nothing comes back.
    expect(idle('a.ts', 'export const f = (a: Board): Board => a;\n', 'empty')).toContain(
      'return ({}) as never;',
    );
    expect(idle('a.ts', 'export const f = (a: Board): void => a.b();\n', 'empty')).toContain(
      'return undefined as',
    );
    expect(idle('a.js', 'function f(a) {\n  return g(a);\n}\n', 'empty')).toContain('return ({});');
    expect(idle('a.js', 'function f(a) {\n  g(a);\n}\n', 'empty')).toContain('return;');
    expect(idle('a.py', 'def f(a):\n    return [a]\n', 'empty')).toBe(
      'def f(a):\n    return []\n    return [a]\n',
    );
  });

  it('leave their own error where they have nothing else', () => {
    const stub = "export const f = () => {\n  throw new Error('later');\n};\n";
    expect(idle('a.js', stub)).toBe(stub);
    expect(idle('a.py', 'def f():\n    raise NotImplementedError("later")\n')).toBe(
      'def f():\n    raise NotImplementedError("later")\n',
    );
    expect(idle('a.go', 'package a\n\nfunc F() int {\n\tpanic("later")\n}\n')).toContain(
      '{\n\tpanic("later")',
    );
    expect(idle('a.rs', 'pub fn f() -> u8 {\n    todo!()\n}\n')).toBe('pub fn f() -> u8 {\n    todo!()\n}\n');
  });

  it('have constants beside them, which are empty, too', () => {
    const text =
      "import a from 'a';\nexport const MAX = 28;\nconst NAMES = ['a'];\nexport const all = MAX + 1;\n";
    expect(idle('a.ts', text, 'empty')).toBe(
      "import a from 'a';\nexport const MAX = 0;\nconst NAMES = [];\nexport const all = MAX + 1;\n",
    );
    expect(idle('a.ts', text, 'returns')).toBeUndefined();
    expect(idle('a.ts', text, 'empty', text)).toBeUndefined();
  });

  it('that were there before stay, and so does what is no function', () => {
    expect(idle('a.js', 'export const a = { b: 1 };\n')).toBeUndefined();
    const before = 'export const old = () => 1;\n';
    expect(idle('a.js', before, 'throws', before)).toBeUndefined();
    expect(idle('a.js', `${before}export const f = () => 2;\n`, 'returns', before)).toBe(
      `${before}export const f = () => { return; };\n`,
    );
  });
});

describe('functions of Python', () => {
  it.each([
    ['def f(a):\n    return a\n', 'f(1)'],
    ['def f(a: int = 1, *, b={"c": 2}) -> dict[str, int]:\n    """Says what."""\n    return {}\n', 'f(1)'],
    ['def f(a): return a\n', 'f(1)'],
    ['class A:\n    def f(self, a):\n\n        return a\n\n\nf = A().f\n', 'f(1)'],
    ['def f(\n    a,\n    b=1,\n):\n    return a\n', 'f(1)'],
  ])('throw, or give nothing back: %s', (text, call) => {
    const run = (how: Idle): string =>
      execFileSync(
        'python3',
        [
          '-c',
          `${idle('a.py', text, how)}\ntry:\n    print(${call})\nexcept RuntimeError as e:\n    print(e)\n`,
        ],
        { encoding: 'utf8' },
      ).trim();
    expect(run('throws')).toBe('Baton made this function idle');
    expect(run('returns')).toBe('None');
  });
});

describe('functions of Go', () => {
  const panics = 'panic("Baton made this function idle");';
  it.each([
    ['func F(a int) (int, error) {\n\treturn a, nil\n}\n', '(int, error)', '(_ int, _ error)'],
    ['func (s *S) F() int { return 1 }\n', 'int', '(_ int)'],
    [
      'func F[T any](a []T) map[string]struct{} {\n\treturn nil\n}\n',
      'map[string]struct{}',
      '(_ map[string]struct{})',
    ],
    ['func F() interface{} { return 1 }\n', 'interface{}', '(_ interface{})'],
    ['func F() (n int, err error) {\n\treturn\n}\n', '(n int, err error)', '(n int, err error)'],
    [
      'func F() (func(int) string, chan int) {\n\treturn nil, nil\n}\n',
      '(func(int) string, chan int)',
      '(_ func(int) string, _ chan int)',
    ],
    ['func F(\n\ta int,\n) *S {\n\treturn nil\n}\n', '*S', '(_ *S)'],
  ])('panic, or give back zero values: %s', (text, results, named) => {
    expect(idle('a.go', text)).toBe(text.replace(`${results} {`, `${results} { ${panics}`));
    expect(idle('a.go', text, 'returns')).toBe(text.replace(`${results} {`, `${named} { return;`));
  });

  it('without results only return, and those without a body stay', () => {
    expect(idle('a.go', 'func F() {\n\tgo()\n}\n', 'returns')).toBe('func F() { return;\n\tgo()\n}\n');
    expect(idle('a.go', 'func F(a int) int\n\nvar x = T{}\n', 'returns')).toBeUndefined();
  });
});

describe('functions of Rust', () => {
  const panics = 'panic!("Baton made this function idle");';

  it.each([
    ['fn f() -> u32 {', 'return 0;'],
    ['pub fn f(a: u32) {', 'return;'],
    ['pub(crate) async fn f<T: Into<String>>(a: T) -> Option<Vec<T>> {', 'return None;'],
    ["pub fn f<'a>(a: &'a str) -> (&'a str, Vec<String>) {", 'return ("",Default::default(),);'],
    ['fn f(a: impl Fn(u8) -> bool) -> Result<(), Box<dyn Error>> {', 'return Ok(());'],
    ['fn f() -> io::Result<String>\nwhere\n    u8: Copy,\n{', 'return Ok(String::new());'],
    ['fn f() -> [f64; 3] {', 'return [0.0; 3];'],
    ['pub const fn f() -> bool {', 'return false;'],
    ['pub const fn f() -> Vec<u8> {', panics],
    ['fn f<T>() -> T {', panics],
    ['fn f() -> impl Iterator<Item = u8> {', panics],
  ])('panic, or give back what stands for nothing: %s', (head, work) => {
    const text = `${head}\n    todo()\n}\n`;
    expect(idle('a.rs', text)).toBe(text.replace('{\n', `{ ${panics}\n`));
    expect(idle('a.rs', text, 'returns')).toBe(text.replace('{\n', `{ ${work}\n`));
  });

  it.each([
    ['pub struct S;\n', 'return S;'],
    ['struct S(u8, pub String);\n', 'return S(0, String::new());'],
    [
      'struct S {\n    /// How many.\n    pub a: u8,\n    b: std::vec::Vec<u8>,\n}\n',
      'return S { a: 0, b: Default::default() };',
    ],
    ['#[derive(Debug, Default)]\nstruct S {\n    a: Other,\n}\n', 'return S::default();'],
    ['struct S {\n    a: Other,\n}\n', panics],
    ['enum S {\n    A,\n}\n', panics],
  ])('know the structs of their file: %s', (struct, work) => {
    const text = `${struct}impl S {\n    pub fn new() -> Self {\n        todo()\n    }\n}\n`;
    expect(idle('a.rs', text, 'returns')).toBe(text.replace('Self {', `Self { ${work}`));
  });

  it.each(['#[test]', '#[tokio::test]\n#[ignore]', '#[cfg(test)]', '/// Asks.\n#[rstest]\n// now'])(
    'stay as they are where they are tests beside the code: %s',
    (above) => {
      const text = `fn f() {\n}\n${above}\nfn asks() {\n    f();\n}\n`;
      expect(idle('a.rs', text, 'returns')).toBe(text.replace('f() {\n}', 'f() { return;\n}'));
    },
  );

  it('stay as they are without a body, and in tests', () => {
    const text =
      'trait T {\n    fn f(&self) -> [u32; 2];\n    fn g(&self) -> u32 { 1 }\n}\n#[cfg(test)]\nmod tests {\n    fn g() {}\n}\n';
    expect(idle('a.rs', text)).toBe(text.replace('{ 1 }', `{ ${panics} 1 }`));
    expect(idle('a.rs', text, 'returns')).toBe(text.replace('{ 1 }', '{ return 0; 1 }'));
  });
});
