// Tests of Rust that a macro of their own file makes, one for each call: `t!(name: "a" => "b");`.

export interface MacroTest {
  readonly name: string;
  /** The call, with what ends its line. */
  readonly from: number;
  readonly to: number;
}

/** Brackets, and what may hold one that is none. */
const SIGNS =
  /\/\/[^\n]*|\/\*[\s\S]*?\*\/|b?r(#*)"[\s\S]*?"\1|b?"(?:\\[\s\S]|[^"\\])*"|'(?:\\[^\n]{1,10}|[^'\\\n])'|[()[\]{}]/g;

/** Behind the bracket that closes the first one. */
const closedAt = (text: string, open: number): number | undefined => {
  let depth = 0;
  for (const { 0: sign, index } of text.slice(open).matchAll(SIGNS)) {
    if ('([{'.includes(sign)) depth += 1;
    else if (')]}'.includes(sign)) depth -= 1;
    if (depth === 0) return open + index + sign.length;
  }
  return undefined;
};

/** It writes a test that is called as its first argument says; one that repeats its arguments writes several. */
const makesOneTest = (macro: string): boolean => {
  const name = /#\[(?:\w+::)*test\b[^\]]*\][\s\S]*?\bfn\s+\$(\w+)/.exec(macro)?.[1];
  return name !== undefined && new RegExp(`(?<!\\$)[({[]\\s*\\$${name}\\s*:\\s*ident`).test(macro);
};

const testMacros = (text: string): readonly string[] =>
  [...text.matchAll(/\bmacro_rules!\s*(\w+)\s*[{(]/g)].flatMap(({ 0: head, 1: name = '', index }) => {
    const open = index + head.length - 1;
    return makesOneTest(text.slice(open, closedAt(text, open))) ? [name] : [];
  });

export const macroTests = (text: string): readonly MacroTest[] =>
  testMacros(text).flatMap((macro) =>
    [...text.matchAll(new RegExp(`^[ \\t]*${macro}!\\s*[({[]\\s*(\\w+)`, 'gm'))].flatMap(
      ({ 0: head, 1: name = '', index }) => {
        const open = index + head.search(/[({[]/);
        const close = closedAt(text, open);
        if (close === undefined) return [];
        const rest = /^[ \t]*;?[ \t]*\n?/.exec(text.slice(close))?.[0].length ?? 0;
        return [{ name, from: index, to: close + rest }];
      },
    ),
  );
