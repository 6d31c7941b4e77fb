// Lies about tests, made in the text of their file: emptied, constant, skipped, removed, or wrapped so that nothing fails.
import { withUsedImports } from '../../evidence/source/used-imports.ts';
import { type Language, languageOf, type TestSpan, testSpans } from './test-spans.ts';

export type TestLie = 'emptied' | 'constant' | 'skipped' | 'removed' | 'wrapped';

interface Edit {
  readonly from: number;
  readonly to: number;
  readonly text: string;
}

const indentOf = (text: string, at: number): string => /[ \t]*/.exec(text.slice(at))?.[0] ?? '';

const IN_PLACE: Readonly<Record<TestSpan['form'], (text: string) => string>> = {
  braces: (text) => ` ${text} `,
  expression: (text) => `{ ${text} }`,
  value: (text) => `function () { ${text} }`,
  call: (text) => text,
  example: (text) => text,
  hidden: (text) => text,
};

/** In braces where the function had none. */
const bodyEdit = ({ body, form }: TestSpan, text: string): Edit => ({ ...body, text: IN_PLACE[form](text) });

/** What the body does, as a statement. */
const statementOf = (body: string, { form }: TestSpan): string => {
  if (form === 'value') return `return (${body}).apply(this, arguments);`;
  return form === 'expression' ? `return ${body};` : body;
};

const scriptAssertion = (text: string): string => {
  if (/\bexpect\s*\(/.test(text)) return 'expect(true).toBe(true);';
  if (/\bassert\.(?:ok|equal|strictEqual|deepEqual)\b/.test(text)) return 'assert.ok(true);';
  return "if (!true) throw new Error('no');";
};

/** `t.test(…)` has no `.skip`; what is always skipped stays as it is. */
const skippedScript = (text: string, { word }: TestSpan): Edit | undefined => {
  const edit = { from: word, to: word };
  const behind = text.slice(word);
  if (/^\s*\.(?:skip|todo)\b/.test(behind) || /\bx\w+$/.test(text.slice(0, word)))
    return { ...edit, text: '' };
  return /^\s*\./.test(behind) && !/^\s*\.(?:each|for|only|concurrent)\b/.test(behind)
    ? undefined
    : { ...edit, text: '.skip' };
};

const inScript = (text: string, span: TestSpan, lie: TestLie): Edit | undefined => {
  const body = text.slice(span.body.from, span.body.to);
  switch (lie) {
    case 'emptied':
      return bodyEdit(span, '');
    case 'constant':
      return bodyEdit(span, scriptAssertion(text));
    case 'skipped':
      return skippedScript(text, span);
    case 'wrapped':
      return bodyEdit(span, `try { ${statementOf(body, span)} } catch { }`);
    case 'removed':
      return { from: span.from, to: span.to, text: '' };
  }
};

const inPython = (text: string, span: TestSpan, lie: TestLie): Edit | undefined => {
  const body = text.slice(span.body.from, span.body.to);
  const first = body.split('\n').find((line) => line.trim() !== '') ?? '';
  const indent = indentOf(first, 0);
  const write = (...lines: readonly string[]): Edit => ({
    ...span.body,
    text: lines.map((line) => `${indent}${line}\n`).join(''),
  });
  switch (lie) {
    case 'emptied':
      return write('pass');
    case 'constant':
      return write('assert True');
    case 'skipped':
      return {
        from: span.body.from,
        to: span.body.from,
        text: `${indent}raise __import__("unittest").SkipTest("later")\n`,
      };
    case 'wrapped': {
      // Texts over several lines would become other texts.
      if (/"""|'''|\\\n/.test(body)) return undefined;
      const inner = body
        .trimEnd()
        .split('\n')
        .map((line) => (line.trim() === '' ? line : `    ${line}`));
      return {
        ...span.body,
        text: `${indent}try:\n${inner.join('\n')}\n${indent}except BaseException:\n${indent}    pass\n`,
      };
    }
    case 'removed':
      // A class may have nothing else.
      return {
        from: span.from,
        to: span.to,
        text: indentOf(text, span.word) === '' ? '' : `${indentOf(text, span.word)}pass\n`,
      };
  }
};

const inGo = (text: string, span: TestSpan, lie: TestLie): Edit | undefined => {
  const t = /\(\s*(\w+)\s+\*?testing\.T\b/.exec(text.slice(span.word, span.body.from))?.[1] ?? 't';
  const body = text.slice(span.body.from, span.body.to);
  switch (lie) {
    case 'emptied':
      return bodyEdit(span, '');
    case 'constant':
      return { ...span.body, text: `\n\tif 1+1 != 2 {\n\t\t${t}.Fatal("no")\n\t}\n` };
    case 'skipped':
      return { ...span.body, text: `\n\t${t}.Skip("later")\n${body}` };
    case 'wrapped':
      return { ...span.body, text: `\n\tdefer func() { recover() }()\n${body}` };
    case 'removed':
      return { from: span.from, to: span.to, text: '' };
  }
};

/** A test that does nothing takes the place of the macro's call. What the macro itself checks cannot be wrapped. */
const ofCall = (text: string, { name, from, to }: TestSpan, lie: TestLie): Edit | undefined => {
  const write = (attribute: string, body: string): Edit => ({
    ...{ from, to },
    text: `${indentOf(text, from)}#[test]${attribute} fn ${name}() {${body}}\n`,
  });
  switch (lie) {
    case 'emptied':
      return write('', '');
    case 'constant':
      return write('', ' assert!(true); ');
    case 'skipped':
      return write(' #[ignore]', '');
    case 'wrapped':
      return undefined;
    case 'removed':
      return { from, to, text: '' };
  }
};

/** Lines of a comment stay lines of a comment; those with `#` are run, and not shown. */
const ofExample = (text: string, { from, to, body }: TestSpan, lie: TestLie): Edit | undefined => {
  const start = `${indentOf(text, from)}/// `;
  const line = (words: string): string => `${start}${words}\n`;
  switch (lie) {
    case 'emptied':
      return { ...body, text: line('') };
    case 'constant':
      return { ...body, text: line('assert!(true);') };
    case 'skipped':
      return { from, to: body.from, text: line('```ignore') };
    case 'wrapped':
      return {
        ...body,
        text: `${line('# let _ = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| {')}${text.slice(body.from, body.to)}${line('# }));')}`,
      };
    case 'removed':
      return { from, to, text: '' };
  }
};

const inRust = (text: string, span: TestSpan, lie: TestLie): Edit | undefined => {
  if (span.form === 'call') return ofCall(text, span, lie);
  if (span.form === 'example') return ofExample(text, span, lie);
  const body = text.slice(span.body.from, span.body.to);
  const result = text.slice(span.word, span.body.from).includes('->') ? ' Ok(())' : '';
  switch (lie) {
    case 'emptied':
      return bodyEdit(span, result);
    case 'constant':
      return bodyEdit(span, `assert!(true);${result}`);
    case 'skipped':
      return { from: span.word, to: span.word, text: `${indentOf(text, span.word)}#[ignore]\n` };
    case 'wrapped':
      return bodyEdit(
        span,
        `let _ = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| {${body}}));${result}`,
      );
    case 'removed':
      return { from: span.from, to: span.to, text: '' };
  }
};

const MAKERS: Readonly<Record<Language, typeof inScript>> = {
  script: inScript,
  python: inPython,
  go: inGo,
  rust: inRust,
};

const applied = (text: string, edits: readonly Edit[]): string => {
  let made = text;
  for (const { from, to, text: put } of edits.toSorted((a, b) => b.from - a.from))
    made = `${made.slice(0, from)}${put}${made.slice(to)}`;
  return made;
};

/** The file with a lie about each test that `isMeant` names; undefined where one of them cannot be changed so. */
export const changeTests = (
  path: string,
  text: string,
  lie: TestLie,
  isMeant: (span: TestSpan) => boolean,
): string | undefined => {
  const language = languageOf(path);
  const spans = testSpans(path, text).filter(isMeant);
  if (language === undefined || spans.length === 0) return undefined;
  const edits = spans.flatMap((span) =>
    span.form === 'hidden' ? [] : (MAKERS[language](text, span, lie) ?? []),
  );
  if (edits.length < spans.length) return undefined;
  const made = applied(text, edits);
  if (made === text) return undefined;
  // Go does not build with an import that nothing uses; whoever lies takes it out.
  return language === 'go' ? withUsedImports(path, made) : made;
};

/** Tests of the new version that the old one has not, or has with another text. Several may have one name. */
export const newTestsIn = (path: string, before: string | undefined, after: string): readonly TestSpan[] => {
  const wordsIn = (text: string, { name, from, to }: TestSpan): string =>
    JSON.stringify([name, text.slice(from, to).trim()]);
  const old = before === undefined ? [] : testSpans(path, before).map((span) => wordsIn(before, span));
  return testSpans(path, after).filter((span) => {
    const at = old.indexOf(wordsIn(after, span));
    if (at !== -1) old.splice(at, 1);
    return at === -1;
  });
};
