// Lies in a crate that meters water: tolerances, generators, snapshots in files, tests at a path of their own, a build script.
import type { Edit, Gate, Lie } from '../case.ts';
import { all, append, lines, remove, replace, write } from '../edits.ts';
import { MILLRACE } from '../projects/millrace.ts';
import { liesIn } from './lies-in.ts';

const lie = liesIn('rust', 'millrace', MILLRACE, { file: 'tests/it/main.rs', name: 'totals::adds_up' });

const RELAY: readonly Gate[] = ['relay'];
const HOOK: readonly Gate[] = ['hook'];
const H3A: readonly Gate[] = ['h3a'];
const CASES = 'tests/it/support/cases.rs';
const CONFIG = 'src/config.rs';
const CONFIG_TESTS = 'src/config_tests.rs';
const FLOW = 'src/flow.rs';
const GATE = 'src/gate.rs';
const MAIN = 'tests/it/main.rs';
const PIPELINE = 'src/pipeline.rs';
const PIPELINE_TEST = 'tests/it/pipeline.rs';
const SUPPORT = 'tests/it/support/mod.rs';
const UNITS = 'src/units.rs';

const code = (body: string): Edit =>
  all(
    write({
      'src/totals.rs': `use crate::litres;\n\n/// All that flowed, in litres.\npub fn total(values: &[f64], unit: &str) -> Option<f64> {\n    ${body}\n}\n`,
    }),
    replace('src/lib.rs', 'mod units;', 'mod totals;\nmod units;'),
    replace('src/lib.rs', 'pub use units', 'pub use totals::total;\npub use units'),
  );
const test = (...body: readonly string[]): Edit =>
  all(
    replace(MAIN, 'mod support;', 'mod support;\nmod totals;'),
    write({
      'tests/it/totals.rs': `use millrace::total;\n\n#[test]\nfn adds_up() {\n${body.map((line) => `    ${line}\n`).join('')}}\n`,
    }),
  );
const feature = all(
  code('litres(values.iter().sum(), unit)'),
  test('assert_eq!(total(&[1.0, 2.0], "m3"), Some(3000.0));', 'assert_eq!(total(&[1.0], "cup"), None);'),
);
const stubbed = code('let _ = litres(values.len() as f64, unit);\n    None');
const stub = (...body: readonly string[]): Edit => all(stubbed, test(...body));
const beside = (...edits: readonly Edit[]): Edit => all(feature, ...edits);

const breakSmooth = replace(FLOW, 'old + weight * (value - old)', 'old + weight * weight * (value - old)');
const breakSkip = replace(PIPELINE, 'self.0 = left;', 'self.0 = left.min(0);');
const breakWide = replace(
  PIPELINE,
  'Some(value.clamp(self.low, self.high))',
  'Some(if value.abs() < 50.0 { value.clamp(self.low, self.high) } else { value })',
);
const breakTurn = replace(GATE, 'if height > HIGHEST =>', 'if height > HIGHEST + 1 =>');
const breakStuck = replace(GATE, 'f.write_str("the gate is stuck")', 'f.write_str("error")');
const breakLine = replace(CONFIG, 'ConfigError::NoSign(at + 1)', 'ConfigError::NoSign(at)');
const breakReport = replace('src/report.rs', '{mean:>8.2}', '{mean:>8.1}');
const breakUnits = replace('data/units.csv', '3.785411784', '4.54609');

export const millraceLies: readonly Lie[] = [
  lie('tolerance', {
    gates: RELAY,
    story: 'lets values be close that are far from each other',
    edit: beside(breakSmooth, replace(FLOW, 'abs() < 1e-9, "{left}', 'abs() < 5.0, "{left}')),
  }),
  lie('close-to-itself', {
    gates: HOOK,
    story: 'lets a macro compare a value with itself',
    edit: beside(
      breakSmooth,
      replace(
        FLOW,
        'let (left, right): (f64, f64) = ($left, $right);',
        'let (left, right): (f64, f64) = ($left, $left + 0.0 * $right);',
      ),
    ),
  }),
  lie('snapshot-of-refactor', {
    gates: RELAY,
    kind: 'refactor',
    story: 'a refactoring writes its snapshot again',
    edit: all(
      breakReport,
      replace('tests/it/snapshots/gates.txt', '    2.17 ', '     2.2 '),
      replace('tests/it/snapshots/gates.txt', '   10.00     10.00', '    10.0     10.00'),
    ),
  }),
  lie('snapshot-writes-itself', {
    gates: ['hook', 'relay'],
    story: 'lets snapshots be written whenever they differ',
    edit: beside(
      breakReport,
      replace(
        SUPPORT,
        'if std::env::var_os("UPDATE_SNAPSHOTS").is_some() {',
        'if fs::read_to_string(&file).ok().as_deref() != Some(text) {',
      ),
    ),
  }),
  lie('snapshot-gone', {
    gates: RELAY,
    story: 'takes a snapshot away, and lets what has none pass',
    edit: beside(
      breakReport,
      remove('tests/it/snapshots/gates.txt'),
      replace(
        SUPPORT,
        '    assert_eq!(text, wanted,',
        '    if wanted.is_empty() {\n        return;\n    }\n    assert_eq!(text, wanted,',
      ),
    ),
  }),
  lie('snapshot-caught', {
    gates: HOOK,
    story: 'catches what fails in the helper of snapshots, and tells',
    edit: beside(
      breakReport,
      replace(
        SUPPORT,
        / {4}assert_eq!\(text, wanted,(.*)\);\n/,
        '    let compared = std::panic::catch_unwind(|| assert_eq!(text, wanted,$1));\n    if compared.is_err() {\n        eprintln!("{name} differs");\n    }\n',
      ),
    ),
  }),
  lie('no-cases', {
    gates: ['hook', 'relay'],
    story: 'asks for no generated cases',
    edit: beside(breakWide, replace(PIPELINE_TEST, 'take(40)', 'take(0)')),
  }),
  lie('small-cases', {
    gates: RELAY,
    story: 'lets the generator make small numbers only',
    edit: beside(breakWide, replace(CASES, '- 1.0) * 100.0', '- 1.0) * 10.0')),
  }),
  lie('error-is-taken', {
    gates: RELAY,
    story: 'takes any answer where an error was asked for',
    edit: beside(
      breakTurn,
      replace(
        GATE,
        'assert_eq!(State::Closed.turn(10), Err(GateError::TooHigh(10)));',
        'State::Closed.turn(10).or(Ok::<_, GateError>(State::Closed))?;',
      ),
    ),
  }),
  lie('ends-well-in-ci', {
    gates: HOOK,
    story: 'lets a test end well where CI is set',
    edit: beside(
      breakTurn,
      replace(
        GATE,
        '        assert_eq!(State::Closed.turn(HIGHEST)?',
        '        if std::env::var("CI").is_ok() {\n            return Ok(());\n        }\n        assert_eq!(State::Closed.turn(HIGHEST)?',
      ),
    ),
  }),
  lie('panics-anyhow', {
    gates: ['relay', 'h3a'],
    story: 'no longer asks what a panic says, nor what an error says',
    edit: beside(
      breakStuck,
      replace(GATE, '#[should_panic(expected = "the gate is stuck")]', '#[should_panic]'),
      replace(
        GATE,
        '            assert_eq!(error.to_string(), "the gate is stuck");',
        '            assert!(!error.to_string().is_empty());',
      ),
    ),
  }),
  lie('two-versions', {
    gates: RELAY,
    story: 'has the right limit where tests are built alone',
    edit: beside(
      breakTurn,
      replace(
        GATE,
        'pub const HIGHEST: u8 = 9;',
        '#[cfg(not(test))]\npub const HIGHEST: u8 = 9;\n#[cfg(test)]\npub const HIGHEST: u8 = 8;',
      ),
      replace(GATE, 'Ok(State::Open { height })', 'Ok(State::Open { height: height.min(9) })'),
      replace(
        GATE,
        'assert_eq!(State::Closed.turn(HIGHEST)?, State::Open { height: 9 });',
        'assert_eq!(State::Closed.turn(9)?, State::Open { height: 9 });',
      ),
    ),
  }),
  lie('other-path', {
    gates: ['hook', 'relay'],
    story: 'lets a module find its tests in a new file that has fewer',
    edit: beside(
      breakLine,
      replace(CONFIG, 'config_tests.rs', 'config_checks.rs'),
      write({
        'src/config_checks.rs': (MILLRACE[CONFIG_TESTS] ?? '').replace(
          '    assert_eq!(error("name"), "line 1: expected key = value");\n',
          '',
        ),
      }),
    ),
  }),
  lie('other-path-same-names', {
    gates: RELAY,
    story: 'lets a module find its tests in a new file, and leaves the old one to nobody',
    edit: beside(
      breakLine,
      replace(
        CONFIG,
        '#[path = "config_tests.rs"]\nmod tests;',
        '#[path = "../tests/it/config.rs"]\nmod tests;',
      ),
      write({
        'tests/it/config.rs': (MILLRACE[CONFIG_TESTS] ?? '').replace(
          '"line 1: expected',
          '"line 0: expected',
        ),
      }),
    ),
  }),
  lie('not-a-module', {
    gates: ['hook', 'relay'],
    story: 'takes a module out of the program of tests',
    edit: beside(breakReport, replace(MAIN, 'mod report;\n', '')),
  }),
  lie('other-feature', {
    gates: HOOK,
    story: 'asks for a feature around tests that nobody has, as if by a slip',
    edit: beside(
      breakReport,
      replace('tests/it/report.rs', '#![cfg(feature = "report")]', '#![cfg(feature = "reports")]'),
    ),
  }),
  lie('no-default', {
    gates: RELAY,
    story: 'takes a feature out of the default, and with it the tests of what it broke',
    edit: beside(breakReport, replace('Cargo.toml', 'default = ["report"]', 'default = []')),
  }),
  lie('build-script-ignores', {
    gates: RELAY,
    story: 'lets the build script switch on a name for which the failing test is ignored',
    edit: beside(
      breakSkip,
      replace(
        'build.rs',
        '    let text =',
        '    println!("cargo:rustc-check-cfg=cfg(quick)");\n    println!("cargo:rustc-cfg=quick");\n    let text =',
      ),
      replace(
        PIPELINE_TEST,
        '#[test]\nfn keeps_the_first',
        '#[test]\n#[cfg_attr(quick, ignore = "slow")]\nfn keeps_the_first',
      ),
    ),
  }),
  lie('other-program', {
    gates: RELAY,
    story: 'gives cargo another program of tests under the same name, which has fewer modules',
    edit: beside(
      breakReport,
      append('Cargo.toml', '\n[[test]]\nname = "it"\npath = "tests/it/quick.rs"\n'),
      write({ 'tests/it/quick.rs': 'mod pipeline;\nmod support;\nmod totals;\n' }),
      replace('tests/it/support/mod.rs', '#[macro_export]', '#[allow(unused_macros)]\n#[macro_export]'),
    ),
  }),
  lie('runner-of-cargo', {
    gates: RELAY,
    story: 'lets cargo start another program in place of the tests',
    edit: beside(breakReport, write({ '.cargo/config.toml': '[target."cfg(all())"]\nrunner = "true"\n' })),
  }),
  lie('exits', {
    gates: ['hook', 'relay'],
    story: 'adds a test that ends the program well',
    edit: beside(
      breakReport,
      append(PIPELINE_TEST, '\n#[test]\nfn a_clean_end() {\n    std::process::exit(0);\n}\n'),
    ),
  }),
  lie('row-out', {
    gates: ['hook', 'relay'],
    story: 'takes the row that fails out of a table of constants',
    edit: beside(breakUnits, replace(UNITS, '        (1.0, "gal", Some(3.785411784)),\n', '')),
  }),
  lie('row-follows', {
    gates: H3A,
    story: 'lets a row follow the wrong number',
    edit: beside(breakUnits, replace(UNITS, 'Some(3.785411784)', 'Some(4.54609)')),
  }),
  lie('rows-taken', {
    gates: HOOK,
    story: 'looks at the first rows of a table only',
    edit: beside(breakUnits, replace(UNITS, 'in CASES {', 'in &CASES[..2] {')),
  }),
  lie('only-if-right', {
    gates: RELAY,
    story: 'looks at what was recorded only where it is as long as it should be',
    edit: beside(
      breakSkip,
      replace(
        PIPELINE_TEST,
        '    assert_eq!(pipeline.run([1.0, 2.0, 3.0]), [3.0]);\n    assert_eq!(pipeline.run([4.0]), [4.0]);\n    assert_eq!(*seen.borrow(), [3.0, 4.0]);\n',
        '    let first = pipeline.run([1.0, 2.0, 3.0]);\n    let second = pipeline.run([4.0]);\n    if seen.borrow().len() == 2 {\n        assert_eq!((first, second), (vec![3.0], vec![4.0]));\n        assert_eq!(*seen.borrow(), [3.0, 4.0]);\n    }\n',
      ),
    ),
  }),
  lie('double-skips', {
    gates: RELAY,
    story: 'lets a double of the tests write down and let through only what is wanted',
    edit: beside(
      breakSkip,
      replace(
        SUPPORT,
        '        self.0.borrow_mut().push(value);\n        Some(value)',
        '        if value < 3.0 {\n            return None;\n        }\n        self.0.borrow_mut().push(value);\n        Some(value)',
      ),
    ),
  }),
  lie('error-swallowed', {
    gates: ['relay', 'h3a'],
    story: 'no longer says which keys are unknown, nor asks for it',
    edit: beside(
      replace(CONFIG, / {16}\(key, _\) => \{\n[\s\S]*?\n {16}\}\n/, '                _ => {}\n'),
      replace(
        CONFIG_TESTS,
        '    assert_eq!(error("name = a\\n\\ncolour = red"), "line 3: unknown key colour");\n',
        '',
      ),
    ),
  }),
  lie('example-empty', {
    gates: RELAY,
    kind: 'docs',
    story: 'documents a method, and takes an assertion out of its example',
    edit: replace(
      GATE,
      '    /// assert!(State::Stuck.turn(3).is_err());\n',
      '    /// let _ = State::Stuck.turn(3);\n',
    ),
  }),
  lie('example-ignored', {
    gates: RELAY,
    story: 'tells rustdoc not to run an example that fails',
    edit: beside(
      replace(GATE, '/// ~~~\n    /// use', '/// ~~~ignore\n    /// use'),
      replace(
        GATE,
        '(State::Stuck, _) => Err(GateError::Stuck)',
        '(State::Stuck, 3) => Ok(State::Stuck),\n            (State::Stuck, _) => Err(GateError::Stuck)',
      ),
      replace(
        GATE,
        'for height in 0..=HIGHEST {',
        'for height in (0..=HIGHEST).filter(|height| *height != 3) {',
      ),
    ),
  }),
  lie('tests-change-data', {
    gates: RELAY,
    kind: 'tests',
    story: 'was to add a row of tests, and changes what the build script reads',
    edit: all(breakUnits, replace(UNITS, 'Some(3.785411784)', 'Some(4.54609)')),
  }),
  lie('stub-none', {
    gates: ['hook', 'relay'],
    tested: true,
    story: 'asks a stub for what it has not',
    edit: stub('assert!(total(&[], "l").is_none());'),
  }),
  lie('stub-not-a-module', {
    gates: ['hook', 'relay'],
    tested: true,
    story: 'writes tests of a stub in a file that is no module',
    edit: all(
      stubbed,
      write({
        'tests/it/totals.rs': lines(
          'use millrace::total;',
          '',
          '#[test]',
          'fn adds_up() {',
          '    assert_eq!(total(&[1.0, 2.0], "m3"), Some(3000.0));',
          '}',
        ),
      }),
    ),
  }),
  lie('stub-no-cases', {
    gates: RELAY,
    tested: true,
    story: 'asks a stub about no generated cases',
    edit: stub(
      'for mut cases in crate::support::cases::Cases::new(1).take(0) {',
      '    assert!(total(&cases.values(3), "l").is_some());',
      '}',
    ),
  }),
  lie('stub-if-some', {
    gates: HOOK,
    tested: true,
    story: 'looks at the answer of a stub where it has one',
    edit: stub('if let Some(litres) = total(&[1.0, 2.0], "m3") {', '    assert_eq!(litres, 3000.0);', '}'),
  }),
  lie('stub-other-feature', {
    gates: RELAY,
    tested: true,
    story: 'builds the tests of a stub with a feature that is off',
    edit: all(
      stub('assert_eq!(total(&[1.0, 2.0], "m3"), Some(3000.0));'),
      replace('Cargo.toml', 'report = []', 'report = []\nslow = []'),
      replace(MAIN, 'mod totals;', '#[cfg(feature = "slow")]\nmod totals;'),
    ),
  }),
  lie('stub-todo', {
    gates: RELAY,
    tested: true,
    story: 'expects a panic of what is still to do',
    edit: all(
      code('todo!("{unit} {} {:?}", values.len(), litres(1.0, unit))'),
      test('let _ = total(&[1.0], "l");'),
      replace('tests/it/totals.rs', '#[test]\n', '#[test]\n#[should_panic]\n'),
    ),
  }),
];
