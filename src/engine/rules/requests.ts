// Requests inside an assignment: who may ask, how often, and what is answered already.

import { TEXT_CHARS_MAX } from '../../model/limits/limits.ts';
import type { Input } from '../../model/run/input.ts';
import type { Sealed } from '../../model/run/sealed.ts';
import { type State, type Work, workOf } from '../../model/run/state.ts';
import { validateWith } from '../../model/validate-with.ts';
import { isName, keyOf } from '../../model/workflow/names.ts';
import type { RequestSpec } from '../../model/workflow/workflow.ts';
import type { Draft } from '../draft.ts';
import { requestText } from '../request-text.ts';
import { askedBy, holdsKey } from '../satisfied.ts';
import { answerTextOf } from './answers.ts';
import { closedBecause } from './closed.ts';
import { sealText } from './consequences.ts';
import { openAssignment } from './open.ts';

type Of<K extends Input['kind']> = Extract<Input, { kind: K }>;
type Spec = RequestSpec<string, string, string>;

interface Asked {
  readonly text: string;
  readonly args: Readonly<Record<string, unknown>>;
  readonly item: string | undefined;
  readonly sealed: Sealed | undefined;
}

const refuse = (draft: Draft, code: string, message: string): void =>
  draft.emit({ kind: 'submission-refused', code, message });

const idPrefix = (work: Work, name: string): string => `${work.assignment.id}.${name}`;

/** How often this work has asked this: open requests and those that were answered. */
const countOf = (state: State, work: Work, name: string): number => {
  const prefix = idPrefix(work, name);
  const ids = [...askedBy(state, work).map((r) => r.id), ...work.answers.map((a) => a.request)];
  return ids.filter((id) => id.startsWith(prefix) && /^\d+$/.test(id.slice(prefix.length))).length;
};

/** What is asked, read by the request's own schema; undefined when it was refused. */
const readRequest = (draft: Draft, input: Of<'request'>, spec: Spec): Asked | undefined => {
  const asked = input.text.slice(0, TEXT_CHARS_MAX);
  if (spec.args === undefined) return { text: asked, args: input.args, item: undefined, sealed: undefined };
  const read = validateWith(spec.args, input.args);
  if (read.value === undefined) {
    const problems = read.problems.map((problem) => problem.message).join('; ');
    refuse(draft, 'FIELD_INVALID', `${input.request}: ${problems}`);
    return undefined;
  }
  const args = read.value;
  const item = spec.item?.(args);
  if (item !== undefined && !isName(item)) {
    refuse(
      draft,
      'NAME_INVALID',
      `${input.request}: expected something that can be a file name, got ${item}`,
    );
    return undefined;
  }
  const sealed =
    spec.file === undefined
      ? undefined
      : sealText(draft, {
          artifact: spec.file.artifact,
          text: spec.file.text(args),
          ...(item === undefined ? {} : { item }),
        });
  return {
    text: spec.text === undefined ? asked : requestText(spec, input.request, args),
    args,
    item,
    sealed,
  };
};

const isAnswered = (draft: Draft, spec: Spec, { item, sealed }: Asked): boolean =>
  spec.until !== undefined &&
  item !== undefined &&
  sealed !== undefined &&
  draft.state.artifacts[sealed.artifact]?.digest === sealed.digest &&
  holdsKey(draft.state, draft.workflow.facts[spec.until]?.each ? keyOf(spec.until, item) : spec.until);

/** The same item is being worked on: two at once would write the same files. */
const clashOf = (draft: Draft, input: Of<'request'>, { item, sealed }: Asked): string | undefined => {
  const open = Object.values(draft.state.requests).find((r) => item !== undefined && r.item === item);
  if (open === undefined) return undefined;
  const known = sealed && draft.state.artifacts[sealed.artifact]?.digest;
  const same = open.assignment === input.assignment && known === sealed?.digest;
  return same
    ? ''
    : `${item} is under way with other questions; wait for its answer with \`await_verdict\`, or ask under another name`;
};

const lineOf = (draft: Draft, input: Of<'request'>, { args }: Asked, work: Work): { line?: string } => {
  const line = draft.workflow.record?.line({
    tool: input.request,
    at: draft.context.at,
    args,
    assignment: work.assignment,
  });
  return line === undefined || draft.workflow.requests?.[input.request]?.args === undefined ? {} : { line };
};

const open = (draft: Draft, input: Of<'request'>, spec: Spec, asked: Asked, work: Work): void => {
  const count = countOf(draft.state, work, input.request) + 1;
  if (count > spec.max) {
    refuse(
      draft,
      'REQUEST_LIMIT',
      `expected at most ${spec.max} calls of ${input.request} in one assignment; decide with what you know`,
    );
    return;
  }
  const id = `${idPrefix(work, input.request)}${count}`;
  const person = draft.workflow.roles[spec.to]?.kind === 'human';
  const answered = isAnswered(draft, spec, asked);
  const { scope, phase, visit, item: asker } = work.assignment;
  draft.emit({
    kind: 'request-opened',
    request: {
      id,
      request: input.request,
      assignment: input.assignment,
      to: spec.to,
      text: asked.text,
      args: { ...asked.args },
      parks: spec.parks,
      person,
      openedAt: draft.context.at,
      ...(asked.item === undefined ? {} : { item: asked.item }),
    },
    ...(asked.sealed === undefined ? {} : { sealed: asked.sealed }),
    ...lineOf(draft, input, asked, work),
  });
  draft.note(() => ({
    ...{ kind: 'asked', at: draft.context.at, view: draft.view(scope), assignment: work.assignment },
    ...{ request: input.request, args: asked.args },
  }));
  if (person || spec.contract === undefined) return;
  if (answered) {
    const answer = answerTextOf(draft, spec.contract, scope, asked.item);
    draft.emit({ kind: 'request-answered', request: id, answer });
    return;
  }
  const key = asked.item ?? [input.request, ...(asker === undefined ? [] : [asker]), count].join('-');
  openAssignment(
    draft,
    { scope, phase, visit, starts: new Map() },
    { role: spec.to, contract: spec.contract },
    { key, inputs: asked.args },
    { request: id },
  );
};

export const openRequest = (draft: Draft, input: Of<'request'>): void => {
  const closed = closedBecause(draft.state, input.assignment, input.attempt);
  if (closed !== undefined) {
    refuse(draft, closed.code, closed.message);
    return;
  }
  const work = workOf(draft.state, input.assignment);
  const spec = draft.workflow.requests?.[input.request];
  const { role, phase } = work.assignment;
  if (spec === undefined || !spec.by.includes(role) || !spec.in.includes(phase)) {
    refuse(draft, 'TOOL_UNKNOWN', `${role} cannot call ${input.request} in ${phase}`);
    return;
  }
  const asked = readRequest(draft, input, spec);
  if (asked === undefined) return;
  const clash = clashOf(draft, input, asked);
  if (clash !== undefined) {
    if (clash !== '') refuse(draft, 'FIELD_INVALID', clash);
    return;
  }
  // Asked twice, also at the same time, a question is one question. What is about an item may be asked again while the
  // answer to it does not hold.
  const words = spec.item === undefined;
  const known =
    askedBy(draft.state, work).some((r) => r.text === asked.text) ||
    work.answers.some((a) => a.question === asked.text);
  if (known && (words || isAnswered(draft, spec, asked))) return;
  open(draft, input, spec, asked, work);
};
