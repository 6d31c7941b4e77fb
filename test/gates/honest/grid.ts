// Honest work in a workspace of Rust: crates, features, helpers, doctests, moves of tests.
import type { Work } from '../case.ts';
import { all, append, lines, partsOf, replace, write } from '../edits.ts';
import { GRID } from '../projects/grid.ts';
import { inProject } from './stranger.ts';

const work = inProject('rust', 'grid', GRID, { file: 'crates/grid/tests/totals.rs', name: 'adds_a_row' });

const LENGTH = 'crates/units/src/length.rs';
const PARSE = 'crates/units/src/parse.rs';
const LIB = 'crates/units/src/lib.rs';
const G_LIB = 'crates/grid/src/lib.rs';
const COMMON = 'crates/grid/tests/common/mod.rs';
const TOTALS = 'crates/grid/tests/totals.rs';
const RENDER = 'crates/grid/tests/render.rs';
const GOLDEN = 'crates/grid/tests/golden/rooms.txt';
const tail = partsOf(GRID);

export const gridWork: readonly Work[] = [
  work('area', {
    gates: ['relay'],
    story: 'areas in a module of their own, with tests beside and a doctest',
    edit: all(
      replace(LIB, 'mod length;', 'mod area;\nmod length;'),
      replace(LIB, 'pub use length::Length;', 'pub use area::area;\npub use length::Length;'),
      write({
        'crates/units/src/area.rs': lines(
          'use crate::Length;',
          '',
          '/// The area in square millimetres.',
          '///',
          '/// ```',
          '/// use units::{area, Length};',
          '/// assert_eq!(area(Length::millimetres(2), Length::millimetres(3)), 6);',
          '/// ```',
          'pub fn area(a: Length, b: Length) -> u64 {',
          '    a.as_millimetres() * b.as_millimetres()',
          '}',
          '',
          '#[cfg(test)]',
          'mod tests {',
          '    use super::*;',
          '',
          '    #[test]',
          '    fn is_nothing_for_nothing() {',
          '        assert_eq!(area(Length::metres(1), Length::metres(0)), 0);',
          '    }',
          '}',
        ),
      }),
    ),
  }),
  work('kilometres', {
    gates: ['hook'],
    story: 'kilometres are read, with one more line in a doctest and in a test',
    edit: all(
      replace(PARSE, '        "m" =>', '        "km" => Ok(Length::metres(number * 1000)),\n        "m" =>'),
      replace(
        PARSE,
        '/// assert!(parse("3 miles").is_err());',
        '/// assert_eq!(parse("1 km"), Ok(Length::metres(1000)));\n/// assert!(parse("3 miles").is_err());',
      ),
      replace(
        PARSE,
        '        Ok(())\n    }',
        '        assert_eq!(parse("2km")?, Length::metres(2000));\n        Ok(())\n    }',
      ),
    ),
  }),
  work('overflow', {
    gates: ['relay'],
    kind: 'fix',
    story: 'a number that is too large is an error, not a panic',
    edit: all(
      replace(
        PARSE,
        '"m" => Ok(Length::metres(number)),',
        '"m" => number\n            .checked_mul(1000)\n            .map(Length::millimetres)\n            .ok_or_else(|| ParseError::Number(text.to_string())),',
      ),
      replace(
        PARSE,
        '        assert_eq!(parse(""), Err(ParseError::Empty));',
        '        let large = "18446744073709551615 m";\n        assert_eq!(parse(large), Err(ParseError::Number(large.into())));\n        assert_eq!(parse(""), Err(ParseError::Empty));',
      ),
    ),
  }),
  work('tests-own-file', {
    gates: ['relay'],
    kind: 'tests',
    story: 'tests of a module move to a file of their own',
    released: [PARSE],
    edit: all(
      replace(PARSE, tail(PARSE, '#[cfg(test)]'), '#[cfg(test)]\nmod tests;\n'),
      write({
        'crates/units/src/parse/tests.rs': tail(PARSE, '    use super::*;')
          .replace(/\n}\n$/, '\n')
          .replaceAll(/^ {4}/gm, ''),
      }),
    ),
  }),
  work('tests-own-file-refactor', {
    gates: ['relay'],
    kind: 'refactor',
    story: 'tests of a module move to a file of their own; nobody released anything',
    edit: all(
      replace(PARSE, tail(PARSE, '#[cfg(test)]'), '#[cfg(test)]\nmod tests;\n'),
      write({
        'crates/units/src/parse/tests.rs': tail(PARSE, '    use super::*;')
          .replace(/\n}\n$/, '\n')
          .replaceAll(/^ {4}/gm, ''),
      }),
    ),
  }),
  work('helper-shared', {
    gates: ['relay'],
    kind: 'tests',
    story: 'rooms of the tests are made by a builder in the common module',
    edit: all(
      replace(
        COMMON,
        'pub fn rooms() -> Grid {',
        'pub fn grid_of(rows: &[(&str, &[Length])]) -> Grid {\n    rows.iter().fold(Grid::default(), |grid, (name, cells)| grid.row(name, cells))\n}\n\npub fn rooms() -> Grid {',
      ),
      replace(
        COMMON,
        '    Grid::default()\n        .row("hall", &[Length::metres(4), Length::millimetres(2500)])\n        .row("bathroom", &[Length::metres(2), Length::metres(3)])',
        '    grid_of(&[\n        ("hall", &[Length::metres(4), Length::millimetres(2500)]),\n        ("bathroom", &[Length::metres(2), Length::metres(3)]),\n    ])',
      ),
      replace(TOTALS, 'Grid::default().row("empty", &[]).total', 'grid_of(&[("empty", &[])]).total'),
      replace(
        TOTALS,
        'use common::{assert_total, rooms};\nuse grid::Grid;\n',
        'use common::{assert_total, grid_of, rooms};\n',
      ),
    ),
  }),
  work('new-crate', {
    gates: ['relay'],
    story: 'a third crate writes CSV, with an integration test of its own',
    edit: all(
      replace('Cargo.toml', '"crates/grid"]', '"crates/grid", "crates/csv"]'),
      replace(
        'Cargo.lock',
        '[[package]]\nname = "grid"',
        '[[package]]\nname = "csv"\nversion = "0.1.0"\ndependencies = [\n "units",\n]\n\n[[package]]\nname = "grid"',
      ),
      write({
        'crates/csv/Cargo.toml':
          '[package]\nname = "csv"\nversion = "0.1.0"\nedition = "2021"\n\n[dependencies]\nunits = { path = "../units" }\n',
        'crates/csv/src/lib.rs': lines(
          'use units::Length;',
          '',
          'pub fn line(name: &str, cells: &[Length]) -> String {',
          '    let cells: Vec<String> = cells.iter().map(|c| c.as_millimetres().to_string()).collect();',
          '    format!("{name};{}", cells.join(";"))',
          '}',
        ),
        'crates/csv/tests/line.rs': lines(
          'use csv::line;',
          'use units::Length;',
          '',
          '#[test]',
          'fn writes_millimetres() {',
          '    assert_eq!(line("hall", &[Length::metres(1), Length::millimetres(2)]), "hall;1000;2");',
          '}',
        ),
      }),
    ),
  }),
  work('centimetres-shown', {
    gates: ['relay'],
    released: [GOLDEN, RENDER, LENGTH],
    story: 'lengths are shown in centimetres, in tests and the golden file too',
    edit: all(
      replace(
        LENGTH,
        '        } else {\n            write!',
        '        } else if self.0 % 10 == 0 {\n            write!(f, "{} cm", self.0 / 10)\n        } else {\n            write!',
      ),
      replace(LENGTH, '(mm(1001), "1001 mm")]', '(mm(1001), "1001 mm"), (mm(20), "2 cm")]'),
      replace(RENDER, '2500 mm', '250 cm'),
      replace(GOLDEN, '2500 mm', '250 cm'),
    ),
  }),
  work('feature-gated', {
    gates: ['relay'],
    story: 'areas behind a feature that is on by default',
    edit: all(
      replace(
        'crates/units/Cargo.toml',
        'default = ["imperial"]\nimperial = []',
        'default = ["imperial", "nautical"]\nimperial = []\nnautical = []',
      ),
      append(LIB, '\n#[cfg(feature = "nautical")]\npub mod nautical;\n'),
      write({
        'crates/units/src/nautical.rs': lines(
          'use crate::Length;',
          '',
          '/// A nautical mile is 1852 metres.',
          'pub fn miles(n: u64) -> Length {',
          '    Length::metres(n * 1852)',
          '}',
          '',
          '#[cfg(test)]',
          'mod tests {',
          '    use super::*;',
          '',
          '    #[test]',
          '    fn one_mile() {',
          '        assert_eq!(miles(1), Length::metres(1852));',
          '    }',
          '}',
        ),
      }),
    ),
  }),
  work('imperial-removed', {
    gates: ['relay'],
    kind: 'refactor',
    released: ['imperial::tests::ten_inches', 'crates/units/src/imperial.rs'],
    story: 'inches go with their test, which the planner released',
    edit: (files) => {
      const { 'crates/units/src/imperial.rs': gone, ...rest } = files;
      return gone === undefined
        ? files
        : all(
            replace(LIB, '\n#[cfg(feature = "imperial")]\npub mod imperial;\n', ''),
            replace('crates/units/Cargo.toml', '\n[features]\ndefault = ["imperial"]\nimperial = []\n', ''),
          )(rest);
    },
  }),
  work('divide-renamed', {
    gates: ['hook'],
    kind: 'rename',
    story: 'a method gets another name, and so do the tests of it',
    edit: replace(LENGTH, /\bdivide(?=\()/g, 'split'),
  }),
  work('checked-divide', {
    gates: ['relay'],
    released: ['length::tests::divides_by_nothing', 'length::tests::divides'],
    story: 'division gives nothing instead of a panic; its tests say so',
    edit: all(
      replace(
        LENGTH,
        '    /// # Panics\n    ///\n    /// When there are no parts.\n    pub fn divide(self, parts: u64) -> Self {\n        assert!(parts > 0, "expected at least one part");\n        Length(self.0 / parts)',
        '    /// Nothing, when there are no parts.\n    pub fn divide(self, parts: u64) -> Option<Self> {\n        self.0.checked_div(parts).map(Length)',
      ),
      replace(LENGTH, 'assert_eq!(mm(10).divide(3), mm(3));', 'assert_eq!(mm(10).divide(3), Some(mm(3)));'),
      replace(
        LENGTH,
        '    #[should_panic(expected = "at least one part")]\n    fn divides_by_nothing() {\n        mm(10).divide(0);',
        '    fn divides_by_nothing() {\n        assert_eq!(mm(10).divide(0), None);',
      ),
    ),
  }),
  work('loop-to-macro', {
    gates: ['relay'],
    kind: 'tests',
    story: 'a loop over cases becomes a test for each, by a macro',
    released: ['length::tests::shows_the_shorter_unit'],
    edit: replace(
      LENGTH,
      '    #[test]\n    fn shows_the_shorter_unit() {\n        for (length, text) in [(mm(999), "999 mm"), (mm(1000), "1 m"), (mm(1001), "1001 mm")] {\n            assert_eq!(length.to_string(), text);\n        }\n    }\n',
      lines(
        '    macro_rules! shows {',
        '        ($($name:ident: $length:expr => $text:expr,)*) => {',
        '            $(',
        '                #[test]',
        '                fn $name() {',
        '                    assert_eq!($length.to_string(), $text);',
        '                }',
        '            )*',
        '        };',
        '    }',
        '',
        '    shows! {',
        '        shows_millimetres: mm(999) => "999 mm",',
        '        shows_metres: mm(1000) => "1 m",',
        '        shows_millimetres_above: mm(1001) => "1001 mm",',
        '    }',
      ),
    ),
  }),
  work('docs', {
    gates: ['relay'],
    kind: 'docs',
    story: 'comments of documentation say more; no example changes',
    edit: all(
      replace(LENGTH, '/// A length in millimetres.', '/// A length, kept in whole millimetres.'),
      append('README.md', '\nSee `cargo doc --open`.\n'),
    ),
  }),
  work('doctest-only', {
    gates: ['relay'],
    story: 'a method whose only test is its doctest',
    edit: replace(
      LENGTH,
      '    pub fn as_millimetres(self)',
      '    /// Twice as long.\n    ///\n    /// ```\n    /// use units::Length;\n    /// assert_eq!(Length::metres(2).doubled(), Length::metres(4));\n    /// ```\n    pub fn doubled(self) -> Self {\n        Length(self.0 * 2)\n    }\n\n    pub fn as_millimetres(self)',
    ),
  }),
  work('rows-iterated', {
    gates: ['relay'],
    kind: 'refactor',
    story: 'rendering is a function of its own for each row',
    edit: replace(
      G_LIB,
      '            .map(|(name, cells)| {\n                let cells: Vec<String> = cells.iter().map(ToString::to_string).collect();\n                format!("{name:<width$} | {}\\n", cells.join(" | "))\n            })\n            .collect()\n    }\n}\n',
      '            .map(|(name, cells)| line(name, cells, width))\n            .collect()\n    }\n}\n\nfn line(name: &str, cells: &[Length], width: usize) -> String {\n    let cells: Vec<String> = cells.iter().map(ToString::to_string).collect();\n    format!("{name:<width$} | {}\\n", cells.join(" | "))\n}\n',
    ),
  }),
];
