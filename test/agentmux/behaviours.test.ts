// Every behaviour that the tests of AgentMux pin, and where Baton shows its own: the same one, or another on purpose (then
// the title of the test says so). A behaviour that Baton has no use for has the reason in its place.
import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';

interface Shown {
  /** Relative to the root of the repository. */
  readonly file: string;
  /** Each is a test's title, or the row of a table of tests. */
  readonly titles: readonly string[];
}

interface Without {
  readonly because: string;
}

type Row = readonly [behaviour: string, where: Shown | Without];

const shown = (file: string, ...titles: readonly string[]): Shown => ({ file, titles });
const without = (because: string): Without => ({ because });

const FILES = 'src/systems/agentmux/files';
const WORKFLOW = 'src/systems/agentmux/workflow';
const PLAN_RULES = `${FILES}/plan-rules.test.ts`;
const REVIEW_FILE = `${FILES}/review-file.test.ts`;
const REVIEW_TEXTS = `${WORKFLOW}/review-texts.test.ts`;
const RESEARCH_ARGS = `${WORKFLOW}/research-args.test.ts`;
const TOOL_EVENTS = `${FILES}/tool-events.test.ts`;
const COMPLETION_TEXTS = `${WORKFLOW}/completion-texts.test.ts`;
const CONFIG = 'src/systems/agentmux/config/agentmux-config.test.ts';
const PREFERENCE = 'src/text/preference.test.ts';
const TEMPLATE = 'src/prompts/template.test.ts';
const RENDERED = 'src/prompts/render-template.test.ts';
const SIGNALS = 'test/agentmux/behaviours-signals.test.ts';
const WORK = 'test/agentmux/behaviours-work.test.ts';
const REVIEWS = 'test/agentmux/behaviours-reviews.test.ts';
const COMPLETION = 'test/agentmux/behaviours-completion.test.ts';
const PROGRAM = 'test/e2e/agentmux-behaviours.test.ts';
const ENDINGS = 'test/e2e/agentmux-behaviours-endings.test.ts';

const NO_PANES = without('there are no panes: an agent is a process, and its end is journalled');
const NO_WATCHING = without('no file is watched for work: what counts comes through the door, with a token');

// biome-ignore format: one row on one line is a table.
const CONTRACTS: readonly Row[] = [
  ['all contracts are registered', shown(SIGNALS, 'are one for each contract of an agent, by the names that agents know, without a prefix')],
  ['an empty mapping passes as an architecture', shown(SIGNALS, 'has no fields: any words will do, blank ones and no file will not')],
  ['doc_files may be empty', shown(`${FILES}/plan-file.test.ts`, 'may be any that holds all the rules')],
  ['groups are not empty', shown(PLAN_RULES, 'groups must contain at least one group.')],
  ['subplans are not empty', shown(PLAN_RULES, 'subplans must contain at least one sub-plan.')],
  ['an index is not 0', shown(PLAN_RULES, 'subplans[2].index must be an integer >= 1.', "groups[1].plans[2] must have a valid 'index'.")],
  ['tasks are not empty', shown(PLAN_RULES, 'subplans[1].tasks must be a non-empty list.')],
  ['owned_files are not empty', shown(PLAN_RULES, 'subplans[4].owned_files must be a non-empty list.')],
  ['an index is there once', shown(PLAN_RULES, 'subplans[2] has duplicate index 1.', 'groups[1].plans[2] duplicates plan index 1.')],
  ['a group_id is there once', shown(PLAN_RULES, "groups[2] has duplicate group_id 'core'.")],
  ['a mode is serial or parallel', shown(PLAN_RULES, "groups[1].mode must be 'serial' or 'parallel' (got 'sequential').")],
  ['review_strategy has a severity', shown(PLAN_RULES, 'review_strategy.severity is required.', "review_strategy.severity must be one of: high, low, medium (got 'urgent').", 'is the strategy of the review, with a warning')],
  ['a group refers to sub-plans that are there', shown(PLAN_RULES, 'groups[1].plans[3] references index 5 which has no matching subplan.')],
  ['a reference has a name', shown(PLAN_RULES, "groups[1].plans[1] must have 'name'.")],
  ['a failed review has findings, with issue and recommendation', shown(REVIEW_FILE, 'says of %j: %s', 'finds every problem at once, each at its place')],
  ['a verdict is pass or fail', shown(REVIEW_FILE, 'finds every problem at once, each at its place')],
  ['dependencies are a text, a list, or an empty list', shown(PLAN_RULES, 'is the rationale, blank or null too, and what a sub-plan depends on')],
  ['dependencies as they are written down', shown(`${FILES}/derived-plan.test.ts`, 'keep their form whatever the texts are')],
  ['one review of several', shown(REVIEW_TEXTS, 'make one review of several as the reference system did', 'leave a single review as it is, and pass where none was asked for')],
];

// biome-ignore format: one row on one line is a table.
const SUBMIT_TOOLS: readonly Row[] = [
  ['a call appends exactly one small event', shown(SIGNALS, 'has one line for a call that was accepted and none for one that was not; the cursor is at its end')],
  ['a tool writes no file of the run', without('a tool seals what its agent wrote; the engine makes files from the sealed bytes alone')],
  ['a file that is missing, empty or no mapping', shown(SIGNALS, 'rejects %j in the place of a review')],
  ['a plan that is missing, empty or no mapping', shown(`${FILES}/plan-file.test.ts`, 'a file that is no plan')],
  ['the file of the role is read, and the role is in the payload', shown(SIGNALS, 'reads the file of the role, which is in the payload')],
  ['a role that is unknown, or a path, is rejected', shown(SIGNALS, 'rejects the role %j')],
  ['reviewers: none, empty, some, unknown', shown(SIGNALS, 'may nominate %s', 'that nominates somebody unknown is rejected, and none of its preferences is kept')],
  ['preferences are kept', shown(SIGNALS, 'may bring preferences, which the prompts of their roles have from then on')],
  ['an index of 0, negative, or no whole number', shown(SIGNALS, 'rejects %j as an index, with the words that coders know')],
  ['the form of a topic', shown(RESEARCH_ARGS, 'refuse %j as a topic')],
  ['the type of research', shown(RESEARCH_ARGS, 'refuses %j as its type')],
  ['topic and type are those that were asked for', shown(WORK, 'hands in under its own topic and type alone')],
  ['no prefix agentmux_', shown(SIGNALS, 'are one for each contract of an agent, by the names that agents know, without a prefix')],
  ['which role has which tools', shown(SIGNALS, 'are for each role those of its work; research is there for who decides, and for nobody else')],
  ['no tool that waits', shown(SIGNALS, 'has one that waits, which the original has not: it answers at once when nothing is awaited')],
  ['feature_dir and allowed_tools from the environment or .active_session', without('who calls is known by a token; tools come from the assignment, so several runs are never mixed up')],
  ['a broken .active_session is passed over', without('there is no such file')],
];

// biome-ignore format: one row on one line is a table.
const EVENTS: readonly Row[] = [
  ['the log is made with its folder, and appended to', shown(SIGNALS, 'needs no file to begin with, and is the same after another holder took over')],
  ['a cursor that is missing or invalid', shown(TOOL_EVENTS, '%s is one problem')],
  ['only what comes after the cursor is replayed', shown(SIGNALS, 'needs no file to begin with, and is the same after another holder took over')],
  ['new lines are followed', shown(ENDINGS, 'is refused, journalled, and taken out of the file while the run goes on')],
  ['a malformed line is passed over', shown(TOOL_EVENTS, 'keeps the good lines around a bad one', 'a malformed line')],
  ['a source that is stopped twice, or before it was started', without('there is no source of events to start or stop')],
  ['files that only tell how the run stands are not logged', shown(SIGNALS, 'has each file once, over several holders, and none that only tells how the run stands')],
  ['a created file is logged once', shown('test/agentmux/defects-reviews.test.ts', 'created_files.log names each file once, over several holders, and no temporary one')],
  ['a moved file is logged where it went', without('Baton writes the files itself, and knows them by name')],
  ['files that are there are told in a fixed order', shown(SIGNALS, 'has each file once, over several holders, and none that only tells how the run stands')],
  ['folders are watched to their depth', NO_WATCHING],
];

// biome-ignore format: one row on one line is a table.
const ROUTER: readonly Row[] = [
  ['a phase is entered once', shown(SIGNALS, 'is entered once, and once more after a way back')],
  ['a phase counts as entered before it does anything', shown(SIGNALS, 'is entered before anybody can call, by the entry that starts the run')],
  ['a phase is entered again after a transition', shown(WORK, 'is planned again with the words of the person, and its stale files are pruned')],
  ['an event that a phase does not want is dropped', shown(SIGNALS, 'refuses with words a call that it does not have, where the original drops it in silence')],
  ['what is not ready does not fire', shown(SIGNALS, 'does not end by a file that is there: a design is handed in, with words in it')],
  ['activity of a file fires, too', NO_WATCHING],
  ['a tool event that nobody wants does nothing', shown('test/agentmux/defects-signals.test.ts', 'research while coders work')],
  ['a signal to exit ends the run', shown(COMPLETION, 'is a person’s: nothing is committed before')],
  ['a handler without specifications', shown('src/engine/consequences.test.ts', 'is left by "otherwise" when no guard holds')],
  ['a call that comes twice', shown(SIGNALS, 'is moved on once by a call that comes twice')],
];

// biome-ignore format: one row on one line is a table.
const ORCHESTRATOR: readonly Row[] = [
  ['the phase is there before the sources start', shown(SIGNALS, 'is entered before anybody can call, by the entry that starts the run')],
  ['the cursor moves after the event', shown(SIGNALS, 'has one line for a call that was accepted and none for one that was not; the cursor is at its end')],
  ['who asked is told when research is done', shown(WORK, 'runs beside who asked, and its answer says where to read on')],
  ['who asked hears of a researcher that crashed', shown(ENDINGS, 'for the third time as a researcher is told to who asked, who goes on without')],
  ['research that is done, or at work, is not started again', shown(WORK, 'is started again by another holder only where it is not done; who asked goes on with its answer')],
  ['research whose output is there is marked as done', shown(WORK, 'is not done because its files are there, as it is in the original: it has to be handed in')],
  ['no loop that polls', without('the loop of the holder is woken by entries and timers; nothing in it repeats')],
  ['what was opened is closed in order', shown('test/e2e/cli-holding.test.ts', 'ends with 130 on %s, and goes on with resume')],
  ['a worktree is kept with --keep-session', without('a working tree belongs to one assignment and goes with it; there is no such option')],
];

// biome-ignore format: one row on one line is a table.
const SCHEDULER: readonly Row[] = [
  ['one serial sub-plan', shown(WORK, 'of one sub-plan are one piece of work')],
  ['a parallel group waits for all', shown(WORK, 'that are parallel are done side by side, and the next waits for all of them')],
  ['mixed waves', shown(WORK, 'come in waves when they are mixed; state.json says which is under way')],
  ['mixed waves of real processes', shown(PROGRAM, 'are done in waves: a serial group in its order, a parallel one side by side, and the next waits for all')],
  ['resume in a parallel group asks only for what is missing', shown(WORK, 'that are parallel ask after a resume only for what is missing, and keep what is done')],
  ['serial sub-plans in their order', shown(WORK, 'that are serial are done one after the other, in the order of the group')],
  ['groups as a graph', shown(`${WORKFLOW}/plan-items.test.ts`, 'wait, directly or through others, for all that must be done before and for nothing else')],
  ['a fix ends with done_1, however many sub-plans there are', shown(WORK, 'is one piece of work that one call ends, however many sub-plans there are')],
  ['a group starts from what was made before it', shown(WORK, 'start from what the groups before them made')],
  ['one coder for the whole plan', shown(WORK, 'is asked once, for all sub-plans, and marks all of them')],
  ['single_coder and modes stay what they were on resume', shown(PROGRAM, 'are all done by one coder where the project wants that, and stay with it when baton.yaml changes meanwhile')],
  ['/fleet is typed for copilot alone', without('nothing is typed into a terminal')],
];

// biome-ignore format: one row on one line is a table.
const PLANNING: readonly Row[] = [
  ['a new plan makes its files again and prunes stale ones', shown(WORK, 'is planned again with the words of the person, and its stale files are pruned')],
  ['the same with real processes', shown(PROGRAM, 'who wants something else has it planned again; what was derived from the plan before is pruned')],
  ['changes.md goes with the new plan', shown(WORK, 'leads no further by the change request once it is accepted; changes.md stays to be read, unlike in the original')],
  ['the plan that was carried out is handed in again', shown('test/agentmux/defects-run.test.ts', 'the same plan again is another round: all of it is asked for, on top of what was fixed')],
  ['needs_design leads to the designer, where there is one', shown(WORK, 'is designed first where it says so', 'is not designed where it does not say so', 'is not designed where nobody plays the designer')],
  ['markers are taken away only for a fresh start', shown(WORK, 'has markers of its own: those of the plan before are gone, and stay away until the work is done', 'keeps the markers of the sub-plans, which the original takes away')],
];

// biome-ignore format: one row on one line is a table.
const REVIEWING: readonly Row[] = [
  ['the first fail kills who is still at it', shown(REVIEWS, 'waits for all of its reviewers though one has failed already; the original kills the others')],
  ['two that fail are one request', shown(REVIEWS, 'that fails twice is one request to fix with the words of both')],
  ['the words of who passed are in it', shown(REVIEWS, 'that fails shows the coder what passed, too')],
  ['a pass waits for its siblings', shown(REVIEWS, 'that passes waits for all of its reviewers')],
  ['an archive per round', shown(REVIEWS, 'is archived by round and reviewer')],
  ['stale files are deleted when a round begins', shown(REVIEWS, 'takes the file of the round before away: a reviewer cannot hand in what it said then')],
  ['resume takes what is there and asks nobody twice', shown(REVIEWS, 'keeps over a resume what was accepted, and asks only the others', 'does not take a review for handed in because its file is there, as the original does after a resume')],
  ['a short prompt only after an archived review', shown(REVIEWS, 'shows a reviewer what it found, and the whole task to one who has not reviewed yet')],
  ['all review every round', shown(REVIEWS, 'passes over a reviewer who passed and none of whose files was touched; the original asks all again', 'asks a reviewer again who passed but whose files were touched, or who did not say which they are')],
  ['review.md is not overwritten', shown(REVIEWS, 'is there while every reviewer has passed, and is made again; the original never overwrites it')],
  ['panes of coders are killed on a pass', NO_PANES],
  ['the limit of rounds completes the run', shown(REVIEWS, 'leads to a person, with the failed review; the original goes on to the commit')],
  ['what a person decides at the limit', shown(REVIEWS, 'is counted anew when the person wants more rounds', 'is counted anew when the person wants another plan', 'ends the run when the person gives it up; it can be resumed, and is asked about again')],
  ['a limit of no rounds', shown(REVIEWS, 'may be none at all: then the first failed review is for a person')],
  ['the limit with real processes', shown(PROGRAM, 'decides when the limit of fix rounds is reached: nothing of a failed review is committed by itself')],
  ['an old summary is deleted', shown(REVIEWS, 'of a change that was planned again is written anew')],
  ['who coordinates writes the summary', shown(PROGRAM, 'nominates who reviews; the first of them writes the summary')],
];

// biome-ignore format: one row on one line is a table.
const COMPLETING: readonly Row[] = [
  ['a summary is made up where none is there', shown(REVIEWS, 'is written by the first who was nominated, and is handed in: there is none made up from the reviews')],
  ['auto approval', shown(COMPLETION, 'is written by the engine where the project wants no word, and all reviewers have passed')],
  ['auto approval with real processes', shown(PROGRAM, 'is not asked where the project wants no final approval; the message of the commit is drafted')],
  ['files left out', shown(COMPLETION, 'that leaves files out makes another tree, which is reviewed and approved again')],
  ['files left out are not in the commit', shown(PROGRAM, 'who leaves files out has another tree reviewed again, without them in the commit, with the message they gave')],
  ['the message: drafted, or of the approval', shown(COMPLETION, 'has a drafted message where nobody gave one', 'has the message that the person gave', 'has the message of a reviewer where the person gave none; the original never uses it')],
  ['a commit that fails keeps the run', shown(ENDINGS, 'fails the run, which keeps all it has and goes on with resume; only then .last_completion.json is there')],
  ['without gh there is no pull request', shown(ENDINGS, 'is pushed all the same and opens no pull request')],
  ['a change request sets counts back', shown(COMPLETION, 'that is refused with words plans again, and sets the count of fix rounds back')],
  ['the branch is made once', shown(COMPLETION, 'is made once, on the branch of the run')],
  ['.last_completion.json only with a commit', shown(ENDINGS, 'leaves what came of it in .last_completion.json', 'fails the run, which keeps all it has and goes on with resume; only then .last_completion.json is there')],
];

// biome-ignore format: one row on one line is a table.
const RESUME: readonly Row[] = [
  ['the phase is inferred from files', shown(COMPLETION, 'in %s is where it was, whatever has become of its files')],
  ['a plan without its execution plan is planned on', shown(COMPLETION, 'plans on where a plan was written and not handed in')],
  ['done_1 says where a fix stands', shown(COMPLETION, 'in %s is where it was, whatever has become of its files')],
  ['research is kept', shown(WORK, 'is started again by another holder only where it is not done; who asked goes on with its answer')],
  ['a change request is kept', shown(COMPLETION, 'after a change request was interrupted still has the words of the person')],
  ['a branch that cannot be made is only warned of', without('nothing is checked out or branched before the commit')],
  ['a time limit, which the original has not', shown(ENDINGS, 'fails the run with TIME_EXCEEDED and says how to resume it')],
  ['stop and resume', shown(ENDINGS, 'with baton stop cancels a run that is held elsewhere; it goes on with resume')],
];

// biome-ignore format: one row on one line is a table.
const RUNTIME: readonly Row[] = [
  ['a grace before a missing pane counts', NO_PANES],
  ['an expected end is no interruption', shown(WORK, 'that ends after it has handed in is not missed, and not started again')],
  ['a dead pane is not made again', shown(ENDINGS, 'is started again, and the run completes; the original cancels it')],
  ['a snapshot of panes that cannot be written is passed over', NO_PANES],
  ['a run directory that was deleted', shown(COMPLETION, 'in %s is where it was, whatever has become of its files')],
];

// biome-ignore format: one row on one line is a table.
const TEXTS: readonly Row[] = [
  ['preferences: normal form', shown(PREFERENCE, 'makes of %j %j', 'is the same for %j and %j')],
  ['preferences: once in the file and in a batch', shown(PREFERENCE, 'adds nothing that is there in any section, nor twice')],
  ['preferences: the file is made', shown('src/effects/preferences.test.ts', 'makes directories and files, and says what was added')],
  ['preferences: what is there stays', shown('src/effects/preferences.test.ts', 'keeps what a person wrote, its bytes and who may read it')],
  ['preferences: none is nothing to do', shown('src/effects/preferences.test.ts', 'makes nothing when there is nothing to add')],
  ['prompts: fragments are expanded', shown(TEMPLATE, 'are expanded inside of each other', 'may be nested as deep as the limit and no deeper')],
  ['prompts: braces are braces', shown(TEMPLATE, 'what is no directive stays as it is')],
  ['prompts: includes, optional ones, and with a placeholder', shown(RENDERED, 'a missing file is a problem, a missing optional one is nothing', 'a path may be made of placeholders')],
  ['prompts: the project’s own text comes before the constraints', shown(`src/systems/agentmux/prompts/templates.test.ts`, "has the project's own text directly before the constraints, which come last")],
  ['prompts: research is sorted, or left out', shown(WORK, 'is handed on to later prompts, sorted, once it is done; what is not done is left out')],
  ['prompts: a missing tasks_N is an error', shown(RENDERED, 'a missing file is a problem, a missing optional one is nothing')],
  ['configuration: layers', shown(CONFIG, 'is merged from layers: mappings key by key, lists and scalars as a whole, null over what is below')],
  ['configuration: old keys are errors', shown(CONFIG, 'a moved key', 'a turned key', 'a tier', 'a profile of a role')],
  ['configuration: precedence of models', shown(CONFIG, 'names a model by precedence: %s')],
  ['configuration: model_args', shown(CONFIG, 'warn of %s, with a reason and what to do')],
  ['configuration: trust of cursor', without('Baton answers no question of a program in its place')],
  ['GitHub: how an issue is named', shown('src/operations/people/request-text.test.ts', 'is fetched by number or address: %j')],
  ['GitHub: comments', shown('src/operations/people/request-text.test.ts', 'has its comments after it, each with author and day')],
  ['GitHub: an issue with real processes', shown(ENDINGS, 'has the issue and its comments as the request, and names it in the commit', 'is pushed, and one pull request is opened for it')],
  ['GitHub: the body of a pull request', shown(COMPLETION_TEXTS, 'has what was asked for, planned and judged', 'says of what is missing that it is')],
  ['the monitor', without('there is no pane with a monitor; `baton status` and `baton log` have texts and tests of their own')],
];

// biome-ignore format: one row on one line is a table.
const INTEGRATION: readonly Row[] = [
  ['the whole way with coders side by side', shown(PROGRAM, 'may research before, and goes all the way with coders side by side')],
  ['product manager and research', shown(PROGRAM, 'has its requirements rewritten, and the next in line reads them', 'keeps the request: requirements without it are rejected')],
  ['a product manager that nobody plays', shown(PROGRAM, 'is missed before anything starts where the project wants one, and not otherwise')],
  ['somebody closes a pane: 130', shown(ENDINGS, 'with Ctrl-C ends the program with 130; resume asks only for what is missing of a parallel group')],
];

// What the tests of AgentMux do not reach.
// biome-ignore format: one row on one line is a table.
const UNREACHED: readonly Row[] = [
  ['a crash between what is written and what is acknowledged', shown('test/e2e/kills.test.ts', 'lose nothing, apply nothing twice, and leave nothing behind')],
  ['torn lines', shown('test/agentmux/defects-signals.test.ts', 'half a line is waited for, and the whole of it is judged once')],
  ['exceptions of a handler', shown('test/agentmux/defects-run.test.ts', 'the run fails visibly, and once it is fixed a resume goes on where it was')],
  ['a real MCP client over standard input and output', shown('src/cli/pipe/pipe-mcp.test.ts', 'carries token, session and protocol version, one message a line, and says goodbye')],
  ['sessions at the same time', shown(ENDINGS, 'have files, tools and branches of their own')],
  ['what is left on the disk of a run that has ended', shown('test/e2e/agentmux-defects-course.test.ts', 'there is nothing to go on with: a resume changes nothing, and nothing can be approved')],
];

const TABLES: Readonly<Record<string, readonly Row[]>> = {
  contracts: CONTRACTS,
  'submit tools': SUBMIT_TOOLS,
  'tool events and file events': EVENTS,
  router: ROUTER,
  orchestrator: ORCHESTRATOR,
  scheduler: SCHEDULER,
  'planning and implementing': PLANNING,
  reviewing: REVIEWING,
  completing: COMPLETING,
  'resume inference': RESUME,
  runtime: RUNTIME,
  'preferences, prompts, configuration, GitHub and monitor': TEXTS,
  integration: INTEGRATION,
  'what was never tested': UNREACHED,
};

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const texts = new Map<string, string | undefined>();

const textOf = (file: string): string | undefined => {
  if (!texts.has(file))
    texts.set(file, existsSync(ROOT + file) ? readFileSync(ROOT + file, 'utf8') : undefined);
  return texts.get(file);
};

/** As a string of its own, in whichever quotes. */
const isTitle = (text: string, title: string): boolean =>
  ["'", '"', '`'].some((quote) => text.includes(`${quote}${title}${quote}`));

describe.each(Object.entries(TABLES))('%s', (_, rows) => {
  it.each(rows)('%s', (_behaviour, where) => {
    if ('because' in where) {
      expect(where.because.length).toBeGreaterThan(10);
      return;
    }
    const text = textOf(where.file);
    expect(text, where.file).toBeDefined();
    expect(where.titles.length).toBeGreaterThan(0);
    expect(where.titles.filter((title) => !isTitle(text!, title))).toEqual([]);
  });
});

describe('the tests of behaviours', () => {
  it.each([SIGNALS, WORK, REVIEWS, COMPLETION])('%s are all in the table', (file) => {
    const known = new Set(
      Object.values(TABLES).flatMap((rows) =>
        rows.flatMap(([, where]) => ('file' in where && where.file === file ? where.titles : [])),
      ),
    );
    const titles = [
      ...(textOf(file) ?? '').matchAll(/^ {2}(?:it|\]\))\(\s*'([^']+)'|^ {2}it\.each\(.*\)\('([^']+)'/gm),
    ]
      .map((match) => match[1] ?? match[2]!)
      .filter((title) => title !== '%s');
    expect(titles.length).toBeGreaterThan(5);
    expect(titles.filter((title) => !known.has(title))).toEqual([]);
  });
});
