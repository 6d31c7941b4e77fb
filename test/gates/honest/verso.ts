// Honest work for a gem in Ruby, of which only an exit code is known.
import type { Work } from '../case.ts';
import { all, append, move, replace, write } from '../edits.ts';
import { VERSO } from '../projects/verso.ts';
import { inProject } from './stranger.ts';

const work = inProject('make', 'verso', VERSO, { file: 'test/page_test.rb', name: 'rake test' });

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

export const versoWork: readonly Work[] = [
  work('ragged', {
    gates: ['hook', 'relay', 'h3a'],
    story: 'how uneven lines are, in a file with a test of its own',
    names: { file: 'test/ragged_test.rb', name: 'rake test' },
    edit: write({
      'lib/verso/ragged.rb':
        'module Verso\n  # How uneven lines are.\n  def self.ragged(lines, width)\n    lines[0..-2].sum { |line| width - line.size }\n  end\nend\n',
      'test/ragged_test.rb':
        'require "test_helper"\nrequire "verso/ragged"\n\nclass RaggedTest < Minitest::Test\n  def test_ragged\n    assert_equal 3, Verso.ragged(%w[aaaa aaa a], 5)\n    assert_equal 0, Verso.ragged(%w[a], 5)\n  end\nend\n',
    }),
  }),
  work('soft-hyphen', {
    gates: ['relay', 'hook'],
    kind: 'fix',
    story: 'soft hyphens are where words break, with a case in the file of cases',
    edit: all(
      replace(
        HYPHEN,
        '    def self.parts(word)\n',
        '    def self.parts(word)\n      return word.split("~") if word.include?("~")\n\n',
      ),
      append(CASES, '- name: soft hyphens\n  text: an xx~yyy\n  width: 8\n  lines: ["an xx-", "yyy"]\n'),
      replace(CASES, 'width: 8\n  lines: ["an xx-"', 'width: 6\n  lines: ["an xx-"'),
    ),
  }),
  work('error-words', {
    gates: ['relay', 'hook'],
    story: 'an error says what to do, and two tests ask for it',
    edit: all(
      replace(VERSO_RB, 'width must be at least 8, got #{width}', 'width must be 8 or more, got #{width}'),
      replace(PAGES, 'width must be at least 8, got 7', 'width must be 8 or more, got 7'),
      replace(COMMANDS, 'width must be at least 8, got 3', 'width must be 8 or more, got 3'),
    ),
  }),
  work('keyword-gutter', {
    gates: ['relay', 'hook'],
    story: 'the gutter can be set, shown by a method of the tests of pages',
    edit: all(
      replace(
        PAGE,
        'def initialize(paragraphs, columns: 1)',
        'def initialize(paragraphs, columns: 1, gutter: GUTTER)',
      ),
      replace(PAGE, '      @columns = columns\n', '      @columns = columns\n      @gutter = gutter\n'),
      replace(PAGE, '.join(GUTTER)', '.join(@gutter)'),
      replace(
        PAGES,
        '  def test_nothing\n',
        '  def test_gutter\n    paragraphs = %w[a b].map { |text| Verso::Paragraph.new(text, width: 8) }\n    assert_equal "a       ||        |b\\n".delete(" "), Verso::Page.new(paragraphs, columns: 3, gutter: "|").to_s.delete(" ")\n  end\n\n  def test_nothing\n',
      ),
      replace(PAGES, '"a       ||        |b\\n"', '"a||b\\n"'),
    ),
  }),
  work('page-file-renamed', {
    gates: ['relay', 'hook'],
    kind: 'refactor',
    story: 'a file has another name; only the gem itself requires it',
    edit: all(move(PAGE, 'lib/verso/sheet.rb'), replace(VERSO_RB, 'verso/page', 'verso/sheet')),
  }),
  work('lines-shorter', {
    gates: ['relay', 'hook'],
    kind: 'refactor',
    story: 'where a word goes is a method of its own',
    edit: all(
      replace(
        PARAGRAPH,
        '        if word.size <= room\n          lines.last << " " unless lines.last.empty?\n          lines.last << word\n',
        '        if word.size <= room\n          add(lines.last, word)\n',
      ),
      replace(
        PARAGRAPH,
        '          lines.last << " " unless lines.last.empty?\n          lines.last << broken.first\n',
        '          add(lines.last, broken.first)\n',
      ),
      replace(
        PARAGRAPH,
        '    private\n',
        '    private\n\n    def add(line, word)\n      line << " " unless line.empty?\n      line << word\n    end\n',
      ),
    ),
  }),
  work('tests-split', {
    gates: ['relay', 'hook'],
    kind: 'tests',
    story: 'a file of two classes becomes two',
    edit: (files) => {
      const text = files[PAGES] ?? '';
      const at = text.indexOf('class SetTest');
      return {
        ...files,
        [PAGES]: `${text.slice(0, at).trimEnd()}\n`,
        'test/set_test.rb': `require "test_helper"\n\n${text.slice(at)}`,
      };
    },
  }),
  work('spec-to-class', {
    gates: ['relay', 'hook'],
    kind: 'tests',
    story: 'tests in the style of specs become a class',
    edit: write({
      [HYPHENS]:
        'require "test_helper"\n\nclass HyphenTest < Minitest::Test\n  def test_parts\n    assert_equal %w[win ter], Verso::Hyphen.parts("winter")\n    assert_equal %w[tea], Verso::Hyphen.parts("tea")\n  end\n\n  def test_break\n    assert_equal ["win-", "ter"], Verso::Hyphen.break("winter", 4)\n    assert_nil Verso::Hyphen.break("winter", 3)\n  end\nend\n',
    }),
  }),
  work('helper-split', {
    gates: ['relay', 'hook'],
    kind: 'tests',
    story: 'assertions of the helper move to a file of support',
    edit: (files) => {
      const text = files[HELPER] ?? '';
      const [module = ''] = /module Minitest::Assertions[\s\S]*?\nend\n\n/.exec(text) ?? [];
      return {
        ...files,
        [HELPER]: text
          .replace(module, '')
          .replace('require "verso"\n', 'require "verso"\nrequire "support/fits"\n'),
        'test/support/fits.rb': module.trimEnd().concat('\n'),
      };
    },
  }),
  work('columns-checked', {
    gates: ['relay'],
    story: 'no columns are an error of their own, in library and command',
    edit: all(
      replace(
        VERSO_RB,
        '    paragraphs = text',
        '    raise Error, "columns must be at least 1, got #{columns}" if columns < 1\n\n    paragraphs = text',
      ),
      replace(
        PAGES,
        '  def test_sets\n',
        '  def test_no_columns\n    assert_raises(Verso::Error) { Verso.set("a", columns: 0) }\n  end\n\n  def test_sets\n',
      ),
      replace(
        COMMANDS,
        '  def test_says_what',
        '  def test_no_columns\n    _, err, status = verso("--columns", "0")\n    assert_equal "verso: columns must be at least 1, got 0\\n", err\n    assert_equal 2, status.exitstatus\n  end\n\n  def test_says_what',
      ),
    ),
  }),
  work('hyphenate-removed', {
    gates: ['relay', 'h3a'],
    kind: 'refactor',
    released: [PARAGRAPHS],
    story: 'an option that nobody uses goes with its test, which the planner released',
    edit: all(
      replace(PARAGRAPH, ', hyphenate: true)', ')'),
      replace(PARAGRAPH, '      @hyphenate = hyphenate\n', ''),
      replace(PARAGRAPH, 'elsif @hyphenate && (broken', 'elsif (broken'),
      replace(PARAGRAPHS, /\n {2}def test_not_hyphenated[\s\S]*?\n {2}end\n/, ''),
    ),
  }),
  work('golden-more', {
    gates: ['relay'],
    story: 'dashes are set as such, and the golden file has one',
    edit: all(
      replace(VERSO_RB, '    paragraphs = text.split', '    paragraphs = text.gsub(" -- ", " – ").split'),
      replace('test/golden/text.txt', 'Lines have words.', 'Lines -- have words.'),
      replace('test/golden/two.txt', 'Lines       have\n', 'Lines   –   have\n'),
    ),
  }),
  work('version', {
    gates: ['relay', 'hook'],
    kind: 'dependencies',
    story: 'the version goes up, and developers need a tool',
    edit: all(
      replace('verso.gemspec', '"0.4.0"', '"0.5.0"'),
      replace('Gemfile', 'gemspec\n', 'gemspec\n\ngem "rubocop", group: :development\n'),
    ),
  }),
  work('documented', {
    gates: ['relay'],
    kind: 'docs',
    story: 'the readme has an example',
    edit: append('README.md', '\n    verso --columns 2 < book.txt\n'),
  }),
  work('command-frozen', {
    gates: ['relay'],
    kind: 'refactor',
    story: 'strings are frozen, and options a struct',
    edit: all(
      replace(COMMAND, '#!/usr/bin/env ruby\n', '#!/usr/bin/env ruby\n# frozen_string_literal: true\n\n'),
      replace(HYPHEN, 'module Verso\n', '# frozen_string_literal: true\n\nmodule Verso\n'),
      replace(HYPHEN, '    VOWELS = /[aeiouy]/i\n\n', ''),
    ),
  }),
];
