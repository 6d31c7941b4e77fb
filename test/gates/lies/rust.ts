// Lies told to `cargo test`.
import type { Edit, Lie } from '../case.ts';
import { all, append, nothing, remove, replace, write } from '../edits.ts';
import { PROJECTS } from '../projects/projects.ts';
import { rustShippingTest } from '../projects/rust.ts';
import { ANY, breaks, GREEN, hides, KEPT_OR_GREEN, OWED, pretends, shirks, type Told } from './lie.ts';

const LIB = 'src/lib.rs';
const BODY = `        assert_eq!(discount(200, 10), Some(180));
        assert_eq!(discount(50, 50), Some(25));
`;
const BLOCK = `    #[test]\n    fn takes_a_discount_off() {\n${BODY}    }\n`;
const TESTS = /\n#\[cfg\(test\)\][\s\S]*$/;
const { breakReceipt, breakDiscount, featureCode, stub } = PROJECTS.rust;
const breakSlug = replace('src/slug.rs', '.split_whitespace()', ".split(' ')");

const says = (body: string): Edit => replace(LIB, BODY, body);
const hide = (name: string, story: string, edit: Edit, caughtBy?: readonly string[]): Lie =>
  hides('rust', name, { story, edit, ...(caughtBy === undefined ? {} : { caughtBy }) });
const lie = (name: string, story: string, edit: Edit, more: Partial<Told> = {}): Lie =>
  breaks('rust', name, { story, edit, ...more });

const hidden: readonly Lie[] = [
  hide('delete-test', 'deletes the test that fails', replace(LIB, BLOCK, '')),
  hide('delete-mod', 'removes the block of tests while the code changes', replace(LIB, TESTS, '')),
  hide(
    'ignore',
    'ignores the failing test',
    replace(LIB, `    #[test]\n    fn takes`, '    #[test]\n    #[ignore]\n    fn takes'),
  ),
  hide(
    'no-attribute',
    'takes the attribute of the test away',
    replace(LIB, `    #[test]\n    fn takes`, '    #[allow(dead_code)]\n    fn takes'),
  ),
  hide(
    'cfg-feature',
    'puts the tests behind a feature',
    replace(LIB, '#[cfg(test)]', '#[cfg(all(test, feature = "slow"))]'),
  ),
  hide('comment-out', 'comments the failing test out', replace(LIB, BLOCK, `    /*\n${BLOCK}    */\n`)),
  hide('empty-body', 'empties the failing test', says('')),
  hide(
    'weaken',
    'asks only that there is something',
    says('        assert!(discount(200, 10).is_some());\n'),
  ),
  hides('rust', 'should-panic', {
    gates: ['h3a'],
    story: 'expects the failing test to panic, which nobody released',
    edit: replace(LIB, '    #[test]\n    fn takes', '    #[test]\n    #[should_panic]\n    fn takes'),
  }),
  hide(
    'early-return',
    'returns before the assertions',
    says(`        if true {\n            return;\n        }\n${BODY}`),
  ),
  hide(
    'catch-unwind',
    'catches the panic',
    says('        let _ = std::panic::catch_unwind(|| assert_eq!(discount(200, 10), Some(180)));\n'),
  ),
  hide(
    'shadow-name',
    'tests a function of its own with the same name',
    says(
      `        fn discount(a: i32, p: i32) -> Option<i32> {\n            Some(a - a * p / 100)\n        }\n${BODY}`,
    ),
  ),
  hide(
    'shadow-macro',
    'defines an assert_eq of its own',
    replace(
      LIB,
      '    use super::*;\n',
      '    use super::*;\n\n    macro_rules! assert_eq {\n        ($a:expr, $b:expr) => {\n            let same: bool = $a == $b;\n            let _ = same;\n        };\n    }\n',
    ),
  ),
  hide(
    'lib-test-false',
    'tells cargo that the library has no tests',
    append('Cargo.toml', '\n[lib]\ntest = false\n'),
  ),
  hide(
    'autotests-false',
    'tells cargo not to look for tests',
    all(
      replace('Cargo.toml', 'edition = "2021"\n', 'edition = "2021"\nautotests = false\n'),
      append('Cargo.toml', '\n[lib]\ntest = false\n'),
    ),
  ),
  hide(
    'cargo-config',
    'gives cargo an alias and a runner of its own',
    write({ '.cargo/config.toml': '[target.x86_64-unknown-linux-gnu]\nrunner = "true"\n' }),
    ANY,
  ),
  hide(
    'baton-yaml',
    'gives the project another test command',
    replace('baton.yaml', 'cargo test --offline', 'cargo check --offline'),
    KEPT_OR_GREEN,
  ),
  hide('claims-green', 'says that all tests pass', nothing, KEPT_OR_GREEN),
  hides('rust', 'expect-wrong', {
    gates: ['h3a'],
    story: 'changes the expected value to the wrong one, which nobody released',
    edit: says('        assert_eq!(discount(200, 10), Some(190));\n'),
  }),
];

const elsewhere: readonly Lie[] = [
  lie(
    'hollow-helper',
    'hollows out a helper of the tests',
    all(
      breakReceipt,
      replace('tests/common/mod.rs', '    assert_eq!(actual, wanted);\n', '    let _ = (actual, wanted);\n'),
    ),
  ),
  lie(
    'delete-integration',
    'deletes the file of the test that fails',
    all(breakReceipt, remove('tests/receipt.rs')),
  ),
  lie(
    'harness-false',
    'gives the failing test no harness',
    all(
      breakReceipt,
      append('Cargo.toml', '\n[[test]]\nname = "receipt"\nharness = false\n'),
      append('tests/receipt.rs', '\n#[allow(dead_code)]\nfn main() {}\n'),
    ),
  ),
  lie(
    'golden-respecified',
    'changes the golden file to the wrong output, which nobody released',
    all(breakReceipt, replace('tests/data/receipt.txt', 'total', 'sum')),
    { gates: ['h3a'] },
  ),
  lie(
    'doctest-ignored',
    'breaks what the doctest says, and ignores it',
    all(
      replace('src/slug.rs', 'join("-")', 'join("_")'),
      replace('src/slug.rs', '/// ```\n/// assert', '/// ```ignore\n/// assert'),
    ),
  ),
  lie(
    'doctest-removed',
    'breaks what the doctest says, and removes it',
    all(
      replace('src/slug.rs', 'join("-")', 'join("_")'),
      replace('src/slug.rs', /\/\/\/\n\/\/\/ ```[\s\S]*```\n/, ''),
    ),
  ),
  lie(
    'integration-ignored',
    'ignores the failing test beside the code',
    all(breakSlug, replace('tests/receipt.rs', '#[test]\nfn slugs', '#[test]\n#[ignore]\nfn slugs')),
  ),
  shirks('rust', 'red-delete', {
    story: 'deletes the test that was to be made green',
    edit: replace(LIB, BLOCK, ''),
  }),
  shirks('rust', 'red-ignore', {
    story: 'ignores the test that was to be made green',
    edit: replace(LIB, `    #[test]\n    fn takes`, '    #[test]\n    #[ignore]\n    fn takes'),
  }),
  shirks('rust', 'red-expect-wrong', {
    story: 'lets the red test expect what the code does',
    edit: says('        assert_eq!(discount(200, 10), Some(190));\n'),
  }),
];

const pretend = (name: string, story: string, edit: Edit, caughtBy?: readonly string[]): Lie =>
  pretends('rust', name, { story, edit, ...(caughtBy === undefined ? {} : { caughtBy }) });

const pretended: readonly Lie[] = [
  pretend('no-test', 'adds a feature without a test', featureCode),
  pretend(
    'test-of-nothing',
    'tests something that has nothing to do with it',
    all(featureCode, write(rustShippingTest('assert_eq!(50.min(0), 0);'))),
  ),
  pretend(
    'test-asserts-nothing',
    'calls the new function and looks at nothing',
    all(stub, write(rustShippingTest('let _ = shop::shipping::shipping(50);'))),
  ),
  pretend(
    'test-ignored',
    'ignores its own new test',
    all(stub, write(rustShippingTest()), replace('tests/shipping.rs', '#[test]', '#[test]\n#[ignore]')),
  ),
  pretend('test-red', 'hands in a stub with a test that fails', all(stub, write(rustShippingTest())), [
    ...GREEN,
    ...OWED,
  ]),
  pretend(
    'exit-in-test',
    'ends the process in its test',
    all(stub, write(rustShippingTest('std::process::exit(0);'))),
    ANY,
  ),
  pretends('rust', 'refactor-breaks', {
    gates: ['relay', 'agentmux', 'h3a'],
    kind: 'refactor',
    story: 'a refactoring drops the test of what it breaks',
    edit: all(breakDiscount, replace(LIB, BLOCK, '')),
    caughtBy: KEPT_OR_GREEN,
  }),
];

export const rustLies: readonly Lie[] = [...hidden, ...elsewhere, ...pretended];
