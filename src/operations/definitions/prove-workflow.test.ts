import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { temporaryFolder, writeFiles } from '../../../test/fixtures/repository.ts';
import { relay } from '../../workflows/relay/relay.ts';
import type { System } from '../system.ts';
import { proveWorkflow } from './prove-workflow.ts';

const importModule: System['importModule'] = (url) => import(url);
const system = { workflows: [relay], systems: [], importModule } as unknown as System;

const proveFile = (text: string, name = 'mine.mjs') => {
  const folder = temporaryFolder();
  writeFiles(folder, { [name]: text });
  return proveWorkflow(system, `./${name}`, folder);
};

describe('prove', () => {
  test('takes a built-in workflow by its name', async () => {
    expect(await proveWorkflow(system, 'relay', '/')).toEqual({
      workflow: 'relay',
      phases: 8,
      facts: 5,
      problems: [],
    });
  });

  test('takes a module of the user, and finds what is wrong with it', async () => {
    const { workflow, problems } = await proveFile(
      `export const mine = { name: 'mine', version: 1, says: '', directory: '.baton/runs', first: 'nowhere',
        roles: {}, artifacts: {}, facts: {}, contracts: {}, phases: {}, limits: {} };`,
    );
    expect(workflow).toBe('mine');
    expect(problems.length).toBeGreaterThan(0);
  });

  test.each([
    ['export const other = 1;', 'WORKFLOW_INVALID', 'it exports other'],
    ['export const broken = ;', 'WORKFLOW_INVALID', 'cannot be loaded'],
    ['throw new Error("no luck");', 'WORKFLOW_INVALID', 'no luck'],
  ])('%s is refused with words', async (text, code, part) => {
    await expect(proveFile(text)).rejects.toMatchObject({ code, message: expect.stringContaining(part) });
  });

  test('a file that is not there and a name that nobody has are told apart', async () => {
    await expect(proveWorkflow(system, join('/nowhere', 'w.mjs'), '/')).rejects.toMatchObject({
      code: 'FILE_MISSING',
    });
    await expect(proveWorkflow(system, 'relya', '/')).rejects.toMatchObject({
      code: 'WORKFLOW_UNKNOWN',
      hint: 'did you mean relay?',
    });
  });
});
