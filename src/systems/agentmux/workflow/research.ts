// What is looked up beside the work: who may be asked, and what comes back.
import { answer, request } from '../../../authoring/request.ts';
import { optional, type Role } from '../../../model/workflow/handles.ts';
import { ownTopic } from './checks.ts';
import {
  codeResearcher,
  project,
  research,
  researchAnswered,
  researchDetail,
  researchRequest,
  webResearcher,
} from './nouns.ts';
import * as prompts from './prompt-specs.ts';
import {
  type ResearchKind,
  requestText,
  researchArgs,
  researchDoneArgs,
  researchDoneText,
  researchItem,
} from './research-args.ts';

const answered = (researcher: Role) =>
  answer(researcher, {
    contract: 'research',
    tool: 'submit_research_done',
    says: 'Answers to every question that was asked, in summary.md; what goes further in detail.md.',
    args: researchDoneArgs,
    reads: [researchRequest],
    writes: [research, optional(researchDetail)],
    worksIn: project,
    guarantees: [researchAnswered],
    checks: [ownTopic],
    template: prompts.researcher,
    answer: (_, item) => researchDoneText(item ?? ''),
    failed: (item, why) =>
      `RESEARCH TASK FAILED: ${item ?? ''}: ${why}. Ask again, or decide with what you know.`,
  });

const dispatch = (kind: ResearchKind, researcher: Role, says: string) =>
  request(`research_dispatch_${kind}`, {
    says,
    args: researchArgs,
    max: 16,
    waits: false,
    about: {
      item: (args) => researchItem(kind, args),
      file: researchRequest,
      text: (args) => requestText(args),
    },
    by: answered(researcher),
  });

export const researchRequests = [
  dispatch('code', codeResearcher, 'Has a researcher find out something about the code, beside your work.'),
  dispatch('web', webResearcher, 'Has a researcher find out something on the web, beside your work.'),
];
