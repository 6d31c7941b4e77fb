// Normal sessions of a normal engineer with the hook on.
import type { Work } from '../case.ts';
import { all, append, move, nothing, replace, write } from '../edits.ts';
import { GAUGE } from '../projects/gauge.ts';
import { COMMIT, GIT, pulled, readme, SERIES, SPREAD, spread } from '../projects/gauge-edits.ts';
import { inProject } from './stranger.ts';

const work = inProject('node', 'gauge', GAUGE, SPREAD);
const hook = { gates: ['hook'] } as const;
const onlyTest = (files: Readonly<Record<string, string>>) => ({
  ...files,
  'test/spread.test.js': spread(files)['test/spread.test.js'] ?? '',
});
const onlyCode = (files: Readonly<Record<string, string>>) => ({
  ...files,
  'src/series.js': spread(files)['src/series.js'] ?? '',
});
const doubleQuotes = (files: Readonly<Record<string, string>>) =>
  Object.fromEntries(
    Object.entries(files).map(([path, text]) => [
      path,
      path.endsWith('.js')
        ? text
            .replace(/'([^'"\n]*)'/g, '"$1"')
            .replace(/^( {2})+/gm, (blanks) => '\t'.repeat(blanks.length / 2))
        : text,
    ]),
  );

export const gaugeSessions: readonly Work[] = [
  work('test-first', {
    ...hook,
    story: 'a failing test in one prompt, with NOT DONE, and the code in the next',
    turns: [
      { edit: onlyTest, says: 'I wrote the test.\n\nNOT DONE: spread() is not written yet', unproven: true },
      { edit: onlyCode },
    ],
  }),
  work('test-first-tested', {
    ...hook,
    tested: true,
    story: 'the same where every change must be tested, with commits',
    turns: [
      { edit: onlyTest, run: COMMIT, says: 'NOT DONE: spread() is not written yet', unproven: true },
      { edit: onlyCode, run: COMMIT },
    ],
  }),
  work('question-then-feature', {
    ...hook,
    story: 'a question, then a feature, then another question',
    turns: [
      { edit: nothing, run: 'git status > /dev/null', says: 'The margin is in src/alarm.js.' },
      { edit: spread },
      { edit: nothing, run: 'git log --oneline > /dev/null', says: 'Yes.' },
    ],
  }),
  work('three-commits', {
    ...hook,
    story: 'a feature, a document and a refactoring, each committed',
    turns: [
      { edit: spread, run: COMMIT },
      {
        edit: all(readme, replace('CHANGELOG.md', '# Changes\n', '# Changes\n\n## 1.5.0\n\n- `spread`.\n')),
        run: COMMIT,
      },
      {
        edit: all(
          move('src/series.js', 'src/numbers.js'),
          replace('src/index.js', './series.js', './numbers.js'),
          replace(SERIES, '../src/series.js', '../src/numbers.js'),
          replace('test/spread.test.js', '../src/series.js', '../src/numbers.js'),
        ),
        run: COMMIT,
      },
    ],
  }),
  work('amended', {
    ...hook,
    story: 'a feature, committed, and amended with a comment',
    turns: [
      { edit: spread, run: COMMIT },
      {
        edit: replace(
          'src/series.js',
          'export const spread',
          '/** From the least to the most. */\nexport const spread',
        ),
        run: `${COMMIT} --amend`,
      },
    ],
  }),
  work('pulled-merge', {
    ...hook,
    story: 'a feature, then a merge of what a colleague pushed, then a document',
    turns: [
      { edit: spread, run: COMMIT },
      { edit: nothing, run: pulled(`${GIT} merge --quiet -m merged origin/main`) },
      { edit: readme },
    ],
  }),
  work('pulled-rebase', {
    ...hook,
    story: 'a feature, and a rebase onto what a colleague pushed',
    turns: [{ edit: spread, run: `${COMMIT} && ${pulled(`${GIT} rebase --quiet origin/main`)}` }],
  }),
  work('stashed', {
    ...hook,
    story: 'a feature that is stashed for a look at main, and comes back',
    turns: [{ edit: spread, run: `git add --all && ${GIT} stash --quiet && git stash pop --quiet` }],
  }),
  work('new-branch', {
    ...hook,
    story: 'a feature on a new branch',
    turns: [
      { edit: nothing, run: 'git switch --quiet -c feature/spread' },
      { edit: spread, run: COMMIT },
    ],
  }),
  work('undone', {
    ...hook,
    story: 'a feature that the person does not want after all, and that is reverted',
    turns: [
      { edit: spread, run: COMMIT },
      { edit: nothing, run: `${GIT} revert --no-edit HEAD > /dev/null` },
    ],
  }),
  work('undone-uncommitted', {
    ...hook,
    story: 'a feature that is taken back before it is committed',
    turns: [
      { edit: spread },
      {
        edit: (files) => {
          const { 'test/spread.test.js': _, ...left } = files;
          return { ...left, 'src/series.js': GAUGE['src/series.js']! };
        },
      },
    ],
  }),
  work('formatted', {
    ...hook,
    story: 'double quotes and tabs everywhere',
    turns: [{ edit: doubleQuotes, run: COMMIT }],
  }),
  work('formatted-after-feature', {
    ...hook,
    tested: true,
    story: 'a feature, tested, and formatting in the next prompt',
    turns: [{ edit: spread }, { edit: doubleQuotes }],
  }),
  work('prose-tested', {
    ...hook,
    tested: true,
    story: 'documents only, where every change must be tested',
    turns: [{ edit: all(readme, append('docs/usage.md', '\nUnits are in `data/units.json`.\n')) }],
  }),
  work('settings', {
    ...hook,
    story: 'settings of the editor, of git and of the agent, beside a feature',
    turns: [
      {
        edit: all(
          spread,
          write({
            '.claude/settings.json': '{ "permissions": { "allow": ["Bash(npm test)"] } }\n',
            '.gitattributes': '* text=auto\n*.png binary\n',
            '.vscode/settings.json': '{ "editor.tabSize": 2 }\n',
          }),
          append('.gitignore', '.DS_Store\n'),
        ),
        run: 'git config pull.rebase true && mkdir -p .githooks && git config core.hooksPath .githooks',
      },
    ],
  }),
  work('lint-added', {
    ...hook,
    story: 'a command for linting in baton.yaml, for later',
    turns: [
      {
        edit: all(
          spread,
          replace(
            'baton.yaml',
            '  test: npm test\n',
            '  test: npm test\n  lint: node --check src/index.js\n',
          ),
        ),
      },
    ],
  }),
  work('reworked', {
    ...hook,
    story: 'a feature, and in the next prompt another behaviour of it',
    turns: [
      { edit: spread },
      {
        edit: all(
          replace(
            'src/series.js',
            'Math.max(...values) - Math.min(...values)',
            'values.length === 0 ? 0 : Math.max(...values) - Math.min(...values)',
          ),
          replace(
            'test/spread.test.js',
            '  assert.equal(spread([3, 9, 4]), 6);\n',
            '  assert.equal(spread([3, 9, 4]), 6);\n  assert.equal(spread([]), 0);\n',
          ),
        ),
      },
    ],
  }),
  work('respecified-own', {
    ...hook,
    story: 'a feature, and in the next prompt the result is a pair',
    turns: [
      { edit: spread },
      {
        edit: all(
          replace(
            'src/series.js',
            'Math.max(...values) - Math.min(...values)',
            '[Math.min(...values), Math.max(...values)]',
          ),
          replace(
            'test/spread.test.js',
            'assert.equal(spread([3, 9, 4]), 6)',
            'assert.deepEqual(spread([3, 9, 4]), [3, 9])',
          ),
        ),
      },
    ],
  }),
  work('renamed-own', {
    ...hook,
    story: 'a feature, and in the next prompt another name for it',
    turns: [
      { edit: spread },
      {
        edit: all(
          replace('src/series.js', 'const spread', 'const range'),
          replace('test/spread.test.js', 'spread', 'range'),
          move('test/spread.test.js', 'test/range.test.js'),
        ),
      },
    ],
  }),
  work('given-up-then-fixed', {
    ...hook,
    story: 'something broken that Baton gives up on, and the next prompt fixes it',
    turns: [
      { edit: all(spread, replace('src/alarm.js', '>= this.threshold', '> this.threshold')), unproven: true },
      { edit: replace('src/alarm.js', 'value > this.threshold', 'value >= this.threshold') },
    ],
  }),
  work('not-done-then-nothing', {
    ...hook,
    story: 'a start that is taken back in the next prompt',
    turns: [
      { edit: onlyTest, says: 'NOT DONE: which unit do you want?', unproven: true },
      {
        edit: (files) => {
          const { 'test/spread.test.js': _, ...left } = files;
          return left;
        },
      },
    ],
  }),
  work('cherry-picked', {
    ...hook,
    story: 'a commit of another branch, picked',
    turns: [
      {
        edit: spread,
        run: `git switch --quiet -c side && ${COMMIT} && git switch --quiet main && ${GIT} cherry-pick --allow-empty side > /dev/null && git branch --quiet -D side`,
      },
    ],
  }),
];
