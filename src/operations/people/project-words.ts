// The words that a project calls vague, beside those that everybody does: `lint.vagueWords` of its baton.yaml.
import { BatonError } from '../../errors.ts';
import { isError } from '../../model/problem.ts';
import { problemsText } from '../../model/problem-text.ts';
import { extendVagueWords, VAGUE_WORDS, type VagueWords } from '../../model/vague-words.ts';
import { CONFIG_FILE, readOwnConfig } from '../project/load-config.ts';

/** Undefined: the project adds none. Throws when its file cannot be used, for then nobody knows which it adds. */
export const projectWords = async (project: string): Promise<VagueWords | undefined> => {
  const { value, problems } = await readOwnConfig(project);
  if (value === undefined || problems.some(isError))
    throw new BatonError('CONFIG_INVALID', `${CONFIG_FILE} cannot be used:\n${problemsText(problems)}`, {
      hint: 'Fix the file; `baton doctor` checks it.',
      data: { problems },
    });
  const more = value.lint?.vagueWords;
  return more === undefined ? undefined : extendVagueWords(VAGUE_WORDS, more);
};
