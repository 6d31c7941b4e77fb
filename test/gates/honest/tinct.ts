// Honest work in a crate that fills templates: errors, traits and signatures that change, tests that move out of sources, features.
import type { Edit, Files, Gate, Work } from '../case.ts';
import { all, append, remove, replace, write } from '../edits.ts';
import { TINCT } from '../projects/tinct.ts';
import { inProject } from './stranger.ts';

const work = inProject('rust', 'tinct', TINCT, { file: 'tests/cli.rs', name: 'writes_a_letter' });

const RELAY: readonly Gate[] = ['relay'];
const BOTH: readonly Gate[] = ['hook', 'relay'];
const WITH_H3A: readonly Gate[] = ['relay', 'h3a'];
const CACHE = 'src/cache.rs';
const CLI = 'tests/cli.rs';
const ERROR = 'src/error.rs';
const FILTERS = 'src/filters.rs';
const MAIN = 'src/main.rs';
const TEMPLATE = 'src/template.rs';

const everywhere =
  (change: (text: string) => string): Edit =>
  (files: Files) =>
    Object.fromEntries(Object.entries(files).map(([path, text]) => [path, change(text)]));

export const tinctWork: readonly Work[] = [
  work('filter-with-row', {
    gates: BOTH,
    story: 'a new filter, with rows of the macro',
    names: { file: 'src/lib.rs', name: 'filters::tests::turns' },
    edit: all(
      replace(
        FILTERS,
        '        "trim" =>',
        '        "reverse" => |text| text.chars().rev().collect(),\n        "trim" =>',
      ),
      replace(
        FILTERS,
        '        trims: "trim"',
        '        turns: "reverse", "aé b" => "b éa";\n        turns_nothing: "reverse", "" => "";\n        trims: "trim"',
      ),
    ),
  }),
  work('place-in-lines', {
    gates: WITH_H3A,
    story: 'an error says line and column in place of an offset; the variant changes, and its tests',
    names: { file: 'src/lib.rs', name: 'template::tests::says_what_is_wrong' },
    released: ['template::tests::says_what_is_wrong'],
    edit: all(
      replace(ERROR, 'Unclosed(usize)', 'Unclosed { line: usize, column: usize }'),
      replace(
        ERROR,
        'Error::Unclosed(at) => write!(f, "nothing closes the brace at {at}")',
        'Error::Unclosed { line, column } => {\n                write!(f, "nothing closes the brace in line {line}, column {column}")\n            }',
      ),
      replace(TEMPLATE, 'ok_or(Error::Unclosed(at))', 'ok_or_else(|| unclosed(&text[..at]))'),
      replace(
        TEMPLATE,
        'fn slot(',
        "fn unclosed(before: &str) -> Error {\n    let line = before.split('\\n').count();\n    let column = before.rsplit('\\n').next().unwrap_or_default().chars().count() + 1;\n    Error::Unclosed { line, column }\n}\n\nfn slot(",
      ),
      replace(
        TEMPLATE,
        '("é {a", Error::Unclosed(3)),',
        '("é {a", Error::Unclosed { line: 1, column: 3 }),\n            ("a\\n{b", Error::Unclosed { line: 2, column: 1 }),',
      ),
    ),
  }),
  work('values-fail', {
    gates: RELAY,
    story: 'values can fail: the trait answers a Result, the double and the map follow',
    names: { file: 'src/lib.rs', name: 'template::tests::passes_failures_on' },
    released: ['src/template.rs'],
    edit: all(
      replace(
        TEMPLATE,
        'fn value(&self, name: &str) -> Option<String>',
        'fn value(&self, name: &str) -> Result<Option<String>, Error>',
      ),
      replace(TEMPLATE, 'self.get(name).cloned()', 'Ok(self.get(name).cloned())'),
      replace(TEMPLATE, '                        .value(name)\n', '                        .value(name)?\n'),
      replace(
        TEMPLATE,
        'name.chars().all(char::is_lowercase).then(|| name.to_string())',
        'if name == "9" {\n                return Err(Error::Missing("all".to_string()));\n            }\n            Ok(name.chars().all(char::is_lowercase).then(|| name.to_string()))',
      ),
      replace(
        TEMPLATE,
        '    #[test]\n    fn keeps_braces',
        '    #[test]\n    fn passes_failures_on() {\n        assert_eq!(filled("{9?nine}"), Err(Error::Missing("all".to_string())));\n    }\n\n    #[test]\n    fn keeps_braces',
      ),
    ),
  }),
  work('exit-codes', {
    gates: WITH_H3A,
    story: 'what is wrong in a template ends with 3, and what cannot be read with 1; the test follows',
    names: { file: CLI, name: 'says_what_is_missing' },
    released: ['says_what_is_missing'],
    edit: all(
      replace(
        MAIN,
        '            ExitCode::FAILURE',
        '            ExitCode::from(if error.is::<tinct::Error>() { 3 } else { 1 })',
      ),
      replace(CLI, '(Some(1), "tinct: no value', '(Some(3), "tinct: no value'),
      append(
        CLI,
        '\n#[test]\nfn ends_otherwise_without_a_template() {\n    assert_eq!(tinct(&["none.tmpl"]).code, Some(1));\n}\n',
      ),
    ),
  }),
  work('roman-big', {
    gates: BOTH,
    kind: 'fix',
    story: 'numbers from 400 on are written as they should be',
    names: { file: 'src/lib.rs', name: 'filters::tests::counts_far' },
    edit: all(
      replace(
        FILTERS,
        'const SIGNS: [(u32, &str); 9] = [\n',
        'const SIGNS: [(u32, &str); 13] = [\n        (1000, "M"),\n        (900, "CM"),\n        (500, "D"),\n        (400, "CD"),\n',
      ),
      replace(
        FILTERS,
        '        #[cfg(feature = "roman")]\n        keeps_words',
        '        #[cfg(feature = "roman")]\n        counts_far: "roman", "1944" => "MCMXLIV";\n        #[cfg(feature = "roman")]\n        keeps_words',
      ),
    ),
  }),
  work('layout', {
    gates: RELAY,
    story: 'the letter has another ending, in template and golden files',
    names: { file: CLI, name: 'writes_a_card' },
    edit: all(
      write({
        'tests/golden/card.tmpl': 'To {name|lower|title}{city?|upper}\n',
        'tests/golden/card.txt': 'To Ann LeeBERN\n',
      }),
      replace(
        FILTERS,
        '        "trim" =>',
        '        "comma" => |text| format!(", {text}"),\n        "trim" =>',
      ),
      replace('tests/golden/card.tmpl', '{city?|upper}', '{city|upper|comma}'),
      replace('tests/golden/card.txt', 'LeeBERN', 'Lee, BERN'),
      append(
        CLI,
        '\n#[test]\nfn writes_a_card() {\n    let ended = tinct(&["card.tmpl", VALUES[0], VALUES[2]]);\n    assert_eq!(ended.out, include_str!("golden/card.txt"));\n}\n',
      ),
    ),
  }),
  work('cache-gives-back', {
    gates: RELAY,
    story: 'a cache can forget, and gives its source back',
    names: { file: 'src/lib.rs', name: 'cache::tests::forgets' },
    edit: all(
      replace(
        CACHE,
        'kept: RefCell::default() }\n    }\n',
        'kept: RefCell::default() }\n    }\n\n    /// Asks for this text again next time.\n    pub fn forget(&self, name: &str) -> bool {\n        self.kept.borrow_mut().remove(name).is_some()\n    }\n',
      ),
      replace(
        CACHE,
        '    #[test]\n    fn asks_again_after',
        '    #[test]\n    fn forgets() -> io::Result<()> {\n        let source = Counting::failing(0);\n        let cached = Cached::new(&source);\n        cached.load("a")?;\n        assert!(cached.forget("a"));\n        assert!(!cached.forget("a"));\n        assert_eq!(cached.load("a")?, "a2");\n        Ok(())\n    }\n\n    #[test]\n    fn asks_again_after',
      ),
    ),
  }),
  work('doctest-example', {
    gates: RELAY,
    story: 'a function with an example in its documentation as its only test',
    names: { file: 'src/template.rs', name: 'src/template.rs - template::Template::names' },
    edit: replace(
      TEMPLATE,
      '    /// Writes the text with values in its slots.\n',
      '    /// The names that are asked for.\n    ///\n    /// ```\n    /// let template = tinct::Template::parse("{a} {b|upper}").unwrap();\n    /// assert_eq!(template.names(), ["a", "b"]);\n    /// ```\n    pub fn names(&self) -> Vec<&str> {\n        self.parts\n            .iter()\n            .filter_map(|part| match part {\n                Part::Slot { name, .. } => Some(name.as_str()),\n                Part::Text(_) => None,\n            })\n            .collect()\n    }\n\n    /// Writes the text with values in its slots.\n',
    ),
  }),
  work('filters-in-folder', {
    gates: BOTH,
    kind: 'refactor',
    story: 'a feature has a module of its own, with its tests',
    edit: (files) => {
      const text = files[FILTERS] ?? '';
      const roman = text.slice(
        text.indexOf('#[cfg(feature = "roman")]\nfn roman'),
        text.indexOf('#[cfg(test)]'),
      );
      const { [FILTERS]: _, ...rest } = files;
      return {
        ...rest,
        'src/filters/mod.rs': text
          .replace(roman, '')
          .replace('use crate::Error;\n', 'use crate::Error;\n\n#[cfg(feature = "roman")]\nmod roman;\n')
          .replace('"roman" => roman,', '"roman" => roman::roman,'),
        'src/filters/roman.rs': `${roman.replace('#[cfg(feature = "roman")]\nfn', 'pub(super) fn').trimEnd()}\n`,
      };
    },
  }),
  work('tests-apart', {
    gates: BOTH,
    kind: 'tests',
    story: 'the tests of templates move out of their source into a file beside it',
    edit: (files) => {
      const text = files[TEMPLATE] ?? '';
      const at = text.indexOf('#[cfg(test)]');
      const body = text
        .slice(text.indexOf('mod tests {\n') + 'mod tests {\n'.length)
        .replace(/\}\n$/, '')
        .replace(/^ {4}/gm, '');
      return {
        ...files,
        [TEMPLATE]: `${text.slice(0, at)}#[cfg(test)]\nmod tests;\n`,
        'src/template/tests.rs': body,
      };
    },
  }),
  work('macro-to-table', {
    gates: WITH_H3A,
    kind: 'tests',
    story: 'the tests that a macro made become a table in one test',
    released: [FILTERS],
    edit: (files) => {
      const text = files[FILTERS] ?? '';
      const from = text.indexOf('    macro_rules!');
      const to = text.indexOf('    #[test]\n    fn knows_no_other');
      return {
        ...files,
        [FILTERS]: `${text.slice(0, from)}    #[test]
    fn changes_values() {
        for (name, from, to) in [
            ("upper", "aé", "AÉ"),
            ("lower", "Ab", "ab"),
            ("title", "the old  man", "The Old  Man"),
            ("title", "mcDonald", "McDonald"),
            ("trim", " a b\\n", "a b"),
            #[cfg(feature = "roman")]
            ("roman", "149", "CXLIX"),
            #[cfg(feature = "roman")]
            ("roman", "many", "many"),
        ] {
            assert_eq!(filter(name).unwrap()(from), to, "{name} of {from}");
        }
    }

${text.slice(to)}`,
      };
    },
  }),
  work('renamed', {
    gates: BOTH,
    kind: 'rename',
    released: ['src/cache.rs'],
    story: 'a variant, a trait and a module have other names, in code, tests and the example',
    edit: (files) =>
      Object.fromEntries(
        Object.entries(
          everywhere((text) =>
            text
              .replace(/\bMissing\b/g, 'NoValue')
              .replace(/\bCached\b/g, 'Remembering')
              .replace(/\bmod cache\b/g, 'mod remembering')
              .replace(/\bcache::/g, 'remembering::'),
          )(files),
        ).map(([path, text]) => [path.replace('src/cache.rs', 'src/remembering.rs'), text]),
      ),
  }),
  work('docs', {
    gates: RELAY,
    kind: 'docs',
    story: 'documents the variants, and gives the example a second line',
    edit: all(
      replace(
        ERROR,
        '    UnknownFilter(',
        '    /// A word behind a bar that is no filter.\n    UnknownFilter(',
      ),
      append('README.md', '\n`{name?nobody}` has a word for no value.\n'),
    ),
  }),
  work('homeless-gone', {
    gates: RELAY,
    kind: 'tests',
    released: ['writes_without_a_city'],
    story: 'a test of the program that another one covers goes with its golden file, as released',
    edit: all(
      remove('tests/golden/homeless.txt'),
      replace(CLI, /#\[test\]\nfn writes_without_a_city[\s\S]*?\n}\n\n/, ''),
    ),
  }),
  work('version', {
    gates: RELAY,
    kind: 'dependencies',
    story: 'raises the version, and the profile keeps debug information',
    edit: all(replace('Cargo.toml', '0.3.0', '0.3.1'), replace('Cargo.lock', '0.3.0', '0.3.1')),
  }),
];
