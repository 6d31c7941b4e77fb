// plan.md as far as Baton reads it: a summary of five parts for the person who approves the plan. A part that the plan
// does not have is left out, never made up.
import {
  APPROACH_WORDS_MAX,
  BULLET_WORDS_MAX,
  CRITERIA_SHOWN_MAX,
  PLAN_CHARS_MAX,
  PLAN_CRITERIA_MAX,
  PROBLEM_WORDS_MAX,
  RISKS_SHOWN_MAX,
  SCOPE_SHOWN_MAX,
} from './limits.ts';
import {
  boldLabel,
  clipWords,
  firstParagraph,
  itemsBelow,
  listItems,
  type Section,
  sectionsOf,
  sectionTitled,
} from './outline.ts';
import { pathTokens } from './path-tokens.ts';
import { IMPLEMENTATION, phaseTitles, planCriteria } from './plan-phases.ts';

interface Bullets {
  readonly shown: readonly string[];
  /** How many are left out. */
  readonly more: number;
}

export interface PlanSummary {
  readonly problem: string | undefined;
  readonly approach: string | undefined;
  readonly scope: Bullets;
  readonly criteria: Bullets;
  readonly risks: Bullets;
}

const bulletsOf = (items: readonly string[], max: number): Bullets => ({
  shown: items.slice(0, max).map((item) => clipWords(item, BULLET_WORDS_MAX)),
  more: Math.max(0, items.length - max),
});

const sectionOf = (sections: readonly Section[], ...titles: readonly RegExp[]): Section | undefined =>
  sections[sectionTitled(sections, ...titles)];

/** What stands behind `**Problem:**` in a section. */
const labelled = (section: Section | undefined, name: RegExp): string | undefined => {
  for (const line of section?.body ?? []) {
    const found = boldLabel(line);
    if (found !== undefined && name.test(found.label) && found.rest !== '') return found.rest;
  }
  return undefined;
};

const OVERVIEW = /^overview$/i;

const problemOf = (sections: readonly Section[]): string | undefined => {
  const overview = sectionOf(sections, OVERVIEW);
  const stated = sectionOf(sections, /^problem(?: statement)?$/i);
  return (
    labelled(overview, /^problem$/i) ??
    firstParagraph(overview?.body ?? []) ??
    firstParagraph(stated?.body ?? []) ??
    sections.map(({ body }) => firstParagraph(body)).find((text) => text !== undefined)
  );
};

/** A section that is nothing but a list is told by its first items. */
const PROSE_ITEMS_MAX = 4;
const proseOf = (section: Section | undefined): string | undefined => {
  const body = section?.body ?? [];
  return firstParagraph(body) ?? (listItems(body, PROSE_ITEMS_MAX).join('; ') || undefined);
};

const approachOf = (sections: readonly Section[]): string | undefined =>
  proseOf(sectionOf(sections, /^(?:proposed )?approach$/i)) ??
  proseOf(sectionOf(sections, /^strategy$/i)) ??
  proseOf(sectionOf(sections, /^(?:proposed )?solution$/i)) ??
  proseOf(sectionOf(sections, IMPLEMENTATION));

const scopeOf = (sections: readonly Section[]): readonly string[] => {
  for (const title of [/^scope$/i, /^(?:critical )?files(?: to change)?$/i]) {
    const items = itemsBelow(sections, sectionTitled(sections, title), PLAN_CRITERIA_MAX);
    if (items.length > 0) return items;
  }
  const phases = phaseTitles(sections);
  if (phases.length > 0) return phases;
  const stated = labelled(sectionOf(sections, OVERVIEW), /^scope$/i);
  return stated === undefined ? [] : [stated];
};

const risksOf = (sections: readonly Section[]): readonly string[] => {
  for (const title of [/^risks\b/i, /^open questions\b/i, /^trade-?offs\b/i]) {
    const items = itemsBelow(sections, sectionTitled(sections, title), PLAN_CRITERIA_MAX);
    if (items.length > 0) return items;
  }
  return [];
};

const clipped = (text: string | undefined, wordsMax: number): string | undefined =>
  text === undefined ? undefined : clipWords(text, wordsMax);

export const planSummary = (plan: string): PlanSummary => {
  const sections = sectionsOf(plan);
  return {
    problem: clipped(problemOf(sections), PROBLEM_WORDS_MAX),
    approach: clipped(approachOf(sections), APPROACH_WORDS_MAX),
    scope: bulletsOf(scopeOf(sections), SCOPE_SHOWN_MAX),
    criteria: bulletsOf(planCriteria(sections), CRITERIA_SHOWN_MAX),
    risks: bulletsOf(risksOf(sections), RISKS_SHOWN_MAX),
  };
};

const proseLines = (title: string, text: string | undefined): string[] =>
  text === undefined ? [] : [title, `  ${text}`, ''];

const bulletLines = (title: string, { shown, more }: Bullets): string[] =>
  shown.length === 0
    ? []
    : [
        title,
        ...shown.map((item) => `  • ${item}`),
        ...(more > 0 ? [`  • +${more} more — see plan`] : []),
        '',
      ];

/** As a person reads it before the build. The path of the plan stands below it. */
export const summaryText = (summary: PlanSummary, planPath: string): string => {
  const { problem, approach, scope, criteria, risks } = summary;
  return [
    ...proseLines('Problem', problem),
    ...proseLines('Approach', approach),
    ...bulletLines('Scope', scope),
    ...bulletLines('Acceptance criteria', criteria),
    ...bulletLines('Risks', risks),
    ...(risks.shown.length === 0 ? ['The plan documents no risks.', ''] : []),
    `Full plan: ${planPath}`,
    '',
  ].join('\n');
};

/** Paths that the plan names, in its order. */
export const planPaths = (plan: string): readonly string[] => pathTokens(plan.slice(0, PLAN_CHARS_MAX));
