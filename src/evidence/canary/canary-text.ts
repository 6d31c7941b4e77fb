// Two tests of Baton's own, in the language of a test file and with its own means: one must fail, one must pass. Nothing
// in them is the same twice, so that nothing can wait for them.
import { posix } from 'node:path';
import { jsCanary } from './canary-js.ts';
import { type CanaryOf, type CanaryRunner, json } from './canary-of.ts';
import { pythonCanary } from './canary-python.ts';

const GO_TEST = /^func\s+Test\w*\s*\(\s*\w+\s+(\*\s*[\w.]+)\s*\)/m;

const goCanary = ({ text, fails, passes, nonce }: CanaryOf): string | undefined => {
  const type = GO_TEST.exec(text)?.[1];
  if (type === undefined) return undefined;
  return [
    text,
    `func Test_${fails}(t ${type}) {`,
    `\tt.Error(${json(nonce)})`,
    '}',
    '',
    `func Test_${passes}(t ${type}) {}`,
    '',
  ].join('\n');
};

const RUST_TEST = /#\[(?:\w+::)*test\b/;

const cargoCanary = ({ text, fails, passes, nonce }: CanaryOf): string | undefined =>
  RUST_TEST.test(text)
    ? [
        text,
        '#[cfg(test)]',
        `mod ${fails}_${passes} {`,
        '    #[test]',
        `    fn ${fails}() {`,
        `        panic!(${json(nonce)});`,
        '    }',
        '    #[test]',
        `    fn ${passes}() {}`,
        '}',
        '',
      ].join('\n')
    : undefined;

/** The file with both tests at its end; undefined where it cannot be told how this file declares tests. */
export const canaryText = (runner: CanaryRunner, of: CanaryOf): string | undefined => {
  if (runner === 'pytest') return of.path.endsWith('.py') ? pythonCanary(of) : undefined;
  if (runner === 'go') return of.path.endsWith('_test.go') ? goCanary(of) : undefined;
  if (runner === 'cargo') return posix.extname(of.path) === '.rs' ? cargoCanary(of) : undefined;
  return /\.[cm]?[jt]sx?$/.test(of.path) ? jsCanary(runner, of) : undefined;
};
