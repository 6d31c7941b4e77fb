// The table of a calibration: words of strangers are plain, and every cell says what was judged.
import { expect, it } from 'vitest';
import type { Calibration } from '../../operations/calibrate/report.ts';
import { calibrateText } from './calibrate-text.ts';
import { paintWith } from './paint.ts';

const PLAIN = paintWith(false);
const met = { status: 'met' as const, refused: [], judged: [], tests: [] };
const declared = { kind: 'feature' as const, released: [], knownFailures: [] };
const refused = {
  status: 'unmet' as const,
  tests: [],
  judged: ['size-kept'],
  refused: [{ clause: 'size-kept', status: 'unmet' as const, code: 'CHANGE_TOO_LARGE', message: 'large' }],
};

const INSIDE = { judged: 1, ownRed: 0, nothingRuns: 0 };

const FOUND: Calibration = {
  gates: ['hook', 'h3a'],
  commits: [
    {
      ...{ commit: 'c0ffee0123456', subject: 'Add \u001b[31mred', files: 2, lines: 20, isCut: false },
      gates: [
        { gate: 'hook', plain: met, said: met, declared },
        { gate: 'h3a', plain: refused, said: met, declared: { ...declared, files: 2, lines: 20 } },
      ],
      lies: [
        {
          ...{ lie: 'old-test-deleted', isMade: true, says: 'add in a.js throws', ms: 5 },
          gates: [
            { gate: 'hook', caught: false },
            { gate: 'h3a', caught: true, by: { ...refused.refused[0]!, clause: 'tests-hold' } },
          ],
        },
      ],
      ms: { honest: 4_000, lies: 3_000 },
    },
  ],
  skipped: [{ commit: 'a', subject: 'b', why: 'it is a merge' }],
  left: [{ commit: 'd', subject: 'e' }],
  totals: [
    { ...INSIDE, gate: 'hook', commits: 1, accepted: 1, acceptedDeclared: 1, lies: 1, caught: 0 },
    { ...INSIDE, gate: 'h3a', commits: 1, accepted: 0, acceptedDeclared: 1, lies: 1, caught: 1 },
  ],
  advice: [{ where: 'baton.yaml', gates: ['h3a'], lines: ['policy:', '  files: 2'], why: 'large\u0007' }],
  reused: 3,
  ms: 7_000,
};

it('says what each gate said, which lies got through, and which lines would help', () => {
  const text = calibrateText(FOUND, PLAIN);
  expect(text.split('\n')).toEqual([
    'commit     subject  hook      h3a       lies caught  time',
    'c0ffee012  Add red  accepted  declared  1/2          7s',
    '',
    'lie               hook  h3a  caught by',
    'old-test-deleted  0/1   1/1  tests-hold',
    '',
    'gate  honest accepted  with declarations  lies caught',
    'hook  1/1 (100%)       1/1 (100%)         0/1 (0%)',
    'h3a   0/1 (0%)         1/1 (100%)         1/1 (100%)',
    'NOT CAUGHT  c0ffee012  old-test-deleted at hook: add in a.js throws',
    '',
    'baton.yaml (h3a): large',
    '    policy:',
    '      files: 2',
    '',
    'skipped: 1 because it is a merge',
    '',
    'not played for lack of time: 1 (--minutes gives more)',
    '',
    '1 commit in 7s, 3 verdicts reused; nothing in the repository was changed',
    'Not as it should be: hook misses 1 lie; 1 commit not played for lack of time',
  ]);
  expect(text).not.toMatch(/[\u0007\u001b]/);
});

it('shows commits that are no gate’s fault in cells of their own, and counts them beside the rate', () => {
  const [commit] = FOUND.commits;
  if (commit === undefined) throw new Error('no commit');
  const outside = { kind: 'red' as const, command: 'test' as const, says: '`npm test` ended with 1: a' };
  const [hook, h3a] = FOUND.totals;
  const text = calibrateText(
    {
      ...FOUND,
      commits: [{ ...commit, gates: commit.gates.map((one) => ({ ...one, plain: refused, outside })) }],
      totals: [hook, h3a].flatMap((one) =>
        one === undefined ? [] : [{ ...one, accepted: 0, acceptedDeclared: 0, judged: 0, ownRed: 1 }],
      ),
    },
    PLAIN,
  );
  expect(text).toContain('c0ffee012  Add red  its own tests are red  its own tests are red');
  expect(text).toContain('lies caught  outside of the rate\n');
  expect(text).toMatch(/^hook +- +- +0\/1 \(0%\) +1 red without Baton$/m);
  expect(text).toMatch(/; hook could judge no commit; h3a could judge no commit; /);
});

it('says which lies are not counted', () => {
  const [commit] = FOUND.commits;
  if (commit === undefined) throw new Error('no commit');
  const lies = commit.lies.map((lie) => ({ ...lie, gates: [], notCounted: 'its own tests are red: adds' }));
  expect(calibrateText({ ...FOUND, commits: [{ ...commit, lies }] }, PLAIN)).toContain(
    'not counted  c0ffee012  old-test-deleted: its own tests are red: adds\n',
  );
});

it('names the clause that remains with the best declaration', () => {
  const [commit] = FOUND.commits;
  if (commit === undefined) throw new Error('no commit');
  const lint = { ...refused, refused: refused.refused.map((one) => ({ ...one, clause: 'lint-green' })) };
  const gates = commit.gates.map((one) => ({ ...one, plain: refused, said: lint }));
  expect(calibrateText({ ...FOUND, commits: [{ ...commit, gates }] }, PLAIN)).toContain(
    'Add red  REFUSED lint-green  REFUSED lint-green',
  );
});

it('asks whether a test was forgotten where a kind that needs none was declared', () => {
  const [commit] = FOUND.commits;
  if (commit === undefined) throw new Error('no commit');
  const withKind = (kind: 'refactor' | 'fix') => {
    const gates = commit.gates.map((one) => ({ ...one, declared: { ...declared, kind } }));
    return calibrateText({ ...FOUND, commits: [{ ...commit, gates }] }, PLAIN);
  };
  expect(withKind('refactor')).toContain('\nkind refactor: no test fails without such work.');
  expect(withKind('fix')).not.toContain('no test fails without');
});

it('names the next step where the gates judge as they should', () => {
  const totals = FOUND.totals.map((one) => ({ ...one, acceptedDeclared: 1, caught: one.lies }));
  expect(calibrateText({ ...FOUND, left: [], totals }, PLAIN)).toMatch(/as they should\. Next: baton init/);
  const refusing = totals.map((one) => ({ ...one, acceptedDeclared: 0 }));
  expect(calibrateText({ ...FOUND, left: [], totals: refusing }, PLAIN)).toMatch(
    /\nNot as it should be: hook refuses 1 honest commit; h3a refuses 1 honest commit$/,
  );
});

it('says why nothing could be played', () => {
  const none = { ...FOUND, commits: [], left: [], totals: [], advice: [] };
  expect(calibrateText(none, PLAIN)).toBe('no commit could be played\n\nskipped: 1 because it is a merge');
});
