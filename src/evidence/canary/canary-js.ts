// The two tests in JavaScript and TypeScript: assertions that must throw, builtins that must answer as the language says,
// and where modules come from.
import { type CanaryOf, type CanaryRunner, json } from './canary-of.ts';

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

/** Without a message Node looks for the call in the source text, and never ends in text that a loader has rewritten (tsx). */
const FALSE = "false, 'no'";
const ASSERT_CALLS = [
  ['ok', FALSE],
  ['equal', '1, 2'],
  ['strictEqual', '1, 2'],
  ['deepEqual', '[1], [2]'],
  ['deepStrictEqual', '[1], [2]'],
  ['notEqual', '1, 1'],
  ['notStrictEqual', '1, 1'],
  ['throws', '() => {}'],
  ['match', "'a', /b/"],
] as const;

const EXPECT_CALLS = [
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
] as const;

/** Assertions that must throw, by what the text of a file has when it uses them. */
const JS_ASSERTIONS: readonly (readonly [RegExp, string])[] = [
  [/(?<![.\w$])assert\s*\(/, `assert(${FALSE})`],
  ...ASSERT_CALLS.map(([name, args]): readonly [RegExp, string] => [
    new RegExp(`(?<![.\\w$])assert\\.${name}\\s*\\(`),
    `assert.${name}(${args})`,
  ]),
  ...EXPECT_CALLS.map(([value, name, args]): readonly [RegExp, string] => [
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

const USUAL_ASSERT = new Set(['ok', 'equal', 'strictEqual', 'deepEqual', 'throws']);
const USUAL_EXPECT = ['(1).toBe(2)', '([1]).toEqual([2])', '(0).toBeTruthy()', '(1).not.toBe(1)'] as const;

const mustFail = ({ complaint }: CanaryOf, label: string, call: string): string =>
  `  { let held = true; try { ${call}; } catch { held = false; } if (held) throw new Error(${json(`${complaint} ${label} does not fail`)}); }`;

const nodeAssertions = (of: CanaryOf, isModule: boolean): string[] =>
  ['node:assert', 'node:assert/strict'].flatMap((name, at) => {
    const library = `library${at}`;
    return [
      `  const ${library} = ${isModule ? `await import(${json(name)})` : `{ default: require(${json(name)}) }`};`,
      ...ASSERT_CALLS.filter(([call]) => USUAL_ASSERT.has(call)).flatMap(([call, args]) =>
        // Both what a file calls on the library and what it imports by name.
        [`${library}.default`, ...(isModule ? [library] : [])].map((from) =>
          mustFail(of, `assert.${call}(${args}) of ${name}`, `${from}.${call}.call(${from}, ${args})`),
        ),
      ),
    ];
  });

/** Whatever the file itself uses: other files use the usual ones. */
const usualAssertions = (runner: CanaryRunner, of: CanaryOf, isModule: boolean): string[] => {
  if (runner === 'node' || runner === 'mocha') return nodeAssertions(of, isModule);
  const rows = (expect: string): string[] =>
    USUAL_EXPECT.map((call) => mustFail(of, `expect${call}`, `${expect}${call}`));
  return [
    ...(EXPECT.test(of.text) || (runner === 'jest' && /\.[cm]?jsx?$/.test(of.path)) ? rows('expect') : []),
    ...(runner === 'vitest' ? ["  const { expect: own } = await import('vitest');", ...rows('own')] : []),
  ];
};

/** What the language says, as an expression that holds. */
const BUILTINS: readonly (readonly [name: string, holds: string])[] = [
  ['Math.round', 'Math.round(1.4) === 1 && Math.round(2.6) === 3'],
  ['Math.floor', 'Math.floor(1.6) === 1'],
  ['Math.ceil', 'Math.ceil(1.4) === 2'],
  ['Math.trunc', 'Math.trunc(-1.6) === -1'],
  ['Math.abs', 'Math.abs(-3) === 3'],
  ['Math.min', 'Math.min(3, 2, 4) === 2'],
  ['Math.max', 'Math.max(3, 5, 4) === 5'],
  ['JSON.stringify', 'JSON.stringify({ a: [1, "b"] }) === \'{"a":[1,"b"]}\''],
  ['JSON.parse', 'JSON.parse(\'{"a":[7]}\').a[0] === 7'],
  ['Object.is', '!Object.is(1, 2) && Object.is(NaN, NaN)'],
  ['Object.keys', 'Object.keys({ a: 1, b: 2 }).join() === "a,b"'],
  ['Object.entries', 'Object.entries({ a: 1 }).join() === "a,1"'],
  ['Array.isArray', 'Array.isArray([]) && !Array.isArray({})'],
  ['Array.from', 'Array.from("ab").join() === "a,b"'],
  ['Number', 'Number("12") === 12'],
  ['Number.isNaN', 'Number.isNaN(NaN) && !Number.isNaN(1)'],
  ['Number.isInteger', 'Number.isInteger(1) && !Number.isInteger(1.5)'],
  ['Number.prototype.toFixed', '(1.5).toFixed(2) === "1.50"'],
  ['parseInt', 'parseInt("12px", 10) === 12'],
  ['parseFloat', 'parseFloat("1.5px") === 1.5'],
  ['String', 'String(12) === "12"'],
  ['Boolean', 'Boolean("a") && !Boolean("")'],
  ['Array.prototype.includes', '[1, 2].includes(2) && ![1, 2].includes(3)'],
  ['Array.prototype.indexOf', '[1, 2].indexOf(2) === 1 && [1, 2].indexOf(3) === -1'],
  ['Array.prototype.map', '[1, 2].map((n) => n * 2).join() === "2,4"'],
  ['Array.prototype.filter', '[1, 2].filter((n) => n > 1).join() === "2"'],
  ['Array.prototype.reduce', '[1, 2].reduce((sum, n) => sum + n, 4) === 7'],
  ['Array.prototype.every', '![1, 2].every((n) => n > 1) && [1, 2].every((n) => n > 0)'],
  ['Array.prototype.some', '[1, 2].some((n) => n > 1) && ![1, 2].some((n) => n > 2)'],
  ['String.prototype.includes', '"ab".includes("b") && !"ab".includes("c")'],
  ['String.prototype.startsWith', '"ab".startsWith("a") && !"ab".startsWith("b")'],
  ['String.prototype.trim', '" a ".trim() === "a"'],
  ['RegExp.prototype.test', '/a/.test("ba") && !/a/.test("b")'],
  ['Set', 'new Set([1, 1, 2]).size === 2'],
  ['Map', 'new Map([[1, 2]]).get(1) === 2'],
  ['Date.now', 'typeof Date.now === "function"'],
];

/** A file that puts a double in the place of a builtin, and leaves it there, says so. */
const hasDouble = (text: string, name: string): boolean => {
  const owner = name.split('.').slice(0, -1).join('\\.') || 'globalThis|global|window';
  const [member] = name.split('.').slice(-1);
  return new RegExp(
    `(?:spyOn|method|stub|replace|stubGlobal|replaceProperty|defineProperty)\\s*\\(\\s*(?:(?:${owner})\\s*,\\s*)?['"\`]${member}['"\`]|(?:${owner})\\.${member}\\s*=[^=]`,
  ).test(text);
};

const jsBuiltins = ({ text, complaint }: CanaryOf): string[] =>
  BUILTINS.filter(([name]) => !hasDouble(text, name)).map(
    ([name, holds]) =>
      `  { let right = false; try { right = ${holds}; } catch {} if (!right) throw new Error(${json(`${complaint} ${name} gives wrong answers`)}); }`,
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

/** What cannot be loaded here is loaded elsewhere, or by nobody. */
const jsLoads = ({ loads }: CanaryOf, isModule: boolean): string[] =>
  loads.map((name) => `  try { ${isModule ? 'await import' : 'require'}(${json(name)}); } catch {}`);

export const jsCanary = (runner: CanaryRunner, of: CanaryOf): string | undefined => {
  const callee = calleeIn(of.text);
  if (callee === undefined) return undefined;
  const isModule = isModuleIn(runner, of);
  const calls = of.plain ? [] : callsIn(of.text);
  const loads = of.plain ? [] : jsLoads(of, isModule);
  const [call] = calls;
  return [
    of.text,
    `;${callee}(${json(of.fails)}, async () => {`,
    ...loads,
    ...(call !== undefined
      ? [`  try { ${call}; } catch { throw new Error(${json(of.nonce)}); }`]
      : [`  throw new Error(${json(of.nonce)});`]),
    '});',
    `${callee}(${json(of.passes)}, async () => {`,
    // Tests may be run in another order.
    ...loads,
    ...(of.plain
      ? []
      : [
          ...jsModules(of, isModule),
          // What assertions are made of comes first, so that the cause is named.
          ...jsBuiltins(of),
          ...calls.map((one) => mustFail(of, one, one)),
          ...usualAssertions(runner, of, isModule),
        ]),
    '});',
    '',
  ].join('\n');
};
