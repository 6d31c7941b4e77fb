// Reviews: what each reviewer wrote, what was kept of it, and what was made of all of them.
import { type Problem, problem } from '../../../model/problem.ts';
import type { RoleReview } from '../files/review-file.ts';
import { STATE_FILE, type StateFile } from '../files/state-file.ts';
import { DEFAULT_REVIEWER, isReviewer, REVIEWERS } from '../files/vocabulary.ts';
import {
  fixRequest,
  fixRequestOf,
  reviewMarkdown,
  reviewText,
  type WrittenReview,
} from '../workflow/review-texts.ts';
import { firstDifference } from './check-plan-files.ts';
import { archiveFile, verdictOf } from './check-signals.ts';
import { hasReached, LONE_REVIEW_FILE, numbered, type RunView, reviewFile } from './run-view.ts';

const FIX_FILE = '07_review/fix_request.md';
const REVIEW_FILE = '07_review/review.md';
/** A run with more rounds than this is not looked through. */
const ROUNDS_MAX = 1_000;

type Results = NonNullable<StateFile['fields']['review_results']>;

const resultsOf = (view: RunView): Results => view.state?.fields.review_results ?? {};

/** Whether a `verdict:` inside of somebody's words was set apart or not is no difference. */
const plainly = (text: string): string =>
  text.replaceAll(/\r\n?/g, '\n').replaceAll(/^([^\S\n]*verdict)\\:/gim, '$1:');

const differ = (a: string | undefined, b: string | undefined): boolean =>
  a !== undefined && b !== undefined && plainly(a) !== plainly(b);

/** The round that the results are of: a fix counts up before it begins. */
const roundOfResults = (view: RunView): number | undefined => {
  if (view.phase === 'fixing') return Math.max(0, view.round - 1);
  return hasReached(view, 'reviewing') ? view.round : undefined;
};

const archiveRounds = (view: RunView, role: string): number[] =>
  numbered(view.files.keys(), /^07_review\/review_(\d{1,9})_[a-z_]+\.md$/).filter((round) =>
    view.files.has(archiveFile(round, role)),
  );

/**
 * Where the review of a role was kept: in its round; in an earlier one, if it was not asked again since; in a later one, if
 * the rounds were counted anew in between.
 */
const keptAt = (view: RunView, role: string, round: number, text: string): number => {
  const isIt = (other: number): boolean => !differ(view.files.get(archiveFile(other, role)), text);
  const rounds = [...new Set(archiveRounds(view, role))];
  if (rounds.includes(round))
    return isIt(round) ? round : (rounds.find((other) => other > round && isIt(other)) ?? round);
  return rounds.findLast(isIt) ?? round;
};

const changed = (file: string, found: string, wanted: string, of: string, hint: string): Problem =>
  problem('PROJECTION_CHANGED', `not as it is made from ${of}`, {
    file,
    line: firstDifference(plainly(found), plainly(wanted)),
    hint,
  });

interface Copies {
  readonly role: string;
  /** What the reviewer's own file reads as. */
  readonly rendered: string | undefined;
  /** What state.json took in. */
  readonly taken: string;
  readonly archive: string;
  readonly archived: string | undefined;
}

/** Of three copies of a review the one that differs from the others is the wrong one. */
const copyProblems = (view: RunView, { role, rendered, taken, archive, archived }: Copies): Problem[] => {
  const source = reviewFile(role);
  const state = (): Problem =>
    problem('RUN_INCONSISTENT', `review_results.${role}.review_text is not the review in ${source}`, {
      file: STATE_FILE,
      field: `review_results.${role}.review_text`,
      ...view.state?.locate(['review_results', role, 'review_text']),
      hint: `It was written when ${source} was taken in; one of the two was changed since.`,
    });
  if (rendered === undefined)
    return archived !== undefined && differ(archived, taken)
      ? [changed(archive, archived, taken, `review_results.${role}`, 'Restore it.')]
      : [];
  if (differ(rendered, taken) && !differ(archived, taken) && archived !== undefined)
    return [
      problem(
        'RUN_INCONSISTENT',
        `not the review that was taken in: ${archive} and ${STATE_FILE} have another one`,
        {
          file: source,
          hint: 'It was changed after it was handed in. Restore it, or hand it in again.',
        },
      ),
    ];
  return [
    ...(differ(rendered, taken) ? [state()] : []),
    ...(archived !== undefined && differ(archived, rendered)
      ? [changed(archive, archived, rendered, source, `Write it anew from ${source}.`)]
      : []),
  ];
};

const resultProblems = (view: RunView, role: string, verdict: string, text: string): Problem[] => {
  const field = `review_results.${role}`;
  const where = { file: STATE_FILE, field, ...view.state?.locate(['review_results', role]) };
  if (!isReviewer(role))
    return [
      problem('FIELD_INVALID', `${field}: expected one of ${REVIEWERS.join(', ')}`, {
        ...where,
        hint: 'No such reviewer is asked.',
      }),
    ];
  const said = view.reviews.get(role)?.verdict ?? verdictOf(text);
  if (said !== undefined && said !== verdict && (view.reviews.has(role) ? verdictOf(text) === said : true))
    return [
      problem('RUN_INCONSISTENT', `${field}.verdict is ${verdict}, but the review says ${said}`, {
        ...where,
        hint: 'The run went on with a verdict that the reviewer did not give.',
      }),
    ];
  return [];
};

const missingSource = (view: RunView, role: string): Problem[] =>
  view.files.has(reviewFile(role)) || view.reviews.has(role)
    ? []
    : [
        problem(
          'FILE_MISSING',
          `expected ${reviewFile(role)}, whose review is in review_results: there is none`,
          {
            file: reviewFile(role),
            hint: 'The reviewer wrote it; restore it.',
          },
        ),
      ];

const unkept = (archive: string, round: number, role: string): Problem =>
  problem('FILE_MISSING', `expected ${archive}, the review of round ${round} by ${role}: there is none`, {
    file: archive,
    hint: 'Without it the next round does not know what was found in this one.',
  });

/** A review that was taken in, in all the places where it is written. One that was not may still be changed. */
const roleProblems = (
  view: RunView,
  role: string,
  { verdict, review_text: taken }: Results[string],
): Problem[] => {
  const found = resultProblems(view, role, verdict, taken);
  const round = roundOfResults(view);
  if (found.length > 0 || round === undefined) return found;
  const review = view.reviews.get(role);
  const archive = archiveFile(keptAt(view, role, round, taken), role);
  const archived = view.files.get(archive);
  return [
    ...missingSource(view, role),
    ...(archived === undefined ? [unkept(archive, round, role)] : []),
    ...copyProblems(view, {
      role,
      rendered: review === undefined ? undefined : reviewText(review),
      taken,
      archive,
      archived,
    }),
  ];
};

const failedButCompleting = (view: RunView): Problem[] => {
  const failing = Object.entries(resultsOf(view)).filter(([, { verdict }]) => verdict === 'fail');
  const roles = failing.map(([role]) => role);
  const [first] = roles;
  if (first === undefined || !hasReached(view, 'completing')) return [];
  return [
    problem(
      'LIMIT_REACHED',
      `${roles.join(', ')} still ${roles.length === 1 ? 'says' : 'say'} fail, but the phase is ${view.phase}: the limit of fix rounds was reached`,
      {
        file: STATE_FILE,
        field: `review_results.${first}.verdict`,
        ...view.state?.locate(['review_results', first, 'verdict']),
        hint: 'Code that failed its review is about to be committed, or was. A person must read the findings first.',
      },
    ),
  ];
};

const missingReviews = (view: RunView): Problem[] => {
  if (!hasReached(view, 'completing') || view.state?.broken.has('review_results') !== false) return [];
  const results = resultsOf(view);
  if (Object.values(results).some(({ verdict }) => verdict === 'fail')) return [];
  const missing = view.reviewers.filter((role) => !Object.hasOwn(results, role));
  if (missing.length === 0) return [];
  return [
    problem(
      'RUN_INCONSISTENT',
      `the phase is ${view.phase}, but there is no review by ${missing.join(', ')}`,
      {
        file: STATE_FILE,
        field: 'review_results',
        ...view.state?.locate(['review_results']),
        hint: 'Whoever is nominated reviews. Let them, or take them out of reviewer_nominations.',
      },
    ),
  ];
};

/** The reviews behind the results, if each of them can be read. */
const reviewsBehind = (view: RunView): readonly RoleReview[] | undefined => {
  const roles = Object.keys(resultsOf(view));
  const reviews = roles.flatMap((role) => {
    const review = view.reviews.get(role);
    return review === undefined ? [] : [{ role, review }];
  });
  return roles.length > 0 && reviews.length === roles.length ? reviews : undefined;
};

const reviewMarkdownProblems = (view: RunView): Problem[] => {
  const reviews = reviewsBehind(view);
  const passed = reviews?.every(({ review }) => review.verdict === 'pass') === true;
  const due = hasReached(view, 'completing') || view.state?.fields.awaiting_summary === true;
  if (reviews === undefined || !passed || !due) return [];
  const text = view.files.get(REVIEW_FILE);
  if (text === undefined)
    return [
      problem('FILE_MISSING', `expected ${REVIEW_FILE}, which the reviews make: there is none`, {
        file: REVIEW_FILE,
        hint: 'The summary and the pull request are written from it.',
      }),
    ];
  const wanted = reviewMarkdown(reviews);
  if (!differ(text, wanted)) return [];
  return [
    changed(
      REVIEW_FILE,
      text,
      wanted,
      'the reviews',
      'Delete it: it is left from earlier reviews, and not written over.',
    ),
  ];
};

const keptIn = (view: RunView, round: number): WrittenReview[] =>
  REVIEWERS.flatMap((role) => {
    const text = view.files.get(archiveFile(round, role));
    return text === undefined ? [] : [{ role, text }];
  });

/** The last review of each role up to a round: who had nothing to look at again is not asked again. */
const keptUpTo = (view: RunView, round: number): WrittenReview[] =>
  view.reviewers.flatMap((role) => {
    const last = archiveRounds(view, role).findLast((other) => other <= round);
    return last === undefined ? [] : [{ role, text: view.files.get(archiveFile(last, role)) ?? '' }];
  });

/** Each round before this one ended with a review that failed; otherwise there was nothing to fix. */
const roundProblems = (view: RunView): Problem[] => {
  const rounds = Array.from({ length: Math.min(view.round, ROUNDS_MAX) }, (_, round) => round);
  const unkept = rounds.filter((round) => keptIn(view, round).length === 0);
  const unfailed = rounds.flatMap((round) => {
    const kept = keptIn(view, round);
    const [first] = kept;
    const allPass = kept.every(({ text }) => verdictOf(text) === 'pass');
    return first !== undefined && allPass ? [{ round, role: first.role }] : [];
  });
  return [
    ...unkept.slice(0, 1).map((round) =>
      problem('FILE_MISSING', `review_iteration is ${view.round}, but no review of round ${round} was kept`, {
        file: archiveFile(round, view.reviewers[0] ?? DEFAULT_REVIEWER),
        hint: 'Each round is kept as review_<round>_<role>.md.',
      }),
    ),
    ...unfailed.map(({ round, role }) =>
      problem(
        'RUN_INCONSISTENT',
        `round ${round} was followed by a fix, but every review kept of it says pass`,
        {
          file: archiveFile(round, role),
          line: 1,
          hint: 'The review was changed after it was taken in, or the fix was not asked for.',
        },
      ),
    ),
  ];
};

/** What the last fix was asked for, held against the reviews of the round before it. */
const fixRequestProblems = (view: RunView): Problem[] => {
  const text = view.files.get(FIX_FILE);
  if (text === undefined)
    return [
      problem('FILE_MISSING', `review_iteration is ${view.round}, but there is no ${FIX_FILE}`, {
        file: FIX_FILE,
        hint: 'The coder fixes what it says. Write it from the reviews that failed.',
      }),
    ];
  const reviews = view.phase === 'fixing' ? reviewsBehind(view) : undefined;
  const asked = view.round - 1;
  const kept = fixRequestOf(keptIn(view, asked));
  const wanted = reviews === undefined ? kept : fixRequest(reviews);
  if ([wanted, kept, fixRequestOf(keptUpTo(view, asked))].some((one) => !differ(text, one))) return [];
  return [
    changed(FIX_FILE, text, wanted, `the reviews of round ${asked}`, 'Write it anew from the reviews.'),
  ];
};

/** Rounds that were counted anew after a change of plan: their numbers say nothing about what was asked when. */
const isCountedAnew = (view: RunView): boolean =>
  REVIEWERS.some((role) => archiveRounds(view, role).some((round) => round > (roundOfResults(view) ?? 0)));

const roundsProblems = (view: RunView): Problem[] => {
  if (view.round === 0 || !hasReached(view, 'reviewing') || isCountedAnew(view)) return [];
  const found = roundProblems(view);
  return found.length > 0 ? found : fixRequestProblems(view);
};

/** Files that look like reviews and that nobody reads. */
const strayReviews = (view: RunView): Problem[] => {
  const stray = [...view.files.keys()].filter((name) => {
    const role = /^07_review\/review_(.+)\.yaml$/.exec(name)?.[1];
    return role !== undefined && !isReviewer(role);
  });
  const lone =
    view.files.has(LONE_REVIEW_FILE) &&
    view.phase === 'reviewing' &&
    Object.keys(resultsOf(view)).length === 0;
  const handedIn = view.applied.some(
    ({ tool, payload }) => tool === 'submit_review' && payload['role'] === undefined,
  );
  const [reviewer] = view.reviewers;
  return [
    ...stray.map((file) =>
      problem(
        'RUN_INCONSISTENT',
        `a review that nobody reads: expected the name of ${REVIEWERS.join(', ')} in ${file}`,
        {
          file,
          severity: 'warning',
          hint: 'Rename it to the role that wrote it.',
        },
      ),
    ),
    ...(lone && handedIn && reviewer !== undefined && view.reviewers.length === 1
      ? [
          problem(
            'RUN_INCONSISTENT',
            `the review was handed in without a role, and nobody took it: the run waits for ${reviewFile(reviewer)}`,
            {
              file: LONE_REVIEW_FILE,
              hint: `Rename it, and hand it in with the role ${reviewer}.`,
            },
          ),
        ]
      : []),
  ];
};

export const reviewProblems = (view: RunView): Problem[] => {
  const copies = Object.entries(resultsOf(view)).flatMap(([role, result]) =>
    roleProblems(view, role, result),
  );
  return [
    ...copies,
    ...failedButCompleting(view),
    ...missingReviews(view),
    // With a copy that is wrong, what was made of all of them is wrong for the same reason.
    ...(copies.length > 0 ? [] : reviewMarkdownProblems(view)),
    ...(copies.length > 0 && view.phase === 'fixing' ? [] : roundsProblems(view)),
    ...strayReviews(view),
  ];
};
