import { describe, expect, it } from 'vitest';
import { splitSource, withTestsFrom } from './in-source-tests.ts';

const CODE = 'pub fn one() -> i32 {\n    1\n}\n';
const ONES = '#[test]\nfn ones() {\n    assert_eq!(one(), 1);\n}\n';
const TWOS =
  '/// Twice.\n#[cfg(feature = "std")]\n#[test]\n#[should_panic]\nfn twos() {\n    assert_eq!(one(), 2);\n}\n';

describe('tests of Rust beside the code', () => {
  it('stand in a module, or alone, with all of their attributes', () => {
    const text = `${CODE}\n${ONES}\n${TWOS}\n#[cfg(test)]\nmod tests {\n    #[test]\n    fn in_it() {}\n}\n`;
    const found = splitSource('src/lib.rs', text);
    expect(found?.blocks).toHaveLength(3);
    expect(found?.blocks[1]).toBe(TWOS.trimEnd());
    expect(found?.code.trim()).toBe(CODE.trim());
  });

  it('are taken from another version of the file', () => {
    const other = CODE.replace('1', '2');
    const mixed = withTestsFrom('src/lib.rs', `${other}\n${ONES}`, `${CODE}\n${ONES}\n${TWOS}`);
    expect(mixed).toContain(other.trim());
    expect(mixed).toContain(ONES.trim());
    expect(mixed).toContain(TWOS.trim());
  });

  it('are none in texts and comments, and none that stand inside of something else', () => {
    const text = `const A: &str = r#"\n${ONES}"#;\n/*\n${ONES}*/\nmod inner {\n    #[test]\n    fn in_it() {}\n}\n`;
    expect(splitSource('src/lib.rs', text)).toBeUndefined();
  });
});
