import type { Command } from 'commander';
import { BatonError } from '../../../errors.ts';
import { plainLine } from '../../../std/terminal-text.ts';
import { askLine } from '../../ask-line.ts';
import { EXIT, type Exit } from '../../exit-codes.ts';
import { policyOption } from '../../policy-option.ts';
import { examples, type Register } from '../../register.ts';
import type { Shell } from '../../shell.ts';

interface Flags {
  readonly text?: string;
  readonly exclude?: readonly string[];
  readonly message?: string;
  readonly why?: string;
  readonly about?: readonly string[];
  readonly edit?: boolean;
  readonly policy?: Readonly<Record<string, unknown>>;
}

type Verb = 'approve' | 'reject' | 'answer';

const answer = async (shell: Shell, verb: Verb, item: string, flags: Flags): Promise<Exit> => {
  const { answerItem } = await import('../../../operations/people/answer-item.ts');
  const { personName, requirePerson } = await import('../../../operations/people/require-person.ts');
  requirePerson({ env: shell.env, pid: process.pid });
  const { text = '', exclude = [], message, why, policy } = flags;
  const person = personName(shell.env);
  const word = {
    verb,
    item,
    text,
    exclude: [...exclude],
    message,
    why,
    person,
    ...(policy === undefined ? {} : { policy: { ...policy } }),
  };
  const done = await answerItem(await shell.system(), await shell.place(), word, flags.about);
  const next = done.held ? '' : `\nNo process runs it. Continue with: baton resume ${done.run}`;
  shell.print({ ok: true, ...done }, `${plainLine(done.message)}${next}`);
  return EXIT.yes;
};

/** Words from the editor; without a terminal nobody is there to write them. */
const edited = async (shell: Shell, id: string, begin: string | undefined): Promise<string> => {
  if (!shell.canAsk)
    throw new BatonError('USAGE_INVALID', '--edit: expected a terminal', {
      hint: 'Give the words with --text, or --message.',
    });
  const { editText } = await import('../../progress/editor.ts');
  const words = await editText(shell.env, `Your words about ${id}.`, begin);
  if (words !== undefined) return words;
  throw new BatonError('USAGE_INVALID', 'nothing was written, so nothing was answered');
};

const collect = (value: string, before: readonly string[] = []): readonly string[] => [...before, value];

const described = (program: Command, verb: Verb, summary: string): Command =>
  program
    .command(verb)
    .summary(summary)
    .argument(
      '<ID>',
      'the item to answer, as `baton inbox` names it (RUN/ID if several runs have the same one)',
    )
    .option('--exclude <FILE>', 'leave this file out of the change; may be repeated', collect)
    .option(
      '--about <DIGEST>',
      'answer only if the item still has this digest (see `baton inbox --json`); may be repeated',
      collect,
    )
    .option('--message <M>', 'the commit message')
    .option('--policy <NAME=VALUE>', 'change a policy of the run from now on; may be repeated', policyOption);

export const approveCommand: Register = (program, act) => {
  described(program, 'approve', 'approve what waits for you')
    .description('Approves what waits for a person.')
    .option('--text <T>', 'a remark')
    .option('--edit', 'write the commit message in $EDITOR')
    .addHelpText(
      'after',
      examples('baton approve approving.human.1', 'baton approve approving.human.1 --edit'),
    )
    .action(
      act(async (shell, id: string, flags: Flags) =>
        answer(shell, 'approve', id, {
          ...flags,
          ...(flags.edit === true ? { message: await edited(shell, id, flags.message) } : {}),
        }),
      ),
    );
};

/** Whoever fixes it has nothing but these words; a program that gives none is not asked. */
const reasonFrom = async (shell: Shell): Promise<string> =>
  shell.canAsk && !shell.json ? askLine(shell, 'What must change? ') : '';

export const rejectCommand: Register = (program, act) => {
  described(program, 'reject', 'reject what waits for you, and say why')
    .description('Rejects what waits for a person. The agent that fixes it reads your words.')
    .option('--text <T>', 'what must change; without it, a terminal asks you')
    .option('--edit', 'write it in $EDITOR')
    .addHelpText('after', examples('baton reject approving.human.1 --text "The button has no label."'))
    .action(
      act(async (shell, id: string, flags: Flags) =>
        answer(shell, 'reject', id, {
          ...flags,
          text:
            flags.edit === true
              ? await edited(shell, id, flags.text)
              : (flags.text ?? (await reasonFrom(shell))),
        }),
      ),
    );
};

export const answerCommand: Register = (program, act) => {
  described(program, 'answer', 'answer a question, or choose')
    .description('Answers a question, or makes one of the choices.')
    .requiredOption('--text <T>', 'the answer, or the choice')
    .option('--why <T>', 'a comment on your choice; the agent that continues reads it')
    .addHelpText('after', examples('baton answer planning.planner.1.ask1 --text "Use OAuth."'))
    .action(act((shell, id: string, flags: Flags) => answer(shell, 'answer', id, flags)));
};
