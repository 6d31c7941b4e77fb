import { expect, it } from 'vitest';
import { pytestId } from './pytest-id.ts';

it.each([
  ['test_x[\\xe9]', 'test_x[é]'],
  ['test_x[e\u0301]', 'test_x[é]'],
  ['test_x[\\u65e5\\u672c-1]', 'test_x[日本-1]'],
  ['test_x[\\U0001f642]', 'test_x[🙂]'],
  ['test_x[#x1F642]', 'test_x[🙂]'],
  ['test_x[a\\\\xe9]', 'test_x[a\\\\xe9]'],
  ['test_x[a\\n\\x00b]', 'test_x[a\\n\\x00b]'],
  ['test_x[\\ud800]', 'test_x[\\ud800]'],
  ['test_x[#x1FFFFFF #xFF]', 'test_x[#x1FFFFFF #xFF]'],
  ['test_é\\xe9', 'test_é\\xe9'],
])('%s is %s', (written, name) => {
  expect(pytestId(written)).toBe(name);
});
