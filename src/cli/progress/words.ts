// Small phrases that the moving and the plain view share.
import type { EvidenceRequest } from '../../model/evidence.ts';
import type { Problem } from '../../model/problem.ts';
import { type Rejection, repeatsIn } from '../../model/run/rejection.ts';
import { treeOid } from '../../model/run/sealed.ts';
import { plainLine } from '../../std/terminal-text.ts';

const OID_CHARS = 8;
const short = (tree: string): string => treeOid(tree).slice(0, OID_CHARS);

/** What is being gathered before it can be judged. */
export const evidenceWords = (request: EvidenceRequest): string => {
  switch (request.kind) {
    case 'command':
      return `${plainLine(request.command)} on tree ${short(request.tree)}`;
    case 'merge':
      return `a merge of ${request.parts.length} ${request.parts.length === 1 ? 'part' : 'parts'}`;
    case 'changes':
    case 'diff':
      return `changes from tree ${short(request.from)} to ${short(request.to)}`;
    case 'test-changes':
      return `tests from tree ${short(request.from)} to ${short(request.to)}`;
    case 'test-runs':
      return `the tests of trees ${short(request.base)} and ${short(request.head)} on the code of both`;
    case 'canary':
      return `a test that must fail, on tree ${short(request.head)}`;
    case 'probe':
      return `the tests of tree ${short(request.head)} without each hunk of the change`;
  }
};

/** `test/add.test.js:4: expected 3, got 4 (TESTS_FAILED)` */
export const problemLine = ({ file, line, message, code }: Problem): string => {
  const place = file === undefined ? '' : `${file}${line === undefined ? '' : `:${line}`}: `;
  return plainLine(`${place}${message} (${code})`);
};

const NEXT: Readonly<Record<NonNullable<Rejection['next']>, string>> = {
  'fresh-session': 'a fresh session takes over',
  person: 'a person is asked',
};

/** ` (the same mistake 2 times: a fresh session takes over)`; nothing while none was made again. */
export const repeatWords = (rejection: Rejection): string => {
  const [first] = repeatsIn(rejection);
  if (first === undefined) return '';
  return ` (the same mistake ${first.times} times${rejection.next === undefined ? '' : `: ${NEXT[rejection.next]}`})`;
};

/** The first problems of a rejection, and how many more there are. */
export const rejectionLines = (rejection: Rejection, shown: number): readonly string[] => {
  const lines = rejection.problems.slice(0, shown).map(problemLine);
  const more = rejection.problems.length - lines.length;
  if (lines.length === 0) return [plainLine(rejection.clauses.join(', '))];
  return more > 0 ? [...lines, `and ${more} more`] : lines;
};
