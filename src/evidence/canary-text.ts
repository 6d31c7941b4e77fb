// Two tests of Baton's own, in the language of a test file and with its own means: one must fail, one must pass. Nothing
// in them is the same twice, so that nothing can wait for them.
import { posix } from 'node:path';
import type { TestImport } from './test-imports.ts';

export interface CanaryNames {
  /** Letters and digits, beginning with a letter. */
  readonly fails: string;
  readonly passes: string;
  /** What the first one says; what the second one says when it does not pass. */
  readonly nonce: string;
  readonly complaint: string;
}

export interface CanaryOf extends CanaryNames {
  readonly path: string;
  readonly text: string;
  /** What the file imports of the project. */
  readonly imports: readonly TestImport[];
  /** Names of modules that changed, wherever they are imported. */
  readonly changed: readonly TestImport[];
  /** Without what a compiler or a checker of types may refuse. */
  readonly plain: boolean;
}

export const CANARY_RUNNERS = ['node', 'vitest', 'jest', 'mocha', 'pytest', 'go', 'cargo'] as const;
export type CanaryRunner = (typeof CANARY_RUNNERS)[number];

const json = (value: unknown): string => JSON.stringify(value);

/** Steps from the folder of the file up to the project. */
const upFrom = (path: string): string => '../'.repeat(path.split('/').length - 1) || './';

const CALLEE = /(?<![.\w$])(test|it)(?:\s*\.\s*\w+)*\s*[(`]/;
const NODE_BINDING =
  /import\s+(\w+)\s*(?:,[^'"]*)?from\s*['"]node:test['"]|(?:const|let|var)\s+(\w+)\s*=\s*require\(\s*['"]node:test['"]\s*\)(?!\s*\.)/;

/** The function that the file itself declares tests with: it may be another one than that of the runner. */
const calleeIn = (text: string): string | undefined => {
  const [, imported, required] = NODE_BINDING.exec(text) ?? [];
  const binding = imported ?? required;
  if (binding !== undefined && new RegExp(`(?<![.\\w$])${binding}\\s*\\(`).test(text)) return binding;
  return CALLEE.exec(text)?.[1];
};

/** Assertions that must throw, by what the text of a file has when it uses them. */
const JS_ASSERTIONS: readonly (readonly [RegExp, string])[] = [
  [/(?<![.\w$])assert\s*\(/, 'assert(false)'],
  ...(
    [
      ['ok', 'false'],
      ['equal', '1, 2'],
      ['strictEqual', '1, 2'],
      ['deepEqual', '[1], [2]'],
      ['deepStrictEqual', '[1], [2]'],
      ['notEqual', '1, 1'],
      ['notStrictEqual', '1, 1'],
      ['throws', '() => {}'],
      ['match', "'a', /b/"],
    ] as const
  ).map(([name, args]): readonly [RegExp, string] => [
    new RegExp(`(?<![.\\w$])assert\\.${name}\\s*\\(`),
    `assert.${name}(${args})`,
  ]),
  ...(
    [
      ['1', 'toBe', '2'],
      ['[1]', 'toEqual', '[2]'],
      ['[1]', 'toStrictEqual', '[2]'],
      ['0', 'toBeTruthy', ''],
      ['1', 'toBeFalsy', ''],
      ['1', 'toBeNull', ''],
      ['1', 'toBeUndefined', ''],
      ['undefined', 'toBeDefined', ''],
      ['[1]', 'toContain', '2'],
      ['[1]', 'toHaveLength', '2'],
      ["'a'", 'toMatch', '/b/'],
      ['{ a: 1 }', 'toMatchObject', '{ a: 2 }'],
      ['() => {}', 'toThrow', ''],
      ['1', 'toBeGreaterThan', '2'],
      ['2', 'toBeLessThan', '1'],
      ['1', 'toBeCloseTo', '2'],
    ] as const
  ).map(([value, name, args]): readonly [RegExp, string] => [
    new RegExp(`\\.${name}\\s*\\(`),
    `expect(${value}).${name}(${args})`,
  ]),
];

const EXPECT = /(?<![.\w$])expect\s*[(.]/;
/** A function of that name that the file itself has may do something else. */
const ASSERT = /\bimport\b[^'"]{0,300}\bassert\b[^'"]{0,300}\bfrom\b|\bassert\b[^\n;]{0,100}=\s*require\(/;

/** Assertions that the file uses, each as a call that must throw. */
const callsIn = (text: string): string[] =>
  JS_ASSERTIONS.filter(
    ([uses, call]) => uses.test(text) && (call.startsWith('expect') ? EXPECT : ASSERT).test(text),
  ).map(([, call]) => call);

const jsAssertions = ({ text, complaint }: CanaryOf): string[] =>
  callsIn(text).map(
    (call) =>
      `  { let held = true; try { ${call}; } catch { held = false; } if (held) throw new Error(${json(`${complaint} ${call} does not fail`)}); }`,
  );

/** Where each module really is, asked of what the runner resolves names with. */
const jsModules = (of: CanaryOf, isModule: boolean): string[] => {
  const list = json(of.imports.map(({ name, file }) => [name, file]));
  const complain = (path: string): string =>
    `throw new Error(${json(`${of.complaint} imported `)} + ${path} + ' instead of ' + file)`;
  if (of.imports.length === 0) return [];
  if (isModule)
    return [
      `  const root = new URL(${json(upFrom(of.path))}, import.meta.url).href;`,
      `  for (const [name, file] of typeof import.meta.resolve === 'function' ? ${list} : []) {`,
      '    const found = import.meta.resolve(name);',
      `    if (!found.startsWith(root) || found.slice(root.length).includes('node_modules/')) ${complain('found')};`,
      '  }',
    ];
  return [
    `  const root = require('node:path').resolve(__dirname, ${json(upFrom(of.path))}) + '/';`,
    `  for (const [name, file] of ${list}) {`,
    '    const found = require.resolve(name);',
    `    if (!found.startsWith(root) || found.slice(root.length).includes('node_modules/')) ${complain('found')};`,
    '  }',
  ];
};

/** Jest compiles modules to what has `require`; the others run them as they are. */
const isModuleIn = (runner: CanaryRunner, { path, text }: CanaryOf): boolean =>
  runner === 'vitest' ||
  (runner !== 'jest' && (/\.m[jt]s$/.test(path) || /^\s*(?:import\s[^(]|import['"]|export\s)/m.test(text)));

const jsCanary = (runner: CanaryRunner, of: CanaryOf): string | undefined => {
  const callee = calleeIn(of.text);
  if (callee === undefined) return undefined;
  const [call] = of.plain ? [] : callsIn(of.text);
  return [
    of.text,
    `;${callee}(${json(of.fails)}, () => {`,
    ...(call !== undefined
      ? [`  try { ${call}; } catch { throw new Error(${json(of.nonce)}); }`]
      : [`  throw new Error(${json(of.nonce)});`]),
    '});',
    `${callee}(${json(of.passes)}, () => {`,
    ...(of.plain ? [] : [...jsModules(of, isModuleIn(runner, of)), ...jsAssertions(of)]),
    '});',
    '',
  ].join('\n');
};

const UNITTEST = /\bself\.assert\w+\(/;

const pythonCanary = (of: CanaryOf): string | undefined => {
  if (!/^\s*(?:async\s+)?def\s+test/m.test(of.text)) return undefined;
  const depth = of.path.split('/').length - 1;
  const modules = [
    ...of.imports.map((one) => ({ ...one, load: true })),
    ...of.changed.map((one) => ({ ...one, load: false })),
  ];
  const rows = modules.map(
    ({ name, file, load }) => `(${json(name)}, ${json(file)}, ${load ? 'True' : 'False'})`,
  );
  return [
    of.text,
    '',
    '',
    `def test_${of.fails}():`,
    `    left = ${json(of.fails)}`,
    `    assert left == ${json(of.passes)}, ${json(of.nonce)}`,
    '',
    '',
    `def test_${of.passes}():`,
    '    import importlib, os, sys',
    '    root = os.path.realpath(__file__)',
    `    for _ in range(${depth + 1}):`,
    '        root = os.path.dirname(root)',
    `    for name, file, load in [${of.plain ? '' : rows.join(', ')}]:`,
    '        module = importlib.import_module(name) if load else sys.modules.get(name)',
    '        found = getattr(module, "__file__", None)',
    '        if found is None:',
    '            continue',
    '        inside = os.path.realpath(found)',
    '        own = inside.startswith(root + os.sep) and not any(',
    '            part in ("site-packages", "dist-packages") for part in inside[len(root):].split(os.sep)',
    '        )',
    `        assert own, ${json(`${of.complaint} imported `)} + found + " instead of " + file`,
    ...(UNITTEST.test(of.text) && !of.plain
      ? [
          '    import unittest',
          '    for name, values in (("assertEqual", (1, 2)), ("assertTrue", (False,)), ("assertFalse", (True,)), ("assertIn", (1, []))):',
          '        try:',
          '            getattr(unittest.TestCase(), name)(*values)',
          '        except AssertionError:',
          '            continue',
          `        raise AssertionError(${json(`${of.complaint} `)} + name + " does not fail")`,
        ]
      : []),
    '',
  ].join('\n');
};

const GO_TEST = /^func\s+Test\w*\s*\(\s*\w+\s+(\*\s*[\w.]+)\s*\)/m;

const goCanary = ({ text, fails, passes, nonce }: CanaryOf): string | undefined => {
  const type = GO_TEST.exec(text)?.[1];
  if (type === undefined) return undefined;
  return [
    text,
    `func Test_${fails}(t ${type}) {`,
    `\tt.Error(${json(nonce)})`,
    '}',
    '',
    `func Test_${passes}(t ${type}) {}`,
    '',
  ].join('\n');
};

const RUST_TEST = /#\[(?:\w+::)*test\b/;

const cargoCanary = ({ text, fails, passes, nonce }: CanaryOf): string | undefined =>
  RUST_TEST.test(text)
    ? [
        text,
        '#[cfg(test)]',
        `mod ${fails}_${passes} {`,
        '    #[test]',
        `    fn ${fails}() {`,
        `        panic!(${json(nonce)});`,
        '    }',
        '    #[test]',
        `    fn ${passes}() {}`,
        '}',
        '',
      ].join('\n')
    : undefined;

/** The file with both tests at its end; undefined where it cannot be told how this file declares tests. */
export const canaryText = (runner: CanaryRunner, of: CanaryOf): string | undefined => {
  if (runner === 'pytest') return of.path.endsWith('.py') ? pythonCanary(of) : undefined;
  if (runner === 'go') return of.path.endsWith('_test.go') ? goCanary(of) : undefined;
  if (runner === 'cargo') return posix.extname(of.path) === '.rs' ? cargoCanary(of) : undefined;
  return /\.[cm]?[jt]sx?$/.test(of.path) ? jsCanary(runner, of) : undefined;
};
