// Lies about examples in the documentation of Rust: the function stays, and its example is gone, empty or without effect.
import { describe, expect, it } from 'vitest';
import { placesOf } from './break-something.ts';
import { changeTests, newTestsIn, type TestLie } from './change-tests.ts';
import { docTests } from './rust-doc-tests.ts';

const EXAMPLE = `    /// \`\`\`
    /// use sums::Sum;
    /// assert_eq!(Sum::new().add(1), 1);
    /// \`\`\`
`;
const CODE = `//! \`\`\`
//! assert!(true);
//! \`\`\`

impl Sum {
    /// Adds.
    ///
${EXAMPLE}    #[must_use]
    pub const fn add(&self, n: i32) -> i32 {
        n
    }

    /// \`\`\`text
    /// 1 + 1
    /// \`\`\`
    fn quiet() {}

    /// \`\`\`
    /// documents what a macro makes
    /// \`\`\`
    item!(Item);
    fn plain() {}
}
`;
const lied = (lie: TestLie): string | undefined => changeTests('src/lib.rs', CODE, lie, () => true);

describe('examples in the documentation of an item', () => {
  it('are tests, where they are run and an item follows', () => {
    expect(docTests(CODE).map(({ name, from, to }) => [name, CODE.slice(from, to)])).toEqual([
      ['example of add', EXAMPLE],
    ]);
  });

  it.each([
    ['trait ToKebabCase: ToOwned {', 'ToKebabCase'],
    ['pub struct AsKebabCase<T: AsRef<str>>(pub T);', 'AsKebabCase'],
    ['pub(crate) enum Either<L, R> {', 'Either'],
    ['pub unsafe trait Raw {}', 'Raw'],
    ['pub mod kebab;', 'kebab'],
    ['type Item = i32;', 'Item'],
    ['pub const MAX: usize = 3;', 'MAX'],
    ['pub const fn max() -> usize {', 'max'],
    ['pub static mut COUNT: usize = 3;', 'COUNT'],
    ['macro_rules! either {', 'either'],
  ])('are known as those of `%s`', (item, name) => {
    const example = '/// ```\n/// assert!(true);\n/// ```\n';
    expect(docTests(`${example}#[doc(alias = "x")]\n${item}\n`)).toMatchObject([
      { name: `example of ${name}` },
    ]);
  });

  it('are found by the name that cargo gives them', () => {
    const failed = (name: string) =>
      placesOf({ prefix: '' }, [{ path: 'src/lib.rs', text: CODE }], [{ name, file: 'src/lib.rs' }]);
    expect(failed('src/lib.rs - Sum::add')).toEqual({
      places: new Map([['src/lib.rs', new Set(['example of add'])]]),
    });
    expect(failed('src/lib.rs - Sum::plain')).toEqual({ lost: 'src/lib.rs - Sum::plain' });
    // A test of that name is another one.
    expect(failed('tests::add')).toEqual({ lost: 'tests::add' });
  });

  it('can be removed, emptied, ignored or wrapped, and nothing else changes', () => {
    const rest = CODE.replace(EXAMPLE, '');
    expect(lied('removed')).toBe(rest);
    expect(lied('emptied')).toContain('    /// ```\n    /// \n    /// ```\n    #[must_use]');
    expect(lied('constant')).toContain('    /// ```\n    /// assert!(true);\n    /// ```\n');
    expect(lied('skipped')).toBe(CODE.replace('    /// ```\n    /// use', '    /// ```ignore\n    /// use'));
    expect(lied('wrapped')).toContain(
      '    /// # let _ = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| {\n    /// use sums::Sum;\n    /// assert_eq!(Sum::new().add(1), 1);\n    /// # }));\n',
    );
  });

  it('are new where the commit adds or changes them', () => {
    const names = (before: string) => newTestsIn('src/lib.rs', before, CODE).map(({ name }) => name);
    expect(names(CODE)).toEqual([]);
    expect(names(CODE.replace('add(1), 1', 'add(2), 2'))).toEqual(['example of add']);
  });
});
