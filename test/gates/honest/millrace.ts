// Honest work in a crate that meters water: traits, errors, a build script, snapshots, modules that move and get other names.
import type { Edit, Files, Gate, Work } from '../case.ts';
import { all, append, lines, move, replace, write } from '../edits.ts';
import { MILLRACE } from '../projects/millrace.ts';
import { inProject } from './stranger.ts';

const work = inProject('rust', 'millrace', MILLRACE, {
  file: 'tests/it/main.rs',
  name: 'report::shows_gates',
});

const RELAY: readonly Gate[] = ['relay'];
const HOOK: readonly Gate[] = ['hook'];
const BOTH: readonly Gate[] = ['hook', 'relay'];
const CASES = 'tests/it/support/cases.rs';
const CONFIG = 'src/config.rs';
const CONFIG_TESTS = 'src/config_tests.rs';
const FLOW = 'src/flow.rs';
const GATE = 'src/gate.rs';
const LIB = 'src/lib.rs';
const MAIN = 'tests/it/main.rs';
const PIPELINE = 'src/pipeline.rs';
const PIPELINE_TEST = 'tests/it/pipeline.rs';
const REPORT = 'src/report.rs';
const SUPPORT = 'tests/it/support/mod.rs';
const UNITS = 'src/units.rs';

const everywhere =
  (from: string | RegExp, to: string): Edit =>
  (files: Files) =>
    Object.fromEntries(Object.entries(files).map(([path, text]) => [path, text.replaceAll(from, to)]));

/** From one text up to another. */
const cut = (text: string, from: string, to?: string): string => {
  const start = text.indexOf(from);
  if (start === -1) throw new Error(`expected ${from}`);
  return text.slice(start, to === undefined ? undefined : text.indexOf(to, start));
};

export const millraceWork: readonly Work[] = [
  work('totals', {
    gates: BOTH,
    tested: true,
    story: 'all that flowed in litres, with a module in the program of tests',
    names: { file: MAIN, name: 'totals::adds_up' },
    edit: all(
      write({
        'src/totals.rs': lines(
          'use crate::litres;',
          '',
          '/// All that flowed, in litres.',
          'pub fn total(values: &[f64], unit: &str) -> Option<f64> {',
          '    litres(values.iter().sum(), unit)',
          '}',
        ),
        'tests/it/totals.rs': lines(
          'use millrace::total;',
          '',
          '#[test]',
          'fn adds_up() {',
          '    assert_eq!(total(&[1.0, 2.0], "m3"), Some(3000.0));',
          '    assert_eq!(total(&[], "l"), Some(0.0));',
          '    assert_eq!(total(&[1.0], "cup"), None);',
          '}',
        ),
      }),
      replace(LIB, 'mod units;', 'mod totals;\nmod units;'),
      replace(LIB, 'pub use units', 'pub use totals::total;\npub use units'),
      replace(MAIN, 'mod support;', 'mod support;\nmod totals;'),
    ),
  }),
  work('unit-in-data', {
    gates: BOTH,
    tested: true,
    story: 'a unit more in the file that the build script reads, with a row of the table of tests',
    names: { file: LIB, name: 'units::tests::are_litres' },
    edit: all(
      append('data/units.csv', 'ft3,28.316846592\n'),
      replace(
        UNITS,
        '        (1.0, "cup", None),',
        '        (2.0, "ft3", Some(56.633693184)),\n        (1.0, "cup", None),',
      ),
    ),
  }),
  work('stage-delta', {
    gates: RELAY,
    story: 'a stage that gives differences, which configurations can name',
    names: { file: MAIN, name: 'pipeline::gives_differences' },
    edit: all(
      replace(
        PIPELINE,
        '#[derive(Default)]\npub struct Pipeline',
        '/// What a value is more than the one before.\n#[derive(Default)]\npub struct Delta(Option<f64>);\n\nimpl Stage for Delta {\n    fn apply(&mut self, value: f64) -> Option<f64> {\n        self.0.replace(value).map(|before| value - before)\n    }\n}\n\n#[derive(Default)]\npub struct Pipeline',
      ),
      replace(
        PIPELINE,
        '        ("skip", [count])',
        '        ("delta", []) => Some(Box::new(Delta::default())),\n        ("skip", [count])',
      ),
      replace(LIB, 'stage, Clip, Pipeline', 'stage, Clip, Delta, Pipeline'),
      append(
        PIPELINE_TEST,
        '\n#[test]\nfn gives_differences() {\n    let mut pipeline = Pipeline::default().with(stage("delta").unwrap());\n    assert_eq!(pipeline.run([1.0, 4.0, 2.0]), [3.0, -2.0]);\n}\n',
      ),
    ),
  }),
  work('max-below-zero', {
    gates: HOOK,
    kind: 'fix',
    tested: true,
    story: 'a configuration with a negative maximum is refused, with a variant and one more line of a test',
    names: { file: LIB, name: 'config::tests::says_what_is_wrong' },
    edit: all(
      replace(CONFIG, '    Missing(&', '    Negative(f64),\n    Missing(&'),
      replace(
        CONFIG,
        '            ConfigError::Missing',
        '            ConfigError::Negative(max) => write!(f, "max: {max} is less than nothing"),\n            ConfigError::Missing',
      ),
      replace(
        CONFIG,
        '        let name = name.ok_or',
        '        if max < 0.0 {\n            return Err(ConfigError::Negative(max));\n        }\n        let name = name.ok_or',
      ),
      replace(
        CONFIG_TESTS,
        '    assert_eq!(error("max = much")',
        '    assert_eq!(error("max = -2"), "max: -2 is less than nothing");\n    assert_eq!(error("max = much")',
      ),
    ),
  }),
  work('message-shows-line', {
    gates: ['relay', 'h3a'],
    story: 'a message shows what stands in a line; a variant keeps it, and the test says so',
    released: ['config::tests::says_what_is_wrong'],
    names: { file: LIB, name: 'config::tests::says_what_is_wrong' },
    edit: all(
      replace(CONFIG, 'NoSign(usize)', 'NoSign { line: usize, text: String }'),
      replace(
        CONFIG,
        'ConfigError::NoSign(line) => write!(f, "line {line}: expected key = value")',
        'ConfigError::NoSign { line, text } => {\n                write!(f, "line {line}: expected key = value, got {text}")\n            }',
      ),
      replace(
        CONFIG,
        "line.split_once('=').ok_or(ConfigError::NoSign(at + 1))?",
        "line\n                .split_once('=')\n                .ok_or_else(|| ConfigError::NoSign { line: at + 1, text: line.to_string() })?",
      ),
      replace(CONFIG_TESTS, '"line 1: expected key = value"', '"line 1: expected key = value, got name"'),
    ),
  }),
  work('config-folder', {
    gates: RELAY,
    kind: 'refactor',
    story: 'a module has a folder with its tests in it, and no path of its own',
    edit: all(
      move(CONFIG, 'src/config/mod.rs'),
      move(CONFIG_TESTS, 'src/config/tests.rs'),
      replace('src/config/mod.rs', '#[path = "config_tests.rs"]\n', ''),
    ),
  }),
  work('gate-renamed', {
    gates: BOTH,
    kind: 'rename',
    story: 'a module with its tests has another name',
    edit: all(
      move(GATE, 'src/sluice.rs'),
      replace(LIB, 'mod gate;\n', ''),
      replace(LIB, 'mod units;', 'mod sluice;\nmod units;'),
      replace(LIB, 'pub use gate::', 'pub use sluice::'),
    ),
  }),
  work('flow-split', {
    gates: BOTH,
    kind: 'refactor',
    story: 'smoothing becomes a module of its own, and its tests go with it',
    edit: (files) => {
      const text = files[FLOW] ?? '';
      const smooth = cut(text, '/// A mean that forgets', '#[cfg(test)]');
      const tests = cut(text, '    #[test]\n    fn smooths()');
      const macro = cut(text, '    macro_rules! assert_close', '    #[test]');
      return {
        ...files,
        [FLOW]: `${text.replace(smooth, '').replace(tests, '').trimEnd()}\n}\n`,
        'src/smooth.rs': `${smooth}#[cfg(test)]\nmod tests {\n    use super::*;\n    use crate::cases::Cases;\n    use crate::percentile;\n\n${macro}${tests}`,
        [LIB]: (files[LIB] ?? '')
          .replace('mod units;', 'mod smooth;\nmod units;')
          .replace('percentile, smooth}', 'percentile}')
          .replace('pub use units', 'pub use smooth::smooth;\npub use units'),
      };
    },
  }),
  work('report-has-most', {
    gates: ['relay', 'h3a'],
    story: 'the table has a column for the most, and the snapshots show it',
    released: ['tests/it/snapshots/gates.txt', 'tests/it/snapshots/nothing.txt'],
    edit: all(
      replace(
        REPORT,
        '{:>8}  {:>8}\\n", "gate", "mean", "p90"',
        '{:>8}  {:>8}  {:>8}\\n", "gate", "mean", "p90", "most"',
      ),
      replace(REPORT, '{:>8}  {:>8}\\n", "-", "-"', '{:>8}  {:>8}  {:>8}\\n", "-", "-", "-"'),
      replace(
        REPORT,
        'match (mean(values), percentile(values, 90.0)) {',
        'match (mean(values), percentile(values, 90.0), percentile(values, 100.0)) {',
      ),
      replace(REPORT, '(Some(mean), Some(high)) =>', '(Some(mean), Some(high), Some(most)) =>'),
      replace(REPORT, '{high:>8.2}\\n', '{high:>8.2}  {most:>8.2}\\n'),
      write({
        'tests/it/snapshots/gates.txt':
          'gate              mean       p90      most\nupper             2.17      3.20      3.50\nlower sluice     10.00     10.00     10.00\ndry                  -         -         -\n',
        'tests/it/snapshots/nothing.txt': 'gate      mean       p90      most\n',
      }),
    ),
  }),
  work('close-shared', {
    gates: RELAY,
    kind: 'tests',
    story: 'a macro of one module stands beside the cases, for all tests',
    edit: (files) => {
      const macro = cut(files[FLOW] ?? '', '    macro_rules! assert_close', '    #[test]');
      return {
        ...files,
        [FLOW]: (files[FLOW] ?? '')
          .replace(macro, '')
          .replace('use crate::cases::Cases;', 'use crate::cases::{assert_close, Cases};'),
        [CASES]: `${files[CASES]}\n#[allow(unused_macros)]\n${macro.trimEnd().replaceAll('\n    ', '\n').trimStart()}\n#[allow(unused_imports)]\npub(crate) use assert_close;\n`,
      };
    },
  }),
  work('cases-of-counts', {
    gates: RELAY,
    kind: 'tests',
    story: 'the generator makes counts too, which a new test asks for',
    edit: all(
      replace(
        CASES,
        '    pub fn values(',
        '    #[allow(dead_code)]\n    pub fn below(&mut self, most: usize) -> usize {\n        (self.number().abs() as usize) % most\n    }\n\n    pub fn values(',
      ),
      append(
        PIPELINE_TEST,
        '\n#[test]\nfn keeps_as_many_back_as_it_says() {\n    for mut cases in Cases::new(8).take(20) {\n        let count = cases.below(7);\n        let mut pipeline = Pipeline::default().with(Skip(count));\n        assert_eq!(pipeline.run(cases.values(9)).len(), 9 - count);\n    }\n}\n',
      ),
    ),
  }),
  work('stages-file', {
    gates: RELAY,
    kind: 'tests',
    story: 'tests of how stages are written stand in a module of their own',
    edit: (files) => {
      const text = files[PIPELINE_TEST] ?? '';
      const moved = cut(text, '#[test]\nfn is_what_a', '#[test]\nfn clips');
      return {
        ...files,
        [PIPELINE_TEST]: text
          .replace(moved, '')
          .replace('use millrace::{stage, Clip,', 'use millrace::{Clip,'),
        'tests/it/stages.rs': `use millrace::{stage, Pipeline};\n\n${moved.trimEnd()}\n`,
        [MAIN]: (files[MAIN] ?? '').replace('mod support;', 'mod stages;\nmod support;'),
      };
    },
  }),
  work('error-has-source', {
    gates: HOOK,
    tested: true,
    story: 'an error says what caused it',
    names: { file: LIB, name: 'config::tests::has_a_source' },
    edit: all(
      replace(
        CONFIG,
        'impl std::error::Error for ConfigError {}',
        "impl std::error::Error for ConfigError {\n    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {\n        match self {\n            ConfigError::Number(error) => Some(error),\n            _ => None,\n        }\n    }\n}",
      ),
      append(
        CONFIG_TESTS,
        '\n#[test]\nfn has_a_source() {\n    use std::error::Error;\n    let error = "max = x".parse::<Config>().unwrap_err();\n    assert_eq!(error.source().map(ToString::to_string).as_deref(), Some("invalid float literal"));\n    assert!("name".parse::<Config>().unwrap_err().source().is_none());\n}\n',
      ),
    ),
  }),
  work('stages-have-names', {
    gates: ['relay', 'h3a'],
    story: 'each stage must say its name; the double of the tests does, too',
    names: { file: MAIN, name: 'pipeline::lists_its_stages' },
    edit: all(
      replace(PIPELINE, 'pub trait Stage {\n', 'pub trait Stage {\n    fn name(&self) -> String;\n\n'),
      replace(
        PIPELINE,
        'impl Stage for Scale {\n',
        'impl Stage for Scale {\n    fn name(&self) -> String {\n        format!("scale {}", self.0)\n    }\n\n',
      ),
      replace(
        PIPELINE,
        'impl Stage for Clip {\n',
        'impl Stage for Clip {\n    fn name(&self) -> String {\n        format!("clip {} {}", self.low, self.high)\n    }\n\n',
      ),
      replace(
        PIPELINE,
        'impl Stage for Skip {\n',
        'impl Stage for Skip {\n    fn name(&self) -> String {\n        format!("skip {}", self.0)\n    }\n\n',
      ),
      replace(
        PIPELINE,
        'impl Stage for Box<dyn Stage> {\n',
        'impl Stage for Box<dyn Stage> {\n    fn name(&self) -> String {\n        (**self).name()\n    }\n\n',
      ),
      replace(
        PIPELINE,
        '    pub fn run(',
        '    /// What it consists of.\n    pub fn names(&self) -> Vec<String> {\n        self.stages.iter().map(|stage| stage.name()).collect()\n    }\n\n    pub fn run(',
      ),
      replace(
        SUPPORT,
        'impl Stage for Recorder {\n',
        'impl Stage for Recorder {\n    fn name(&self) -> String {\n        "recorder".to_string()\n    }\n\n',
      ),
      append(
        PIPELINE_TEST,
        '\n#[test]\nfn lists_its_stages() {\n    let pipeline = Pipeline::default().with(Scale(2.5)).with(stage("clip 0 5").unwrap()).with(Skip(1));\n    assert_eq!(pipeline.names(), ["scale 2.5", "clip 0 5", "skip 1"]);\n}\n',
      ),
    ),
  }),
  work('pipelines-reset', {
    gates: RELAY,
    story: 'stages can begin anew, by a method that does nothing where a stage has no state',
    names: { file: MAIN, name: 'pipeline::begins_anew' },
    edit: all(
      replace(
        PIPELINE,
        'fn apply(&mut self, value: f64) -> Option<f64>;\n',
        'fn apply(&mut self, value: f64) -> Option<f64>;\n\n    fn reset(&mut self) {}\n',
      ),
      replace(
        PIPELINE,
        'pub struct Skip(pub usize);',
        'pub struct Skip {\n    count: usize,\n    left: usize,\n}\n\nimpl Skip {\n    pub fn first(count: usize) -> Self {\n        Skip { count, left: count }\n    }\n}',
      ),
      replace(PIPELINE, 'match self.0.checked_sub(1)', 'match self.left.checked_sub(1)'),
      replace(PIPELINE, 'self.0 = left;', 'self.left = left;'),
      replace(
        PIPELINE,
        '            None => Some(value),\n        }\n    }\n',
        '            None => Some(value),\n        }\n    }\n\n    fn reset(&mut self) {\n        self.left = self.count;\n    }\n',
      ),
      replace(PIPELINE, 'Box::new(Skip(*count as usize))', 'Box::new(Skip::first(*count as usize))'),
      replace(
        PIPELINE,
        '        (**self).apply(value)\n    }\n',
        '        (**self).apply(value)\n    }\n\n    fn reset(&mut self) {\n        (**self).reset();\n    }\n',
      ),
      replace(
        PIPELINE,
        '    pub fn run(',
        '    pub fn reset(&mut self) {\n        self.stages.iter_mut().for_each(|stage| stage.reset());\n    }\n\n    pub fn run(',
      ),
      replace(PIPELINE_TEST, 'with(Skip(2))', 'with(Skip::first(2))'),
      append(
        PIPELINE_TEST,
        '\n#[test]\nfn begins_anew() {\n    let mut pipeline = Pipeline::default().with(Skip::first(1));\n    assert_eq!(pipeline.run([1.0, 2.0]), [2.0]);\n    pipeline.reset();\n    assert_eq!(pipeline.run([3.0, 4.0]), [4.0]);\n}\n',
      ),
    ),
    released: ['pipeline::keeps_the_first_back', PIPELINE_TEST],
  }),
  work('smooth-removed', {
    gates: ['relay', 'h3a'],
    kind: 'refactor',
    released: ['flow::tests::smooths', 'flow::tests::smoothing_stays_inside'],
    story: 'nobody smooths; the function goes with its tests, which the planner released',
    names: { file: LIB, name: 'flow::tests::means' },
    edit: (files) => {
      const text = files[FLOW] ?? '';
      const smooth = cut(text, '/// A mean that forgets', '#[cfg(test)]');
      const tests = cut(text, '    #[test]\n    fn smooths()');
      return {
        ...files,
        [FLOW]: `${text.replace(smooth, '').replace(tests, '').trimEnd()}\n}\n`,
        [LIB]: (files[LIB] ?? '').replace('percentile, smooth}', 'percentile}'),
      };
    },
  }),
  work('version', {
    gates: RELAY,
    kind: 'dependencies',
    story: 'the crate has another version and names the least one of Rust',
    edit: all(
      replace('Cargo.toml', 'version = "0.5.0"\n', 'version = "0.5.1"\nrust-version = "1.60"\n'),
      replace('Cargo.lock', '0.5.0', '0.5.1'),
    ),
  }),
  work('docs', {
    gates: RELAY,
    kind: 'docs',
    story: 'comments and the readme say more, and an example shows one thing more',
    edit: all(
      append('README.md', '\n`data/units.csv` has the units.\n'),
      replace(
        PIPELINE,
        '/// Keeps the first values back.',
        '/// Keeps the first values back, and then none.\n///\n/// What comes after them is not changed.',
      ),
      replace(
        GATE,
        '    /// assert!(State::Stuck.turn(3).is_err());\n',
        '    /// assert!(State::Stuck.turn(3).is_err());\n    /// assert_eq!(State::Closed.turn(0), Ok(State::Closed));\n',
      ),
    ),
  }),
  work('percentile-faster', {
    gates: HOOK,
    kind: 'refactor',
    story: 'a percentile sorts no more than it must',
    edit: all(
      replace(FLOW, '    sorted.sort_by(f64::total_cmp);\n', ''),
      replace(
        FLOW,
        '    let above = (below + 1).min(last);\n    Some(sorted[below] * (1.0 - part) + sorted[above] * part)',
        '    let (_, low, rest) = sorted.select_nth_unstable_by(below, f64::total_cmp);\n    let low = *low;\n    let high = rest.iter().copied().min_by(f64::total_cmp).unwrap_or(low);\n    Some(low * (1.0 - part) + high * part)',
      ),
    ),
  }),
  work('stage-renamed', {
    gates: BOTH,
    kind: 'rename',
    story: 'a function has another name, in code and tests',
    edit: all(
      replace(PIPELINE, 'pub fn stage(', 'pub fn parse_stage('),
      replace(LIB, 'pub use pipeline::{stage,', 'pub use pipeline::{parse_stage,'),
      everywhere('stage(text)', 'parse_stage(text)'),
      replace(PIPELINE_TEST, 'use millrace::{stage,', 'use millrace::{parse_stage,'),
    ),
  }),
  work('build-script-checks', {
    gates: HOOK,
    kind: 'refactor',
    story: 'the build script reads lines into pairs before it writes them',
    edit: all(
      replace('build.rs', '    let rows: String = text\n', '    let pairs: Vec<(&str, &str)> = text\n'),
      replace(
        'build.rs',
        / {8}\.map\(\|line\| \{[\s\S]*?\}\)\n {8}\.collect\(\);\n/,
        '        .map(|line| line.split_once(\',\').expect("two columns"))\n        .collect();\n    let rows: String = pairs\n        .iter()\n        .map(|(name, litres)| format!("    ({name:?}, {litres}_f64),\\n"))\n        .collect();\n',
      ),
    ),
  }),
  work('one-file-program', {
    gates: RELAY,
    kind: 'tests',
    story: 'the program of tests has its modules by path from a file beside the folder',
    edit: all(
      move(MAIN, 'tests/it.rs'),
      write({
        'tests/it.rs':
          '#[path = "it/pipeline.rs"]\nmod pipeline;\n#[path = "it/report.rs"]\nmod report;\n#[path = "it/support/mod.rs"]\nmod support;\n',
      }),
    ),
  }),
  work('pipeline-helper', {
    gates: RELAY,
    kind: 'tests',
    story: 'tests make clips by a function, and look at the ends of a list',
    edit: all(
      replace(PIPELINE_TEST, 'Clip { low: 0.0, high: 5.0 }', 'between(0.0, 5.0)'),
      replace(PIPELINE_TEST, 'Clip { low: -1.0, high: 1.0 }', 'between(-1.0, 1.0)'),
      replace(
        PIPELINE_TEST,
        '#[test]\nfn goes_through',
        'fn between(low: f64, high: f64) -> Clip {\n    Clip { low, high }\n}\n\n#[test]\nfn goes_through',
      ),
    ),
  }),
  work('percentile-says-why', {
    gates: RELAY,
    story: 'a percentile says why there is none; the planner released its tests',
    released: [
      'flow::tests::percentiles',
      'flow::tests::percentiles_lie_between',
      'flow::tests::smoothing_stays_inside',
    ],
    names: { file: LIB, name: 'flow::tests::percentiles' },
    edit: all(
      replace(
        FLOW,
        '/// The value below which',
        '#[derive(Debug, PartialEq, Eq)]\npub enum FlowError {\n    Empty,\n    Percent,\n}\n\n/// The value below which',
      ),
      replace(FLOW, 'percent: f64) -> Option<f64>', 'percent: f64) -> Result<f64, FlowError>'),
      replace(
        FLOW,
        '    let mut sorted',
        '    if percent.is_nan() {\n        return Err(FlowError::Percent);\n    }\n    let mut sorted',
      ),
      replace(FLOW, 'checked_sub(1)?;', 'checked_sub(1).ok_or(FlowError::Empty)?;'),
      replace(FLOW, '    Some(sorted[below]', '    Ok(sorted[below]'),
      replace(
        FLOW,
        'assert!(percentile(&[], 50.0).is_none());',
        'assert_eq!(percentile(&[], 50.0), Err(FlowError::Empty));\n        assert_eq!(percentile(&values, f64::NAN), Err(FlowError::Percent));',
      ),
      replace(
        FLOW,
        '(percentile(&values, 0.0), percentile(&values, 100.0))',
        '(percentile(&values, 0.0).unwrap(), percentile(&values, 100.0).unwrap())',
      ),
      replace(
        FLOW,
        'let half = percentile(&values, 50.0);',
        'let half = percentile(&values, 50.0).unwrap();',
      ),
      replace(REPORT, '(Some(mean), Some(high))', '(Some(mean), Ok(high))'),
      replace(LIB, 'flow::{mean', 'flow::{FlowError, mean'),
    ),
  }),
];
