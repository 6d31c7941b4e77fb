// Beside what a command prints: the summary of a job of GitHub, where it runs in one, and SARIF in a file.
import { appendFile, writeFile } from 'node:fs/promises';
import { BatonError, causeText } from '../errors.ts';
import { checkSarif } from '../operations/check/check-sarif.ts';
import type { Shell } from './shell.ts';
import { githubSummary, type Summarized } from './texts/github-summary.ts';

const unwritable = (path: string, cause: unknown): BatonError =>
  new BatonError('FILE_UNWRITABLE', `expected a file that can be written at ${path}: ${causeText(cause)}`);

export const reportToGithub = async (
  shell: Shell,
  found: Summarized,
  { format, sarif }: { readonly format: string; readonly sarif: string | undefined },
): Promise<void> => {
  const summary = shell.env['GITHUB_STEP_SUMMARY'];
  const write = (path: string, act: () => Promise<void>): Promise<void> =>
    act().catch((cause: unknown) => {
      throw unwritable(path, cause);
    });
  if (format === 'github' && summary !== undefined && summary !== '')
    await write(summary, () => appendFile(summary, `${githubSummary(found)}\n`));
  if (sarif === undefined) return;
  const { version } = await shell.system();
  await write(sarif, () => writeFile(sarif, `${JSON.stringify(checkSarif(found, version), null, 2)}\n`));
};
