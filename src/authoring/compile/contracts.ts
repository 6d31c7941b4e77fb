// The contract of a step, as the engine knows it.
import { BatonError } from '../../errors.ts';
import type { HandingIn } from '../../model/workflow/handing-in.ts';
import type { Artifact, Fact, Optional, Role } from '../../model/workflow/handles.ts';
import type { Submission } from '../../model/workflow/view.ts';
import type { Derived } from '../../model/workflow/workflow-texts.ts';
import type { Accepted, Keep, Put, Receiver } from '../accepted.ts';
import { type AnyAgentSpec, type EngineStep, type Guarantee, type PersonStep, workOf } from '../step.ts';
import { unknownName } from './authoring-problem.ts';
import { artifactOf, type Book, type Contract, isOptional } from './book.ts';
import { guaranteesBy, isForAll, type Placed } from './ways.ts';

export const factOf = (guarantee: Guarantee): Fact => ('fact' in guarantee ? guarantee.fact : guarantee);

const made = (file: Put | Keep): Derived => ({
  artifact: file.artifact.name,
  ...(file.item === undefined ? {} : { item: file.item }),
  ...('text' in file
    ? { text: file.text }
    : { copyOf: { ...file.copyOf, artifact: file.copyOf.artifact.name } }),
});

const derivedOf = (book: Book, { writes, files }: Accepted): Pick<Contract, 'derives'> =>
  writes === undefined || files === undefined
    ? {}
    : {
        derives: {
          artifacts: writes.map((file) => book.artifact(file)),
          make: (submission) => files(submission).map(made),
        },
      };

const nameOf = (receiver: Receiver): string => (typeof receiver === 'string' ? receiver : receiver.name);

/** Only steps make roles: a role that is told something and never works is one that the workflow does not have. */
const toldOf = ({ tellsWhom = [], tells }: Accepted): Pick<Contract, 'tells'> =>
  tells === undefined
    ? {}
    : {
        tells: {
          to: tellsWhom.map(nameOf),
          says: (submission) => tells(submission).map(({ to, text }) => ({ to: nameOf(to), text })),
        },
      };

const acceptedOf = (book: Book, accepted: Accepted | undefined): Partial<Contract> => {
  if (accepted === undefined) return {};
  const { needs, remember, effects, renews } = accepted;
  return {
    ...derivedOf(book, accepted),
    ...toldOf(accepted),
    ...(needs === undefined ? {} : { observes: needs }),
    ...(remember === undefined ? {} : { keeps: remember }),
    ...(effects === undefined ? {} : { effects }),
    ...(renews === undefined ? {} : { renews: { ...renews, fact: book.fact(renews.fact) } }),
  };
};

const readsOf = (book: Book, reads: readonly (Artifact | Optional)[]): Pick<Contract, 'reads'> =>
  reads.length === 0
    ? {}
    : {
        reads: Object.fromEntries(
          reads.map((entry) => [
            book.artifact(artifactOf(entry)),
            isOptional(entry) ? 'optional' : 'required',
          ]),
        ),
      };

const assumesOf = (book: Book, assumes: readonly Fact[] = []): Pick<Contract, 'assumes'> =>
  assumes.length === 0 ? {} : { assumes: assumes.map((fact) => book.fact(fact)) };

export const outcomesOf = (
  book: Book,
  { step, ways, parallel }: Pick<Placed, 'step' | 'ways' | 'parallel'>,
  each = false,
): Contract['outcomes'] =>
  Object.fromEntries(
    ways.map(({ outcome }) => [
      outcome,
      {
        guarantees: guaranteesBy(step, outcome).map((guarantee) =>
          book.fact(factOf(guarantee), { each: parallel || each }),
        ),
      },
    ]),
  );

const restsOf = (guarantees: AnyAgentSpec['guarantees']): Pick<Contract, 'rests'> => {
  const given = guarantees ?? [];
  const all = isForAll(given) ? given : Object.values(given).flatMap((some) => some ?? []);
  const proved = all.flatMap((one) => ('fact' in one ? [[one.fact.name, one.clauses] as const] : []));
  return proved.length === 0 ? {} : { rests: Object.fromEntries(proved) };
};

const handingInOf = ({ file, says, read }: NonNullable<AnyAgentSpec['handedIn']>): HandingIn => ({
  ...(file === undefined
    ? {}
    : { file: (assignment) => (typeof file === 'string' ? file : file(workOf(assignment))) }),
  says: (assignment) => says(workOf(assignment)),
  read: (ending, assignment) => read(ending, workOf(assignment)),
});

/** How a step hands in, and what it is told. */
const workedOf = (
  book: Book,
  name: string,
  spec: AnyAgentSpec,
): Partial<Contract> & Pick<Contract, 'tool'> => {
  const { prompt, template, outcome, declines, reviews, handedIn } = spec;
  return {
    tool: spec.tool ?? `submit_${name.toLowerCase()}`,
    ...(spec.args === undefined ? {} : { args: spec.args }),
    ...(handedIn === undefined ? {} : { handedIn: handingInOf(handedIn) }),
    ...(declines === undefined ? {} : { declines }),
    ...(spec.worksIn === undefined ? {} : { worksIn: book.artifact(spec.worksIn) }),
    ...(reviews === undefined ? {} : { reviews: reviews === 'start' ? true : book.artifact(reviews) }),
    ...(typeof outcome === 'function' ? { outcome: (submission) => outcome(submission) } : {}),
    ...(spec.checks === undefined || spec.checks.length === 0 ? {} : { checks: spec.checks }),
    ...(prompt === undefined ? {} : { asks: (view, assignment) => prompt(view, workOf(assignment)) }),
    ...(template === undefined ? {} : { prompt: (view, assignment) => template(view, workOf(assignment)) }),
  };
};

export const agentContract = (
  book: Book,
  name: string,
  roles: readonly Role[],
  spec: AnyAgentSpec,
  outcomes: Contract['outcomes'],
): Contract => {
  const writes = spec.writes ?? [];
  const named = (entries: typeof writes): string[] =>
    entries.map((entry) => book.artifact(artifactOf(entry)));
  const may = named(writes.filter(isOptional));
  const { onRejected } = spec;
  return {
    from: roles.map((role) => book.role(role, named(writes))),
    says: spec.says ?? `What ${roles.map((role) => role.name).join(', ')} hand in.`,
    ...readsOf(book, spec.reads ?? []),
    produces: named(writes.filter((entry) => !isOptional(entry))),
    ...(may.length === 0 ? {} : { mayProduce: may }),
    ...assumesOf(book, spec.assumes),
    outcomes,
    ...workedOf(book, name, spec),
    ...restsOf(spec.guarantees),
    ...acceptedOf(book, spec.onAccepted),
    ...(onRejected === undefined
      ? {}
      : {
          onRejection: {
            to: book.special('human'),
            says: (submission: Submission, rejection) => onRejected(submission, rejection),
          },
        }),
  };
};

/** What can be chosen now is some of what there is a way for. */
const offered = (name: string, all: readonly string[], now: readonly string[] = all): string[] => {
  const [strange] = now.filter((choice) => !all.includes(choice));
  if (strange === undefined) return [...now];
  const { message } = unknownName('', 'choice', strange, all);
  throw new BatonError(
    'WORKFLOW_INVALID',
    `step "${name}" asks for something that leads nowhere: ${message}`,
  );
};

export const personContract = (
  book: Book,
  placed: Placed,
  { choices, spec }: PersonStep,
  atLimit: boolean,
): Contract => {
  const approve = spec.approve ?? choices[0];
  const reject = spec.reject ?? (choices.length > 1 ? choices.at(-1) : undefined);
  return {
    from: [book.special('human')],
    says: spec.says ?? 'A person decides.',
    ...readsOf(book, spec.reads ?? []),
    produces: [],
    ...assumesOf(book, spec.assumes),
    outcomes: outcomesOf(book, placed),
    ask: (view) => {
      const said = spec.ask(view);
      const asked = typeof said === 'string' ? { text: said } : said;
      return {
        kind: atLimit ? 'escalation' : 'approval',
        text: asked.text,
        choices: offered(placed.name, choices, asked.choices),
        ...(approve === undefined ? {} : { approve }),
        ...(reject === undefined ? {} : { reject }),
        ...(spec.leavesOut === undefined ? {} : { exclude: spec.leavesOut }),
        ...(asked.base === undefined ? {} : { base: asked.base }),
      };
    },
    ...(spec.refuses === undefined ? {} : { refuses: spec.refuses }),
    ...acceptedOf(book, spec.onAccepted),
  };
};

export const engineContract = (book: Book, placed: Placed, { action, spec }: EngineStep): Contract => {
  const writes = action.writes.map((artifact) => book.artifact(artifact));
  const derived = (spec.onAccepted?.writes ?? []).map((file) => book.artifact(file));
  return {
    from: [book.special('engine', [...writes, ...derived])],
    says: spec.says ?? action.says,
    ...readsOf(book, [...action.reads, ...(spec.reads ?? [])]),
    produces: writes,
    ...assumesOf(book, spec.assumes),
    outcomes: outcomesOf(book, placed),
    effect: (view) => action.effect(view),
    ...acceptedOf(book, spec.onAccepted),
  };
};
