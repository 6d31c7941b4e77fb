// What a command does to the files it is run on is seen afterwards, whatever it does to their times.
import { lstatSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { repositoryWith } from '../../../test/fixtures/repository.ts';
import { placeOf, seal } from '../../../test/fixtures/sealed.ts';
import { reexecute } from '../commands/reexecute.ts';
import { checkOutTree } from '../trees/worktree.ts';
import { rewrittenBy } from './rewritten.ts';

describe('files that the command rewrites', () => {
  const FILES = {
    'src/a.js': 'a',
    'src/b.js': 'b',
    'src/c.js': 'c',
    'a.test.js': 't',
    'coverage/lcov.info': 'old',
    'run.sh': 'x',
  };

  it('are named, tests first, also when times were set back; what is only touched or cleared by Baton is not', async () => {
    const root = repositoryWith(FILES);
    const place = placeOf(root);
    const { tree } = await seal(root);
    const line = [
      'touch src/a.js',
      'printf B > src/b.js; touch -d "2001-01-01" src/b.js',
      'cp src/c.js x; mv x src/c.js',
      'cp -p a.test.js y; printf T > a.test.js; touch -r y a.test.js; rm y',
      'chmod +x run.sh',
      'echo new > made.txt',
    ].join('\n');
    const evidence = await reexecute({ place, tree, line, sandbox: 'none' });
    expect(evidence).toMatchObject({ exit: 0, rewritten: ['a.test.js', 'run.sh', 'src/b.js'] });
    // It is remembered with the result.
    expect(await reexecute({ place, tree, line, sandbox: 'none' })).toEqual(evidence);
  });

  it('are named when they are gone, links, pipes, folders or unreadable, and counted from the project', async () => {
    const files = Object.fromEntries(Object.entries(FILES).map(([path, text]) => [`app/${path}`, text]));
    const root = repositoryWith({ ...files, 'top.txt': 't' });
    const place = placeOf(join(root, 'app'));
    const { tree } = await seal(root);
    const line =
      'rm src/a.js; rm src/b.js; mkfifo src/b.js; rm run.sh; ln -s /etc/passwd run.sh; rm a.test.js; mkdir a.test.js; rm ../top.txt; rm src/c.js; ln -s c.js src/c.js';
    expect(await reexecute({ place, tree, line, sandbox: 'none' })).toMatchObject({
      rewritten: ['a.test.js', '../top.txt', 'run.sh', 'src/a.js', 'src/b.js', 'src/c.js'],
    });
  });

  it('are none where the command only adds files', async () => {
    const root = repositoryWith(FILES);
    const place = placeOf(root);
    const { tree } = await seal(root);
    const evidence = await reexecute({ place, tree, line: 'mkdir out; cp src/a.js out', sandbox: 'none' });
    expect(evidence).not.toHaveProperty('rewritten');
  });

  it('does not take an old file for the written one when only its time agrees', async () => {
    const root = repositoryWith(FILES);
    const { repository, tree, scratch } = await seal(root);
    const worktree = await checkOutTree(repository, tree, scratch);
    const path = join(worktree.tree, 'src/a.js');
    const { atime, mtime } = lstatSync(path);
    writeFileSync(path, 'b');
    utimesSync(path, atime, mtime);
    expect(await rewrittenBy(repository, worktree, [])).toEqual(['src/a.js']);
  });
});
