import { expect, it } from 'vitest';
import { withIdleFunctions } from './idle-functions.ts';

const lines = (...all: readonly string[]): string => all.map((line) => `${line}\n`).join('');

const PYTHON = (...body: readonly string[]): string =>
  lines(
    'class Bill:',
    '    def __init__(self, rate=60):',
    ...body.map((line) => `        ${line}`),
    '',
    '    def total(self):',
    '        return 1',
  );
const SCRIPT = (body: string): string =>
  lines('class Bill {', `  constructor(rate) { ${body} }`, '  total() { return 1; }', '}');
const GO = (body: string): string =>
  lines(`func NewBill(rate int) *Bill { ${body} }`, '', 'func (b *Bill) Total() int { return 1 }');
const RUST = (body: string): string =>
  lines(
    'impl Bill {',
    '    pub fn new(rate: u8) -> Self {',
    `        ${body}`,
    '    }',
    '    pub fn total(&self) -> u8 {',
    '        1',
    '    }',
    '}',
  );

const countIn = (path: string, text: string): number =>
  withIdleFunctions(path, text, undefined, 'throws')?.split('Baton made').length ?? 1;

it.each([
  ['bill.py', PYTHON('self.rate = rate', 'self.lines: list = None')],
  ['bill.py', PYTHON('"""Costs."""', 'super().__init__()', 'self.rate = rate  # EUR')],
  ['bill.js', SCRIPT('super(); this.#rate = rate;')],
  ['bill.go', GO('return &Bill{rate: rate}')],
  ['bill.rs', RUST('Self { rate, lines: 0 }')],
])('%s keeps a constructor that only keeps: %s', (path, text) => {
  expect(countIn(path, text)).toBe(2);
});

it.each([
  ['bill.py', PYTHON('if rate < 0:', '    raise ValueError(rate)', 'self.rate = rate')],
  ['bill.py', PYTHON('self.rate = parse(rate)')],
  ['bill.py', PYTHON('self.rate = rate').replace('__init__', 'set_rate')],
  ['bill.js', SCRIPT('this.rate = check(rate);')],
  ['bill.go', GO('return &Bill{rate: clamp(rate)}')],
  ['bill.rs', RUST('Self { rate: rate.min(9) }')],
  ['bill.rs', RUST('Some(rate)')],
])('%s makes every other one idle: %s', (path, text) => {
  expect(countIn(path, text)).toBe(3);
});
