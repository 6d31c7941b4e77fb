// The Stop hook in projects where something was red before the session: told, and held against nobody.
import { describe, expect, it } from 'vitest';
import { hooked, SUM, testText } from '../../../test/fixtures/hooked-project.ts';
import { repositoryWith, writeFiles } from '../../../test/fixtures/repository.ts';

type Files = Readonly<Record<string, string>>;

const LINT = {
  ...SUM,
  // Complains about each line with `var`, as linters do.
  'lint.js': `const { readdirSync, readFileSync } = require('node:fs');
let found = 0;
for (const file of readdirSync('.').filter((name) => /^\\w+\\.js$/.test(name) && name !== 'lint.js'))
  readFileSync(file, 'utf8').split('\\n').forEach((line, at) => {
    if (line.startsWith('var')) console.log(\`\${file}:\${at + 1}: \${line} (\${++found})\`);
  });
console.log(\`\${found} problems\`);
process.exit(found > 0 ? 1 : 0);
`,
  'baton.yaml': 'commands: { test: node --test, lint: node lint.js }\n',
};
const OLD = 'var old = 1;\n';

const stopAfter = async (before: Files, after: Files) => {
  const project = repositoryWith(before);
  const hook = hooked(project);
  await hook.start();
  writeFiles(project, after);
  return hook.stop();
};

describe('a lint command that failed before', () => {
  it('lets a change go that adds no complaint, and says so', async () => {
    const answer = await stopAfter({ ...LINT, 'old.js': OLD }, { 'old.js': `// Moved.\n\n${OLD}` });
    expect(answer.decision).toBeUndefined();
    expect(answer.systemMessage).toContain('proven');
    expect(answer.systemMessage).toContain('fails on the code before the change too');
  });

  it('holds a change that adds one, and shows that one alone', async () => {
    const answer = await stopAfter({ ...LINT, 'old.js': OLD }, { 'new.js': 'var fresh = 1;\n' });
    expect(answer.decision).toBe('block');
    expect(answer.reason).toContain('new since the change:\n    new.js:1: var fresh');
    expect(answer.reason).not.toContain('old.js');
  });

  it('holds a change where it passed before', async () => {
    expect((await stopAfter(LINT, { 'old.js': OLD })).decision).toBe('block');
  });
});

describe('tests that no run can load', () => {
  const needy = { 'needy.test.js': `require('not-installed');\n${testText('needs', '')}` };

  it('are told where they could not be loaded before', async () => {
    const answer = await stopAfter({ ...SUM, ...needy }, { 'add.js': 'exports.add = (a, b) => b + a;\n' });
    expect(answer.decision).toBeUndefined();
    expect(answer.systemMessage).toContain('needy.test.js');
    expect(answer.systemMessage).toContain('1 of 2 tests passed, 1 failed as before');
  });

  it('are held against a change that brings them', async () => {
    expect((await stopAfter(SUM, needy)).decision).toBe('block');
  });

  it('prove nothing where there are no others, and the cause is named', async () => {
    const answer = await stopAfter(needy, { 'add.js': SUM['add.js'] });
    expect(answer.decision).toBeUndefined();
    expect(answer.systemMessage).toMatch(/NOT PROVEN.*not-installed/s);
  });
});
