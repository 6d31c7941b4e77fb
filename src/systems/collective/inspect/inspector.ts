// What `baton check` knows about a directory with the collective's handoffs: each of them, read. It has no state file that
// anything could be compared with.
import type { Inspector } from '../../../handoffs/inspector.ts';
import { PROBLEMS_MAX } from '../../../model/limits.ts';
import { type Problem, problem } from '../../../model/problem.ts';
import { decodeCollective } from '../handoff/decode.ts';

const MESSAGE = /\.(?:md|txt|ya?ml)$/i;
const IN_FOLDER = /^handoffs\/[^/]+\.(?:md|txt|ya?ml)$/i;

const checkRun = (files: ReadonlyMap<string, string>): readonly Problem[] => {
  const found = [...files].map(([file, text]) => decodeCollective({ text, file }));
  if (found.every((one) => one === undefined))
    return [
      problem('HANDOFF_MISSING', 'expected a handoff of the collective in one of the files, found none', {
        hint: 'Handoffs stand in messages (.md, .txt) or in files of their own (.yaml).',
      }),
    ];
  return found.flatMap((one) => one?.problems ?? []).slice(0, PROBLEMS_MAX);
};

export const collectiveInspector: Inspector = {
  dialect: 'collective',
  says: 'directories with handoffs of the Collective (handoffs/*.md, *.yaml)',
  artifact: () => undefined,
  isRun: (names) => names.some((name) => IN_FOLDER.test(name)),
  reads: (name) => MESSAGE.test(name),
  run: checkRun,
};
