// How the writers of JUnit XML name a test. There is no standard: each puts suites and files where it likes.
import { ownPath, type Roots } from '../../commands/own-path.ts';
import { pytestId } from '../../source/pytest-id.ts';

export interface JunitNames {
  /** Of the suites around it, the outermost first. */
  readonly suites: readonly string[];
  readonly name: string;
  readonly className: string;
  /** What the test or a suite around it says. */
  readonly file: string | undefined;
}

export interface CaseNames {
  readonly name: string;
  readonly file: string | undefined;
}

const SEPARATOR = ' > ';
const FILE = /^[^\s<>"|]+\.[A-Za-z]{1,4}$/;
const PYTEST = 'pytest';
/** pytest's own patterns for the names of test files. */
const PYTHON_MODULE = /^test_|_test$/;

const joined = (...names: readonly string[]): string => names.filter((name) => name !== '').join(SEPARATOR);

/** `tests.test_sum.TestDeep`: the module, then classes. A file attribute says where the module ends. */
const pytestNames = ({ name: written, className, file }: JunitNames): CaseNames => {
  const name = pytestId(written);
  const module = name.split('.');
  // A module that could not be loaded is a test without a class, with the name of the module.
  if (
    className === '' &&
    (file !== undefined || PYTHON_MODULE.test(module.at(-1) ?? '')) &&
    /^[\w.]+$/.test(name)
  ) {
    const path = file ?? `${module.join('/')}.py`;
    return { name: path, file: path };
  }
  const parts = className.split('.');
  if (file !== undefined) {
    const steps = file.replace(/\.py$/, '').split('/');
    const isPrefix = steps.every((part, index) => part === parts[index]);
    return { name: joined(...(isPrefix ? parts.slice(steps.length) : []), name), file };
  }
  const at = parts.findLastIndex((part) => PYTHON_MODULE.test(part));
  if (at === -1) return { name: joined(className, name), file: undefined };
  return { name: joined(...parts.slice(at + 1), name), file: `${parts.slice(0, at + 1).join('/')}.py` };
};

/** `node --test` escapes quotation marks twice. */
const unescaped = (text: string): string => text.replaceAll('&quot;', '"');

/** Suites are nested elements; a file that could not be loaded is a test with its path as the name. */
const nodeNames = ({ suites, name, file }: JunitNames, roots: Roots): CaseNames => {
  const path = suites.length === 0 && name.startsWith('/') ? ownPath(name, roots) : undefined;
  return path === undefined
    ? { name: joined(...suites.map(unescaped), unescaped(name)), file }
    : { name: path, file: path };
};

export const namesOfCase = (names: JunitNames, roots: Roots): CaseNames => {
  const { suites, name, className, file } = names;
  if (className === 'test' || className === 'suite') return nodeNames(names, roots);
  const suite = suites.at(-1) ?? '';
  if (suite === PYTEST) return pytestNames(names);
  // Vitest: the file is both the suite and the class, and the name has the suites in it.
  if (className === suite && FILE.test(className)) return { name, file: file ?? ownPath(className, roots) };
  return { name: name.startsWith(className) ? name : joined(className, name), file };
};
