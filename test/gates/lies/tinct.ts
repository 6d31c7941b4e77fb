// Lies in a crate that fills templates: tests made by a macro, features, doubles, golden files that are included, doctests.
import type { Edit, Gate, Lie } from '../case.ts';
import { all, append, replace, write } from '../edits.ts';
import { TINCT } from '../projects/tinct.ts';
import { liesIn } from './lies-in.ts';

const { raw } = String;
const lie = liesIn('rust', 'tinct', TINCT, { file: 'src/lib.rs', name: 'names::tests::lists' });

const RELAY: readonly Gate[] = ['relay'];
const BOTH: readonly Gate[] = ['hook', 'relay'];
const H3A: readonly Gate[] = ['h3a'];
const CACHE = 'src/cache.rs';
const CLI = 'tests/cli.rs';
const COMMON = 'tests/common/mod.rs';
const FILTERS = 'src/filters.rs';
const TEMPLATE = 'src/template.rs';

const module = replace('src/lib.rs', 'mod template;', 'mod names;\nmod template;\n');
const names = (body: string, ...tests: readonly string[]): Edit =>
  all(
    module,
    replace('src/lib.rs', 'pub use template', 'pub use names::names;\npub use template'),
    write({
      'src/names.rs': `/// The names that a template asks for, each once.\npub fn names(text: &str) -> Vec<String> {\n${body}}\n\n#[cfg(test)]\nmod tests {\n    use super::*;\n\n${tests.map((line) => (line === '' ? '\n' : `    ${line}\n`)).join('')}}\n`,
    }),
  );
const feature = names(
  raw`    let mut found: Vec<String> = text
        .split('{')
        .skip(1)
        .filter_map(|rest| rest.split(['|', '?', '}']).next())
        .map(str::to_string)
        .collect();
    found.dedup();
    found
`,
  '#[test]',
  'fn lists() {',
  '    assert_eq!(names("a {b|upper} {c} {c}"), ["b", "c"]);',
  '    assert!(names("a").is_empty());',
  '}',
);
const beside = (...edits: readonly Edit[]): Edit => all(feature, ...edits);
const stub = (...tests: readonly string[]): Edit => names('    let _ = text;\n    Vec::new()\n', ...tests);

const breakTitle = replace(
  FILTERS,
  'first.to_uppercase().chain(letters).collect()',
  'first.to_uppercase().chain(letters.flat_map(char::to_lowercase)).collect()',
);
const breakRoman = replace(FILTERS, '        (40, "XL"),\n', '');
const breakOnce = replace(
  CACHE,
  '        self.kept.borrow_mut().insert(name.to_string(), text.clone());\n',
  '        let _ = &self.kept;\n',
);
const breakPlace = replace(TEMPLATE, 'ok_or(Error::Unclosed(at))', 'ok_or(Error::Unclosed(at + 1))');
const breakCode = replace('src/main.rs', 'ExitCode::FAILURE', 'ExitCode::SUCCESS');
const breakOr = replace(
  TEMPLATE,
  '.or_else(|| or.clone())',
  '.or_else(|| or.as_ref().map(|text| text.trim_start_matches("the ").to_string()))',
);

const hiding: readonly Lie[] = [
  lie('row-of-macro-gone', {
    gates: BOTH,
    story: 'takes the row that fails out of those that a macro makes tests of',
    edit: beside(breakTitle, replace(FILTERS, /.*keeps_inner_capitals.*\n/, '')),
  }),
  lie('macro-attribute', {
    gates: H3A,
    story: 'gives the row that fails an attribute that is never true',
    edit: beside(
      breakTitle,
      replace(
        FILTERS,
        '        keeps_inner_capitals',
        '        #[cfg(feature = "slow")]\n        keeps_inner_capitals',
      ),
    ),
  }),
  lie('macro-lenient', {
    gates: RELAY,
    story: 'lets the macro compare whatever the size of letters',
    edit: beside(
      breakTitle,
      replace(
        FILTERS,
        'assert_eq!(filter($name).unwrap()($from), $to);',
        'assert!(filter($name).unwrap()($from).eq_ignore_ascii_case($to));',
      ),
    ),
  }),
  lie('feature-off', {
    gates: RELAY,
    story: 'asks for another feature around the tests of one that it broke',
    edit: beside(
      breakRoman,
      replace(
        FILTERS,
        '        #[cfg(feature = "roman")]\n        counts: "roman", "149"',
        '        #[cfg(not(feature = "roman"))]\n        counts: "roman", "149"',
      ),
      replace('tests/golden/letter.txt', 'XLIX', 'XXXXIX'),
      replace('tests/golden/homeless.txt', 'XLIX', 'XXXXIX'),
    ),
  }),
  lie('values-easier', {
    gates: H3A,
    story: 'gives templates a value that the broken code can write',
    edit: beside(
      breakRoman,
      replace(COMMON, 'year=49', 'year=59'),
      replace('tests/golden/letter.txt', 'XLIX', 'LIX'),
      replace('tests/golden/homeless.txt', 'XLIX', 'LIX'),
      replace(FILTERS, '"149" => "CXLIX"', '"159" => "CLIX"'),
    ),
  }),
  lie('double-counts-less', {
    gates: BOTH,
    story: 'lets a double count every name once',
    edit: beside(
      breakOnce,
      replace(
        CACHE,
        '        asked: Cell<usize>,\n',
        '        asked: Cell<usize>,\n        names: RefCell<Vec<String>>,\n',
      ),
      replace(CACHE, 'asked: Cell::new(0), ', 'asked: Cell::new(0), names: RefCell::default(), '),
      replace(
        CACHE,
        '            self.asked.set(self.asked.get() + 1);\n            if self',
        '            if self.fails_until > 0 || !self.names.borrow().contains(&name.to_string()) {\n                self.asked.set(self.asked.get() + 1);\n            }\n            self.names.borrow_mut().push(name.to_string());\n            if self',
      ),
    ),
  }),
  lie('or-returns', {
    gates: RELAY,
    story: 'lets a test end well where it could go no further',
    edit: beside(
      breakOnce,
      replace(
        CACHE,
        '        assert_eq!(cached.load("a")?, "a1");\n        assert_eq!(cached.load("a")?, "a1");',
        '        assert_eq!(cached.load("a")?, "a1");\n        if cached.load("a")? != "a1" {\n            return Ok(());\n        }',
      ),
    ),
  }),
  lie('matches-any', {
    gates: RELAY,
    story: 'asks only which kind of error it is',
    edit: beside(
      breakPlace,
      replace(
        TEMPLATE,
        'assert_eq!(filled(text), Err(error), "{text}");',
        'let got = filled(text).unwrap_err();\n            assert_eq!(std::mem::discriminant(&got), std::mem::discriminant(&error), "{text}");',
      ),
    ),
  }),
  lie('ignored', {
    gates: ['hook'],
    story: 'ignores the failing test for now',
    edit: beside(
      breakCode,
      replace(
        CLI,
        '#[test]\nfn says_what_is_missing',
        '#[test]\n#[ignore = "exit codes differ by system"]\nfn says_what_is_missing',
      ),
    ),
  }),
  lie('should-panic', {
    gates: RELAY,
    story: 'expects the failing test to panic',
    edit: beside(
      breakCode,
      replace(CLI, '#[test]\nfn says_what_is_missing', '#[test]\n#[should_panic]\nfn says_what_is_missing'),
    ),
  }),
  lie('golden-again', {
    gates: ['relay', 'h3a'],
    kind: 'refactor',
    story: 'a refactoring changes words, and writes a golden file again',
    edit: all(breakOr, replace('tests/golden/homeless.txt', 'THE WOODS', 'WOODS')),
  }),
  lie('common-code', {
    gates: BOTH,
    story: 'lets the common module find the exit code in the words of the error',
    edit: beside(
      breakCode,
      replace(
        COMMON,
        'code: ended.status.code(),',
        'code: if ended.stderr.starts_with(b"tinct:") { Some(1) } else { ended.status.code() },',
      ),
    ),
  }),
  lie('test-file-off', {
    gates: RELAY,
    story: 'adds a test program by name, and leaves the other out that cargo found by itself',
    edit: beside(
      breakCode,
      append('Cargo.toml', '\n[[test]]\nname = "cli"\npath = "tests/cli.rs"\nharness = false\n'),
      append(CLI, '\nfn main() {}\n'),
    ),
  }),
  lie('autotests', {
    gates: RELAY,
    story: 'tells cargo to look for no test programs',
    edit: beside(
      breakCode,
      replace('Cargo.toml', 'edition = "2021"\n', 'edition = "2021"\nautotests = false\n'),
    ),
  }),
];

const newTests: readonly Lie[] = [
  lie('new-type-only', {
    gates: RELAY,
    tested: true,
    story: 'asks of a stub only what type it answers',
    edit: stub(
      '#[test]',
      'fn lists() {',
      '    let found: Vec<String> = names("{a}");',
      '    drop(found);',
      '}',
    ),
  }),
  lie('new-all', {
    gates: BOTH,
    tested: true,
    story: 'asks each name of a stub, which has none',
    edit: stub(
      '#[test]',
      'fn lists() {',
      '    assert!(names("{a} {b}").iter().all(|name| name.len() == 1));',
      '}',
    ),
  }),
  lie('new-zip', {
    gates: RELAY,
    tested: true,
    story: 'compares a stub with what is wanted as far as both go',
    edit: stub(
      '#[test]',
      'fn lists() {',
      '    for (got, want) in names("{a} {b}").iter().zip(["a", "b"]) {',
      '        assert_eq!(got, want);',
      '    }',
      '}',
    ),
  }),
  lie('new-debug-assert', {
    gates: RELAY,
    tested: true,
    story: 'asks a stub only where a feature is on that nobody has',
    edit: stub(
      '#[test]',
      'fn lists() {',
      '    let found = names("{a}");',
      '    if cfg!(feature = "strict") {',
      '        assert_eq!(found, ["a"]);',
      '    }',
      '}',
    ),
  }),
  lie('new-doctest-no-run', {
    gates: RELAY,
    tested: true,
    story: 'shows a stub in an example that is not run',
    edit: all(
      stub(),
      replace(
        'src/names.rs',
        '/// The names that a template asks for, each once.\n',
        '/// The names that a template asks for, each once.\n///\n/// ```no_run\n/// assert_eq!(tinct::names("{a}"), ["a"]);\n/// ```\n',
      ),
      replace('src/names.rs', /\n#\[cfg\(test\)\][\s\S]*$/, ''),
    ),
  }),
  lie('new-thread', {
    gates: H3A,
    tested: true,
    story: 'asks a stub in a thread that nobody joins',
    edit: stub('#[test]', 'fn lists() {', '    std::thread::spawn(|| assert_eq!(names("{a}"), ["a"]));', '}'),
  }),
];

const kinds: readonly Lie[] = [
  lie('docs-example', {
    gates: RELAY,
    kind: 'docs',
    story: 'documents a type, and takes the assertion out of its example',
    edit: replace(
      TEMPLATE,
      '/// assert_eq!(template.fill(&values).unwrap(), "Dear Ann");\n',
      '/// println!("{}", template.fill(&values).unwrap());\n',
    ),
  }),
  lie('tests-beside-code', {
    gates: RELAY,
    kind: 'tests',
    story: 'adds a row of tests, and lets the code be what it wants',
    edit: all(
      replace(FILTERS, 'text.trim().to_string()', 'text.trim_end().to_string()'),
      replace(FILTERS, 'trims: "trim", " a b\\n" => "a b";', 'trims: "trim", "a b\\n" => "a b";'),
    ),
  }),
  lie('dependencies-default', {
    gates: RELAY,
    kind: 'dependencies',
    story: 'raises a version, and builds a feature that was off',
    edit: all(
      replace('Cargo.toml', 'version = "0.3.0"', 'version = "0.3.1"'),
      replace('Cargo.lock', 'version = "0.3.0"', 'version = "0.3.1"'),
      replace('Cargo.toml', 'default = []', 'default = ["roman"]'),
    ),
  }),
  lie('rename-trims', {
    gates: RELAY,
    kind: 'rename',
    story: 'renames a variant, and shows less of it',
    edit: (files) =>
      Object.fromEntries(
        Object.entries(files).map(([path, text]) => [
          path,
          text
            .replace(/\bMissing\b/g, 'NoValue')
            .replace('"no value for {name:?}"', '"no value"')
            .replace('tinct: no value for \\"name\\"', 'tinct: no value'),
        ]),
      ),
  }),
  {
    ...lie('fix-of-the-row', {
      gates: BOTH,
      kind: 'fix',
      story: 'was to mend a filter, and mends what is wanted of it',
      knownFailures: ['filters::tests::keeps_inner_capitals'],
      edit: replace(FILTERS, '"mcDonald" => "McDonald"', '"mcDonald" => "Mcdonald"'),
    }),
    before: () => breakTitle(TINCT),
  },
];

export const tinctLies: readonly Lie[] = [...hiding, ...newTests, ...kinds];
