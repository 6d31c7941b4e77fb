// The phases of a plan, as a person is walked through them, each with the acceptance criteria it is about.
import { PATHS_NAMED_MAX, PHASE_TEXT_WORDS_MAX, PLAN_CRITERIA_MAX, PLAN_PHASES_MAX } from './limits.ts';
import {
  boldLabel,
  clipWords,
  firstParagraph,
  itemsBelow,
  type Labelled,
  listItems,
  type OutlineLine,
  type Section,
  sectionsOf,
  sectionTitled,
  withInner,
} from './outline.ts';
import { pathTokens } from './path-tokens.ts';

const ACCEPTANCE_CRITERIA = /^acceptance criteri(?:a|on)$/i;
export const IMPLEMENTATION = /^implementation(?: (?:plan|approach|steps|details))?$/i;
/** The title of a plan that has no phases. */
const WHOLE = 'Implementation Overview';
/** What is said before criteria that are those of the whole plan. */
export const PLAN_CRITERIA_PREFIX = 'This phase contributes to these acceptance criteria of the plan:';

/** Where the criteria of a phase are from: it lists them, it refers to them, or they are those of the whole plan. */
export type CriteriaFrom = 'phase' | 'references' | 'plan' | 'none';

export interface PlanPhase {
  readonly title: string;
  /** Its first paragraph. */
  readonly goal: string | undefined;
  /** Paths that it names. */
  readonly files: readonly string[];
  readonly criteria: readonly string[];
  readonly criteriaFrom: CriteriaFrom;
}

interface Part {
  readonly title: string;
  readonly sections: readonly Section[];
}

const PHASE = /^phase \d{1,3}(?:$|\s*[-:–—.]|\s)/i;
const CHANGE = /^change \d{1,3}(?:$|\s*[-:–—.]|\s)/i;

/** Sections whose title fits, without those inside of another one. */
const headed = (sections: readonly Section[], title: RegExp, levels: readonly number[]): Part[] => {
  const fits = (section: Section): boolean => levels.includes(section.level) && title.test(section.title);
  const outermost = Math.min(
    ...levels.filter((level) => sections.some((one) => one.level === level && fits(one))),
  );
  const parts: Part[] = [];
  for (const [index, section] of sections.entries()) {
    if (section.level !== outermost || !fits(section)) continue;
    parts.push({ title: section.title, sections: withInner(sections, index) });
    if (parts.length === PLAN_PHASES_MAX) break;
  }
  return parts;
};

/** `**Phase 1:** words` and `**Phase 1: words**` are called the same. */
const boldTitle = ({ label, rest }: Labelled): string => {
  const [, bare] = /^(phase \d{1,3})\s{0,3}[-:–—.]?$/i.exec(label) ?? [];
  return bare === undefined || rest === '' ? label : `${bare}: ${rest}`;
};

/** `**Phase 1:** words`, up to the next one or the end of the section. */
const bold = (sections: readonly Section[]): Part[] => {
  const parts: { title: string; lines: OutlineLine[] }[] = [];
  for (const { body } of sections) {
    let open = false;
    for (const line of body) {
      const labelled = boldLabel(line);
      if (labelled !== undefined && PHASE.test(labelled.label)) {
        if (parts.length === PLAN_PHASES_MAX) return parts.map(partOf);
        parts.push({ title: boldTitle(labelled), lines: [] });
        open = true;
      } else if (open) parts.at(-1)?.lines.push(line);
    }
  }
  return parts.map(partOf);
};

const partOf = ({
  title,
  lines,
}: {
  readonly title: string;
  readonly lines: readonly OutlineLine[];
}): Part => ({
  title,
  sections: [{ level: 0, title: '', line: 0, body: lines }],
});

const listed = (sections: readonly Section[]): Part[] => {
  const section = sections[sectionTitled(sections, /^phases$/i)];
  return listItems(section?.body ?? [], PLAN_PHASES_MAX).map((title) => partOf({ title, lines: [] }));
};

const whole = (sections: readonly Section[]): Part[] => {
  const from = sectionTitled(sections, IMPLEMENTATION);
  return from === -1 ? [] : [{ title: WHOLE, sections: withInner(sections, from) }];
};

/** The first way of naming phases that the plan uses. */
const partsOf = (sections: readonly Section[]): readonly Part[] => {
  const ways = [
    () => headed(sections, PHASE, [2, 3, 4]),
    () => bold(sections),
    () => listed(sections),
    () => headed(sections, CHANGE, [3, 4]),
    () => whole(sections),
  ];
  for (const way of ways) {
    const parts = way();
    if (parts.length > 0) return parts;
  }
  return [];
};

/** Below a heading of its own inside of the phase, or below a line in bold. */
const ownCriteria = ({ sections }: Part): readonly string[] => {
  const [first, ...inner] = sections;
  const below = sectionTitled(inner, ACCEPTANCE_CRITERIA);
  if (below !== -1) return itemsBelow(inner, below, PLAN_CRITERIA_MAX);
  const body = first?.body ?? [];
  const at = body.findIndex((line) => ACCEPTANCE_CRITERIA.test(boldLabel(line)?.label ?? ''));
  return at === -1 ? [] : listItems(untilNextLabel(body.slice(at + 1)), PLAN_CRITERIA_MAX);
};

const untilNextLabel = (lines: readonly OutlineLine[]): readonly OutlineLine[] => {
  const end = lines.findIndex(
    (line) => /^\s{0,3}(?:\*\*|__)/.test(line.text) && boldLabel(line) !== undefined,
  );
  return end === -1 ? lines : lines.slice(0, end);
};

const IN_BRACKETS = /\(([^()]{2,120})\)/g;
const REFERENCE =
  /\b(?:AC|acceptance criteri(?:on|a))[\s#-]{0,3}(\d{1,3})((?:\s{0,3}(?:,|and|&|-|–)\s{0,3}(?:AC[\s#-]{0,3})?\d{1,3}){0,20})/gi;
const MORE = /(-|–)?\s{0,3}(?:AC[\s#-]{0,3})?(\d{1,3})/gi;

/** `(AC1)`, `(Covers AC 3 and 4)`, `(AC1-3)`: the numbers, each once. No list is longer than what is read of one. */
const referencesIn = (text: string): ReadonlySet<number> => {
  const numbers = new Set<number>();
  for (const [, inside = ''] of text.matchAll(IN_BRACKETS))
    for (const [, first = '', more = ''] of inside.matchAll(REFERENCE)) {
      let last = Number(first);
      numbers.add(last);
      for (const [, range, next = ''] of more.matchAll(MORE)) {
        const from = range === undefined ? Number(next) : last + 1;
        last = Math.min(Number(next), PLAN_CRITERIA_MAX);
        for (let number = from; number <= last; number += 1) numbers.add(number);
      }
      if (numbers.size > PLAN_CRITERIA_MAX) return numbers;
    }
  return numbers;
};

const OWN_NUMBER = /^\W{0,4}AC[\s#-]{0,3}(\d{1,3})\b/i;

/** Criteria are known by the number that they carry, or by their place in the list. */
const numbered = (criteria: readonly string[]): ReadonlyMap<number, string> => {
  const carried = criteria.map((text) => OWN_NUMBER.exec(text)?.[1]);
  const byPlace = carried.every((number) => number === undefined);
  return new Map(
    criteria.flatMap((text, index) => {
      const number = byPlace ? index + 1 : Number(carried[index] ?? Number.NaN);
      return Number.isNaN(number) ? [] : [[number, text] as const];
    }),
  );
};

const linesOf = ({ title, sections }: Part): string =>
  [title, ...sections.flatMap((section) => [section.title, ...section.body.map(({ text }) => text)])].join(
    '\n',
  );

const criteriaOf = (
  part: Part,
  text: string,
  global: readonly string[],
): Pick<PlanPhase, 'criteria' | 'criteriaFrom'> => {
  const own = ownCriteria(part);
  if (own.length > 0) return { criteria: own, criteriaFrom: 'phase' };
  const known = numbered(global);
  const referred = [...referencesIn(text)].flatMap((number) => known.get(number) ?? []);
  if (referred.length > 0) return { criteria: referred, criteriaFrom: 'references' };
  return { criteria: global, criteriaFrom: global.length === 0 ? 'none' : 'plan' };
};

/** The acceptance criteria of the whole plan; a list inside of a phase is only about that phase. */
export const planCriteria = (sections: readonly Section[]): readonly string[] => {
  const inside = new Set(partsOf(sections).flatMap((part) => part.sections));
  const outside = sections.filter((section) => !inside.has(section));
  return itemsBelow(outside, sectionTitled(outside, ACCEPTANCE_CRITERIA), PLAN_CRITERIA_MAX);
};

/** Titles of the phases, for the scope of the summary. A plan without any has none. */
export const phaseTitles = (sections: readonly Section[]): readonly string[] =>
  partsOf(sections)
    .map(({ title }) => title)
    .filter((title) => title !== WHOLE);

/** In the order of the plan; none when nothing in it says how it is done. */
export const planPhases = (plan: string): readonly PlanPhase[] => {
  const sections = sectionsOf(plan);
  const global = planCriteria(sections);
  const shorten = (criteria: readonly string[]): readonly string[] =>
    criteria.map((text) => clipWords(text, PHASE_TEXT_WORDS_MAX));
  return partsOf(sections).map((part) => {
    const text = linesOf(part);
    const goal = firstParagraph(part.sections[0]?.body ?? []);
    const { criteria, criteriaFrom } = criteriaOf(part, text, global);
    return {
      title: clipWords(part.title, PHASE_TEXT_WORDS_MAX),
      goal: goal === undefined ? undefined : clipWords(goal, PHASE_TEXT_WORDS_MAX),
      files: pathTokens(text).slice(0, PATHS_NAMED_MAX),
      criteria: shorten(criteria),
      criteriaFrom,
    };
  });
};
