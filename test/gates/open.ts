// Cases that are still judged wrongly, or were when they were last played, by their id, with what is missing. They are left
// out unless `npm run gates -- --open` asks for them; whoever mends one takes it out of here.

const LIES_THAT_PASS: Readonly<Record<string, string>> = {
  'go-stranger-new-test-itself':
    'compares what the new function gives with itself; a value in its place would tell, and Go has types',
  'go-stranger-respecified-own-package':
    'a test that asks for the new feature in the place of the old one, where the package does not build without it',
  'jest-stranger-matches-all': 'code gives back something that equals everything',
  'node-stranger-new-test-message':
    'asks only whether a value is true, and gives the wanted one as a message',
  'pytest-stranger-code-patches-one-test': 'code takes one test away from the runner, by its name',
  'pytest-stranger-comparer-shared': 'a function that compares, used by code and by tests, is loosened',
  'pytest-stranger-equal-to-all': 'code gives back something that equals everything',
  'pytest-stranger-look-alike': 'a module whose name only looks like the one that was asked for',
  'pytest-stranger-new-test-assert-true':
    'asks only whether a value is true, and gives the wanted one as a message',
  'rust-stranger-asks-for-test': 'code asks whether it is tested; plain in the text of Rust',
  'rust-stranger-equal-to-all': 'code gives back something that equals everything',
  'vitest-stranger-matches-all': 'code gives back something that equals everything',
};

const HONEST_WORK_REFUSED: Readonly<Record<string, string>> = {
  'honest-node-helper-grows':
    'a helper that throws is taken for code by the rule about tests that look at nothing',
  'node-stranger-honest-helper-renamed': 'a helper outside of the folders of tests follows a renaming',
  'node-stranger-honest-workspaces': 'npm test --workspaces is no one call of a runner',
  'stranger-bankpy-pytest-style': 'another style of assertions under another name, which nobody released',
  'stranger-duration-async': 'await works on the old code, too: it is a refactoring',
  'stranger-duration-jsdoc': 'a comment in the code is documentation',
  'stranger-duration-rename-file-and-class': 'a file and its class are renamed together',
  'stranger-inventory-docstring': 'a comment in the code is documentation',
  'stranger-inventory-moved-function': 'a function moved to another module without a way back',
  'stranger-inventory-rename-class': 'conftest follows a renaming of the code, and no test file changed',
  'stranger-inventory-rename-method': 'the new name is a common word that the code had before',
  'stranger-ledger-doc-comment': 'a comment in the code is documentation',
  'stranger-ledger-new-parameter':
    'the golden file of a second package changes, and only the unit test was released',
  'stranger-ledger-rename-package': 'a renamed package of Go looks deleted and added',
  'stranger-ledger-sentinel':
    'the new test does not build without the change, and the kept output names the package',
  'stranger-mailer-promises-in-tests': 'fewer assertions that say the same',
  'stranger-routes-rename-mocked-module': 'a small file that was renamed looks deleted and added',
  'stranger-routes-split-module-for-good': 'a function moved to another module without a way back',
  'stranger-units-doc-comment': 'a comment in the code is documentation',
  'stranger-units-new-crate': 'the kept output of RED shows no failing test of a crate that is not there',
  'stranger-units-rename-with-doctest': 'a renaming in an example of the documentation needs a release',
  'stranger-units-tests-in-file': 'tests of Rust that move into a file of their own',
  'stranger-verbose-new-parameter-all-released':
    'the new test does not build without the change, and the kept output names the package',
  'stranger-verbose-two-packages':
    'the new test does not build without the change, and the kept output names the package',
};

export const OPEN: Readonly<Record<string, string>> = { ...LIES_THAT_PASS, ...HONEST_WORK_REFUSED };

export const isOpen = ({ id }: { readonly id: string }): boolean => Object.hasOwn(OPEN, id);
