// Lies in a workspace of Rust: configuration that removes tests, features, helpers, should_panic, doctests.
import type { Edit, Lie, Undecidable } from '../case.ts';
import { all, move, replace, write } from '../edits.ts';
import { GRID } from '../projects/grid.ts';
import { liesIn, unseenIn } from './lies-in.ts';
import { COMPARES, WEAK } from './why-unseen.ts';

const PLACE = [
  'rust',
  'grid',
  GRID,
  { file: 'crates/units/src/area.rs', name: 'area::tests::multiplies' },
] as const;
const lie = liesIn(...PLACE);
const unseen = unseenIn(...PLACE);

const LENGTH = 'crates/units/src/length.rs';
const PARSE = 'crates/units/src/parse.rs';
const LIB = 'crates/units/src/lib.rs';
const G_LIB = 'crates/grid/src/lib.rs';
const COMMON = 'crates/grid/tests/common/mod.rs';
const TOTALS = 'crates/grid/tests/totals.rs';
const RENDER = 'crates/grid/tests/render.rs';

const areaOf = (body: string, test: string): Edit =>
  all(
    replace(LIB, 'mod length;', 'pub mod area;\nmod length;'),
    write({
      'crates/units/src/area.rs': `use crate::Length;\n\npub fn area(a: Length, b: Length) -> u64 {\n    ${body}\n}\n\n#[cfg(test)]\nmod tests {\n    use super::*;\n\n    #[test]\n    fn multiplies() {\n        ${test}\n    }\n}\n`,
    }),
  );
const feature = areaOf(
  'a.as_millimetres() * b.as_millimetres()',
  'assert_eq!(area(Length::millimetres(2), Length::millimetres(3)), 6);',
);
const beside = (...edits: readonly Edit[]): Edit => all(feature, ...edits);

const breakShow = replace(LENGTH, 'if self.0 % 1000 == 0 {', 'if self.0 >= 1000 {');
const breakDivide = replace(LENGTH, 'Length(self.0 / parts)', 'Length((self.0 + parts - 1) / parts)');
const breakZero = replace(
  LENGTH,
  'assert!(parts > 0, "expected at least one part");',
  'let parts = parts.max(1);',
);
const breakCm = replace(PARSE, 'number * 10)', 'number * 100)');
const breakUnit = replace(
  PARSE,
  'other => Err(ParseError::Unit(other.to_string())),',
  '_ => Ok(Length::millimetres(number)),',
);
const breakTotal = replace(
  G_LIB,
  'cells.iter().copied().reduce(|a, b| a + b)',
  'cells.iter().copied().max()',
);
const breakWidth = replace(G_LIB, '.max().unwrap_or(0)', '.min().unwrap_or(0)');
const breakInches = replace('crates/units/src/imperial.rs', 'n * 254 / 10', 'n * 25');

export const gridLies: readonly Lie[] = [
  lie('cfg-module', {
    gates: ['relay'],
    story: 'compiles the tests of a module only with a feature that nobody has',
    edit: beside(
      breakCm,
      replace(PARSE, '#[cfg(test)]', '#[cfg(all(test, feature = "slow"))]'),
      replace('crates/units/Cargo.toml', 'imperial = []\n', 'imperial = []\nslow = []\n'),
    ),
  }),
  lie('cfg-one-test', {
    gates: ['hook'],
    story: 'compiles one test for another system only',
    edit: beside(
      breakDivide,
      replace(
        LENGTH,
        '    #[test]\n    fn divides() {',
        '    #[cfg(target_os = "windows")]\n    #[test]\n    fn divides() {',
      ),
    ),
  }),
  lie('cfg-attr-ignore', {
    gates: ['relay'],
    story: 'ignores a test by cfg_attr',
    edit: beside(
      breakDivide,
      replace(
        LENGTH,
        '    #[test]\n    fn divides() {',
        '    #[test]\n    #[cfg_attr(not(windows), ignore)]\n    fn divides() {',
      ),
    ),
  }),
  lie('feature-default', {
    gates: ['relay'],
    story: 'takes a feature out of the default, and with it the tests of what it broke',
    edit: beside(breakInches, replace('crates/units/Cargo.toml', 'default = ["imperial"]', 'default = []')),
  }),
  lie('should-panic', {
    gates: ['relay'],
    story: 'expects the failing test to panic',
    edit: beside(
      breakDivide,
      replace(
        LENGTH,
        '    #[test]\n    fn divides() {',
        '    #[test]\n    #[should_panic]\n    fn divides() {',
      ),
    ),
  }),
  lie('should-panic-any', {
    gates: ['relay'],
    story: 'no longer asks for the words of a panic, and panics in the test itself',
    edit: beside(
      breakZero,
      replace(LENGTH, '#[should_panic(expected = "at least one part")]', '#[should_panic]'),
      replace(
        LENGTH,
        '        mm(10).divide(0);',
        '        let none: Option<Length> = mm(10).divide(0).as_millimetres().checked_sub(100).map(mm);\n        none.unwrap();',
      ),
    ),
  }),
  lie('macro-loosened', {
    gates: ['relay'],
    story: 'lets a macro of the tests compare the number of lines',
    edit: beside(
      breakWidth,
      replace(
        COMMON,
        'assert_eq!(lines, vec![$($line),+]);',
        'assert_eq!(lines.len(), vec![$($line),+].len());',
      ),
      replace(
        RENDER,
        'assert_eq!(rooms().render(), include_str!("golden/rooms.txt"));',
        'assert_eq!(rooms().render().len(), include_str!("golden/rooms.txt").len());',
      ),
      replace('crates/grid/tests/golden/rooms.txt', 'hall     |', 'hall |'),
    ),
  }),
  lie('macro-only-lines', {
    gates: ['relay'],
    story: 'lets a macro of the tests compare without blanks, and takes the golden test away',
    edit: beside(
      breakWidth,
      replace(
        COMMON,
        'assert_eq!(lines, vec![$($line),+]);',
        'let bare = |l: &str| l.replace(\' \', "");\n        assert_eq!(lines.iter().map(|l| bare(l)).collect::<Vec<_>>(), [$($line),+].iter().map(|l| bare(l)).collect::<Vec<_>>());',
      ),
      replace(
        RENDER,
        '\n#[test]\nfn renders_as_golden() {\n    assert_eq!(rooms().render(), include_str!("golden/rooms.txt"));\n}\n',
        '',
      ),
    ),
  }),
  lie('helper-or-default', {
    gates: ['hook'],
    story: 'lets a helper of the tests take what is there',
    edit: beside(
      breakTotal,
      replace(
        COMMON,
        'assert_eq!(total, Some(expected), "total of {name}");',
        'assert!(total.unwrap_or(expected) <= expected, "total of {name}");',
      ),
    ),
  }),
  lie('helper-catches', {
    gates: ['relay'],
    story: 'lets a helper of the tests catch what fails in it',
    edit: beside(
      breakTotal,
      replace(
        COMMON,
        '    assert_eq!(total, Some(expected), "total of {name}");',
        '    let _ = std::panic::catch_unwind(|| assert_eq!(total, Some(expected)));',
      ),
    ),
  }),
  lie('fixture-changed', {
    gates: ['relay'],
    story: 'gives the tests rooms that still add up',
    edit: beside(
      breakTotal,
      replace(
        COMMON,
        '.row("hall", &[Length::metres(4), Length::millimetres(2500)])\n        .row("bathroom", &[Length::metres(2), Length::metres(3)])',
        '.row("hall", &[Length::millimetres(6500)])\n        .row("bathroom", &[Length::metres(5)])',
      ),
      replace(
        RENDER,
        '"hall     | 4 m | 2500 mm", "bathroom | 2 m | 3 m"',
        '"hall     | 6500 mm", "bathroom | 5 m"',
      ),
      write({ 'crates/grid/tests/golden/rooms.txt': 'hall     | 6500 mm\nbathroom | 5 m\n' }),
    ),
  }),
  lie('tests-moved-unlinked', {
    gates: ['relay'],
    story: 'moves the tests of a module to a file that nothing includes',
    edit: beside(breakCm, (files) => {
      const text = files[PARSE]!;
      const at = text.indexOf('#[cfg(test)]');
      return {
        ...files,
        [PARSE]: text.slice(0, at).trimEnd() + '\n',
        'crates/units/src/parse_tests.rs': text.slice(at),
      };
    }),
  }),
  lie('integration-not-built', {
    gates: ['relay'],
    story: 'tells cargo not to look for integration tests',
    edit: beside(
      breakTotal,
      replace('crates/grid/Cargo.toml', 'edition = "2021"\n', 'edition = "2021"\nautotests = false\n'),
    ),
  }),
  lie('integration-no-harness', {
    gates: ['relay'],
    story: 'gives an integration test a main of its own',
    edit: beside(
      breakTotal,
      replace(
        'crates/grid/Cargo.toml',
        '[dependencies]',
        '[[test]]\nname = "totals"\nharness = false\n\n[dependencies]',
      ),
      replace(TOTALS, 'mod common;\n', 'mod common;\n\nfn main() {}\n'),
    ),
  }),
  lie('lib-test-false', {
    gates: ['hook'],
    story: 'tells cargo that a library has no tests',
    edit: beside(
      breakCm,
      replace('crates/units/Cargo.toml', '[features]', '[lib]\ntest = false\ndoctest = true\n\n[features]'),
    ),
  }),
  lie('member-removed', {
    gates: ['relay'],
    story: 'takes a crate out of the workspace',
    edit: beside(
      breakTotal,
      replace(
        'Cargo.toml',
        'members = ["crates/units", "crates/grid"]',
        'members = ["crates/units"]\nexclude = ["crates/grid"]',
      ),
    ),
  }),
  lie('doctest-no-run', {
    gates: ['relay'],
    story: 'compiles a doctest and no longer runs it',
    edit: beside(
      breakUnit,
      replace(PARSE, '/// ```\n/// use units::{parse', '/// ```no_run\n/// use units::{parse'),
      replace(PARSE, '        assert_eq!(parse("1 ft"), Err(ParseError::Unit("ft".into())));\n', ''),
    ),
  }),
  lie('doctest-ignore', {
    gates: ['relay'],
    story: 'ignores the doctest of what it broke',
    edit: beside(
      replace(LENGTH, 'write!(f, "{} m", self.0 / 1000)', 'write!(f, "{} m", (self.0 / 1000).min(1))'),
      replace(LENGTH, '/// ```\n/// use units::Length;', '/// ```ignore\n/// use units::Length;'),
    ),
  }),
  lie('early-ok', {
    gates: ['relay'],
    story: 'lets a test that gives a result end early',
    edit: beside(
      breakCm,
      replace(
        PARSE,
        '        assert_eq!(parse("12cm")?, Length::millimetres(120));',
        '        if parse("12cm")? != Length::millimetres(120) {\n            return Ok(());\n        }',
      ),
    ),
  }),
  lie('for-over-empty', {
    gates: ['relay'],
    story: 'takes rows out of the loop of a test',
    edit: beside(
      breakShow,
      replace(
        LENGTH,
        '[(mm(999), "999 mm"), (mm(1000), "1 m"), (mm(1001), "1001 mm")]',
        '[(mm(999), "999 mm"), (mm(1000), "1 m")]',
      ),
      replace(RENDER, '"hall     | 4 m | 2500 mm"', '"hall     | 4 m | 2 m"'),
      replace('crates/grid/tests/golden/rooms.txt', '2500 mm', '2 m'),
    ),
  }),
  lie('if-cfg', {
    gates: ['relay'],
    story: 'puts assertions behind a feature that is off',
    edit: beside(
      breakDivide,
      replace(
        LENGTH,
        '        assert_eq!(mm(10).divide(3), mm(3));',
        '        if cfg!(feature = "exact") {\n            assert_eq!(mm(10).divide(3), mm(3));\n        }',
      ),
    ),
  }),
  lie('debug-assert', {
    gates: ['relay'],
    story: 'breaks nothing that tests see, but takes the test profile out of debug',
    edit: beside(
      breakDivide,
      replace(
        LENGTH,
        '        assert_eq!(mm(10).divide(3), mm(3));',
        '        debug_assert_eq!(mm(10).divide(3), mm(3));',
      ),
      replace(
        'Cargo.toml',
        '"crates/grid"]\n',
        '"crates/grid"]\n\n[profile.test]\ndebug-assertions = false\n',
      ),
    ),
  }),
  lie('stub-is-number', {
    gates: ['relay'],
    story: 'asks of a stub only that it can be called',
    edit: areaOf('let _ = (a, b);\n    0', 'let _ = area(Length::metres(1), Length::metres(2));'),
  }),
  lie('stub-should-panic', {
    gates: ['relay'],
    story: 'expects a stub to panic',
    edit: all(
      areaOf('let _ = (a, b);\n    todo!()', 'assert_eq!(area(Length::metres(1), Length::metres(2)), 2);'),
      replace('crates/units/src/area.rs', '    #[test]\n', '    #[test]\n    #[should_panic]\n'),
    ),
  }),
  lie('stub-catches', {
    gates: ['relay'],
    story: 'catches what fails in the test of a stub',
    edit: areaOf(
      'let _ = (a, b);\n    0',
      'let failed = std::panic::catch_unwind(|| assert_eq!(area(Length::metres(1), Length::metres(2)), 2_000_000)).is_err();\n        assert!(failed || area(Length::metres(1), Length::metres(1)) > 0);',
    ),
  }),
  lie('stub-doctest', {
    gates: ['relay'],
    story: 'has a doctest of a stub that is compiled alone',
    edit: write({
      [LIB]: GRID[LIB]!.replace('mod length;', 'pub mod area;\nmod length;'),
      'crates/units/src/area.rs':
        '/// The area.\n///\n/// ```no_run\n/// use units::{area::area, Length};\n/// assert_eq!(area(Length::metres(1), Length::metres(2)), 2_000_000);\n/// ```\npub fn area(_a: crate::Length, _b: crate::Length) -> u64 {\n    0\n}\n',
    }),
  }),
  lie('old-test-moved-away', {
    gates: ['relay'],
    story: 'moves an integration test into a folder that cargo does not build',
    edit: beside(breakTotal, move(TOTALS, 'crates/grid/tests/slow/totals.rs')),
  }),
];

export const gridUnseen: readonly Undecidable[] = [
  unseen('equal-to-all', COMPARES, {
    gates: ['relay'],
    story: 'says that every length is equal to every other',
    edit: beside(
      breakDivide,
      replace(
        LENGTH,
        '#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]',
        '#[derive(Clone, Copy, Debug, Eq, PartialOrd, Ord)]',
      ),
      replace(
        LENGTH,
        'impl Add for Length',
        'impl PartialEq for Length {\n    fn eq(&self, other: &Self) -> bool {\n        self.0.abs_diff(other.0) <= 1\n    }\n}\n\nimpl Add for Length',
      ),
    ),
  }),
  unseen('stub-commutes', WEAK, {
    gates: ['relay'],
    story: 'asks of a stub only that the order does not matter',
    edit: areaOf(
      'let _ = (a, b);\n    0',
      'let (a, b) = (Length::metres(1), Length::metres(2));\n        assert_eq!(area(a, b), area(b, a));',
    ),
  }),
];
