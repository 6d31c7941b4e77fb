// The documents that people and agents wrote, and the log of files.
import { type Problem, problem } from '../../../model/problem.ts';
import type { Phase } from '../files/state-file.ts';
import { hasReached, type RunView } from './run-view.ts';

interface DocumentRule {
  readonly file: string;
  /** From this phase on it must be there; without one it may be absent, but not empty. */
  readonly from?: Exclude<Phase, 'failed'>;
  readonly hint: string;
}

const DOCUMENTS: readonly DocumentRule[] = [
  { file: 'requirements.md', from: 'product_management', hint: 'Write what was asked for.' },
  {
    file: '02_architecting/architecture.md',
    from: 'planning',
    hint: 'The planner and every reviewer read it; let the architect write it.',
  },
  {
    file: '05_design/design.md',
    hint: 'Coders begin as soon as the file exists. Let the designer write it, then implement again.',
  },
  {
    file: '08_completion/summary.md',
    from: 'completing',
    hint: 'It is what the person who approves reads; let the reviewer write it.',
  },
];

const documentProblems = (view: RunView): Problem[] =>
  DOCUMENTS.flatMap(({ file, from, hint }): Problem[] => {
    const text = view.files.get(file);
    if (text !== undefined)
      return text.trim() === ''
        ? [problem('FILE_EMPTY', `expected content in ${file}, the file is empty`, { file, hint })]
        : [];
    if (from === undefined || !hasReached(view, from)) return [];
    return [
      problem('FILE_MISSING', `expected ${file} in the phase ${view.phase}, there is none`, { file, hint }),
    ];
  });

const missingDesign = (view: RunView): Problem[] =>
  view.plan?.needs_design === true &&
  hasReached(view, 'implementing') &&
  !view.files.has('05_design/design.md')
    ? [
        problem('FILE_MISSING', 'the plan needs a design, but there is no 05_design/design.md', {
          file: '05_design/design.md',
          severity: 'warning',
          hint: 'Without a designer among the agents the design is skipped, and nobody is told.',
        }),
      ]
    : [];

const CREATED_FILE = 'created_files.log';
/** Further lines are not looked at. */
const LINES_MAX = 100_000;
const CREATED_LINE = /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d {2}(\S.*)$/;

interface Listed {
  readonly path: string;
  readonly line: number;
}

const untidy = (lines: readonly Listed[], code: Problem['code'], says: string, hint: string): Problem[] => {
  const [first] = lines;
  if (first === undefined) return [];
  const more = lines.length > 1 ? ` and ${lines.length - 1} more` : '';
  return [
    problem(code, `${first.path.slice(0, 200)}${more}: ${says}`, {
      file: CREATED_FILE,
      line: first.line,
      severity: 'warning',
      hint,
    }),
  ];
};

const createdFiles = ({ files }: RunView): Problem[] => {
  const lines = (files.get(CREATED_FILE) ?? '')
    .split('\n', LINES_MAX)
    .map((text, index) => ({ text, line: index + 1 }))
    .filter(({ text }) => text.trim() !== '');
  const listed = lines.flatMap(({ text, line }): Listed[] => {
    const path = CREATED_LINE.exec(text)?.[1];
    return path === undefined ? [] : [{ path, line }];
  });
  const malformed = lines
    .filter(({ text }) => !CREATED_LINE.test(text))
    .map(({ text, line }) => ({ path: JSON.stringify(text.slice(0, 80)), line }));
  const seen = new Set<string>();
  const again = listed.filter(({ path }) => seen.size === seen.add(path).size);
  const temporary = listed.filter(({ path }) => path.endsWith('.tmp'));
  return [
    ...untidy(
      malformed,
      'FIELD_INVALID',
      'expected YYYY-MM-DD HH:MM:SS, two spaces, a path',
      'Remove the line.',
    ),
    ...untidy(
      temporary,
      'FIELD_INVALID',
      'a temporary file was logged as one of the run',
      'It is renamed at once, so nobody finds it.',
    ),
    ...untidy(again, 'FIELD_INVALID', 'logged more than once', 'Each file is logged when it is first seen.'),
  ];
};

export const recordProblems = (view: RunView): Problem[] => [
  ...documentProblems(view),
  ...missingDesign(view),
  ...createdFiles(view),
];
