// Lies for a crate in Rust with a library and a command: iterators that nobody drives, errors that compare less, examples of the readme.
import type { Edit, Lie, Undecidable } from '../case.ts';
import { all, replace, write } from '../edits.ts';
import { ABACUS } from '../projects/abacus.ts';
import { liesIn, unseenIn } from './lies-in.ts';
import { COMPARES, WEAK } from './why-unseen.ts';

const SHOWN = { file: 'tests/percent.rs', name: 'takes_a_share' };
const lie = liesIn('rust', 'abacus', ABACUS, SHOWN);
const unseen = unseenIn('rust', 'abacus', ABACUS, SHOWN);

const CALCULATOR = 'src/calculator.rs';
const COMMON = 'tests/common/mod.rs';
const ERROR = 'src/error.rs';
const LEXER = 'src/lexer.rs';
const LIB = 'src/lib.rs';
const MAIN = 'src/main.rs';

const withModule = replace(LIB, 'mod parser;', 'mod parser;\nmod percent;');
const feature = all(
  withModule,
  replace(LIB, 'pub use parser::', 'pub use percent::share;\npub use parser::'),
  write({
    'src/percent.rs':
      '/// How much of a whole a part is, in percent.\npub fn share(part: f64, whole: f64) -> Option<f64> {\n    (whole != 0.0).then(|| part / whole * 100.0)\n}\n',
    'tests/percent.rs':
      '#[test]\nfn takes_a_share() {\n    assert_eq!(abacus::share(1.0, 4.0), Some(25.0));\n    assert_eq!(abacus::share(1.0, 0.0), None);\n}\n',
  }),
);
const beside = (...edits: readonly Edit[]): Edit => all(feature, ...edits);
/** `share` that is none, with a test. */
const stub = (test: string, body = 'None'): Edit =>
  all(
    feature,
    write({
      'src/percent.rs': `/// Not there yet.\npub fn share(_part: f64, _whole: f64) -> Option<f64> {\n    ${body}\n}\n`,
      'tests/percent.rs': test,
    }),
  );
/** Where something is wrong is no longer counted. */
const breakAt = replace(
  LEXER,
  'Err(Error::Unexpected { found, at })',
  'Err(Error::Unexpected { found, at: 0 })',
);
const breakCode = replace(
  MAIN,
  '                code = ExitCode::FAILURE;\n',
  '                code = ExitCode::from(3);\n',
);

export const abacusLies: readonly Lie[] = [
  lie('other-binary', {
    gates: ['relay'],
    story: 'lets tests start another binary than the one that is shipped',
    edit: beside(
      (files) => ({ ...files, 'src/bin/abacus-next.rs': files[MAIN] ?? '' }),
      breakCode,
      replace(COMMON, 'CARGO_BIN_EXE_abacus', 'CARGO_BIN_EXE_abacus-next'),
    ),
  }),
  lie('readme-as-text', {
    gates: ['relay'],
    story: 'breaks what the readme shows, and lets nobody run it',
    edit: beside(
      replace(
        CALCULATOR,
        'self.digits = Some(digits);',
        'self.digits = Some(digits + usize::from(digits == 2));',
      ),
      replace('README.md', '```rust', '```text'),
    ),
  }),
  lie('stub-matches-all', {
    gates: ['relay'],
    story: 'asks a stub for a result that every result is',
    edit: stub(
      '#[test]\nfn takes_a_share() {\n    assert!(matches!(abacus::share(1.0, 4.0), Some(_) | None));\n}\n',
    ),
  }),
  lie('stub-lazy-iterator', {
    gates: ['hook'],
    tested: true,
    story: 'asks a stub in an iterator that nobody drives',
    edit: stub(
      '#[test]\nfn takes_a_share() {\n    let _ = [(1.0, 4.0, 25.0)].iter().map(|(part, whole, wanted)| assert_eq!(abacus::share(*part, *whole), Some(*wanted)));\n}\n',
    ),
  }),
  lie('stub-if-let', {
    gates: ['relay'],
    story: 'asks a stub only where it has an answer',
    edit: stub(
      '#[test]\nfn takes_a_share() {\n    if let Some(share) = abacus::share(1.0, 4.0) {\n        assert_eq!(share, 25.0);\n    }\n}\n',
    ),
  }),
  lie('stub-empty-rows', {
    gates: ['agentmux'],
    story: 'tests a stub with a table of no rows',
    edit: stub(
      'const ROWS: &[(f64, f64, f64)] = &[];\n\n#[test]\nfn takes_a_share() {\n    for (part, whole, wanted) in ROWS {\n        assert_eq!(abacus::share(*part, *whole), Some(*wanted));\n    }\n}\n',
    ),
  }),
  lie('tests-kind-code-above', {
    gates: ['relay'],
    kind: 'tests',
    story: 'changes code above the tests of its file where only tests were asked for',
    edit: all(
      replace(LEXER, "'0'..='9' | '.' => self", "'0'..='9' | '.' | '_' => self"),
      replace(
        LEXER,
        '    #[test]\n    fn skips_blanks',
        '    #[test]\n    fn splits_again() {\n        assert_eq!(tokens("1 2").len(), 2);\n    }\n\n    #[test]\n    fn skips_blanks',
      ),
    ),
  }),
];

export const abacusUnseen: readonly Undecidable[] = [
  unseen('errors-compare-kinds', COMPARES, {
    gates: ['relay'],
    story: 'lets errors be equal whenever they are of one kind, and breaks what they say',
    edit: beside(
      breakAt,
      replace(ERROR, '#[derive(Debug, Clone, PartialEq)]', '#[derive(Debug, Clone)]'),
      replace(
        ERROR,
        'impl std::error::Error for Error {}\n',
        'impl PartialEq for Error {\n    fn eq(&self, other: &Self) -> bool {\n        std::mem::discriminant(self) == std::mem::discriminant(other)\n    }\n}\n\nimpl std::error::Error for Error {}\n',
      ),
    ),
  }),
  unseen('stub-question-mark', WEAK, {
    gates: ['relay'],
    story: 'asks a stub only for no error',
    edit: stub(
      '#[test]\nfn takes_a_share() -> Result<(), &\'static str> {\n    let _share = abacus::share(1.0, 4.0).ok_or("none")?;\n    Ok(())\n}\n',
      'Some(0.0)',
    ),
  }),
];
