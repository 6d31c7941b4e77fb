// Examples in documentation that are run as tests: what became of them between two versions of the code that they stand in.
import { type Renaming, sameWords, wordsOf } from './source-words.ts';

/** One example: statements that share names, each with what it is expected to print. */
type Example = readonly string[];

export interface DocumentedFile {
  readonly path: string;
  /** Its name before, where it was renamed. */
  readonly was?: string | undefined;
  readonly before: string | undefined;
  readonly after: string | undefined;
}

export interface ExampleChange {
  readonly path: string;
  /** Examples that are not there any more as they were, in this file or in another one. */
  readonly lost: readonly string[];
  /** Names that the code of the file brings, and that a new example uses. */
  readonly brought: readonly string[];
}

const RUST = /\.rs$/i;
const DOC_LINE = /^\s*(?:\/\/[/!])\s?(.*)$/;
/** What says that an example is not run as it stands. */
export const NOT_RUN = /\b(?:ignore|text|no_run|compile_fail|should_panic|sh|toml|json|console)\b/;

/** What a line of a comment in a block says, and whether the block goes on after it. */
const blockLine = (row: string): { readonly line: string; readonly goesOn: boolean } => {
  const end = row.indexOf('*/');
  const line = (end === -1 ? row : row.slice(0, end)).replace(/^\s*(?:\/\*[*!]|\*(?!\/))?\s?/, '');
  return { line, goesOn: end === -1 };
};

/** The lines of documentation, one entry for each row; undefined where a row is none. */
const documentationOf = (text: string): (string | undefined)[] => {
  let isInBlock = false;
  return text.split('\n').map((row) => {
    if (!isInBlock && !/^\s*\/\*(?:\*(?![*/])|!)/.test(row)) return DOC_LINE.exec(row)?.[1];
    const { line, goesOn } = blockLine(row);
    isInBlock = goesOn;
    return line;
  });
};

/** A line of three or more of these opens an example, or closes the one that as many of the same opened. */
const FENCE = /^\s*(`{3,}|~{3,})(.*)$/;

const closes = (line: string, fence: string): boolean => {
  const [, signs = '', rest = ''] = FENCE.exec(line) ?? [];
  return signs.startsWith(fence) && rest.trim() === '';
};

const rustExamples = (text: string): Example[] => {
  const examples: Example[] = [];
  let open: { readonly fence: string; readonly runs: boolean; readonly lines: string[] } | undefined;
  for (const line of documentationOf(text)) {
    if (line === undefined) open = undefined;
    else if (open === undefined) {
      const [, fence, words = ''] = FENCE.exec(line) ?? [];
      if (fence !== undefined) open = { fence, runs: !NOT_RUN.test(words), lines: [] };
    } else if (closes(line, open.fence)) {
      if (open.runs) examples.push(open.lines);
      open = undefined;
    } else open.lines.push(line.trim());
  }
  return examples;
};

/** Each statement of Python is one entry, with the lines that it goes on in and what it prints. */
const pythonExamples = (text: string): Example[] => {
  const examples: Example[] = [];
  let open: string[] | undefined;
  for (const row of text.split('\n')) {
    const line = row.trim();
    if (line.startsWith('>>>')) {
      open ??= [];
      open.push(line);
    } else if (open !== undefined && line !== '' && !/^(?:"""|''')/.test(line))
      open.push(`${open.pop() ?? ''}\n${line}`);
    else if (open !== undefined) {
      examples.push(open);
      open = undefined;
    }
  }
  return open === undefined ? examples : [...examples, open];
};

const examplesOf = (path: string, text: string): Example[] =>
  RUST.test(path) ? rustExamples(text) : /\.py$/i.test(path) ? pythonExamples(text) : [];

/** All of them, one after the other. */
export const exampleText = (path: string, text: string): string => examplesOf(path, text).flat().join('\n');

const BINDS =
  /:=|^>>>\s*(?:import|from|def|class|del|with|for|global|exec)\b|^>>>\s*[\w.,\s[\]]+=[^=]|\b(?:setattr|globals|vars)\b|__/;

/** A statement that may stand among old ones: it asks for something, and gives no name another meaning. */
const onlyAsserts = (path: string, statement: string): boolean =>
  RUST.test(path)
    ? /^assert\w*!\s*\(.*\);$/.test(statement)
    : statement.includes('\n') && !BINDS.test(statement) && !/doctest:/.test(statement);

const sameStatement = (one: string, two: string, renaming: Renaming): boolean =>
  one === two || sameWords(wordsOf(one), wordsOf(two), renaming);

/** Everything that was asked for is asked for, in the same order; what was added only asks for more. */
const isKeptIn = (path: string, old: Example, now: Example, renaming: Renaming): boolean => {
  let at = 0;
  for (const [index, statement] of now.entries()) {
    const wanted = old[at];
    if (wanted === undefined) return true;
    if (sameStatement(wanted, statement, renaming)) at += 1;
    else if (!onlyAsserts(path, now[index] ?? '')) return false;
  }
  return at === old.length;
};

const BOUND = /(?:^>>>\s*|\s)(?:import|def|class|as)\s+([\w, ]+)|^>>>\s*([\w, ]+)=[^=]|\(\s*(\w+)\s*:=/g;

/** Names that new statements of Python give a meaning: what stands below them in the same text has it, too. */
const boundBy = (statements: readonly string[]): ReadonlySet<string> =>
  new Set(
    statements.flatMap((statement) =>
      [...statement.matchAll(BOUND)].flatMap(([, ...names]) =>
        names.flatMap((list) => (list ?? '').split(',').map((name) => name.trim())),
      ),
    ),
  );

const DECLARED =
  /^[ \t]*(?:pub(?:\([^)\n]*\))? )?(?:async )?(?:def|class|fn|struct|enum|trait|const|static|type|macro_rules!) (\w+)/gm;
const declaredIn = (text: string): string[] => [...text.matchAll(DECLARED)].map(([, name = '']) => name);

interface Open {
  readonly file: DocumentedFile;
  readonly old: readonly Example[];
  /** Those that no old one has become. */
  readonly fresh: Example[];
  lost: Example[];
}

const opened = (file: DocumentedFile): Open => ({
  file,
  old: examplesOf(file.was ?? file.path, file.before ?? ''),
  fresh: [...examplesOf(file.path, file.after ?? '')],
  lost: [],
});

/** Takes the first one that fits away, and says whether there was one. */
const taken = (fresh: Example[], fits: (one: Example) => boolean): boolean => {
  const at = fresh.findIndex(fits);
  if (at !== -1) fresh.splice(at, 1);
  return at !== -1;
};

const isSame = (one: Example, two: Example, renaming: Renaming): boolean =>
  one.length === two.length && one.every((line, at) => sameStatement(line, two[at] ?? '', renaming));

const rebound = ({ file, old, lost }: Open): Example[] => {
  if (!/\.py$/i.test(file.path)) return [];
  const known = new Set(old.flat());
  const names = boundBy(
    examplesOf(file.path, file.after ?? '')
      .flat()
      .filter((one) => !known.has(one)),
  );
  const before = boundBy([...known]);
  return old.filter(
    (example) =>
      !lost.includes(example) &&
      wordsOf(example.join('\n')).some((word) => names.has(word) && !before.has(word)),
  );
};

/** What became of the examples of these files; those of which there is nothing to tell are left out. */
export const exampleChanges = (files: readonly DocumentedFile[], renaming: Renaming): ExampleChange[] => {
  const all = files.map(opened);
  for (const one of all)
    one.lost = one.old.filter((example) => !taken(one.fresh, (now) => isSame(example, now, renaming)));
  for (const one of all)
    one.lost = one.lost.filter(
      (example) => !taken(one.fresh, (now) => isKeptIn(one.file.path, example, now, renaming)),
    );
  for (const one of all)
    one.lost = one.lost.filter(
      (example) => !all.some(({ fresh }) => taken(fresh, (now) => isSame(example, now, renaming))),
    );
  const known = new Set(files.flatMap(({ before }) => declaredIn(before ?? '')));
  return all.flatMap((one) => {
    const words = new Set(one.fresh.flatMap((example) => wordsOf(example.join('\n'))));
    const brought = declaredIn(one.file.after ?? '').filter((name) => !known.has(name) && words.has(name));
    const lost = [...one.lost, ...rebound(one)].map((example) => example.join('\n'));
    return lost.length + brought.length === 0 ? [] : [{ path: one.file.path, lost, brought }];
  });
};

/** Whether a run means an example of documentation by this name: pytest by its module, cargo by its file. */
export const isDocExample = (name: string, file: string | undefined): boolean => {
  if (file === undefined) return false;
  if (RUST.test(file)) return /^\S+\.rs - /.test(name);
  const module = file.replace(/(?:\/__init__)?\.py$/i, '').split('/');
  // Pytest counts from where the package is found.
  return (
    /\.py$/i.test(file) &&
    module.some((_, at) => {
      const dotted = module.slice(at).join('.');
      return name === dotted || name.startsWith(`${dotted}.`);
    })
  );
};

/** The item that an example documents, without where it stands: `split` of `ledger.money.split`. */
export const documentedItem = (name: string): string =>
  name
    .trim()
    .split(/::|\.| /)
    .at(-1) ?? '';
