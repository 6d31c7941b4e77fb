import { expect, it } from 'vitest';
import { permissionsSection } from './permissions-section.ts';

it('names what the role may do, as far as it fits', () => {
  const run = Array.from({ length: 22 }, (_, at) => `make part${at}`);
  const text = permissionsSection({ write: ['src/**'], run }, false);
  expect(text).toContain('these of the project:\n  - `src/**`\n- run');
  expect(text).toContain('  - `make part19`\n  - and 2 more\n- not use the web\n');
});

it('says where there is nothing, and nothing where nobody says anything', () => {
  expect(permissionsSection({}, true)).toMatch(
    /project:\n {2}- none\n[^\n]*follow:\n {2}- none\n- use the web\n$/,
  );
  expect(permissionsSection(undefined, true)).toBe('');
});
