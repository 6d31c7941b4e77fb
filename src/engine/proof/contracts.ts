// What a contract must have for those who fulfil it: a tool, a question, an effect, a working tree, leave to write.
import { isName } from '../../model/workflow/names.ts';
import type { Workflow } from '../../model/workflow/workflow.ts';
import { type Contract, kindOf, own, rolesOf } from './definition.ts';
import { type ProofProblem, quoted } from './problem.ts';

/** The door offers these to every assignment. */
const RESERVED_TOOLS: readonly string[] = ['await_verdict', 'status'];

type Found = Omit<ProofProblem, 'path'>;

const reference = (message: string): Found => ({ code: 'PROOF_REFERENCE', message });

const byKind = (workflow: Workflow, name: string, contract: Contract): Found[] => {
  const kinds = new Set(contract.from.map((role) => kindOf(workflow, role)));
  const where = `contract "${name}"`;
  const found: Found[] = [];
  if (kinds.has('agent') && contract.tool === undefined)
    found.push(reference(`${where} is played by agents but has no tool to hand it in with; add "tool"`));
  if (kinds.has('human') && contract.ask === undefined)
    found.push(reference(`${where} is played by a person who is asked nothing; add "ask"`));
  if (kinds.has('engine') && contract.effect === undefined)
    found.push(reference(`${where} is played by the engine, which is told nothing to do; add "effect"`));
  if (contract.from.length === 0) found.push(reference(`${where} is played by no role; name one in "from"`));
  return [
    ...found,
    ...ofAgents(workflow, where, contract, kinds),
    ...ofEngine(workflow, where, contract, kinds),
  ];
};

const ofAgents = (
  workflow: Workflow,
  where: string,
  contract: Contract,
  kinds: ReadonlySet<string>,
): Found[] => {
  if (!kinds.has('agent')) return [];
  const found: Found[] = [];
  const trees = contract.produces.filter((artifact) => own(workflow.artifacts, artifact)?.kind === 'tree');
  if (trees.length > 0 && contract.worksIn === undefined)
    found.push(
      reference(
        `${where} produces the tree ${quoted(trees)} but no tree is checked out for it; add "worksIn"`,
      ),
    );
  if (trees.length > 1)
    found.push(
      reference(`${where} produces ${quoted(trees)}, but an agent works in one tree; produce one of them`),
    );
  if (contract.tool !== undefined && (!isName(contract.tool) || RESERVED_TOOLS.includes(contract.tool)))
    found.push(
      reference(
        `${where}: expected a tool named by letters, digits, "-" and "_", other than ${quoted(RESERVED_TOOLS)}; got "${contract.tool}"`,
      ),
    );
  const { declines } = contract;
  if (
    declines !== undefined &&
    (!isName(declines.tool) || RESERVED_TOOLS.includes(declines.tool) || declines.tool === contract.tool)
  )
    found.push(reference(`${where} is declined with "${declines.tool}"; expected a tool of another name`));
  if (declines !== undefined && own(contract.outcomes, declines.outcome) === undefined)
    found.push(reference(`${where} is declined as "${declines.outcome}", which is none of its outcomes`));
  const outcomes = Object.keys(contract.outcomes);
  if (outcomes.length > 1 && contract.outcome === undefined)
    found.push({
      code: 'PROOF_OUTCOME',
      message: `${where} has the outcomes ${quoted(outcomes)} but no "outcome" that tells which one a submission claims`,
    });
  return found;
};

/** A rejection goes back to its sender; what the engine made itself has none that could fix it. */
const ofEngine = (
  workflow: Workflow,
  where: string,
  contract: Contract,
  kinds: ReadonlySet<string>,
): Found[] => {
  if (!kinds.has('engine')) return [];
  const parsed = contract.produces.filter(
    (artifact) => own(workflow.artifacts, artifact)?.parse !== undefined,
  );
  const judged = [
    ...((contract.checks ?? []).length > 0 ? ['its checks'] : []),
    ...parsed.map((artifact) => `the parser of "${artifact}"`),
  ];
  if (judged.length === 0) return [];
  return [
    {
      code: 'PROOF_OWNER',
      message: `${where} is played by the engine, and nobody could fix what ${judged.join(' and ')} reject; let an outcome say it, or a role's contract`,
    },
  ];
};

const writesAllowed = (workflow: Workflow, name: string, contract: Contract): Found[] =>
  contract.from.flatMap((role) => {
    const may = own(workflow.roles, role)?.mayWrite ?? [];
    return [...contract.produces, ...(contract.mayProduce ?? [])]
      .filter((artifact) => !may.includes(artifact))
      .map((artifact) =>
        reference(
          `contract "${name}" produces "${artifact}", which role "${role}" may not write; add it to mayWrite of "${role}" or take it out`,
        ),
      );
  });

const ofOne = (workflow: Workflow, name: string, contract: Contract): Found[] => {
  const tree = contract.worksIn === undefined ? undefined : own(workflow.artifacts, contract.worksIn);
  return [
    ...byKind(workflow, name, contract),
    ...writesAllowed(workflow, name, contract),
    ...(tree?.kind === 'file'
      ? [reference(`contract "${name}" works in "${contract.worksIn}", which is a file; expected a tree`)]
      : []),
    ...(Object.keys(contract.outcomes).length === 0
      ? [
          {
            code: 'PROOF_OUTCOME' as const,
            message: `contract "${name}" has no outcome, so it can never end`,
          },
        ]
      : []),
  ];
};

const roleProblems = (workflow: Workflow): ProofProblem[] =>
  Object.entries(workflow.phases).flatMap(([phase, { work }]) =>
    work.flatMap((one, index) => {
      const from = own(workflow.contracts, one.contract)?.from ?? [];
      return rolesOf(one)
        .filter((role) => !from.includes(role))
        .map((role) => ({
          ...reference(
            `phase "${phase}" gives contract "${one.contract}" to role "${role}", but it is from ${quoted(from)}`,
          ),
          path: ['phases', phase, 'work', String(index), 'role'],
        }));
    }),
  );

const requestProblems = (workflow: Workflow): ProofProblem[] =>
  Object.entries(workflow.requests ?? {}).flatMap(([name, request]) => {
    const where = `request "${name}"`;
    const contract = request.contract === undefined ? undefined : own(workflow.contracts, request.contract);
    const found: Found[] = [];
    const person = kindOf(workflow, request.to) === 'human';
    if (!person && request.contract === undefined)
      found.push(
        reference(`${where} goes to role "${request.to}" without a contract for its answer; add "contract"`),
      );
    if (!person && contract !== undefined && contract.answer === undefined)
      found.push(reference(`${where} is answered by contract "${request.contract}", which has no "answer"`));
    if (contract !== undefined && !contract.from.includes(request.to))
      found.push(
        reference(
          `${where} goes to role "${request.to}", but contract "${request.contract}" is from ${quoted(contract.from)}`,
        ),
      );
    if (request.file !== undefined && request.item === undefined)
      found.push(reference(`${where} is kept as a file of its item, but no item is told; add "item"`));
    if (request.file !== undefined && own(workflow.artifacts, request.file.artifact)?.each !== true)
      found.push(
        reference(
          `${where} is kept as "${request.file.artifact}", which is not "each"; there is one per item`,
        ),
      );
    if (!isName(name) || RESERVED_TOOLS.includes(name))
      found.push(reference(`${where} is called like a tool that every assignment has; give it another name`));
    for (const phase of request.in)
      for (const work of own(workflow.phases, phase)?.work ?? [])
        if (
          own(workflow.contracts, work.contract)?.tool === name &&
          rolesOf(work).some((r) => request.by.includes(r))
        )
          found.push(
            reference(
              `${where} and contract "${work.contract}" are the same tool for one role in phase "${phase}"`,
            ),
          );
    return found.map((problem) => ({ ...problem, path: ['requests', name] }));
  });

export const contractProblems = (workflow: Workflow): ProofProblem[] => [
  ...Object.entries(workflow.contracts).flatMap(([name, contract]) =>
    ofOne(workflow, name, contract).map((problem) => ({ ...problem, path: ['contracts', name] })),
  ),
  ...roleProblems(workflow),
  ...requestProblems(workflow),
];
