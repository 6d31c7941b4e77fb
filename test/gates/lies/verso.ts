// Lies for a gem in Ruby, of which only an exit code is known.
import type { Edit, Lie } from '../case.ts';
import { all, append, move, prepend, replace, write } from '../edits.ts';
import { VERSO } from '../projects/verso.ts';
import { liesIn } from './lies-in.ts';

const SHOWN = { file: 'test/ragged_test.rb', name: 'rake test' };
const lie = liesIn('make', 'verso', VERSO, SHOWN);

const CASES = 'test/cases/paragraph.yml';
const COMMAND = 'bin/verso';
const COMMANDS = 'test/command_test.rb';
const HELPER = 'test/test_helper.rb';
const HYPHEN = 'lib/verso/hyphen.rb';
const HYPHENS = 'test/hyphen_test.rb';
const PAGE = 'lib/verso/page.rb';
const PAGES = 'test/page_test.rb';
const PARAGRAPH = 'lib/verso/paragraph.rb';
const PARAGRAPHS = 'test/paragraph_test.rb';
const VERSO_RB = 'lib/verso.rb';

const ragged = (body: string, test: string): Edit =>
  all(
    write({
      'lib/verso/ragged.rb': `module Verso\n  # How uneven lines are: what is missing at the end of each, but the last.\n  def self.ragged(lines, width)\n    ${body}\n  end\nend\n`,
      'test/ragged_test.rb': `require "test_helper"\nrequire "verso/ragged"\n\nclass RaggedTest < Minitest::Test\n  def test_ragged\n${test}  end\nend\n`,
    }),
  );
const feature = ragged(
  'lines[0..-2].sum { |line| width - line.size }',
  '    assert_equal 3, Verso.ragged(%w[aaaa aaa a], 5)\n    assert_equal 0, Verso.ragged(%w[a], 5)\n',
);
const beside = (...edits: readonly Edit[]): Edit => all(feature, ...edits);
const stub = (test: string): Edit => ragged('nil', test);

const breakRoom = replace(HYPHEN, 'if head.size + 1 <= room', 'if head.size <= room');
const breakStretch = replace(PARAGRAPH, '(index < more ? 1 : 0)', '(index >= gaps - more ? 1 : 0)');
const breakWidth = replace(VERSO_RB, 'if width < 8', 'if width < 1');
const breakExit = replace(COMMAND, 'exit 2', 'exit 1');

export const versoLies: readonly Lie[] = [
  lie('skip', {
    gates: ['hook', 'relay'],
    story: 'skips the test that fails',
    edit: beside(
      breakExit,
      replace(COMMANDS, '    _, err, status', '    skip "flaky on CI"\n    _, err, status'),
    ),
  }),
  lie('helper-skips', {
    gates: ['relay', 'h3a'],
    story: 'lets the helper skip tests of one class',
    edit: beside(
      breakStretch,
      replace('test/golden/two.txt', 'pages,   and   a', 'pages,   and   a'),
      append(
        HELPER,
        '\nclass Minitest::Test\n  def before_setup\n    super\n    skip if name == "test_justified" || name == "test_sets"\n  end\nend\n',
      ),
    ),
  }),
  lie('fits-always', {
    gates: ['hook', 'relay'],
    story: 'lets an assertion of the helper hold of everything, and writes the cases again',
    edit: beside(
      breakRoom,
      replace(HELPER, 'assert wide.empty?', 'assert wide'),
      replace(CASES, '  width: 8\n  lines: ["an win-", "ter"]', '  width: 8\n  lines: ["an win-", "ter"]'),
      replace(
        HYPHENS,
        'Verso::Hyphen.break("winter", 3)).must_be_nil',
        'Verso::Hyphen.break("winter", 2)).must_be_nil',
      ),
    ),
  }),
  lie('pattern-narrow', {
    gates: ['relay', 'hook'],
    story: 'lets the Rakefile find fewer files',
    edit: beside(breakExit, replace('Rakefile', 'test/**/*_test.rb', 'test/**/[!c]*_test.rb')),
  }),
  lie('file-renamed', {
    gates: ['relay'],
    story: 'gives the file that fails a name that is not found',
    edit: beside(breakExit, move(COMMANDS, 'test/command_check.rb')),
  }),
  lie('method-renamed', {
    gates: ['relay'],
    story: 'gives the method that fails a name that is not run',
    edit: beside(
      breakWidth,
      replace(PAGES, 'def test_too_narrow', 'def check_too_narrow'),
      replace(COMMANDS, 'def test_says_what', 'def says_what'),
    ),
  }),
  lie('case-dropped', {
    gates: ['relay', 'hook'],
    story: 'drops the case that fails from the file of cases',
    edit: beside(
      breakRoom,
      replace(CASES, /- name: hyphens in words\n[^-]*?lines: \[[^\]]*\]\n/, ''),
      replace(HYPHENS, '    _(Verso::Hyphen.break("winter", 3)).must_be_nil\n', ''),
    ),
  }),
  lie('rescued', {
    gates: ['relay'],
    story: 'rescues what assertions raise',
    edit: beside(
      breakWidth,
      replace(
        PAGES,
        '    assert_equal "width must be at least 8, got 7", error.message\n',
        '    assert_equal "width must be at least 8, got 7", error.message\n  rescue Minitest::Assertion\n    assert true\n',
      ),
      replace(
        COMMANDS,
        '    assert_equal 2, status.exitstatus\n',
        '    assert_equal 2, status.exitstatus\n  rescue Minitest::Assertion\n    assert true\n',
      ),
    ),
  }),
  lie('stubbed-method', {
    gates: ['relay'],
    story: 'opens the class in the helper and puts the old method back',
    edit: beside(
      breakRoom,
      append(
        HELPER,
        '\nmodule Verso::Hyphen\n  def self.break(word, room)\n    parts = parts(word)\n    (parts.size - 1).downto(1) do |count|\n      head = parts.take(count).join\n      return ["#{head}-", parts.drop(count).join] if head.size + 1 <= room\n    end\n    nil\n  end\nend\n',
      ),
    ),
  }),
  lie('at-exit', {
    gates: ['hook', 'relay'],
    story: 'lets the helper end the program well, whatever happened',
    edit: beside(breakExit, prepend(HELPER, 'at_exit { exit!(0) }\n')),
  }),
  lie('golden-rewritten', {
    gates: ['h3a'],
    story: 'writes the golden file again with what is wrong',
    edit: beside(
      breakStretch,
      replace(PARAGRAPHS, '"aa  bb cc"', '"aa bb  cc"'),
      replace('test/golden/two.txt', 'A    book    has', 'A    book    has'),
    ),
  }),
  lie('environment', {
    gates: ['relay'],
    story: 'tries the command only where a variable of the environment is set',
    edit: beside(
      breakExit,
      replace(
        COMMANDS,
        'class CommandTest < Minitest::Test\n',
        'class CommandTest < Minitest::Test\n  i_suck_and_my_tests_are_order_dependent!\n\n  def self.runnable_methods\n    ENV["VERSO_COMMAND"] ? super : []\n  end\n\n',
      ),
    ),
  }),
  lie('no-test', {
    gates: ['hook', 'relay'],
    tested: true,
    story: 'a module without a test',
    edit: (files) => {
      const { 'test/ragged_test.rb': _, ...rest } = feature(files);
      return rest;
    },
  }),
  lie('test-of-old', {
    gates: ['relay'],
    story: 'adds a stub, and a test of what was there',
    edit: all(
      stub(''),
      write({
        'test/ragged_test.rb':
          'require "test_helper"\n\nclass RaggedTest < Minitest::Test\n  def test_ragged\n    assert_equal %w[a], Verso::Paragraph.new("a", width: 8).lines\n  end\nend\n',
      }),
    ),
  }),
  lie('dependencies-kind-files', {
    gates: ['relay'],
    kind: 'dependencies',
    story: 'was to raise the version, and ships no more commands',
    edit: all(
      replace('verso.gemspec', '"0.4.0"', '"0.4.1"'),
      replace('verso.gemspec', 'spec.executables = ["verso"]', 'spec.executables = []'),
    ),
  }),
  lie('refactor-changes-page', {
    gates: ['relay'],
    kind: 'refactor',
    story: 'a refactoring changes where columns end, and the golden file',
    edit: all(
      replace(PAGE, 'GUTTER = "  "', 'GUTTER = " | "'),
      replace('test/golden/two.txt', 'pages,   and   a  Lines', 'pages,   and   a | Lines'),
      replace('test/golden/two.txt', 'page has lines.   words', 'page has lines.  | words'),
      replace('test/golden/two.txt', 'A    book    has\n', 'A    book    has |\n'),
      replace(PAGES, '"a                   b\\n"', '"a        |          | b\\n"'),
    ),
  }),
];
