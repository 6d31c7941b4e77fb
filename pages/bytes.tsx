// A sealed file, and what an agent prints while it works.
import type { JSX } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import type { LogPiece } from '../src/model/dashboard/bytes.ts';
import { getJson, getText } from './api.ts';
import { Crumbs, Digest, hiddenIn, Loading, Markdown, many, Problem, T, useLoaded } from './parts.tsx';
import { api, runApi } from './places.ts';

export const FilePage = ({ project, run, digest, name }: FileProps): JSX.Element => {
  const [raw, setRaw] = useState(false);
  const { value, cause } = useLoaded(
    () => getText(api(runApi(run, `/objects/${encodeURIComponent(digest)}`), project)),
    [project, run, digest],
  );
  const isMarkdown = /\.md$/i.test(name) && !raw;
  const hidden = hiddenIn(value ?? '');
  return (
    <>
      <div class="top">
        <Crumbs project={project} run={run} name={name} />
      </div>
      <div class="head">
        <h1>
          <T>{name}</T>
        </h1>
        <div class="chips">
          <Digest of={digest} />
          {hidden > 0 && <span class="chip unproven">{many(hidden, 'hidden character')}</span>}
          {/\.md$/i.test(name) && (
            <div class="seg" role="group" aria-label="How it is shown">
              <button type="button" aria-pressed={!raw} onClick={() => setRaw(false)}>
                Read
              </button>
              <button type="button" aria-pressed={raw} onClick={() => setRaw(true)}>
                Text
              </button>
            </div>
          )}
        </div>
      </div>
      {cause !== undefined && <Problem cause={cause} />}
      {value === undefined && cause === undefined && <Loading />}
      {value !== undefined && (
        <section class="card">
          <div class="pad">
            {isMarkdown ? (
              <Markdown text={value} />
            ) : (
              // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keys
              <pre class="page" tabIndex={0}>
                <T>{value}</T>
              </pre>
            )}
          </div>
        </section>
      )}
    </>
  );
};

interface FileProps {
  readonly project: string | undefined;
  readonly run: string;
  readonly digest: string;
  readonly name: string;
}

const LOOK_MS = 500;
/** What was printed last; the whole is in `baton logs`. */
const SHOWN_CHARS_MAX = 400_000;
const FIRST_BYTES = 200_000;

export const LogPage = ({ project, run, assignment, attempt }: LogProps): JSX.Element => {
  const [text, setText] = useState('');
  const [piece, setPiece] = useState<LogPiece>();
  const [cause, setCause] = useState<unknown>();
  const end = useRef<HTMLDivElement>(null);
  useEffect(() => {
    let ended = false;
    let offset = -FIRST_BYTES;
    setText('');
    const look = async (): Promise<void> => {
      while (!ended) {
        try {
          const path = runApi(run, `/log/${encodeURIComponent(assignment)}/${attempt}`);
          const found = await getJson<LogPiece>(api(path, project, { offset }));
          if (ended) return;
          setCause(undefined);
          setPiece(found);
          if (found.text !== '') setText((was) => (was + found.text).slice(-SHOWN_CHARS_MAX));
          offset = found.offset;
          if (!found.goesOn && found.offset >= found.size) return;
        } catch (failure) {
          if (!ended) setCause(failure);
        }
        await new Promise((resolve) => setTimeout(resolve, LOOK_MS));
      }
    };
    void look();
    return () => {
      ended = true;
    };
  }, [project, run, assignment, attempt]);
  useEffect(() => {
    const isAtEnd = innerHeight + scrollY >= document.body.scrollHeight - 120;
    if (isAtEnd && piece?.goesOn === true) end.current?.scrollIntoView();
  }, [text]);
  return (
    <>
      <div class="top">
        <Crumbs project={project} run={run} name={assignment} />
      </div>
      <div class="head">
        <h1>
          What <T>{assignment}</T> prints
        </h1>
        <div class="chips">
          <span class={`chip ${piece?.goesOn === true ? 'judging' : ''}`}>
            {piece?.goesOn === true ? 'Live' : 'Ended'}
          </span>
          <span class="dot">attempt {attempt}</span>
          <span class="dot">agents write this; nobody measured it</span>
        </div>
      </div>
      {cause !== undefined && <Problem cause={cause} />}
      <section class="card">
        <div class="pad">
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keys */}
          <pre class="page" tabIndex={0}>
            <T>{text === '' ? 'It has printed nothing.' : text}</T>
          </pre>
        </div>
      </section>
      <div ref={end} />
    </>
  );
};

interface LogProps {
  readonly project: string | undefined;
  readonly run: string;
  readonly assignment: string;
  readonly attempt: number;
}
