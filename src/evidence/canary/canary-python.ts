// The two tests in Python.
import { type CanaryOf, json } from './canary-of.ts';

/** Each must raise, whatever the project did to it. */
const PY_ASSERTIONS: readonly (readonly [name: string, lines: readonly string[]])[] = [
  ['assert', ['left = 1', 'assert left == 2']],
  ['pytest.raises', ['with pytest.raises(ValueError):', '    pass']],
  ['pytest.approx', ['assert 1 == pytest.approx(2)']],
  ...(
    [
      ['assertEqual', '1, 2'],
      ['assertNotEqual', '1, 1'],
      ['assertTrue', 'False'],
      ['assertFalse', 'True'],
      ['assertIn', '1, []'],
      ['assertIsNone', '1'],
      ['assertAlmostEqual', '1, 2'],
    ] as const
  ).map(([name, values]) => [name, [`unittest.TestCase().${name}(${values})`]] as const),
  ['assertRaises', ['with unittest.TestCase().assertRaises(ValueError):', '    pass']],
];

/** What the language says; names of the file may be others. */
const PY_BUILTINS: readonly (readonly [name: string, holds: string])[] = [
  ['round', 'builtins.round(1.4) == 1 and builtins.round(2.6) == 3 and builtins.round(1.26, 1) == 1.3'],
  ['abs', 'builtins.abs(-3) == 3'],
  ['len', 'builtins.len([1, 2]) == 2'],
  ['sum', 'builtins.sum([1, 2]) == 3'],
  ['min', 'builtins.min(3, 2, 4) == 2'],
  ['max', 'builtins.max(3, 5, 4) == 5'],
  ['sorted', 'builtins.sorted([2, 1]) == [1, 2]'],
  ['isinstance', 'builtins.isinstance(1, int) is True and builtins.isinstance(1, str) is False'],
  ['str', 'builtins.str(12) == "12"'],
  ['int', 'builtins.int("12") == 12'],
  ['float', 'builtins.float("1.5") == 1.5'],
  ['bool', 'builtins.bool(1) is True and builtins.bool("") is False'],
  ['list', 'builtins.list("ab") == ["a", "b"]'],
  ['dict', 'builtins.dict(a=1) == {"a": 1}'],
  ['set', 'builtins.set([1, 1]) == {1}'],
  ['tuple', 'builtins.tuple([1]) == (1,)'],
  ['repr', 'builtins.repr("a") == "\'a\'"'],
  ['type', 'builtins.type(1) is int'],
  ['zip', '[*builtins.zip([1], [2])] == [(1, 2)]'],
  ['enumerate', '[*builtins.enumerate("a")] == [(0, "a")]'],
  ['map', '[*builtins.map(lambda n: n * 2, [1])] == [2]'],
  ['all', 'builtins.all([1, 0]) is False and builtins.all([1]) is True'],
  ['any', 'builtins.any([0, 1]) is True and builtins.any([0]) is False'],
  ['math.isclose', 'math.isclose(1, 2) is False and math.isclose(1, 1) is True'],
];

const indented = (lines: readonly string[]): string[] => lines.map((line) => `    ${line}`);

/** Where modules are: those of the project inside of it, those that were a library's outside. */
const moduleLines = (of: CanaryOf): string[] => {
  const modules = [
    ...of.imports.map((one) => ({ ...one, load: true })),
    ...of.changed.map((one) => ({ ...one, load: false })),
  ];
  const rows = modules.map(
    ({ name, file, load }) => `(${json(name)}, ${json(file)}, ${load ? 'True' : 'False'})`,
  );
  return [
    'root = os.path.realpath(__file__)',
    `for _ in range(${of.path.split('/').length}):`,
    '    root = os.path.dirname(root)',
    `for name, file, load in [${rows.join(', ')}]:`,
    '    module = importlib.import_module(name) if load else sys.modules.get(name)',
    '    found = getattr(module, "__file__", None)',
    '    if found is None:',
    '        continue',
    '    inside = os.path.realpath(found)',
    '    own = inside.startswith(root + os.sep) and not any(',
    '        part in ("site-packages", "dist-packages") for part in inside[len(root):].split(os.sep)',
    '    )',
    `    if not own:`,
    `        raise AssertionError(${json(`${of.complaint} imported `)} + found + " instead of " + file)`,
    'outside = [path for path in sys.path if not (os.path.realpath(path) + os.sep).startswith(root + os.sep)]',
    `for name in ${json(of.shadows)}:`,
    '    found = getattr(sys.modules.get(name), "__file__", None)',
    '    if found is None or not os.path.realpath(found).startswith(root + os.sep):',
    '        continue',
    '    library = importlib.machinery.PathFinder.find_spec(name, outside)',
    '    if library is not None and library.origin is not None:',
    `        raise AssertionError(${json(`${of.complaint} the tests import `)} + name + ", a library, and get " + found[len(root) + 1:] + " of the project")`,
  ];
};

const assertionLines = ({ complaint }: CanaryOf): string[] =>
  PY_ASSERTIONS.flatMap(([name, lines]) => [
    'held = True',
    'try:',
    ...indented(lines),
    'except BaseException:',
    '    held = False',
    'if held:',
    `    raise AssertionError(${json(`${complaint} ${name} does not fail`)})`,
  ]);

const builtinLines = ({ complaint }: CanaryOf): string[] =>
  PY_BUILTINS.flatMap(([name, holds]) => [
    'try:',
    `    right = ${holds}`,
    'except Exception:',
    '    right = False',
    'if not right:',
    `    raise AssertionError(${json(`${complaint} ${name} gives wrong answers`)})`,
  ]);

export const pythonCanary = (of: CanaryOf): string | undefined => {
  if (!/^\s*(?:async\s+)?def\s+test/m.test(of.text)) return undefined;
  return [
    of.text,
    '',
    '',
    // Before both tests, so that what the modules do to the runner is there when these are run.
    ...(of.plain ? [] : of.loads).flatMap((name) => [
      'try:',
      `    __import__(${json(name)})`,
      'except BaseException:',
      '    pass',
    ]),
    '',
    '',
    `def test_${of.fails}():`,
    `    left = ${json(of.fails)}`,
    `    assert left == ${json(of.passes)}, ${json(of.nonce)}`,
    '',
    '',
    `def test_${of.passes}():`,
    '    import builtins, importlib, importlib.machinery, math, os, sys, unittest, pytest',
    // What assertions are made of comes first, so that the cause is named.
    ...(of.plain ? [] : indented([...moduleLines(of), ...builtinLines(of), ...assertionLines(of)])),
    '',
  ].join('\n');
};
