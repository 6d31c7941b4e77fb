import { describe, expect, it } from 'vitest';
import { type CodeWords, sameFile, sameTests, type TestText } from '../matching/same-tests.ts';
import { wordsOf } from '../source/source-words.ts';
import { readTestSource } from '../source/test-source.ts';
import { calledIn, lacksMethod } from './grown-doubles.ts';

const textOf = (path: string, text: string): TestText => ({ path, text, tests: readTestSource(path, text) });
const code: CodeWords = {
  before: new Map([['Notify', 1]]),
  after: new Map(['Close', 'String'].map((name) => [name, 1])),
  moved: new Map(),
};

const GO = `package alert

type fake struct {
	texts []string
}

func (f *fake) Notify(text string) error {
	f.texts = append(f.texts, text)
	return nil
}
`;
const follows = (after: string, before = GO): boolean =>
  sameFile(textOf('a_test.go', before), textOf('a_test.go', after), new Map(), code);

describe('a double of Go', () => {
  it('may have a method and fields more', () => {
    expect(follows(`${GO}\nfunc (f *fake) Close() error { return nil }\n`)).toBe(true);
    const more = GO.replace('\ttexts []string\n', '\ttexts  []string\n\tclosed int\n');
    expect(follows(`${more}\nfunc (f *fake) Close() error {\n\tf.closed++\n\treturn nil\n}\n`)).toBe(true);
  });

  it.each([
    ['an old method changed', GO.replace('\tf.texts', '\tif text == "" {\n\t\treturn nil\n\t}\n\tf.texts')],
    ['the code has no such name', `${GO}\nfunc (f *fake) Open() error { return nil }\n`],
    ['a method is called unasked', `${GO}\nfunc (f *fake) String() string { return "" }\n`],
    ['a type is embedded', GO.replace('\ttexts []string\n', '\ttexts []string\n\tReal\n')],
    [
      'a method could replace one of what is embedded',
      `${GO.replace('\ttexts []string\n', '\tReal\n\ttexts []string\n')}\nfunc (f *fake) Close() error { return nil }\n`,
    ],
    ['a function is new', `${GO}\nfunc Close() error { return nil }\n`],
    ['something runs at the start', `${GO}\nfunc init() { limit = 0 }\n`],
  ])('is another one where %s', (_, after) => {
    expect(follows(after)).toBe(false);
  });

  it('may not replace what was embedded before', () => {
    const embedding = GO.replace('\ttexts []string\n', '\tReal\n\ttexts []string\n');
    expect(follows(embedding, embedding)).toBe(true);
    expect(follows(`${embedding}\nfunc (f *fake) Close() error { return nil }\n`, embedding)).toBe(false);
  });

  it('leaves tests of its file as they were', () => {
    const test = '\nfunc TestTells(t *testing.T) {\n\tt.Fatal(tell(&fake{}))\n}\n';
    const [before, after] = [GO + test, `${GO}\nfunc (f *fake) Close() error { return nil }\n${test}`];
    expect(sameTests(textOf('a_test.go', before), textOf('a_test.go', after), new Map(), code).same).toEqual([
      'TestTells',
    ]);
  });
});

it('a double of Rust may have a method more', () => {
  const rust = (...methods: string[]): string =>
    `struct Fake;\n\nimpl Notifier for Fake {\n${methods.join('\n')}}\n`;
  const notify = '    fn notify(&self) -> bool {\n        true\n    }\n';
  const words = { ...code, after: new Map([['close', 1]]) };
  const isSame = (after: string): boolean =>
    sameFile(
      textOf('tests/common/mod.rs', rust(notify)),
      textOf('tests/common/mod.rs', after),
      new Map(),
      words,
    );
  expect(isSame(rust(notify, '    fn close(&self) {}\n'))).toBe(true);
  expect(isSame(rust(notify, '    fn close(&self) {\n        drop(1);\n    }\n'))).toBe(true);
  expect(isSame(rust(notify.replace('true', 'false'), '    fn close(&self) {}\n'))).toBe(false);
  expect(isSame(rust(notify, '    fn open(&self) {}\n'))).toBe(false);
});

it('a method that a double of Rust has more may have the name of a variable, and of no other method', () => {
  const before = 'impl Stage for Double {\n    fn apply(&self, name: &str) {}\n}\n';
  const after = before.replace('{}\n', '{}\n\n    fn name(&self) -> u8 {\n        1\n    }\n');
  const words = { ...code, before: new Map([['name', 1]]), after: new Map([['name', 2]]) };
  const isSame = (text: string): boolean =>
    sameFile(textOf('tests/common/mod.rs', before), textOf('tests/common/mod.rs', after), new Map(), {
      ...words,
      called: calledIn(wordsOf(text)),
    });
  expect(isSame('let name = 1;')).toBe(true);
  expect(isSame('fn name() {}')).toBe(false);
  expect(isSame('one.name()')).toBe(false);
  expect(isSame('Stage::name(one)')).toBe(false);
});

const PYTHON = `class Double(Exporter):
    name = None

    def rows(self, totals):
        yield "a"
`;
const SCRIPT = `class Double extends Exporter {
  rows() {
    return ['a'];
  }
}
`;

describe.each([
  ['test_base.py', PYTHON, `${PYTHON}\n    def mime(self):\n        return "text/plain"\n`],
  ['base.test.js', SCRIPT, SCRIPT.replace(/\}\n$/, "\n  mime() {\n    return 'text/plain';\n  }\n}\n")],
])('a double in %s', (path, before, after) => {
  const words = {
    ...code,
    before: new Map([['rows', 1]]),
    after: new Map([
      ['rows', 1],
      ['mime', 1],
    ]),
  };
  const compared = (now: string) => sameTests(textOf(path, before), textOf(path, now), new Map(), words);

  it('may have a method more, and says which', () => {
    expect(compared(after).grown).toEqual(['mime']);
    expect(sameFile(textOf(path, before), textOf(path, after), new Map(), words)).toBe(true);
  });

  it.each([
    ['an old method changed', after.replace(/["']a["']/, '"b"')],
    ['the name is not of the code', after.replace('mime', 'other')],
    ['it takes the place of another one', after.replace('mime', 'rows')],
  ])('is another one where %s', (_, now) => {
    expect(sameFile(textOf(path, before), textOf(path, now), new Map(), words)).toBe(false);
  });
});

it.each([
  ["TypeError: Can't instantiate abstract class Double with abstract method mime", true],
  [
    "TypeError: Can't instantiate abstract class Double without an implementation for abstract method 'mime'",
    true,
  ],
  ["AttributeError: 'Double' object has no attribute 'mime'", true],
  ['TypeError: exporter.mime is not a function', true],
  ["AttributeError: 'Double' object has no attribute 'mimetype'", false],
  ["AssertionError: assert 'mime' == 'text'", false],
  [undefined, false],
])('%s lacks the method mime: %s', (message, is) => {
  expect(lacksMethod(message, 'mime')).toBe(is);
});
