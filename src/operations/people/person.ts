// What people say: approve, reject, answer, stop. With a holder it goes to the holder; without one this call holds the run.
import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import * as z from 'zod';
import { plan } from '../../engine/plan.ts';
import { BatonError, ERROR_CODES } from '../../errors.ts';
import type { Input } from '../../model/run/input.ts';
import { digestSchema } from '../../model/run/sealed.ts';
import type { WantedQuestion } from '../../model/run/wanted.ts';
import { GIVE_UP } from '../../model/workflow/names.ts';
import type { Workflow } from '../../model/workflow/workflow.ts';
import { createLoop, type Loop, started } from '../../runtime/loop.ts';
import { replay } from '../../runtime/replay.ts';
import { isAmong } from '../../std/among.ts';
import { postJson } from '../../std/post-json.ts';
import type { Store } from '../../stores/store.ts';
import { redactorAt } from '../project/redactor-of.ts';
import { briefOf } from '../status/brief.ts';
import type { RunPlace, System } from '../system.ts';

export const personWordSchema = z.object({
  verb: z.enum(['approve', 'reject', 'answer', 'stop', 'play']),
  item: z.string().default(''),
  text: z.string().default(''),
  exclude: z.array(z.string()).default([]),
  message: z.string().optional(),
  /** Words beside a choice. */
  why: z.string().optional(),
  /** Policies of the run that are others from here on. */
  policy: z.record(z.string(), z.unknown()).optional(),
  /** Digests of what the person has seen, by name; other bytes are not answered about. */
  about: z.record(z.string(), digestSchema).optional(),
  person: z.string(),
});
export type PersonWord = z.infer<typeof personWordSchema>;

const personResultSchema = z.object({
  ok: z.boolean(),
  code: z.string().optional(),
  message: z.string(),
  /** Whether a holder took it, which goes on with the run. */
  held: z.boolean().optional(),
  /** For a person who plays a role: where and with what the work is handed in. Shown to nobody. */
  token: z.string().optional(),
  url: z.string().optional(),
});
export type PersonResult = z.infer<typeof personResultSchema>;

const choiceOf = (question: WantedQuestion, word: PersonWord): string | undefined => {
  const { ask } = question;
  if (word.verb === 'approve') return ask.approve;
  if (word.verb === 'reject') return ask.reject;
  return ask.choices.includes(word.text) ? word.text : undefined;
};

const inputOf = (question: WantedQuestion, word: PersonWord): Input | PersonResult => {
  const { ask } = question;
  const words = ask.choices.length === 0;
  const refusal = words && word.verb === 'reject' ? ask.reject : undefined;
  const choice = words ? refusal : choiceOf(question, word);
  const wrong = choice === undefined && !(words && word.verb === 'answer');
  if (wrong) {
    const can = [
      ...(ask.approve === undefined ? [] : ['approve']),
      ...(ask.reject === undefined ? [] : ['reject']),
      ...(words ? ['answer --text "…"'] : ask.choices.map((c) => `answer --text ${c}`)),
    ];
    return {
      ok: false,
      code: 'CHOICE_INVALID',
      message: `${question.id} takes ${can.join(', ')}; got ${word.verb} ${word.text}`,
    };
  }
  const args = {
    exclude: word.exclude,
    ...(word.message === undefined ? {} : { message: word.message }),
    ...(word.policy === undefined ? {} : { policy: word.policy }),
  };
  return {
    kind: 'answer',
    item: question.id,
    ...(choice === undefined ? {} : { choice }),
    text: word.why ?? word.text,
    args,
    ...(word.about === undefined ? {} : { about: word.about }),
  };
};

/** An item may be named by its id, or left out when only one waits. */
const findQuestion = (loop: Loop, item: string): WantedQuestion | undefined => {
  const questions = plan(started(loop).state).questions.filter((question) => !question.plays);
  const waiting = questions.filter((question) => !question.notice);
  return item === '' && waiting.length === 1 ? waiting[0] : questions.find((q) => q.id === item);
};

/** Whoever plays a role in person hands in like an agent, with the token of that attempt. */
const play = (token: string | undefined, item: string): PersonResult =>
  token === undefined
    ? {
        ok: false,
        code: 'ITEM_UNKNOWN',
        message: `${item} does not wait for a person to hand it in; if no process runs it, continue with \`baton resume\``,
      }
    : { ok: true, message: item, token };

/** Gives a person's word to the loop of whoever holds the run. */
export const takeWord = async (
  loop: Loop,
  word: PersonWord,
  tokenFor: (assignment: string) => string | undefined = () => undefined,
): Promise<PersonResult> => {
  const by = { person: word.person };
  if (word.verb === 'play') return play(tokenFor(word.item), word.item);
  if (word.verb === 'stop') {
    const { entry } = await loop.give(
      { kind: 'stop', cause: { code: 'RUN_ENDED', message: 'stopped by a person' } },
      by,
    );
    return {
      ok: true,
      message:
        entry === undefined
          ? 'the run had ended already'
          : 'the run is cancelled; continue with `baton resume`',
    };
  }
  const question = findQuestion(loop, word.item);
  if (question === undefined)
    return {
      ok: false,
      code: 'ITEM_UNKNOWN',
      message: `nothing called ${JSON.stringify(word.item)} waits for a person; see \`baton inbox\``,
    };
  const input = inputOf(question, word);
  if ('ok' in input) return input;
  const { entry } = await loop.give(input, by);
  const no = entry?.events.find((event) => event.kind === 'submission-refused');
  if (no !== undefined) return { ok: false, code: no.code, message: no.message };
  // A workflow that breaks on an answer ends the run with a cause; one that a person gives up has none.
  const broken = entry?.events.find((event) => event.kind === 'run-ended')?.cause;
  return broken === undefined || ('choice' in input && input.choice === GIVE_UP)
    ? { ok: true, message: `${question.id}: ${word.verb}` }
    : { ok: false, code: broken.code, message: `${question.id}: the run has failed: ${broken.message}` };
};

export const holderFile = (run: RunPlace): string => join(run.stateDirectory, 'holder.json');

export const holderFileSchema = z.object({ pid: z.number(), url: z.string(), key: z.string() });

const holderOf = async (run: RunPlace): Promise<z.infer<typeof holderFileSchema> | undefined> => {
  const text = await readFile(holderFile(run), 'utf8').catch(() => undefined);
  if (text === undefined) return undefined;
  try {
    return holderFileSchema.safeParse(JSON.parse(text)).data;
  } catch {
    return undefined;
  }
};

const WORD_MS_MAX = 30_000;
const WORD_BYTES_MAX = 64 * 1024;

const sendToHolder = async (run: RunPlace, word: PersonWord): Promise<PersonResult | undefined> => {
  const holder = await holderOf(run);
  if (holder === undefined) return undefined;
  const result = await postJson(`${holder.url}/v1/person`, word, {
    headers: { authorization: `Bearer ${holder.key}` },
    timeoutMs: WORD_MS_MAX,
    bytesMax: WORD_BYTES_MAX,
  });
  if (!result.reached || result.status !== 200) return undefined;
  return { ...personResultSchema.parse(JSON.parse(result.text)), held: true, url: holder.url };
};

/** With the same code as a holder's, for this one call. */
const holdForOneWord = async (
  system: System,
  workflow: Workflow,
  run: RunPlace,
  word: PersonWord,
): Promise<PersonResult> => {
  const hold = await system.stores(run.place).take(run.name);
  try {
    const { store } = await hold.open();
    try {
      const loop = createLoop({
        ...{ workflow, store, clock: system.clock, state: await replay(store) },
        redact: await redactorAt(run.place),
        brief: briefOf(workflow),
      });
      return await takeWord(loop, word);
    } finally {
      await store.close();
    }
  } finally {
    await hold.release();
  }
};

/** A holder that comes up has no address yet, and one that leaves takes no word any more: both take moments. */
const WORD_WAIT_MS_MAX = 5_000;
const WORD_PAUSE_MS = 100;

const WAITS: PersonResult = {
  ok: true,
  message: 'no process holds the run: what you said is kept, and taken by the next one that does',
  held: false,
};

/** Where machines share runs, whoever holds this one hears it through the store, and knows from there who spoke. */
const sayThroughStore = async (
  system: System,
  run: RunPlace,
  word: PersonWord,
): Promise<PersonResult | undefined> => {
  const stores = system.stores(run.place);
  if (stores.say === undefined) return undefined;
  const answer = await stores.say(run.name, JSON.stringify(word));
  return answer === undefined ? WAITS : { ...personResultSchema.parse(JSON.parse(answer)), held: true };
};

/** Takes the words that wait for a holder. What was said is anybody's text; who said it is what the store knows. */
export const takeWords = (store: Store, loop: Loop): Promise<void> =>
  store.takeWords?.(async ({ person, text }) => {
    const said = personWordSchema.safeParse(parsedJson(text));
    const result: PersonResult = said.success
      ? await takeWord(loop, { ...said.data, person })
      : { ok: false, code: 'FIELD_INVALID', message: 'this is no word that Baton knows' };
    return JSON.stringify(result);
  }) ?? Promise.resolve();

const parsedJson = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};

export const sayToRun = async (
  system: System,
  workflow: Workflow,
  run: RunPlace,
  word: PersonWord,
): Promise<PersonResult> => {
  const through = word.verb === 'play' ? undefined : await sayThroughStore(system, run, word);
  if (through !== undefined) return through;
  const until = performance.now() + WORD_WAIT_MS_MAX;
  for (;;) {
    const sent = await sendToHolder(run, word);
    if (sent !== undefined) return sent;
    try {
      return await holdForOneWord(system, workflow, run, word);
    } catch (cause) {
      const isHeld = cause instanceof BatonError && cause.code === 'RUN_HELD';
      if (!isHeld || performance.now() > until) throw cause;
    }
    await sleep(WORD_PAUSE_MS);
  }
};

export const newPersonKey = (): string => randomUUID();

/** A holder of another version may have a code that is not known here. */
export const failed = ({ code, message }: PersonResult): BatonError =>
  new BatonError(isAmong(ERROR_CODES, code) ? code : 'INTERNAL', message);
