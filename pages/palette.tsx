// Find anything, and which keys there are.
import type { JSX } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import type { ListDocument } from '../src/model/dashboard/documents.ts';
import { keyName } from './keys.ts';
import { Icon, T } from './parts.tsx';
import { go, itemPath, runPath } from './places.ts';

interface Found {
  readonly path: string;
  readonly icon: string;
  readonly text: string;
  readonly more: string;
}

const FOUND_MAX = 12;

const everything = (list: ListDocument | undefined): readonly Found[] => [
  ...(list?.waiting ?? []).map((item) => ({
    path: itemPath(item.project, item.run, item.item),
    icon: item.kind,
    text: item.title,
    more: item.run,
  })),
  ...(list?.runs ?? []).map((row) => ({
    path: runPath(row.project, row.run),
    icon: 'runs',
    text: row.run,
    more: row.request,
  })),
  { path: '/', icon: 'inbox', text: 'Inbox', more: 'what waits for you' },
  { path: '/metrics', icon: 'metrics', text: 'Metrics', more: 'accept rates and times' },
];

/** A dialog of the browser's own: it keeps the focus, and Escape closes it. */
const useDialog = (close: () => void) => {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    const element = dialog.current;
    element?.showModal();
    element?.addEventListener('close', close);
    return () => element?.removeEventListener('close', close);
  }, []);
  return dialog;
};

export const Palette = ({
  list,
  close,
}: {
  readonly list: ListDocument | undefined;
  readonly close: () => void;
}): JSX.Element => {
  const dialog = useDialog(close);
  const [q, setQ] = useState('');
  const [place, setPlace] = useState(0);
  const found = everything(list)
    .filter(({ text, more }) => `${text} ${more}`.toLowerCase().includes(q.toLowerCase()))
    .slice(0, FOUND_MAX);
  const open = (path: string | undefined): void => {
    if (path === undefined) return;
    close();
    go(path);
  };
  return (
    <dialog class="palette" ref={dialog} aria-label="Find anything">
      <input
        class="field"
        aria-label="Find anything"
        placeholder="Find a run, or what waits…"
        value={q}
        autoFocus
        onInput={(event) => {
          setQ(event.currentTarget.value);
          setPlace(0);
        }}
        onKeyDown={(event) => {
          if (event.key === 'ArrowDown') setPlace((was) => Math.min(found.length - 1, was + 1));
          else if (event.key === 'ArrowUp') setPlace((was) => Math.max(0, was - 1));
          else if (event.key === 'Enter') open(found[place]?.path);
          else return;
          event.preventDefault();
        }}
      />
      <ul>
        {found.map(({ path, icon, text, more }, at) => (
          <li key={path}>
            <a
              class={`nav ${at === place ? 'sel' : ''}`}
              href={path}
              onClick={(event) => {
                event.preventDefault();
                open(path);
              }}
            >
              <Icon name={icon} />
              <span class="nowrap">
                <T>{text.slice(0, 60)}</T>
              </span>
              <span class="cut dim">
                <T>{more}</T>
              </span>
            </a>
          </li>
        ))}
        {found.length === 0 && <li class="pad muted">Nothing like that.</li>}
      </ul>
    </dialog>
  );
};

const KEYS: readonly (readonly [string, string])[] = [
  ['⌘K', 'find anything'],
  ['J K', 'next, before'],
  ['↵', 'open; review and answer'],
  ['G I, G M', 'inbox, metrics'],
  ['← →', 'entry before, next'],
  ['⇧← ⇧→', 'handoff before, next'],
  ['Home End', 'first entry, now'],
  ['[ ]', 'handoff before, next'],
  ['E D', 'evidence, what changed'],
  ['S', 'since you looked, whole change'],
  ['⌘↵', 'approve, send'],
  ['⌘⇧↵', 'ask for changes'],
  ['?', 'these keys'],
];

export const KeysHelp = ({ close }: { readonly close: () => void }): JSX.Element => {
  const dialog = useDialog(close);
  return (
    <dialog class="palette" ref={dialog} aria-label="Keys">
      <header>
        <h2>Keys</h2>
        <button class="btn quiet" type="button" onClick={close}>
          Close
        </button>
      </header>
      <dl class="kv">
        {KEYS.map(([key, says]) => (
          <>
            <dt>
              <kbd>{keyName(key)}</kbd>
            </dt>
            <dd>{says}</dd>
          </>
        ))}
      </dl>
    </dialog>
  );
};
