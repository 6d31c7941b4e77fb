import { describe, expect, it } from 'vitest';
import { namedTestFolders } from './test-folders.ts';

describe('namedTestFolders', () => {
  it.each<[string, string[]]>([
    ['prove -lr checks', ['checks/']],
    ['make && bats ./checks/unit acceptance/', ['checks/unit/', 'acceptance/']],
    ['bundle exec rspec --format doc examples', ['doc/', 'examples/']],
    ['vendor/bin/phpunit --colors=never unit', ['unit/']],
  ])('%s names %j', (line, folders) => {
    expect(namedTestFolders(line)).toEqual(folders);
  });

  it.each([
    'make -C native test',
    'sh run.sh src',
    'prove .',
    'bats ../other',
    'prove t/a.t',
    'prove /tmp',
    'bats $(ls)',
  ])('%s names none', (line) => {
    expect(namedTestFolders(line)).toEqual([]);
  });
});
