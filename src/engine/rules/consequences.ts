// What follows from accepting a submission beside its own facts: files made of it, facts that it left untouched, what is
// to be done because of it, who is told what, and the line that records it.
import { BatonError } from '../../errors.ts';
import { evidenceKey } from '../../model/evidence.ts';
import { DERIVED_BYTES_MAX, NOTICE_CHARS_MAX } from '../../model/limits/limits.ts';
import type { SideEffect } from '../../model/run/event.ts';
import type { Notice } from '../../model/run/notice.ts';
import type { Sealed } from '../../model/run/sealed.ts';
import type { Judging, Work } from '../../model/run/state.ts';
import type { Fact } from '../../model/workflow/fact.ts';
import { keyOf } from '../../model/workflow/names.ts';
import type { Submission } from '../../model/workflow/view.ts';
import type { ArtifactSpec, ContractSpec } from '../../model/workflow/workflow.ts';
import type { Derived } from '../../model/workflow/workflow-texts.ts';
import { sha256 } from '../../std/sha256.ts';
import { clip } from '../../std/terminal-text.ts';
import type { Draft } from '../draft.ts';
import { judgedAs } from '../line.ts';
import { holdsKey } from '../satisfied.ts';
import { artifactKey, submissionOf } from '../view.ts';

type AnyContract = ContractSpec<string, string, string>;

export interface Consequences {
  readonly derived: readonly Sealed[];
  readonly renewed: readonly Fact[];
  readonly kept: Readonly<Record<string, string>>;
  readonly effects: readonly SideEffect[];
  readonly notices: readonly Notice[];
  readonly line: string | undefined;
  /** What it was made of. */
  readonly view: Submission;
}

type Named = Pick<Derived, 'artifact' | 'item'>;

const specOf = (draft: Draft, artifact: string): ArtifactSpec => {
  const spec = draft.workflow.artifacts[artifact];
  if (spec === undefined)
    throw new BatonError('WORKFLOW_INVALID', `expected an artifact of the workflow, got "${artifact}"`);
  return spec;
};

const placeOf = (draft: Draft, { artifact, item }: Named): Pick<Sealed, 'artifact' | 'path'> => ({
  artifact: artifactKey(draft.workflow, artifact, item),
  path: specOf(draft, artifact).path.replaceAll('{item}', item ?? ''),
});

/** The bytes as they are handed in, else as they were accepted last. */
const sealCopy = (draft: Draft, named: Named, copyOf: Named, handedIn: readonly Sealed[]): Sealed => {
  const key = artifactKey(draft.workflow, copyOf.artifact, copyOf.item);
  const sealed = handedIn.find(({ artifact }) => artifact === key) ?? draft.state.artifacts[key];
  if (sealed === undefined)
    throw new BatonError('WORKFLOW_INVALID', `expected ${key} to be copied, but nothing of it was accepted`, {
      hint: 'Copy what the step reads or writes.',
    });
  const { source: _, ...bytes } = sealed;
  return { ...bytes, ...placeOf(draft, named) };
};

export const sealText = (draft: Draft, { text, ...named }: Named & { readonly text: string }): Sealed => {
  const { artifact } = named;
  const bytes = Buffer.byteLength(text);
  if (bytes > DERIVED_BYTES_MAX)
    throw new BatonError(
      'LIMIT_REACHED',
      `${artifact} has ${bytes} bytes, at most ${DERIVED_BYTES_MAX} are kept`,
    );
  return { ...placeOf(draft, named), digest: sha256(text), bytes, text };
};

/** Later ones may be copies of earlier ones. */
const sealDerived = (draft: Draft, files: readonly Derived[], handedIn: readonly Sealed[]): Sealed[] => {
  const sealed: Sealed[] = [];
  for (const file of files)
    sealed.push(
      'text' in file ? sealText(draft, file) : sealCopy(draft, file, file.copyOf, [...sealed, ...handedIn]),
    );
  return sealed;
};

/** A fact that held about the old bytes, and is not touched by the new ones, is stated again about them. */
const renewedBy = (draft: Draft, contract: AnyContract, view: Submission, judging: Judging): Fact[] => {
  const { renews } = contract;
  if (renews === undefined) return [];
  const written = new Map(judging.sealed.map((sealed) => [sealed.artifact, sealed.digest]));
  return renews
    .items(view, (request) => judging.evidence[evidenceKey(request)])
    .map((item) => keyOf(renews.fact, item))
    .filter((fact) => holdsKey(draft.state, fact))
    .flatMap((fact) => draft.state.facts[fact] ?? [])
    .map((held) => ({
      ...held,
      rests: [],
      about: Object.fromEntries(
        Object.entries(held.about).map(([artifact, digest]) => [artifact, written.get(artifact) ?? digest]),
      ),
    }));
};

/** The proof has seen the receivers that are declared, and no others. */
const noticesOf = ({ tells }: AnyContract, view: Submission): Notice[] =>
  (tells?.says(view) ?? [])
    .filter(({ text }) => text.trim() !== '')
    .map(({ to, text }) => {
      if (!tells?.to.includes(to))
        throw new BatonError(
          'WORKFLOW_INVALID',
          `step "${view.assignment.phase}" tells "${to}", expected one of ${tells?.to.join(', ')}`,
          { hint: 'Add the receiver to `tellsWhom` of the step.' },
        );
      return { to, text: clip(text, NOTICE_CHARS_MAX) };
    });

/** What is being accepted. */
export interface Accepting {
  readonly work: Work;
  readonly judging: Judging;
  readonly contract: AnyContract;
  readonly outcome: string;
}

export const consequencesOf = (draft: Draft, accepting: Accepting): Consequences => {
  const { work, judging, contract, outcome } = accepting;
  const { assignment } = work;
  const view: Submission = {
    ...submissionOf(draft.workflow, draft.state, work, judging, draft.context.contents),
    merged: judgedAs(draft.workflow, draft.state, work, judging, outcome),
    outcome,
  };
  const effects = contract.effects?.(view) ?? [];
  return {
    view,
    derived: sealDerived(draft, contract.derives?.make(view) ?? [], judging.sealed),
    renewed: renewedBy(draft, contract, view, judging),
    kept: contract.keeps?.(view, (request) => judging.evidence[evidenceKey(request)]) ?? {},
    effects: effects.map((request, index) => ({
      id: `${judging.submission} ${index}`,
      request,
      at: draft.context.at,
    })),
    notices: noticesOf(contract, view),
    line:
      assignment.kind === 'agent'
        ? draft.workflow.record?.line({
            tool: judging.tool,
            at: draft.context.at,
            args: judging.args,
            assignment,
          })
        : undefined,
  };
};
