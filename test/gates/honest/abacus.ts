// Honest work for a crate in Rust: rows of a table, variants of errors, builders, tests that move between modules and folders.
import type { Work } from '../case.ts';
import { all, append, move, remove, replace, write } from '../edits.ts';
import { ABACUS } from '../projects/abacus.ts';
import { inProject } from './stranger.ts';

const work = inProject('rust', 'abacus', ABACUS, { file: 'tests/cli.rs', name: 'prints_results' });

const CALCULATOR = 'src/calculator.rs';
const CALCULATORS = 'tests/calculator.rs';
const CASES = 'tests/data/cases.txt';
const COMMON = 'tests/common/mod.rs';
const ERROR = 'src/error.rs';
const FUNCTIONS = 'src/functions.rs';
const LEXER = 'src/lexer.rs';
const MAIN = 'src/main.rs';
const PARSER = 'src/parser.rs';

export const abacusWork: readonly Work[] = [
  work('function-added', {
    gates: ['relay', 'hook'],
    story: 'a function more in the table, with a test in its module and a case',
    names: { file: FUNCTIONS, name: 'functions::tests::halves' },
    edit: all(
      replace(
        FUNCTIONS,
        '    Row { name: "max"',
        '    Row { name: "half", arity: 1, apply: half },\n    Row { name: "max"',
      ),
      replace(
        FUNCTIONS,
        '/// Every function',
        'fn half(values: &[f64]) -> Option<f64> {\n    Some(values[0] / 2.0)\n}\n\n/// Every function',
      ),
      replace(
        FUNCTIONS,
        '    #[test]\n    fn know_their',
        '    #[test]\n    fn halves() {\n        assert_eq!(called("half", &[3.0]), Ok(1.5));\n    }\n\n    #[test]\n    fn know_their',
      ),
      append(CASES, 'half(3) + 1 = 2.5\n'),
    ),
  }),
  work('variant-added', {
    gates: ['h3a'],
    story: 'texts that are too long are an error of their own',
    names: { file: CALCULATORS, name: 'limits_texts' },
    edit: all(
      replace(ERROR, "    Domain(&'static str),\n}", "    Domain(&'static str),\n    TooLong(usize),\n}"),
      replace(
        ERROR,
        'is not defined there"),\n',
        'is not defined there"),\n            Error::TooLong(length) => write!(f, "{length} letters are too many"),\n',
      ),
      replace(
        CALCULATOR,
        '        let value = self',
        '        if text.len() > 1000 {\n            return Err(Error::TooLong(text.len()));\n        }\n        let value = self',
      ),
      append(
        CALCULATORS,
        '\n#[test]\nfn limits_texts() {\n    assert_eq!(run(&"1+".repeat(600)), Err(Error::TooLong(1200)));\n}\n',
      ),
    ),
  }),
  work('one-test-program', {
    gates: ['relay'],
    kind: 'tests',
    story: 'all integration tests become one program, which is built faster',
    edit: all(
      move('tests/cli.rs', 'tests/it/cli.rs'),
      move(CALCULATORS, 'tests/it/calculator.rs'),
      move(COMMON, 'tests/it/common.rs'),
      move(CASES, 'tests/it/data/cases.txt'),
      replace('tests/it/cli.rs', 'mod common;\n\nuse common', 'use crate::common'),
      replace('tests/it/calculator.rs', 'mod common;\n\n', ''),
      replace('tests/it/calculator.rs', 'use common::run', 'use crate::common::run'),
      write({ 'tests/it/main.rs': 'mod calculator;\nmod cli;\nmod common;\n' }),
    ),
  }),
  work('tests-to-folder', {
    gates: ['relay'],
    kind: 'tests',
    story: 'tests of functions that need nothing private move to the folder of tests',
    edit: all(replace(FUNCTIONS, /\n#\[cfg\(test\)\][\s\S]*$/, ''), (files) => ({
      ...files,
      'tests/functions.rs': `use abacus::{Error, Function, FUNCTIONS};\n\n${(
        / {4}fn called[\s\S]*\n {4}\}\n\}\n$/.exec(ABACUS[FUNCTIONS] ?? '')?.[0] ?? ''
      )
        .replace(/\}\n$/, '')
        .replace(/^ {4}/gm, '')
        .replaceAll('row.name ==', 'row.name() ==')
        .replaceAll('].name', '].name()')}`,
    })),
  }),
  work('generic-text', {
    gates: ['relay'],
    kind: 'refactor',
    story: 'texts can be anything that is one, and the lexer is peeked at where it is made',
    edit: all(
      replace(CALCULATOR, 'pub fn run(&self, text: &str)', 'pub fn run(&self, text: impl AsRef<str>)'),
      replace(CALCULATOR, 'parse(text)?', 'parse(text.as_ref())?'),
      replace(
        PARSER,
        'struct Parser<I: Iterator<Item = Result<Token, Error>>> {',
        'struct Parser<I>\nwhere\n    I: Iterator<Item = Result<Token, Error>>,\n{',
      ),
    ),
  }),
  work('words-respecified', {
    gates: ['relay'],
    story: 'an error says what a division by zero is; tests in modules and of the command say so',
    names: { file: 'tests/cli.rs', name: 'goes_on_after_an_error' },
    edit: all(
      replace(
        ERROR,
        'write!(f, "{name} is not defined there")',
        'write!(f, "{name}: outside of its domain")',
      ),
      replace('tests/cli.rs', 'abacus: / is not defined there', 'abacus: /: outside of its domain'),
    ),
  }),
  work('cases-and-fix', {
    gates: ['agentmux'],
    kind: 'fix',
    story: 'numbers may have underscores, with cases in the file of cases',
    names: { file: CALCULATORS, name: 'computes_every_case' },
    edit: all(
      replace(
        LEXER,
        ".take_while(|c| c.is_ascii_digit() || c == '.')\n",
        ".take_while(|c| c.is_ascii_digit() || c == '.' || c == '_')\n                .replace('_', \"\")\n",
      ),
      append(CASES, '1_200 + 1 = 1201\n'),
    ),
  }),
  work('helper-split', {
    gates: ['relay'],
    kind: 'tests',
    story: 'the module of helpers is split into two, and tests say what they use',
    edit: all(
      remove(COMMON),
      (files) => {
        const text = (ABACUS[COMMON] ?? '').replaceAll('#[allow(dead_code)]\n', '');
        const at = text.indexOf('pub struct Ended');
        return {
          ...files,
          'tests/common/command.rs': `use std::io::Write;\nuse std::process::{Command, Stdio};\n\n${text.slice(at)}`,
          'tests/common/library.rs': `use abacus::{Calculator, Error};\n\n${text.slice(text.indexOf('pub fn run'), at).trimEnd()}\n`,
        };
      },
      replace(
        'tests/cli.rs',
        'mod common;\n\nuse common::abacus;',
        '#[path = "common/command.rs"]\nmod command;\n\nuse command::abacus;',
      ),
      replace(CALCULATORS, 'mod common;\n', '#[path = "common/library.rs"]\nmod library;\n'),
      replace(CALCULATORS, 'use common::run', 'use library::run'),
    ),
  }),
  work('builder-by-reference', {
    gates: ['relay'],
    story: 'the builder knows whether zeros at the end stay, with a test',
    names: { file: CALCULATORS, name: 'keeps_zeros' },
    edit: all(
      replace(CALCULATOR, '    unit: Option<String>,\n}', '    unit: Option<String>,\n    zeros: bool,\n}'),
      replace(
        CALCULATOR,
        '    pub fn build(self)',
        '    pub fn zeros(self, zeros: bool) -> Self {\n        Builder { zeros, ..self }\n    }\n\n    pub fn build(self)',
      ),
      replace(CALCULATOR, 'unit: self.unit }', 'unit: self.unit, zeros: self.zeros }'),
      replace(CALCULATOR, "if shown.contains('.') {", "if !self.zeros && shown.contains('.') {"),
      append(
        CALCULATORS,
        '\n#[test]\nfn keeps_zeros() {\n    assert_eq!(Calculator::builder().digits(2).zeros(true).build().run("1/2").unwrap(), "0.50");\n}\n',
      ),
    ),
  }),
  work('unit-removed', {
    gates: ['relay'],
    kind: 'refactor',
    released: ['tests/cli.rs', 'is_built'],
    story: 'nobody uses units; the planner released the tests that have them',
    edit: all(
      replace(CALCULATOR, /\n {4}pub fn unit\([\s\S]*?\n {4}\}\n/, ''),
      replace(CALCULATOR, '    unit: Option<String>,\n', ''),
      replace(CALCULATOR, ', unit: self.unit }', ' }'),
      replace(CALCULATOR, / {8}Ok\(match &self\.unit \{[\s\S]*?\n {8}\}\)\n/, '        Ok(shown)\n'),
      replace(MAIN, '            Some(("--unit", unit)) => builder.unit(unit),\n', ''),
      replace(MAIN, '[--unit=UNIT] ', ''),
      replace(CALCULATORS, '.unit("km")', ''),
      replace(CALCULATORS, '"0.7 km"', '"0.7"'),
      replace('tests/cli.rs', '&["--unit=EUR"]', '&[]'),
      replace('tests/cli.rs', '"2 EUR\\n6 EUR\\n"', '"2\\n6\\n"'),
    ),
  }),
  work('version-raised', {
    gates: ['relay'],
    kind: 'dependencies',
    story: 'the version of the crate and the least version of Rust are raised',
    edit: all(
      replace('Cargo.toml', 'version = "0.5.0"', 'version = "0.6.0"'),
      replace('Cargo.toml', '"1.60"', '"1.62"'),
      replace('Cargo.lock', 'version = "0.5.0"', 'version = "0.6.0"'),
    ),
  }),
];
