// A handoff that could not be read as its contract says: each problem with its place and what to write, beside the file's lines.
import type { JSX } from 'preact';
import type { HandoffDocument } from '../src/model/dashboard/documents.ts';
import { getText } from './api.ts';
import { Digest, Icon, T, useLoaded } from './parts.tsx';
import { api, filePath, runApi } from './places.ts';

/** Nothing but its form was judged: no command was run. */
export const isForm = ({ clauses, problems }: HandoffDocument): boolean => {
  const broken = clauses.filter(({ status }) => status !== 'met');
  return problems.length > 0 && broken.length > 0 && broken.every(({ own }) => own === 'form');
};

export const FormProblems = ({ problems }: Pick<HandoffDocument, 'problems'>): JSX.Element => (
  <section class="card">
    <header>
      <h2>What must change</h2>
      <span class="dim num">{problems.length}</span>
    </header>
    <table class="clauses form">
      <thead>
        <tr>
          <th class="c-i">
            <span class="sr">Number</span>
          </th>
          <th class="c-c">Where</th>
          <th>What is wrong</th>
          <th>Do</th>
        </tr>
      </thead>
      <tbody>
        {problems.map(({ code, message, file, field, line, hint }, at) => {
          const place = file === undefined ? '' : `${file}${line === undefined ? '' : `:${line}`}`;
          const where = field ?? place;
          return (
            <tr class="bad" key={at}>
              <td class="c-i dim num">{at + 1}</td>
              <td class="c-c">
                {where !== '' && (
                  <h3>
                    <T>{where}</T>
                  </h3>
                )}
                <span class="name">
                  <T>{field === undefined || place === '' ? code : `${place} · ${code}`}</T>
                </span>
              </td>
              <td class="c-v" data-k="Wrong">
                <T>{message}</T>
              </td>
              <td class="c-v" data-k="Do">
                <T>{hint}</T>
              </td>
            </tr>
          );
        })}
      </tbody>
    </table>
  </section>
);

/** Lines before and after one with a problem. */
const AROUND = 2;
const LINES_MAX = 200;

interface MarkedLine {
  readonly line: number;
  readonly text: string;
  readonly isBad: boolean;
  /** Lines before it are left out. */
  readonly isCut: boolean;
}

const markedLines = (text: string, bad: ReadonlySet<number>): MarkedLine[] => {
  const near = (line: number): boolean =>
    Array.from({ length: 2 * AROUND + 1 }, (_, at) => line - AROUND + at).some((one) => bad.has(one));
  const shown = text
    .replace(/\n$/, '')
    .split('\n')
    .map((one, at) => ({ line: at + 1, text: one, isBad: bad.has(at + 1) }))
    .filter(({ line }) => near(line))
    .slice(0, LINES_MAX);
  return shown.map((one, at) => ({ ...one, isCut: one.line !== (shown[at - 1]?.line ?? 0) + 1 }));
};

/** The file that most problems are in, as it was sealed. */
export const MarkedFile = ({ document }: { readonly document: HandoffDocument }): JSX.Element | null => {
  const { project, run, problems, sealed } = document;
  const [file] = sealed.filter(({ path }) =>
    problems.some((one) => one.file === path && one.line !== undefined),
  );
  const { value } = useLoaded(
    async () =>
      file === undefined
        ? undefined
        : getText(api(runApi(run, `/objects/${encodeURIComponent(file.digest)}`), project)),
    [project, run, file?.digest],
  );
  if (file === undefined || value === undefined) return null;
  const bad = new Set(problems.flatMap((one) => (one.file === file.path ? (one.line ?? []) : [])));
  return (
    <section class="card file">
      <header>
        <Icon name="file" tone="none" />
        <a class="cut" href={filePath(project, run, file.digest, file.path)}>
          <code>
            <T>{file.path}</T>
          </code>
        </a>
        <Digest of={file.digest} end />
      </header>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keys */}
      <section class="diff" tabIndex={0} aria-label="Its lines with problems">
        <table>
          <tbody>
            {markedLines(value, bad).map(({ line, text, isBad, isCut }) => (
              <>
                {isCut && (
                  <tr class="hunk">
                    <td colSpan={3}>…</td>
                  </tr>
                )}
                <tr class={isBad ? 'del' : ''} key={line}>
                  <td class="l">{line}</td>
                  <td class="g">{isBad ? '×' : ''}</td>
                  <td>
                    <T>{text}</T>
                  </td>
                </tr>
              </>
            ))}
          </tbody>
        </table>
      </section>
    </section>
  );
};
