import { expect, it } from 'vitest';
import type { View } from '../../../model/workflow/view.ts';
import { permissionsByAllowlist } from './modes.ts';

/** Of a view only the allowlist is looked at. */
const allowed = (text: string, role = 'builder') =>
  permissionsByAllowlist({ has: () => true, text: () => text } as Partial<View> as View, role);
const says = (role_permissions: object) => JSON.stringify({ version: 2, role_permissions });

it.each([
  ['no allowlist', '{}\n', undefined],
  ['one without a word on roles', '{"version":2}', undefined],
  ['one that cannot be read', '{"version":', {}],
  ['one with a mistake', says({ builder_agent: { bash: 'find' } }), {}],
  ['one that names another role', says({ fixer_agent: { bash: ['find'] } }), {}],
  ['one that names nobody', says({}), {}],
  [
    'one that names it',
    says({ builder_agent: { file_write: ['src/**'], bash: ['npm test'], file_read: ['**'] } }),
    { write: ['src/**'], run: ['npm test'] },
  ],
])('what a builder may do by %s', (_, text, expected) => {
  expect(allowed(text)).toEqual(expected);
});

it('a role that no allowlist knows hands in and does nothing else', () => {
  expect(allowed(says({ builder_agent: { bash: ['npm test'] } }), 'router')).toEqual({});
});
