// Doubles of tests that have grown with the code: an interface that asks for one more method does not build with the old
// ones. Without that method the double says what it said, as long as the method takes the place of no other one.

/** The languages themselves call these, whoever else does. */
const CALLED_UNASKED =
  /^(?:init|main|TestMain|String|GoString|Error|Format|Is|As|Unwrap|Equal|Cmp|(?:Unm|M)arshal\w*|eq|ne|cmp|partial_cmp|fmt|drop|deref\w*|hash|clone|from|into|default|next|index\w*|__\w+__|constructor|toString|valueOf|toJSON|then|asymmetricMatch|inspect|set[uU]p\w*|tear[dD]own\w*|test\w*)$/;

const GO_METHOD = /^func \((?:\w+ )?\*?(\w+)\) (\w+)\([^\n]*\{(?:[^\n]*\}|\n[\s\S]*?^\})[ \t]*$/gm;
const GO_STRUCT = /^type \w+ struct \{\n[\s\S]*?^\}/gm;
/** A field with a name; a type alone would bring its methods. */
const GO_FIELD = /^\t(\w+)[ \t]+[^\s/`][^\n]*\n/gm;
const RUST_METHOD = /^([ \t]+)(?:async )?fn (\w+)[^\n]*\{(?:[^\n]*\}|\n[\s\S]*?^\1\})[ \t]*$/gm;

const PYTHON_METHOD =
  /^([ \t]+)(?:@\w+\n\1)?(?:async )?def (\w+)\([^\n]*(?:\n(?:\1[ \t]+[^\n]*|[ \t]*(?=\n\1[ \t])))*\n?/gm;
const SCRIPT_METHOD =
  /^([ \t]+)(?:async )?(?!if\b|for\b|while\b|switch\b|catch\b|function\b|return\b)(\w+)\([^\n]*\{(?:[^\n]*\},?|\n[\s\S]*?^\1\},?)[ \t]*$/gm;
/** Methods behind their indentation, by language; what stands in their place is one that nothing had before. */
const INDENTED: readonly { readonly extension: RegExp; readonly method: RegExp }[] = [
  { extension: /\.rs$/i, method: RUST_METHOD },
  { extension: /\.py$/i, method: PYTHON_METHOD },
  { extension: /\.(?:[cm]?[jt]s|[jt]sx)$/i, method: SCRIPT_METHOD },
];

/** How often names stand in the code, before and after. */
interface Names {
  readonly before: ReadonlyMap<string, number>;
  readonly after: ReadonlyMap<string, number>;
  /** Of those before: names of functions, of fields, and of what a path leads to. */
  readonly called?: ReadonlySet<string>;
}

/**
 * What a method in Rust could take the place of: variables and texts may have its name, because nothing looks for a
 * method among them.
 */
export const calledIn = (words: readonly string[]): ReadonlySet<string> =>
  new Set(words.filter((_, at) => ['fn', '.', ':'].includes(words[at - 1] ?? '')));

/** A type of Go that has its own methods alone: what is embedded brings some that others could replace. */
const embedsNothing = (text: string, type: string): boolean => {
  const declared = new RegExp(`^type ${type} (\\w*)(?: \\{\\n([\\s\\S]*?)^\\})?`, 'm').exec(text);
  if (declared === null) return false;
  return declared[1] !== 'struct' || (declared[2] ?? '').replace(GO_FIELD, '').trim() === '';
};

/** The text around tests without what has grown, and the names of that; `isKnown` tells a name of the old text. */
export const withoutGrowth = (
  path: string,
  text: string,
  { before, after, called }: Names,
  isKnown: (name: string) => boolean,
): { readonly text: string; readonly grown: readonly string[] } => {
  const grown: string[] = [];
  const isMore = (name: string): boolean =>
    !CALLED_UNASKED.test(name) && (after.get(name) ?? 0) > (before.get(name) ?? 0);
  const cut = (all: string, name: string, isGrown: boolean): string => {
    if (!isGrown) return all;
    grown.push(name);
    return '';
  };
  const isOld = (name: string): boolean =>
    called !== undefined && /\.rs$/i.test(path) ? called.has(name) : before.has(name);
  const indented = INDENTED.find(({ extension }) => extension.test(path));
  // A trait or a class may have the method already, which the double would replace.
  if (indented !== undefined)
    return {
      text: text.replace(indented.method, (all, _indent: string, name: string) =>
        cut(all, name, isMore(name) && !isOld(name) && !isKnown(name)),
      ),
      grown,
    };
  if (!path.endsWith('.go')) return { text, grown };
  return {
    text: text
      .replace(GO_METHOD, (all, type: string, name: string) =>
        cut(all, name, isMore(name) && embedsNothing(text, type)),
      )
      .replace(GO_STRUCT, (struct) =>
        struct.replace(GO_FIELD, (line, name: string) => (isKnown(name) ? line : '')),
      ),
    grown,
  };
};

/** Whether a failure is for the lack of this method: a double that has it now did not have it then. */
export const lacksMethod = (message: string | undefined, name: string): boolean =>
  new RegExp(
    `(?:has no attribute|abstract methods?|no method)[^\\n]*\\b${name}\\b|\\b${name}\\)? is not a function`,
  ).test(message ?? '');
