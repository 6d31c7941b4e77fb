// A difference between two trees, file by file, as git printed it.
import type { ComponentChildren, JSX } from 'preact';
import type { DiffDocument, DiffFile, DiffLine } from '../src/model/dashboard/bytes.ts';
import { getJson } from './api.ts';
import { hiddenIn, Icon, Loading, many, Problem, T, useLoaded, visible } from './parts.tsx';
import { api, runApi } from './places.ts';

const MARK: Readonly<Record<DiffLine['kind'], string>> = { same: '', add: '+', del: '−', hunk: '', note: '' };

/** What two lines have in common at both ends is not what changed. */
const changedPart = (text: string, other: string): readonly [number, number] => {
  let start = 0;
  while (start < text.length && start < other.length && text[start] === other[start]) start += 1;
  let end = 0;
  const room = Math.min(text.length, other.length) - start;
  while (end < room && text[text.length - 1 - end] === other[other.length - 1 - end]) end += 1;
  return [start, text.length - end];
};

const Marked = ({
  line,
  other,
}: {
  readonly line: DiffLine;
  readonly other: DiffLine | undefined;
}): JSX.Element => {
  if (other === undefined) return <T>{line.text}</T>;
  const [start, end] = changedPart(line.text, other.text);
  if (start === 0 && end === line.text.length) return <T>{line.text}</T>;
  return (
    <>
      {visible(line.text.slice(0, start))}
      {end > start && <mark>{visible(line.text.slice(start, end))}</mark>}
      {visible(line.text.slice(end))}
    </>
  );
};

/** A line that was removed and the one that was added in its place, where there is exactly one of each. */
const partnerOf = (lines: readonly DiffLine[], at: number): DiffLine | undefined => {
  const line = lines[at];
  const step = line?.kind === 'del' ? 1 : line?.kind === 'add' ? -1 : 0;
  const partner = lines[at + step];
  if (step === 0 || partner === undefined || partner.kind === line?.kind) return undefined;
  const isLone = (place: number, kind: DiffLine['kind']): boolean => lines[place]?.kind !== kind;
  const alone = isLone(at - step, line?.kind ?? 'same') && isLone(at + 2 * step, partner.kind);
  return alone && (partner.kind === 'add' || partner.kind === 'del') ? partner : undefined;
};

export const DiffLines = ({
  file,
  wrap,
}: {
  readonly file: DiffFile;
  readonly wrap?: boolean;
}): JSX.Element => (
  // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keys
  <section class={`diff ${wrap ? 'wrap' : ''}`} tabIndex={0} aria-label={`Changes of ${visible(file.path)}`}>
    <table>
      <tbody>
        {file.lines.map((line, at) =>
          line.kind === 'hunk' || line.kind === 'note' ? (
            <tr class="hunk" key={at}>
              <td colSpan={4}>
                <T>{line.text}</T>
              </td>
            </tr>
          ) : (
            <tr class={line.kind === 'same' ? '' : line.kind} key={at}>
              <td class="l">{line.old}</td>
              <td class="l">{line.new}</td>
              <td class="g">{MARK[line.kind]}</td>
              <td>
                <Marked line={line} other={partnerOf(file.lines, at)} />
              </td>
            </tr>
          ),
        )}
      </tbody>
    </table>
  </section>
);

export const Counts = ({
  added,
  removed,
}: {
  readonly added: number;
  readonly removed: number;
}): JSX.Element => (
  <span class="num small">
    <span class="plus">+{added}</span> <span class="minus">−{removed}</span>
  </span>
);

export const FileDiff = ({
  file,
  children,
}: {
  readonly file: DiffFile;
  readonly children?: ComponentChildren;
}): JSX.Element => {
  const hidden = file.lines.reduce((sum, { text }) => sum + hiddenIn(text), hiddenIn(file.path));
  return (
    <section class="card file">
      <header>
        <Icon name="file" tone="none" />
        <code class="cut">
          <T>{file.path}</T>
        </code>
        {file.change !== 'modified' && <span class="chip">{file.change}</span>}
        {hidden > 0 && <span class="chip unproven">{many(hidden, 'hidden character')}</span>}
        <span class="right">
          <Counts added={file.added} removed={file.removed} />
          {children}
        </span>
      </header>
      {file.was !== undefined && (
        <p class="small muted was">
          was <T>{file.was}</T>
        </p>
      )}
      {file.binary ? <p class="pad muted">Not text.</p> : <DiffLines file={file} />}
    </section>
  );
};

export const useDiff = (
  project: string | undefined,
  run: string,
  trees: { from: string; to: string } | undefined,
) =>
  useLoaded<DiffDocument | undefined>(
    async (signal) =>
      trees === undefined
        ? undefined
        : getJson<DiffDocument>(api(runApi(run, '/diff'), project, trees), signal),
    [project, run, trees?.from, trees?.to],
  );

export const Diff = ({ loaded }: { readonly loaded: ReturnType<typeof useDiff> }): JSX.Element => {
  if (loaded.cause !== undefined) return <Problem cause={loaded.cause} />;
  if (loaded.value === undefined) return <Loading />;
  return (
    <div>
      {loaded.value.files.length === 0 && <p class="muted">Not one byte is different.</p>}
      {loaded.value.files.map((file) => (
        <FileDiff file={file} key={file.path} />
      ))}
      {loaded.value.cut && <p class="muted">More than can be shown: baton diff shows all of it.</p>}
    </div>
  );
};
