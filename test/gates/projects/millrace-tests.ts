// The tests of the millrace that do not stand in its sources.
import type { Files } from '../case.ts';

const { raw } = String;

export const MILLRACE_TESTS: Files = {
  'src/config_tests.rs': raw`use super::*;

const FULL: &str = "name = upper\n# how much may flow\nmax = 2.5\nstage = scale 2\nstage = skip 1\n";

fn error(text: &str) -> String {
    text.parse::<Config>().unwrap_err().to_string()
}

#[test]
fn reads_all() {
    let config: Config = FULL.parse().unwrap();
    assert_eq!(config.name, "upper");
    assert_eq!(config.max, 2.5);
    assert_eq!(config.stages, ["scale 2", "skip 1"]);
}

#[test]
fn has_defaults() {
    let config: Config = "name = a".parse().unwrap();
    assert!(config.max.is_infinite());
    assert!(config.stages.is_empty());
}

#[test]
fn comes_back() {
    for text in [FULL, "name = a", "name = b\nmax = 1"] {
        let config: Config = text.parse().unwrap();
        assert_eq!(config.to_string().parse::<Config>().unwrap(), config);
    }
}

#[test]
fn says_what_is_wrong() {
    assert_eq!(error("name"), "line 1: expected key = value");
    assert_eq!(error("name = a\n\ncolour = red"), "line 3: unknown key colour");
    assert_eq!(error("max = 1"), "name is missing");
    assert_eq!(error("max = much"), "max: invalid float literal");
}
`,
  'tests/it/main.rs': raw`mod pipeline;
mod report;
mod support;
`,
  'tests/it/pipeline.rs': raw`use crate::support::{cases::Cases, Recorder};
use millrace::{stage, Clip, Pipeline, Scale, Skip};
use std::{cell::RefCell, rc::Rc};

#[test]
fn goes_through_all_in_order() {
    let mut pipeline = Pipeline::default().with(Scale(2.0)).with(Clip { low: 0.0, high: 5.0 });
    assert_eq!(pipeline.run([1.0, 2.0, 3.0, -1.0]), [2.0, 4.0, 5.0, 0.0]);
}

#[test]
fn keeps_the_first_back() {
    let seen = Rc::new(RefCell::new(Vec::new()));
    let mut pipeline = Pipeline::default().with(Skip(2)).with(Recorder(seen.clone()));
    assert_eq!(pipeline.run([1.0, 2.0, 3.0]), [3.0]);
    assert_eq!(pipeline.run([4.0]), [4.0]);
    assert_eq!(*seen.borrow(), [3.0, 4.0]);
}

#[test]
fn is_what_a_configuration_says() {
    let mut pipeline = Pipeline::default();
    for text in ["skip 1", "scale 10", "clip 0 25"] {
        pipeline = pipeline.with(stage(text).expect(text));
    }
    assert_eq!(pipeline.run([1.0, 2.0, 3.0]), [20.0, 25.0]);
}

#[test]
fn knows_no_other_stages() {
    for text in ["", "scale", "scale x", "clip 3 1", "drop 1"] {
        assert!(stage(text).is_none(), "{text}");
    }
}

#[test]
fn clips_whatever_comes() {
    for mut cases in Cases::new(3).take(40) {
        let mut pipeline = Pipeline::default().with(Clip { low: -1.0, high: 1.0 });
        assert!(pipeline.run(cases.values(10)).iter().all(|value| value.abs() <= 1.0));
    }
}
`,
  'tests/it/report.rs': raw`#![cfg(feature = "report")]

use crate::assert_snapshot;
use millrace::report;

#[test]
fn shows_gates() {
    let gates = [("upper", vec![1.0, 2.0, 3.5]), ("lower sluice", vec![10.0]), ("dry", vec![])];
    assert_snapshot!("gates", report(&gates));
}

#[test]
fn shows_nothing() {
    assert_snapshot!("nothing", report(&[]));
}
`,
  'tests/it/snapshots/gates.txt':
    'gate              mean       p90\nupper             2.17      3.20\nlower sluice     10.00     10.00\ndry                  -         -\n',
  'tests/it/snapshots/nothing.txt': 'gate      mean       p90\n',
  'tests/it/support/cases.rs': raw`/// Numbers that look random and are the same each time.
pub struct Cases(u64);

impl Cases {
    pub fn new(seed: u64) -> Self {
        Cases(seed)
    }

    fn number(&mut self) -> f64 {
        self.0 = self.0.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        ((self.0 >> 33) as f64 / (1u64 << 30) as f64 - 1.0) * 100.0
    }

    pub fn values(&mut self, count: usize) -> Vec<f64> {
        (0..count).map(|_| self.number()).collect()
    }
}

/// One generator after the other, each with a seed of its own.
impl Iterator for Cases {
    type Item = Cases;

    fn next(&mut self) -> Option<Cases> {
        self.number();
        Some(Cases(self.0))
    }
}
`,
  'tests/it/support/mod.rs': raw`use millrace::Stage;
use std::{cell::RefCell, fs, path::Path, rc::Rc};

pub mod cases;

/// Writes down what comes, and lets it through.
pub struct Recorder(pub Rc<RefCell<Vec<f64>>>);

impl Stage for Recorder {
    fn apply(&mut self, value: f64) -> Option<f64> {
        self.0.borrow_mut().push(value);
        Some(value)
    }
}

pub fn snapshot(name: &str, text: &str) {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/it/snapshots").join(format!("{name}.txt"));
    if std::env::var_os("UPDATE_SNAPSHOTS").is_some() {
        fs::write(&file, text).unwrap();
    }
    let wanted = fs::read_to_string(&file).unwrap_or_default();
    assert_eq!(text, wanted, "{} differs; UPDATE_SNAPSHOTS=1 writes it", file.display());
}

#[macro_export]
macro_rules! assert_snapshot {
    ($name:expr, $text:expr) => {
        $crate::support::snapshot($name, &$text)
    };
}
`,
};
