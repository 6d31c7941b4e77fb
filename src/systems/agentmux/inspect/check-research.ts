// Research: each topic in state.json, its files, and the signals about it.
import { type Problem, problem } from '../../../model/problem.ts';
import { STATE_FILE, type StateFile } from '../files/state-file.ts';
import { EVENTS_FILE } from '../files/tool-events.ts';
import { hasReached, type RunView } from './run-view.ts';

const NAMES_SHOWN_MAX = 12;

const KINDS = [
  { kind: 'code', key: 'research_tasks' },
  { kind: 'web', key: 'web_research_tasks' },
] as const;

type Topic = (typeof KINDS)[number] & { readonly topic: string; readonly status: string };

const topicsOf = (state: StateFile): Topic[] =>
  KINDS.flatMap((kind) =>
    Object.entries(state.fields[kind.key] ?? {}).map(([topic, status]) => ({ ...kind, topic, status })),
  );

const isDone = (view: RunView, { kind, topic }: Topic): boolean =>
  view.applied.some(
    ({ tool, payload }) =>
      tool === 'submit_research_done' && payload['topic'] === topic && payload['type'] === kind,
  );

const unanswered = (view: RunView, { kind, topic }: Topic, summary: string): Problem => {
  const closed = hasReached(view, 'designing');
  return problem(
    'FILE_MISSING',
    `${kind} research on ${topic} was dispatched, but there is no ${summary}${closed ? `, and the phase is ${view.phase}` : ''}`,
    {
      file: summary,
      severity: closed ? 'error' : 'warning',
      hint: closed
        ? 'The work went on without the answer. Dispatch it under another topic.'
        : 'The researcher may still be at work; whoever asked waits for it.',
    },
  );
};

const topicProblems = (view: RunView, state: StateFile, found: Topic): Problem[] => {
  const { kind, key, topic, status } = found;
  const folder = `03_research/${kind}-${topic}`;
  const summary = `${folder}/summary.md`;
  const text = view.files.get(summary);
  const where = { file: STATE_FILE, field: `${key}.${topic}`, ...state.locate([key, topic]) };
  const problems: Problem[] = [];
  if (!view.files.has(`${folder}/request.md`))
    problems.push(
      problem(
        'FILE_MISSING',
        `expected ${folder}/request.md for the ${kind} research on ${topic}, there is none`,
        {
          file: `${folder}/request.md`,
          hint: 'Without it the researcher does not know what is asked.',
        },
      ),
    );
  if (text !== undefined && text.trim() === '')
    problems.push(
      problem('FILE_EMPTY', `expected an answer in ${summary}, the file is empty`, {
        file: summary,
        hint: 'Let the researcher write it, then signal submit_research_done.',
      }),
    );
  else if (status === 'done' && text === undefined)
    problems.push(
      problem('RUN_INCONSISTENT', `${kind} research on ${topic} is done, but there is no ${summary}`, {
        ...where,
        hint: 'Whoever asked was told to read it. Dispatch the question under another topic.',
      }),
    );
  else if (status === 'dispatched' && text === undefined) problems.push(unanswered(view, found, summary));
  else if (status === 'dispatched')
    problems.push(
      problem(
        'RUN_INCONSISTENT',
        isDone(view, found)
          ? `${kind} research on ${topic} was signalled as done and ${summary} is there, but the status is dispatched`
          : `${summary} is there, but nobody signalled that the ${kind} research on ${topic} is done`,
        { ...where, severity: 'warning', hint: 'Whoever asked still waits for it.' },
      ),
    );
  return problems;
};

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

/** Signals that nothing came of, although the tool said that they were taken. */
const signalProblems = (view: RunView, state: StateFile): Problem[] =>
  KINDS.flatMap(({ kind, key }) => {
    if (state.broken.has(key)) return [];
    const known = state.fields[key] ?? {};
    const names = Object.keys(known).slice(0, NAMES_SHOWN_MAX).join(', ') || 'none';
    const asked = new Set<string>();
    return view.applied.flatMap(({ tool, payload, line }): Problem[] => {
      const topic = textOf(payload['topic']);
      const at = { file: EVENTS_FILE, field: 'payload.topic', line };
      if (tool === 'submit_research_done' && payload['type'] === kind && !Object.hasOwn(known, topic))
        return [
          problem(
            'RUN_INCONSISTENT',
            `${kind} research on ${topic} was signalled as done, but nobody asked for it`,
            {
              ...at,
              severity: 'warning',
              hint: `Known are: ${names}.`,
            },
          ),
        ];
      if (tool !== `research_dispatch_${kind}`) return [];
      if (asked.has(topic))
        return [
          problem(
            'RUN_INCONSISTENT',
            `${kind} research on ${topic} was dispatched before: this one was ignored`,
            {
              ...at,
              severity: 'warning',
              hint: 'Dispatch it under another topic; whoever asked waits for nothing.',
            },
          ),
        ];
      asked.add(topic);
      // With a request it was begun, and perhaps given up since.
      if (Object.hasOwn(known, topic) || view.files.has(`03_research/${kind}-${topic}/request.md`)) return [];
      return [
        problem(
          'RUN_INCONSISTENT',
          `${kind} research on ${topic} was dispatched, but ${STATE_FILE} does not know of it`,
          {
            ...at,
            hint: 'Research is started in product_management, architecting and planning only; the signal was dropped.',
          },
        ),
      ];
    });
  });

export const researchProblems = (view: RunView): Problem[] => {
  const { state } = view;
  if (state === undefined) return [];
  return [
    ...topicsOf(state).flatMap((topic) => topicProblems(view, state, topic)),
    ...signalProblems(view, state),
  ];
};
