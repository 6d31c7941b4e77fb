// A gem in Ruby, known by the exit code of its Rakefile: minitest in two styles, a helper with assertions, fixtures in YAML, a command.
import type { Files } from '../case.ts';

const { raw } = String;

export const VERSO: Files = {
  'baton.yaml': 'commands:\n  test: { run: rake test, basis: exit-code }\n',
  '.gitignore': '/pkg/\n',
  'README.md': '# Verso\n\nSets text in columns.\n',
  Gemfile: 'source "https://rubygems.org"\n\ngemspec\n',
  'verso.gemspec': raw`Gem::Specification.new do |spec|
  spec.name = "verso"
  spec.version = "0.4.0"
  spec.summary = "Sets text in columns."
  spec.authors = ["Nobody"]
  spec.files = Dir["lib/**/*.rb"]
  spec.executables = ["verso"]
end
`,
  Rakefile: raw`require "rake/testtask"

Rake::TestTask.new(:test) do |t|
  t.libs << "lib" << "test"
  t.pattern = "test/**/*_test.rb"
  t.warning = false
end

task default: :test
`,
  'lib/verso.rb': raw`require_relative "verso/hyphen"
require_relative "verso/paragraph"
require_relative "verso/page"

module Verso
  class Error < StandardError; end

  def self.set(text, width: 40, columns: 1)
    raise Error, "width must be at least 8, got #{width}" if width < 8

    paragraphs = text.split(/\n{2,}/).map { |one| Paragraph.new(one, width: width) }
    Page.new(paragraphs, columns: columns).to_s
  end
end
`,
  'lib/verso/hyphen.rb': raw`module Verso
  # Where words may be broken.
  module Hyphen
    VOWELS = /[aeiouy]/i

    def self.parts(word)
      word.split(/(?<=[aeiouy][bcdfghjklmnpqrstvwxz])(?=[bcdfghjklmnpqrstvwxz][aeiouy])/i)
    end

    # The longest beginning that fits with its hyphen, and what is left.
    def self.break(word, room)
      parts = parts(word)
      (parts.size - 1).downto(1) do |count|
        head = parts.take(count).join
        return ["#{head}-", parts.drop(count).join] if head.size + 1 <= room
      end
      nil
    end
  end
end
`,
  'lib/verso/paragraph.rb': raw`module Verso
  class Paragraph
    attr_reader :width

    def initialize(text, width:, hyphenate: true)
      @words = text.split
      @width = width
      @hyphenate = hyphenate
    end

    def lines
      lines = [+""]
      pending = @words.dup
      until pending.empty?
        word = pending.shift
        room = width - lines.last.size - (lines.last.empty? ? 0 : 1)
        if word.size <= room
          lines.last << " " unless lines.last.empty?
          lines.last << word
        elsif @hyphenate && (broken = Hyphen.break(word, room))
          lines.last << " " unless lines.last.empty?
          lines.last << broken.first
          lines << +""
          pending.unshift(broken.last)
        elsif lines.last.empty?
          lines.last << word[0, width]
          pending.unshift(word[width..])
          lines << +""
        else
          lines << +""
          pending.unshift(word)
        end
      end
      lines.reject(&:empty?)
    end

    def justified
      *full, last = lines
      full.map { |line| stretch(line) } + [last].compact
    end

    private

    def stretch(line)
      words = line.split
      return line if words.size < 2

      gaps = words.size - 1
      extra, more = (width - words.sum(&:size)).divmod(gaps)
      words[0..-2].each_with_index.map { |word, index| word + " " * (extra + (index < more ? 1 : 0)) }.join + words.last
    end
  end
end
`,
  'lib/verso/page.rb': raw`module Verso
  class Page
    include Enumerable

    GUTTER = "  "

    def initialize(paragraphs, columns: 1)
      @paragraphs = paragraphs
      @columns = columns
    end

    def each(&block)
      return enum_for(:each) unless block

      @paragraphs.each_with_index do |paragraph, index|
        block.call("") if index.positive?
        paragraph.justified.each(&block)
      end
    end

    def to_s
      rows = (count.to_f / @columns).ceil
      return "" if rows.zero?

      columns = each_slice(rows).to_a
      width = @paragraphs.map(&:width).max
      (0...rows).map { |row| columns.map { |column| (column[row] || "").ljust(width) }.join(GUTTER).rstrip + "\n" }.join
    end
  end
end
`,
  'bin/verso': raw`#!/usr/bin/env ruby
require "optparse"
require_relative "../lib/verso"

options = { width: 40, columns: 1 }
begin
  OptionParser.new do |parser|
    parser.on("--width N", Integer) { |n| options[:width] = n }
    parser.on("--columns N", Integer) { |n| options[:columns] = n }
  end.parse!
  print Verso.set($stdin.read, **options)
rescue Verso::Error, OptionParser::ParseError => e
  warn "verso: #{e.message}"
  exit 2
end
`,
  'test/test_helper.rb': raw`require "minitest/autorun"
require "yaml"
require "verso"

module Minitest::Assertions
  # Every line is at most so wide.
  def assert_fits(width, lines)
    wide = lines.select { |line| line.size > width }
    assert wide.empty?, "too wide: #{wide.inspect}"
  end
end

def cases(name)
  YAML.load_file(File.expand_path("cases/#{name}.yml", __dir__))
end
`,
  'test/cases/paragraph.yml': raw`- name: short
  text: one two
  width: 10
  lines: ["one two"]
- name: breaks
  text: one two three
  width: 9
  lines: ["one two", "three"]
- name: hyphens
  text: a winter window
  width: 8
  lines: ["a winter", "window"]
- name: hyphens in words
  text: an winter
  width: 8
  lines: ["an win-", "ter"]
- name: too long
  text: xxxxxxxxxxyy
  width: 10
  lines: ["xxxxxxxxxx", "yy"]
`,
  'test/paragraph_test.rb': raw`require "test_helper"

class ParagraphTest < Minitest::Test
  cases("paragraph").each do |one|
    define_method("test_lines_#{one["name"].tr(" ", "_")}") do
      lines = Verso::Paragraph.new(one["text"], width: one["width"]).lines
      assert_equal one["lines"], lines
      assert_fits one["width"], lines
    end
  end

  def test_justified
    paragraph = Verso::Paragraph.new("aa bb cc dd", width: 9)
    assert_equal ["aa bb  cc", "dd"].map(&:size), paragraph.justified.map(&:size)
    assert_equal "aa  bb cc", paragraph.justified.first
  end

  def test_not_hyphenated
    assert_equal %w[an winter], Verso::Paragraph.new("an winter", width: 8, hyphenate: false).lines
  end
end
`,
  'test/hyphen_test.rb': raw`require "test_helper"

describe Verso::Hyphen do
  it "knows parts" do
    _(Verso::Hyphen.parts("winter")).must_equal %w[win ter]
    _(Verso::Hyphen.parts("tea")).must_equal %w[tea]
  end

  it "breaks where there is room" do
    _(Verso::Hyphen.break("winter", 4)).must_equal ["win-", "ter"]
    _(Verso::Hyphen.break("winter", 3)).must_be_nil
  end
end
`,
  'test/page_test.rb': raw`require "test_helper"

class PageTest < Minitest::Test
  def page(*texts, columns: 1)
    Verso::Page.new(texts.map { |text| Verso::Paragraph.new(text, width: 8) }, columns: columns)
  end

  def test_a_blank_line_between
    assert_equal ["a", "", "b"], page("a", "b").to_a
  end

  def test_columns
    assert_equal "a                   b\n", page("a", "b", columns: 3).to_s
    assert_equal "a\n\nb\n", page("a", "b").to_s
  end

  def test_nothing
    assert_equal "", page.to_s
  end
end

class SetTest < Minitest::Test
  def test_too_narrow
    error = assert_raises(Verso::Error) { Verso.set("a", width: 7) }
    assert_equal "width must be at least 8, got 7", error.message
  end

  def test_sets
    assert_equal File.read("test/golden/two.txt"), Verso.set(File.read("test/golden/text.txt"), width: 16, columns: 2)
  end
end
`,
  'test/command_test.rb': raw`require "test_helper"
require "open3"

class CommandTest < Minitest::Test
  def verso(*args, stdin: "")
    Open3.capture3("ruby", "bin/verso", *args, stdin_data: stdin)
  end

  def test_prints
    out, _, status = verso("--width", "9", stdin: "one two three")
    assert_equal "one   two\nthree\n", out
    assert status.success?
  end

  def test_says_what_is_wrong
    _, err, status = verso("--width", "3")
    assert_equal "verso: width must be at least 8, got 3\n", err
    assert_equal 2, status.exitstatus
  end
end
`,
  'test/golden/text.txt': 'A book has pages, and a page has lines.\n\nLines have words.\n',
  'test/golden/two.txt': 'A    book    has\npages,   and   a  Lines       have\npage has lines.   words.\n',
};
