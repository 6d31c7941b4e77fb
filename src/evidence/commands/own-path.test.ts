import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ownPath, ownUri } from './own-path.ts';

describe('ownPath', () => {
  it.each([
    ['/project/src/a.ts', 'src/a.ts'],
    ['/project/./src//x/../a.ts', 'src/a.ts'],
    ['src/a.ts', 'src/a.ts'],
    ['.\\src\\a.ts', 'src/a.ts'],
    ['/projects/src/a.ts', undefined],
    ['/other/a.ts', undefined],
    ['/project', undefined],
    ['', undefined],
    ['../a.ts', undefined],
    ['/project/../etc/passwd', undefined],
    ['src/../../a.ts', undefined],
    ['node_modules/x/a.js', undefined],
    ['/project/packages/a/node_modules/b/c.js', undefined],
    ['__proto__', undefined],
    ['a\nb', undefined],
  ])('%j is %j', (path, expected) => {
    expect(ownPath(path, '/project')).toBe(expected);
  });

  it('knows Windows, several roots and bases', () => {
    expect(ownPath('C:\\work\\src\\a.ts', 'C:\\work')).toBe('src/a.ts');
    expect(ownPath('D:\\work\\src\\a.ts', 'C:\\work')).toBeUndefined();
    expect(ownPath('/real/a.ts', ['/link', '/real'])).toBe('a.ts');
    expect(ownPath('a.ts', '/project', '/project/src')).toBe('src/a.ts');
    expect(ownPath('a.ts', '/project', '/elsewhere')).toBeUndefined();
    expect(ownPath('../a.ts', '/project', 'src')).toBe('a.ts');
  });

  it('never leads out of the project, whatever the path is', () => {
    const part = fc.constantFrom('..', '.', '', 'a', 'project', 'node_modules', '\\', 'C:', 'x.ts');
    fc.assert(
      fc.property(fc.array(part, { maxLength: 12 }), fc.boolean(), (parts, absolute) => {
        const own = ownPath(`${absolute ? '/' : ''}${parts.join('/')}`, '/project');
        if (own === undefined) return;
        expect(own.startsWith('/')).toBe(false);
        expect(own.split('/').some((name) => ['', '.', '..', 'node_modules'].includes(name))).toBe(false);
      }),
    );
  });
});

describe('ownUri', () => {
  it.each([
    ['file:///project/a%20b.ts', 'a b.ts'],
    ['file://localhost/project/a.ts', 'a.ts'],
    ['file:/project/a.ts', 'a.ts'],
    ['src/a.ts', 'src/a.ts'],
    ['file:///etc/passwd', undefined],
    ['https://example.org/a.ts', undefined],
    ['%ZZ', undefined],
    ['%2e%2e/a.ts', undefined],
  ])('%j is %j', (uri, expected) => {
    expect(ownUri(uri, '/project')).toBe(expected);
  });

  it('knows the slash before a drive', () => {
    expect(ownUri('file:///C:/work/a.ts', 'C:\\work')).toBe('a.ts');
  });
});
