// A project with a change, and what a canary says of its runner.
import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect } from 'vitest';
import { gitIn, writeFiles } from '../../test/fixtures/repository.ts';
import type { CanaryEvidence } from '../model/evidence.ts';
import { treeDigest } from '../model/sealed.ts';
import { observeCanary } from './canary.ts';
import { type Place, scratchDirectory } from './place.ts';
import { findRepository } from './repository.ts';
import { placeWith, TOOLS } from './run-on.fixture.ts';
import { sealTree } from './sealed-tree.ts';

export const VITEST = `${resolve(import.meta.dirname, '../../node_modules/.bin/vitest')} run`;
export const PYTEST = '/usr/bin/python3 -m pytest -p no:cacheprovider';
export const JEST =
  TOOLS.map((folder) => join(folder, 'node_modules/.bin/jest')).find((path) => existsSync(path)) ??
  '/nonexistent';

type Try = CanaryEvidence['tries'][number];

export interface Case {
  readonly line: string;
  readonly base: Readonly<Record<string, string>>;
  readonly head: Readonly<Record<string, string>>;
  readonly env?: Readonly<Record<string, string>>;
}

export interface Needing extends Case {
  /** A line that shows whether the runner is there. */
  readonly needs?: string;
}

export const tryIn = async (place: Place, { line, head }: Case): Promise<Try> => {
  const repository = await findRepository(place.project);
  const base = treeDigest(gitIn(place.project, 'rev-parse', 'HEAD^{tree}').trim());
  writeFiles(place.project, head);
  const tree = await sealTree(repository, {
    scratchDirectory: scratchDirectory(place),
    ref: 'refs/baton/test/head',
  });
  const evidence = await observeCanary({ place, base, tree, scriptsOf: base, line, sandbox: 'none' });
  if (evidence.kind !== 'canary') throw new Error(evidence.cause);
  expect(evidence.tries).toHaveLength(1);
  return evidence.tries[0]!;
};

export const tryCase = (one: Case): Promise<Try> => {
  const place = placeWith(one.base);
  return tryIn(one.env === undefined ? place : { ...place, env: one.env }, one);
};

export const SLOW = { timeout: 120_000 };
export const entries = (cases: Record<string, Case>) => Object.entries(cases);

export const pyProject = {
  'src/pkg/__init__.py': '',
  'src/pkg/core.py': 'def add(a, b):\n    return a + b\n',
};
export const PY_TEST = 'from pkg.core import add\n\n\ndef test_add():\n    assert add(1, 1) == 2\n';
export const PY_PATH = { 'pytest.ini': '[pytest]\npythonpath = src\n' };
export const PY_CHANGE = { 'src/pkg/core.py': 'def add(a, b):\n    return a - b\n' };

export const NODE_CODE = { 'src/add.js': 'exports.add = (a, b) => a + b;\n' };
export const NODE_CHANGE = { 'src/add.js': 'exports.add = (a, b) => a - b;\n' };
export const NODE_TEST =
  "const test = require('node:test');\nconst assert = require('node:assert');\nconst { add } = require('../src/add.js');\ntest('adds', () => assert.equal(add(1, 1), 2));\n";
