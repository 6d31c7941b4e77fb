// A person's answer from a page: it counts for the bytes that the page showed, and a run that nobody holds is held afterwards.
import { BatonError } from '../../errors.ts';
import type { AnswerBody, Taken } from '../../model/dashboard/documents.ts';
import type { WantedQuestion } from '../../model/run/wanted.ts';
import { failed, type PersonWord, sayToRun } from '../people/person.ts';
import { detachRun } from '../runs/detach-run.ts';
import type { RunPlace, System } from '../system.ts';
import { whoAnswered } from './item-view.ts';
import { questionsOf, type ShownRun } from './run-view.ts';

/** How this program is started again, to hold a run on its own. */
export interface HolderStart {
  command(words: readonly string[]): readonly [string, ...string[]];
  readonly env: Readonly<Record<string, string | undefined>>;
}

/** Nothing waits under this name any more: who answered it, and when. */
const gone = (shown: ShownRun, item: string): BatonError => {
  const answered = whoAnswered(shown, item);
  return answered === undefined
    ? new BatonError('ITEM_UNKNOWN', `nothing called ${JSON.stringify(item)} waits in run ${shown.run.name}`)
    : new BatonError(
        'ITEM_UNKNOWN',
        `${answered.by} answered this at ${answered.at}: ${answered.choice ?? answered.text}`,
        {
          hint: 'Your answer was not taken.',
          data: { answered },
        },
      );
};

const changed = (item: string, about: WantedQuestion['ask']['about']): BatonError =>
  new BatonError('CONTENT_CHANGED', `${item}: there are other bytes now than those that you saw`, {
    hint: 'See what changed, then answer.',
    data: { about: about ?? {} },
  });

const sameBytes = (
  a: Readonly<Record<string, string>> | undefined,
  b: Readonly<Record<string, string>> | undefined,
): boolean => {
  const left = Object.entries(a ?? {});
  return left.length === Object.keys(b ?? {}).length && left.every(([name, digest]) => b?.[name] === digest);
};

const wordOf = (question: WantedQuestion, body: AnswerBody, person: string): PersonWord => {
  const { choice, text, exclude, message, policy, about } = body;
  const { ask } = question;
  const beside = {
    ...{ item: question.id, exclude, person },
    ...(message === undefined || message.trim() === '' ? {} : { message }),
    ...(policy === undefined ? {} : { policy }),
    ...(about === undefined ? {} : { about }),
  };
  if (choice === undefined) return { ...beside, verb: 'answer', text };
  if (choice === ask.approve) return { ...beside, verb: 'approve', text };
  if (choice === ask.reject) return { ...beside, verb: 'reject', text };
  return { ...beside, verb: 'answer', text: choice, why: text };
};

/** In a process of its own, as `baton run --detach` does: it goes on when this server ends. */
export const startHolder = async (system: System, run: RunPlace, holder: HolderStart): Promise<void> => {
  if (await system.stores(run.place).isHeld(run.name)) return;
  await detachRun({
    ...{ system, run, cwd: run.place.project, env: holder.env },
    command: holder.command(['resume', run.name]),
  });
};

export const answerAsked = async (
  system: System,
  shown: ShownRun,
  item: string,
  body: AnswerBody,
  by: { readonly person: string; readonly holder: HolderStart },
): Promise<Taken> => {
  const { book, run, workflow } = shown;
  const question = questionsOf(book.stateAt(book.seq)).find(
    ({ id, plays }) => id === item && plays === undefined,
  );
  if (question === undefined) throw gone(shown, item);
  if (!sameBytes(question.ask.about, body.about)) throw changed(item, question.ask.about);
  const said = await sayToRun(system, workflow, run, wordOf(question, body, by.person));
  await book.advance();
  if (!said.ok) {
    const now = questionsOf(book.stateAt(book.seq)).find(({ id }) => id === item);
    if (said.code === 'ITEM_UNKNOWN' || now === undefined) throw gone(shown, item);
    throw said.code === 'CONTENT_CHANGED' ? changed(item, now.ask.about) : failed(said);
  }
  const { status } = book.stateAt(book.seq);
  if (said.held !== true && status === 'running') await startHolder(system, run, by.holder);
  return { run: run.name, item, held: said.held === true || status === 'running', seq: book.seq };
};
