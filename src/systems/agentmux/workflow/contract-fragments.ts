// A handoff contract as its sender reads it in a prompt, made from the data that the validator is made
// from: what is said and what is judged cannot drift apart.
import { templateLiteral } from '../../../prompts/template.ts';

export interface ContractText {
  /** What is handed in, for the heading. */
  readonly name: string;
  /** Relative to the run directory; placeholders are allowed, such as the reviewer's role. */
  readonly file: string;
  /** What the file must look like; absent where any text will do. */
  readonly shape?: string;
  /** The clauses that are judged. */
  readonly says: readonly string[];
  readonly tool: string;
  /** A whole call as an example; placeholders are allowed. */
  readonly example: string;
}

const LANGUAGES: Readonly<Record<string, string>> = {
  yaml: 'yaml',
  yml: 'yaml',
  md: 'markdown',
  json: 'json',
};

/** A fence longer than any that the text holds. */
const fenced = (text: string, language = ''): string => {
  const longest = Math.max(2, ...[...text.matchAll(/`+/g)].map(([run]) => run.length));
  const fence = '`'.repeat(longest + 1);
  return `${fence}${language}\n${text.trimEnd()}\n${fence}`;
};

const languageOf = (file: string): string => LANGUAGES[file.slice(file.lastIndexOf('.') + 1)] ?? '';

/** One clause per bullet; a clause of several lines stays inside of its bullet. */
const bullet = (clause: string): string => `- ${clause.trim().replaceAll('\n', '\n  ')}`;

/** Template source. Shape and clauses are plain text in it; file and example may hold placeholders. */
export const contractFragment = ({ name, file, shape, says, tool, example }: ContractText): string =>
  [
    `## What you hand in: ${templateLiteral(name)}`,
    `Write the file \`[[placeholder:run_directory]]/${file}\`${shape === undefined ? '.' : ' in this form:'}`,
    ...(shape === undefined ? [] : [templateLiteral(fenced(shape, languageOf(file)))]),
    ...(says.length === 0
      ? []
      : [
          'Code checks this, every clause each time you hand it in:',
          says.map((clause) => templateLiteral(bullet(clause))).join('\n'),
        ]),
    `When the file is written, call \`${tool}\`. The tool reads the file; it takes no content of it:`,
    fenced(example),
  ].join('\n\n');
