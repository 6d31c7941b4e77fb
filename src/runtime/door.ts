// The door: token, attempt, phase, size; seal; hand to the loop; wait for the verdict. It judges nothing itself.
import { knownWork } from '../engine/reduce/past.ts';
import { rememberedAnswer } from '../engine/remembered.ts';
import { requestText } from '../engine/request-text.ts';
import { isCalled } from '../engine/rules/hand-over.ts';
import { awaitedBy } from '../engine/satisfied.ts';
import { BatonError, causeText } from '../errors.ts';
import { ARGUMENTS_BYTES_MAX } from '../model/limits/limits.ts';
import type { Answer } from '../model/run/answer.ts';
import type { Entry } from '../model/run/entry.ts';
import type { Request } from '../model/run/event.ts';
import { type RememberedAnswer, workOf } from '../model/run/state.ts';
import { PERMISSION } from '../model/workflow/names.ts';
import { redactDeep } from '../std/redact.ts';
import type { CallOptions, DoorApi, Visitor } from './door-api.ts';
import { createSealer, type Sealer, submissionId } from './files/seal-work.ts';
import type { Bearer } from './tokens.ts';
import { requestNames } from './tools.ts';
import {
  allAnswers,
  answeredQuestion,
  answerOf,
  answersTo,
  awaitSubmission,
  heardAnswer,
  judgingAnswer,
  lastAnswer,
  lastVerdict,
  waitFor,
} from './verdicts.ts';
import {
  actorOf,
  admitted,
  createTurnAway,
  type DoorOptions,
  identify,
  type Refused,
  refused,
  type TurnAway,
} from './visitors.ts';

type Args = Readonly<Record<string, unknown>>;
type OpenDoor = DoorOptions & { readonly seal: Sealer; readonly turnAway: TurnAway };

/** A call that hands something in may be answered sooner than the verdict is there; `await_verdict` is for the rest. */
const patience = ({ submitWaitMs }: DoorOptions, wait: CallOptions): CallOptions =>
  submitWaitMs === undefined ? wait : { waitMs: submitWaitMs, ...wait };

/** What can be fixed by another call, or done without; after anything else there is nothing left to do. */
const REFUSAL_HINTS: Readonly<Record<string, string>> = {
  FIELD_INVALID: 'fix the arguments, then call it again; nothing was asked',
  NAME_INVALID: 'fix the arguments, then call it again; nothing was asked',
  REQUEST_LIMIT: 'go on with your work with what you know',
  TOOL_UNKNOWN: 'go on with your work; this tool is not for it',
};

/** What the engine refused: the run moved on between the door and the loop, or the call cannot be taken as it is. */
const refusalIn = (entry: Entry | undefined): Refused | undefined => {
  const event = entry?.events.find((e) => e.kind === 'submission-refused');
  if (event === undefined) return undefined;
  const { code, message } = event;
  return { status: 'refused', code, message, hint: REFUSAL_HINTS[code] ?? 'end your turn' };
};

/** Whoever reads the journal sees an agent that changes nothing and tries again. */
const rejectedAgain = ({ assignment, seq }: RememberedAnswer): Refused =>
  refused(
    'REJECTED_AGAIN',
    `${assignment} was handed in again as it was, and is rejected as in entry ${seq}`,
  );

const submit = async (
  options: OpenDoor,
  bearer: Bearer,
  tool: string,
  args: Args,
  wait: CallOptions,
): Promise<Answer> => {
  const { loop } = options;
  const { assignment, attempt } = bearer;
  const work = workOf(loop.state, assignment);
  const declined = tool === options.workflow.contracts[work.assignment.contract]?.declines?.tool;
  const handedIn = declined ? { sealed: [], problems: [] } : await options.seal(work, args);
  const submission = submissionId(assignment, tool, args, handedIn);
  const { entry } = await loop.give(
    { kind: 'submit', submission, assignment, attempt, tool, args, ...handedIn },
    actorOf(bearer),
  );
  const no = refusalIn(entry);
  if (no !== undefined) return no;
  // The same again makes no submission: it gets the answer that there is, or waits for it.
  const known = entry === undefined ? rememberedAnswer(loop.state, assignment, submission) : undefined;
  if (known?.status === 'rejected') await options.turnAway(actorOf(bearer), rejectedAgain(known), tool);
  return awaitSubmission(options, bearer, submission, patience(options, wait));
};

const openQuestions = ({ loop }: DoorOptions, bearer: Bearer): readonly Request[] =>
  Object.values(loop.state.requests).filter((r) => r.assignment === bearer.assignment);

/** Those whose answers it waits for. What people were only told of its work is none of them. */
const awaitedQuestions = ({ loop }: DoorOptions, bearer: Bearer): readonly Request[] => {
  const work = loop.state.works[bearer.assignment];
  return work === undefined ? [] : awaitedBy(loop.state, work);
};

/** Asked twice, a question has one answer. */
const ask = async (
  options: DoorOptions,
  bearer: Bearer,
  request: string,
  args: Args,
  wait: CallOptions,
): Promise<Answer> => {
  const { loop } = options;
  const { assignment, attempt } = bearer;
  const spec = options.workflow.requests?.[request];
  const inWords = spec?.args === undefined;
  const text = requestText(spec, request, args);
  const { entry } = await loop.give(
    { kind: 'request', assignment, attempt, request, text, args },
    actorOf(bearer),
  );
  const no = refusalIn(entry);
  if (no !== undefined) return no;
  const find = (): Answer | undefined => answeredQuestion(loop.state, bearer, text);
  const opened = openQuestions(options, bearer).find((r) => r.text === text);
  const already = opened === undefined ? find() : undefined;
  if (already !== undefined) return already;
  const asked: Answer = {
    status: 'asked',
    message: inWords ? 'your question waits for an answer' : `${request} is under way`,
    request: opened?.id ?? '',
    parks: opened?.parks ?? true,
  };
  return opened?.parks === false ? asked : ((await waitFor(options, find, wait)) ?? asked);
};

/** The answer to a question that is open already. */
const awaitAnswer = async (
  options: DoorOptions,
  bearer: Bearer,
  { id, text, parks }: Request,
  wait: CallOptions,
): Promise<Answer> =>
  (await waitFor(options, () => answeredQuestion(options.loop.state, bearer, text), wait)) ?? {
    status: 'asked',
    message: 'your question waits for an answer',
    request: id,
    parks,
  };

/** What was asked without waiting is waited for now, all of it. */
const awaitAnswers = async (options: DoorOptions, bearer: Bearer, wait: CallOptions): Promise<Answer> => {
  const find = (): Answer | undefined =>
    awaitedQuestions(options, bearer).length > 0
      ? undefined
      : allAnswers(options.loop.state.works[bearer.assignment]);
  const open = awaitedQuestions(options, bearer);
  return (
    (await waitFor(options, find, wait)) ?? {
      status: 'asked',
      message: `${open.length} of your requests ${open.length === 1 ? 'waits' : 'wait'} for an answer`,
      request: open[0]?.id ?? '',
      parks: true,
    }
  );
};

/** What the visitor waits for: a verdict, an answer, or nothing. */
const awaitVerdict = async (options: DoorOptions, bearer: Bearer, wait: CallOptions): Promise<Answer> => {
  const state = options.loop.state;
  const work = state.works[bearer.assignment];
  if (work?.judging !== undefined) return awaitSubmission(options, bearer, work.judging.submission, wait);
  const last = lastAnswer(state, bearer);
  const verdict = last === undefined ? undefined : lastVerdict(last, work, bearer);
  // What a person is asked now is not for a session that is over.
  if (verdict?.status === 'rejected' && verdict.over) return verdict;
  const open = awaitedQuestions(options, bearer);
  const parking = open.find((r) => r.parks);
  if (parking !== undefined) return awaitAnswer(options, bearer, parking, wait);
  if (open.length > 0) return awaitAnswers(options, bearer, wait);
  // Whatever came last: a verdict, or an answer.
  const heard = answersTo(work).at(-1);
  if (heard !== undefined && heard.seq > (last?.seq ?? 0)) return allAnswers(work) ?? heardAnswer(heard);
  return verdict ?? { status: 'idle', message: 'nothing of yours is being judged; hand in what you have' };
};

const statusOf = ({ workflow, loop }: DoorOptions, bearer: Bearer): Answer => {
  const work = workOf(loop.state, bearer.assignment);
  if (work.judging !== undefined) return judgingAnswer(work.judging.submission, work);
  const tool = workflow.contracts[work.assignment.contract]?.tool;
  const rejected = work.lastRejection === undefined ? '' : ` It was rejected ${work.rejections} times.`;
  return {
    status: 'idle',
    message: `You are ${bearer.role}, assignment ${bearer.assignment}, attempt ${bearer.attempt}. Hand in with \`${tool}\`.${rejected}`,
  };
};

/** Whether this call hands in the very bytes that were accepted. Once the working tree is gone nobody can say so. */
const isTheAccepted = async (
  options: OpenDoor,
  bearer: Bearer,
  accepted: string,
  { tool, args }: { readonly tool: string; readonly args: Args },
): Promise<boolean> => {
  const work = knownWork(options.loop.state, bearer.assignment);
  if (work === undefined || tool !== options.workflow.contracts[work.assignment.contract]?.tool) return false;
  const handedIn = await options.seal(work, args).catch(() => undefined);
  return handedIn !== undefined && submissionId(bearer.assignment, tool, args, handedIn) === accepted;
};

/** The work is over. If it was accepted and the answer was lost on the way, the same call gets it again. */
const closed = async (
  options: OpenDoor,
  bearer: Bearer,
  no: Refused,
  call: { readonly tool: string; readonly args: Args },
  turnAway: TurnAway,
): Promise<Answer> => {
  const { loop } = options;
  const last = lastAnswer(loop.state, bearer);
  const accepted = no.code === 'ASSIGNMENT_CLOSED' && last?.status === 'accepted' ? last : undefined;
  if (accepted !== undefined && (await isTheAccepted(options, bearer, accepted.submission, call)))
    return answerOf(accepted);
  return turnAway(actorOf(bearer), no, call.tool);
};

/** The address of an assignment is for its own agent alone. */
const atWrongAddress = (bearer: Bearer, at: string): Refused =>
  refused(
    'TOKEN_INVALID',
    `this address belongs to the assignment "${at}", the token to "${bearer.assignment}"`,
    `Connect to /mcp/${bearer.assignment}.`,
  );

const dispatch = async (
  options: OpenDoor,
  bearer: Bearer,
  tool: string,
  args: Args,
  wait: CallOptions,
): Promise<Answer | undefined> => {
  const { workflow, loop } = options;
  const { assignment } = workOf(loop.state, bearer.assignment);
  if (tool === 'status') return statusOf(options, bearer);
  // For hooks of agents' programs: it is in no list of tools.
  if (tool === PERMISSION) return options.permits?.ask(bearer, args, wait);
  if (requestNames(workflow, assignment).includes(tool)) return ask(options, bearer, tool, args, wait);
  const contract = workflow.contracts[assignment.contract];
  if (contract === undefined || !isCalled(contract, assignment)) return undefined;
  if (tool === contract.tool || tool === contract.declines?.tool)
    return submit(options, bearer, tool, args, wait);
  return undefined;
};

export const createDoor = (given: DoorOptions): DoorApi => {
  const turnAway = createTurnAway(given.loop);
  const options: OpenDoor = { ...given, seal: createSealer(given), turnAway };
  const { workflow, loop, tokens } = options;

  const take = async (
    bearer: Bearer,
    visitor: Visitor,
    tool: string,
    args: Args,
    wait: CallOptions,
  ): Promise<Answer> => {
    try {
      const answer = await dispatch(options, bearer, tool, args, wait);
      if (answer !== undefined) return answer;
    } catch (cause) {
      // A journal that cannot be written ends the holder; anything else is told to the caller, never swallowed.
      if (cause instanceof BatonError && (cause.code.startsWith('STORE') || cause.code.startsWith('JOURNAL')))
        throw cause;
      return refused(
        'INTERNAL',
        `it could not be taken: ${causeText(cause)}`,
        'call it again; if it stays, tell the person who runs Baton',
      );
    }
    const names = visitor.tools.map((t) => t.name).join(', ');
    return turnAway(actorOf(bearer), refused('TOOL_UNKNOWN', `expected one of ${names}, got ${tool}`), tool);
  };

  return {
    admit: async (token, at) => {
      // Clients ask on every request; only a token that is not one of ours, or not for here, is worth an entry.
      const bearer = identify(tokens, token);
      if (!('status' in bearer))
        return at === undefined || at === bearer.assignment
          ? admitted(workflow, loop.state, bearer)
          : turnAway(actorOf(bearer), atWrongAddress(bearer, at));
      return bearer.code === 'TOKEN_INVALID' ? turnAway({ unknown: true }, bearer) : bearer;
    },
    call: async (token, tool, given, wait = {}) => {
      // The same call again must be the same as what is in the journal.
      const args = redactDeep(given, loop.redact);
      const bearer = identify(tokens, token);
      if ('status' in bearer) return turnAway({ unknown: true }, bearer, tool);
      if (Buffer.byteLength(JSON.stringify(args)) > ARGUMENTS_BYTES_MAX)
        return turnAway(
          actorOf(bearer),
          refused(
            'SUBMISSION_TOO_LARGE',
            `expected at most ${ARGUMENTS_BYTES_MAX} bytes of arguments`,
            'write it to the file that you hand in',
          ),
          tool,
        );
      if (tool === 'await_verdict') return awaitVerdict(options, bearer, wait);
      const visitor = admitted(workflow, loop.state, bearer);
      return 'status' in visitor
        ? closed(options, bearer, visitor, { tool, args }, turnAway)
        : take(bearer, visitor, tool, args, wait);
    },
  };
};
