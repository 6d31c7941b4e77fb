// What may be asked for in the middle of a piece of work: by whom, in which steps, and who answers.

import { request } from '../request.ts';
import type { AgentStep, Answer, Request } from '../step.ts';
import type { Book, MutableRequest } from './book.ts';
import { agentContract, factOf } from './contracts.ts';
import { isAgent, isForAll, type Placed } from './ways.ts';

const QUESTION =
  'A question to the person who asked for this work. Ask only what you cannot find out or decide yourself.';

const factsOf = ({ spec }: Answer) => {
  const { guarantees = [] } = spec;
  return isForAll(guarantees) ? guarantees.map(factOf) : [];
};

/** The contract of whoever answers; several requests may share one. */
const answering = (book: Book, name: string, by: Answer): string => {
  const contract = by.spec.contract ?? name;
  const known = book.contracts[contract];
  if (known === undefined) {
    const done = { guarantees: factsOf(by).map((fact) => book.fact(fact, { each: true })) };
    book.contracts[contract] = {
      ...agentContract(book, contract, [by.role], by.spec, { done }),
      answer: by.answer,
      ...(by.failed === undefined ? {} : { failed: by.failed }),
    };
    return contract;
  }
  const role = book.role(by.role, [...known.produces, ...(known.mayProduce ?? [])]);
  if (!known.from.includes(role)) book.contracts[contract] = { ...known, from: [...known.from, role] };
  return contract;
};

const requestOf = (book: Book, { name, args, spec }: Request): MutableRequest => {
  const { says, max, waits, text, about, by } = spec;
  const [until] = by === undefined ? [] : factsOf(by);
  return {
    ...{
      by: [],
      in: [],
      to: by === undefined ? book.special('human') : by.role.name,
      says,
      max,
      parks: waits,
    },
    ...(by === undefined ? {} : { contract: answering(book, name, by) }),
    ...(args === undefined ? {} : { args }),
    ...(text === undefined ? {} : { text }),
    ...(about === undefined ? {} : { item: about.item }),
    ...(about?.file === undefined
      ? {}
      : { file: { artifact: book.artifact(about.file), text: (given) => about.text?.(given) ?? '' } }),
    ...(until === undefined || about === undefined ? {} : { until: until.name }),
  };
};

const phasesOf = ({ name }: Placed, { roles, chosen }: AgentStep): readonly string[] =>
  chosen === undefined ? [name] : roles.map((role) => `${name}-${role.name}`);

export const addRequests = (book: Book, placed: Placed, questions: number | undefined): void => {
  const { step } = placed;
  if (!isAgent(step)) return;
  const asks =
    questions === undefined ? [] : [request('ask', { says: QUESTION, max: questions, waits: true })];
  for (const one of [...(step.spec.requests ?? []), ...asks]) {
    const known = book.requests[one.name] ?? requestOf(book, one);
    book.requests[one.name] = known;
    known.by = [...new Set([...known.by, ...step.roles.map((role) => role.name)])];
    known.in = [...new Set([...known.in, ...phasesOf(placed, step)])];
  }
};
