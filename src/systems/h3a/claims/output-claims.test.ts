// What is kept of RED against what Baton saw with the new tests on the old code.
import { describe, expect, it } from 'vitest';
import { parseTestOutput } from '../../../evidence/reports/parse-test-output.ts';
import type { CommandEvidence } from '../../../model/evidence.ts';
import { differences } from './compared.ts';
import { outputClaims } from './output-claims.ts';

const ran = (tail: string, exit: number): CommandEvidence => ({
  ...{ kind: 'command', line: 'test', end: 'exited', exit, tail, durationMs: 1, sandbox: 'none' },
  tests: parseTestOutput(tail),
});

/** What is told of an executor who names a test and keeps this as RED. */
const redOf = (red: string, oldCode: string, name: string, file: string, exit = 1): string[] => {
  const record = { tdd_phases: { red: { test_name: name, test_file: file } } };
  const { compared } = outputClaims({
    entry: { file: 'executor_report.json', path: [], record, json: record },
    ...{ owesTest: true, head: undefined, oldCode: ran(oldCode, exit), known: [], isWhole: true },
    text: (artifact) => (artifact === 'red' ? red : undefined),
  });
  return differences(compared).map(({ message }) => message);
};

const cargo = (what: string): string =>
  `error[E0425]: cannot find function \`tax\` in this scope\nerror: could not compile \`${what.replace(' ', '` ')} due to 1 previous error\n`;
const notBuilt = cargo('shop (lib test)');
const go = (path: string): string =>
  `# ${path}\n./a_test.go:3:2: undefined: Tax\nFAIL\t${path} [build failed]\nFAIL\n`;

describe('a package that is not built', () => {
  it('is red for every test in it', () => {
    expect(redOf(notBuilt, notBuilt, 'tests::taxes', 'src/lib.rs')).toEqual([]);
    expect(redOf(cargo('shop (test "tax")'), notBuilt, 'tests::taxes', 'src/lib.rs')).toEqual([]);
    expect(redOf(go('shop/cart'), go('shop/cart'), 'TestTax', 'cart/cart_test.go')).toEqual([]);
  });

  it('is not where Baton saw another one fail', () => {
    expect(redOf(cargo('other (lib test)'), notBuilt, 'tests::taxes', 'src/lib.rs')).toEqual([
      expect.stringContaining('tests::taxes is the test that the report names'),
    ]);
    expect(redOf(go('shop/other'), go('shop/cart'), 'TestTax', 'cart/cart_test.go')).toHaveLength(1);
  });
});

it('says what RED must show where nothing fails', () => {
  const green = 'ok  \tshop/cart\t0.1s\n';
  expect(redOf(green, green, 'TestTax', 'cart/cart_test.go')).toEqual([
    'test_output_red.txt: 1 passed, 0 failed was claimed, a test that fails is what RED must show; the new tests on the old code came to 1 passed, 0 failed',
  ]);
});

it('may show nothing that fails where Baton saw the same', () => {
  const green = 'ok  \tshop/cart\t0.1s\n';
  expect(redOf(green, green, 'TestTax', 'tax/tax_test.go', 0)).toEqual([]);
  expect(redOf(`${green}ok  \tshop/tax\t0.1s\n`, green, 'TestTax', 'tax/tax_test.go', 0)).not.toEqual([]);
});
