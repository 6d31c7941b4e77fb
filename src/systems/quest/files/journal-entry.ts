// docs/quest-journal/<slug>_<date>.md: what a quest did, for people, with a block of data for Quest's own tools, and its
// row in the index.
import { clip, plainLine, plainText } from '../../../std/terminal-text.ts';
import { fenced } from './brief-file.ts';
import { CARRIED_SHOWN_MAX, JOURNAL_FILES_MAX, OUTCOME_CHARS_MAX } from './limits.ts';
import type { QuestMode } from './snapshot.ts';

export const JOURNAL_FOLDER = 'docs/quest-journal';
export const JOURNAL_INDEX = `${JOURNAL_FOLDER}/README.md`;

const GRADES = {
  Diamond: 'A+',
  Platinum: 'A',
  Gold: 'B',
  Silver: 'C',
  Bronze: 'D',
  Tin: 'D-',
  Cardboard: 'F',
  Abandoned: 'Inc',
} as const;
export type QualityTier = keyof typeof GRADES;

export interface Rounds {
  readonly status: 'complete' | 'abandoned';
  readonly planIterations: number;
  readonly fixIterations: number;
  /** What reviewers of the code found. */
  readonly findings: number;
  readonly maxPlanIterations: number;
  /** With one reviewer, that of solo mode. */
  readonly maxFixIterations: number;
}

/** From the worst to the best: the first that applies. */
export const qualityTier = (rounds: Rounds): QualityTier => {
  const { planIterations: plan, fixIterations: fix } = rounds;
  if (rounds.status === 'abandoned') return 'Abandoned';
  const capped = [plan >= rounds.maxPlanIterations, fix >= rounds.maxFixIterations].filter(Boolean).length;
  if (capped === 2) return 'Cardboard';
  if (capped === 1) return 'Tin';
  if (plan >= 3 || fix >= 3) return 'Bronze';
  if (fix === 2) return 'Silver';
  if (plan > 1) return 'Gold';
  return fix === 0 && rounds.findings === 0 ? 'Diamond' : 'Platinum';
};

export interface CarriedFindings {
  readonly count: number;
  readonly summaries: readonly string[];
}

export interface JournalInput {
  readonly questId: string;
  readonly slug: string;
  readonly title: string;
  /** `2026-11-15`. */
  readonly date: string;
  readonly mode: QuestMode;
  readonly rounds: Rounds;
  readonly outcome: string;
  readonly request: string;
  readonly files: readonly string[];
  readonly agents: readonly { readonly name: string; readonly model: string; readonly role: string }[];
  readonly achievements: readonly { readonly icon: string; readonly title: string; readonly desc: string }[];
  /** Deferred findings of earlier quests that this one was told of. */
  readonly inherited: CarriedFindings;
  /** Findings that this one deferred. */
  readonly left: CarriedFindings;
  readonly testCount?: number | undefined;
  readonly testsAdded?: number | undefined;
}

export const journalPath = ({ slug, date }: Pick<JournalInput, 'slug' | 'date'>): string =>
  `${JOURNAL_FOLDER}/${slug}_${date}.md`;

const DATA_MARK = 'celebration-data';
/** Words of others cannot pose as the block of data. */
const unmarked = (text: string): string => text.replaceAll(`<!-- ${DATA_MARK}`, `<!-- quoted ${DATA_MARK}`);
const line = (text: string): string => unmarked(plainLine(text));

const dataOf = (input: JournalInput): object => {
  const { rounds } = input;
  const tier = qualityTier(rounds);
  const carried = ({ count, summaries }: CarriedFindings): object => ({
    count,
    summaries: summaries.slice(0, CARRIED_SHOWN_MAX),
  });
  return {
    quest_mode: input.mode,
    agents: input.agents.map(({ name, model, role }) => ({ name, model, role })),
    achievements: input.achievements.map(({ icon, title, desc }) => ({ icon, title, desc })),
    metrics: [
      { icon: '📊', label: `Plan iterations: ${rounds.planIterations}` },
      { icon: '🔧', label: `Fix iterations: ${rounds.fixIterations}` },
      { icon: '📝', label: `Review findings: ${rounds.findings}` },
    ],
    quality: { tier, grade: GRADES[tier] },
    inherited_findings_used: carried(input.inherited),
    findings_left_for_future_quests: carried(input.left),
    test_count: input.testCount ?? null,
    tests_added: input.testsAdded ?? null,
    files_changed: input.files.length,
  };
};

/** No text inside can end the block: a `<` is written as an escape of JSON. */
const dataBlock = (input: JournalInput): string => {
  const json = JSON.stringify(dataOf(input), null, 2).replaceAll('<', '\\u003c');
  return `<!-- ${DATA_MARK}-start -->\n\`\`\`json\n${json}\n\`\`\`\n<!-- ${DATA_MARK}-end -->`;
};

const section = (title: string, body: readonly string[]): string[] =>
  body.length === 0 ? [] : [`## ${title}\n\n${body.join('\n')}`];

const carriedLines = ({ count, summaries }: CarriedFindings): string[] =>
  count === 0
    ? []
    : [`- Count: **${count}**`, ...summaries.slice(0, CARRIED_SHOWN_MAX).map((text) => `- ${line(text)}`)];

const fileLines = (files: readonly string[]): string[] => [
  ...files.slice(0, JOURNAL_FILES_MAX).map((path) => `- \`${line(path).replaceAll('`', "'")}\``),
  ...(files.length > JOURNAL_FILES_MAX ? [`- and ${files.length - JOURNAL_FILES_MAX} more`] : []),
];

const STATUS_WORDS = { complete: 'Completed', abandoned: 'Abandoned' } as const;

export const journalText = (input: JournalInput): string => {
  const { rounds } = input;
  const facts: readonly (readonly [string, string])[] = [
    ['Quest ID', `\`${line(input.questId)}\``],
    ['Slug', line(input.slug)],
    ['Status', STATUS_WORDS[rounds.status]],
    ['Completed', line(input.date)],
    ['Mode', input.mode],
    ['Quality', qualityTier(rounds)],
    ['Outcome', line(input.outcome)],
  ];
  const parts = [
    `# Quest Journal: ${line(input.title)}`,
    facts.map(([key, value]) => `**${key}:** ${value}`).join('\n'),
    ...section('Files Changed', fileLines(input.files)),
    ...section('Iterations', [
      `- Plan iterations: ${rounds.planIterations}`,
      `- Fix iterations: ${rounds.fixIterations}`,
    ]),
    ...section(
      'Agents',
      input.agents.map(({ name, model, role }) => `- **${line(role)}** (${line(name)}): ${line(model)}`),
    ),
    ...section('Quest Brief', [fenced(unmarked(plainText(input.request)), 'text')]),
    ...section('Inherited Findings Used', carriedLines(input.inherited)),
    ...section('Findings Left For Future Quests', carriedLines(input.left)),
    `## Celebration Data\n\n${dataBlock(input)}`,
  ];
  return `${parts.join('\n\n')}\n`;
};

const CUT = '...';

/** One cell of a table: pipes and backslashes are escaped, and no escape is cut in half. */
export const outcomeCell = (outcome: string): string => {
  const units = [...clip(plainLine(outcome).replaceAll(/\s+/g, ' '), 2 * OUTCOME_CHARS_MAX)].map((char) =>
    char === '|' || char === '\\' ? `\\${char}` : char,
  );
  if (units.join('').length <= OUTCOME_CHARS_MAX) return units.join('');
  let cell = '';
  for (const unit of units) {
    if (cell.length + unit.length > OUTCOME_CHARS_MAX - CUT.length) break;
    cell += unit;
  }
  return `${cell}${CUT}`;
};

export const indexRow = ({ slug, date, outcome }: Pick<JournalInput, 'slug' | 'date' | 'outcome'>): string =>
  `| ${date} | [${slug}](${slug}_${date}.md) | ${outcomeCell(outcome)} |`;

const HEADER = '| Date | Quest | Outcome |';
const RULE = '|------|-------|---------|';
const isHeader = (text: string): boolean =>
  /^\|\s{0,20}Date\s{0,20}\|\s{0,20}Quest\s{0,20}\|\s{0,20}Outcome\s{0,20}\|\s*$/i.test(text);
const isRule = (text: string | undefined): boolean => text !== undefined && /^\|[-:| ]{3,200}\s*$/.test(text);

/** The index with the row of this quest on top of its table. An index that has it stays as it is. */
export const withIndexRow = (
  readme: string,
  entry: Pick<JournalInput, 'slug' | 'date' | 'outcome'>,
): string => {
  const row = indexRow(entry);
  if (readme.trim() === '') return `# Quest Journal\n\n${HEADER}\n${RULE}\n${row}\n`;
  const lines = readme.split('\n');
  const link = `](${entry.slug}_${entry.date}.md)`;
  if (lines.some((text) => text.startsWith('|') && text.includes(link))) return readme;
  const header = lines.findIndex((text, index) => isHeader(text) && isRule(lines[index + 1]));
  if (header === -1) return `${readme.trimEnd()}\n\n${HEADER}\n${RULE}\n${row}\n`;
  const end = lines[header]?.endsWith('\r') === true ? '\r' : '';
  // A table that ends with the file has no line end behind its rule.
  const rows = lines.slice(header + 2);
  return [...lines.slice(0, header + 2), `${row}${end}`, ...(rows.length === 0 ? [''] : rows)].join('\n');
};
