import { describe, expect, it } from 'vitest';
import { changedGemspecKeys } from './gemspec-keys.ts';

const lines = (...all: readonly string[]): string => all.map((line) => `${line}\n`).join('');

const GEM = lines(
  'Gem::Specification.new do |spec|',
  '  spec.version = "1.0"',
  '  spec.files = Dir["lib/**/*.rb"]',
  '  spec.add_dependency "a", "~> 1.0", ">= 1.0.2"',
  'end',
);

describe('changedGemspecKeys', () => {
  it('names attributes and calls with literals', () => {
    expect(changedGemspecKeys(GEM, GEM.replace('"1.0"', '"1.1"'))).toEqual(['version']);
    expect(
      changedGemspecKeys(
        GEM,
        GEM.replace('spec.add_dependency "a", "~> 1.0", ">= 1.0.2"', "spec.add_dependency('b')"),
      ),
    ).toEqual(['add_dependency']);
  });

  it('knows nothing of a line that does more', () => {
    for (const line of [
      'spec.version = `date`',
      'spec.version = "#{1 + 1}"',
      'spec.version = "1"; puts',
      'raise "no"',
    ])
      expect(changedGemspecKeys(GEM, GEM.replace('spec.version = "1.0"', line))).toContain(line);
    expect(changedGemspecKeys(GEM, GEM.replace('lib/**', 'src/**'))).toContain(
      'spec.files = Dir["src/**/*.rb"]',
    );
  });

  it('sees no change in comments, blanks and order', () => {
    expect(changedGemspecKeys(GEM, `# A gem.\n${GEM.replace('  spec.v', 'spec.v')}`)).toEqual([]);
  });

  it('sees a line that stands there twice', () => {
    expect(changedGemspecKeys(GEM, GEM.replace('end\n', '  spec.version = "1.0"\nend\n'))).toEqual([
      'version',
    ]);
  });
});
