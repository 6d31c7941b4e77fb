// Takes each piece of the code of a change away alone and runs the tests: a piece that no test misses is untested. No tool is
// needed but the project's own test command, and every language is the same.
import {
  type CodeHunk,
  codeHunks,
  linesOf,
  parseHunks,
  shownLine,
  withoutHunk,
} from '../../evidence/source/code-hunks.ts';
import { isDataFile, isSourceFile, protectedKind } from '../../evidence/source/test-files.ts';
import type { CommandEvidence, Evidence, EvidenceRequest, ProbedHunk } from '../../model/evidence.ts';
import { PROBED_FILE_BYTES_MAX, PROBES_AT_ONCE } from '../../model/limits/limits.ts';
import type { Digest } from '../../model/run/sealed.ts';
import { createLimiter } from '../../std/limiter.ts';
import { git } from '../../std/processes/git.ts';
import { clip, plainLine } from '../../std/terminal-text.ts';
import { type Place, scratchDirectory } from '../commands/place.ts';
import type { UnavailableEvidence } from '../commands/reexecute.ts';
import { importersOf } from '../side/file-users.ts';
import { projectPath, type TestsSide, testsSideOf } from '../side/tests-side.ts';
import { findRepository, type Repository } from '../trees/repository.ts';
import { isKept, type KeptChange } from '../trees/tree-change.ts';
import { editTree, objectsOf, readBlobs, writeBlob } from '../trees/tree-files.ts';
import { fateWithout } from './fate-without.ts';

type ProbeRequest = Extract<EvidenceRequest, { kind: 'probe' }>;
type Run = (
  tree: Digest,
  only: { readonly only?: readonly string[] },
  until: AbortSignal,
) => Promise<CommandEvidence | UnavailableEvidence>;

export interface Probing {
  readonly place: Place;
  /** What the project says is on the tests' side. */
  readonly patterns: readonly string[];
  readonly request: ProbeRequest;
  readonly run: Run;
}

interface Piece {
  readonly path: string;
  readonly mode: string;
  readonly text: string;
  readonly hunk: CodeHunk;
}

interface Session extends Probing {
  readonly repository: Repository;
  readonly side: TestsSide;
  readonly onHead: CommandEvidence;
  readonly signal: AbortSignal;
}

const TEXT_CHARS_MAX = 120;
const FILE_MODES = new Set(['100644', '100755']);

const isCode = ({ repository, side }: Session, { path, modes }: KeptChange): boolean => {
  const own = projectPath(repository, path);
  return (
    FILE_MODES.has(modes[1]) &&
    !own.startsWith('../') &&
    !side.isTests(path) &&
    !/\.d\.[cm]?ts$/i.test(own) &&
    (isSourceFile(own) || isDataFile(own)) &&
    protectedKind(own) === undefined
  );
};

const ALGORITHMS = ['myers', 'patience', 'histogram'] as const;

/** As git compares both versions, whatever the user has set; of several ways the one that cuts the change most finely. */
const patchOf = async (repository: Repository, before: string, after: string): Promise<string> => {
  const options = ['--unified=0', '--no-color', '--no-ext-diff', '--no-textconv', '--text'];
  const patches = await Promise.all(
    ALGORITHMS.map((name) =>
      git(['diff', ...options, `--diff-algorithm=${name}`, before, after], objectsOf(repository)),
    ),
  );
  return patches.reduce((best, one) => (parseHunks(one).length > parseHunks(best).length ? one : best));
};

/** A file that is new is one hunk of git's; it has no patch. */
const wholePatch = (text: string): string => `@@ -0,0 +1,${linesOf(text).texts.length} @@\n`;

const piecesOf = async (session: Session): Promise<{ pieces: Piece[]; silent: number }> => {
  const { repository, side } = session;
  const changes = side.changes.filter(isKept).filter((change) => isCode(session, change));
  const texts = await readBlobs(
    repository,
    changes.map(({ after }) => after),
    PROBED_FILE_BYTES_MAX,
  );
  const pieces: Piece[] = [];
  let silent = 0;
  for (const change of changes) {
    const text = texts.get(change.after);
    if (text === undefined) continue;
    const { before, after } = change;
    const patch = before === undefined ? wholePatch(text) : await patchOf(repository, before, after);
    const cut = codeHunks(change.path, text, patch);
    silent += cut.silent;
    pieces.push(...cut.hunks.map((hunk) => ({ path: change.path, mode: change.modes[1], text, hunk })));
  }
  return { pieces, silent };
};

/** Test files that most likely miss it: they import its file, or came with the change. */
const nearTests = async (session: Session, path: string): Promise<readonly string[]> => {
  const { repository, side, onHead, request } = session;
  const reported = new Set((onHead.tests?.cases ?? []).flatMap(({ file }) => file ?? []));
  const changed = side.changes.flatMap(({ path: one, after }) => (after === undefined ? [] : [one]));
  const importers = await importersOf(repository, request.head, path);
  return [...new Set([...changed, ...importers])]
    .map((one) => projectPath(repository, one))
    .filter((file) => reported.has(file));
};

/** First the tests that most likely miss it. That none does is believed of all tests alone. */
const statusOf = async (
  session: Session,
  piece: Piece,
  near: readonly string[],
): Promise<ProbedHunk['status']> => {
  const { repository, request, onHead, run, place, signal } = session;
  const { path, mode, text, hunk } = piece;
  const oid = await writeBlob(repository, withoutHunk(text, hunk));
  const files = new Map([[path, { mode, oid }]]);
  const tree = await editTree(repository, request.head, { scratchDirectory: scratchDirectory(place), files });
  if (near.length > 0) {
    const first = await run(tree, { only: near }, signal);
    const fate = fateWithout(onHead, first);
    if (fate === 'tested') return fate;
    if (first.kind === 'command' && first.only === undefined) return fate;
  }
  return signal.aborted ? 'unknown' : fateWithout(onHead, await run(tree, {}, signal));
};

const probed = (
  { repository }: Session,
  { path, text, hunk }: Piece,
  status: ProbedHunk['status'],
): ProbedHunk => {
  const shown = shownLine(path, text, hunk);
  return {
    path: projectPath(repository, path),
    line: shown.at + 1,
    lines: hunk.to - hunk.from,
    status,
    text: clip(plainLine(shown.text), TEXT_CHARS_MAX),
  };
};

const probeAll = async (
  session: Session,
): Promise<Omit<Extract<Evidence, { kind: 'probe' }>, 'kind' | 'durationMs'>> => {
  const { request, signal } = session;
  const { pieces, silent } = await piecesOf(session);
  const limited = createLimiter(PROBES_AT_ONCE);
  const near = new Map<string, Promise<readonly string[]>>();
  const found = await Promise.all(
    pieces.slice(0, request.hunksMax).map((piece) =>
      limited(async (): Promise<ProbedHunk | undefined> => {
        if (signal.aborted) return undefined;
        const tests = near.get(piece.path) ?? nearTests(session, piece.path);
        near.set(piece.path, tests);
        const status = await statusOf(session, piece, await tests);
        // A run that the end of the time cut off says nothing.
        return signal.aborted && status === 'unknown' ? undefined : probed(session, piece, status);
      }),
    ),
  );
  const hunks = found.filter((one) => one !== undefined);
  return { hunks, left: pieces.length - hunks.length, silent };
};

/** The tests must pass on the change as it is: otherwise nobody can say what they miss. */
export const observeProbe = async (probing: Probing, signal: AbortSignal): Promise<Evidence> => {
  const { place, patterns, request, run } = probing;
  const started = performance.now();
  const repository = await findRepository(place.project);
  const [onBase, onHead] = await Promise.all([run(request.base, {}, signal), run(request.head, {}, signal)]);
  if (onHead.kind === 'unavailable') return onHead;
  if (onHead.end !== 'exited' || onHead.exit !== 0)
    return { kind: 'unavailable', cause: 'the tests do not pass on what is handed in' };
  const reported = new Set(
    [onBase, onHead].flatMap((one) =>
      one.kind === 'command' ? (one.tests?.cases ?? []).flatMap(({ file }) => file ?? []) : [],
    ),
  );
  const side = await testsSideOf(repository, request.base, request.head, patterns, reported);
  const until = AbortSignal.any([signal, AbortSignal.timeout(request.timeMsMax)]);
  const found = await probeAll({ ...probing, repository, side, onHead, signal: until });
  if (signal.aborted) return { kind: 'unavailable', cause: 'the probing was ended' };
  return { kind: 'probe', ...found, durationMs: Math.round(performance.now() - started) };
};
