// Ruby: RSpec, or Minitest by way of Rails, Rake or Ruby itself. With the JUnit formatter of RSpec every test has a name.
import type { ProjectFiles } from './project-files.ts';
import type { Detect, TestCommand } from './test-command.ts';

const SPEC = /(?:^|\/)spec\/(?:.+\/)?[^/]+_spec\.rb$/;
const TEST = /(?:^|\/)test\/(?:.+\/)?(?:[^/]+_test|test_[^/]+)\.rb$/;
const ALL_TESTS = `ruby -Ilib -Itest -e "Dir.glob('./test/**/{*_test,test_*}.rb').sort.each { |file| require file }"`;

const rspec = async (files: ProjectFiles, bundled: string, because: string): Promise<TestCommand> => {
  const gems = `${await files.textOf('Gemfile')}\n${await files.textOf('Gemfile.lock')}`;
  if (!gems.includes('rspec_junit_formatter')) return { run: `${bundled}rspec`, basis: 'exit-code', because };
  const run = `${bundled}rspec --format progress --format RspecJunitFormatter --out junit.xml`;
  return { run, report: 'junit.xml', because };
};

const hasTestTask = async (files: ProjectFiles): Promise<boolean> =>
  /Rake::TestTask|Minitest::TestTask|^\s*task\s*\(?\s*:?["']?test\b/m.test(await files.textOf('Rakefile'));

export const rubyTests: Detect = async (files) => {
  const spec = files.paths.find((path) => SPEC.test(path));
  const test = files.paths.find((path) => TEST.test(path));
  const bundled = files.has('Gemfile') ? 'bundle exec ' : '';
  if (spec !== undefined) return rspec(files, bundled, spec);
  if (test === undefined) return undefined;
  if (files.has('bin/rails')) return { run: 'bin/rails test', basis: 'exit-code', because: test };
  if (await hasTestTask(files))
    return { run: `${bundled}rake test`, basis: 'exit-code', because: 'the test task of Rakefile' };
  return { run: `${bundled}${ALL_TESTS}`, basis: 'exit-code', because: test };
};
