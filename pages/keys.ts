// Keys that do something, one table for each page; nothing is taken while somebody types.
import { useLayoutEffect, useRef } from 'preact/hooks';

const isMac = /Mac|iP(ad|hone)/.test(navigator.platform);

/** A key as this machine's keyboard names it. */
export const keyName = (key: string): string =>
  isMac ? key : key.replace('⌘', 'Ctrl ').replace('⇧', 'Shift ');

type Keys = Readonly<Record<string, (event: KeyboardEvent) => void>>;

/** Nobody types into a bar or a box. */
const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLInputElement
    ? !/^(range|checkbox)$/.test(target.type)
    : target instanceof HTMLElement && /^(TEXTAREA|SELECT)$/.test(target.tagName);

/** `mod+` is Command or Control; `shift+` comes after it. Those with Command are taken while typing, too. */
const nameOf = (event: KeyboardEvent): string => {
  const mod = event.metaKey || event.ctrlKey ? 'mod+' : '';
  const shift = event.shiftKey && (mod !== '' || event.key.length > 1) ? 'shift+' : '';
  return `${mod}${shift}${event.key.length === 1 ? event.key.toLowerCase() : event.key}`;
};

const onKeys = (keys: { readonly current: Keys }): (() => void) => {
  const listener = (event: KeyboardEvent): void => {
    const name = nameOf(event);
    const act = keys.current[name];
    if (act === undefined || event.altKey || event.defaultPrevented) return;
    if (isTyping(event.target) && !name.startsWith('mod+')) return;
    // A link or a button that has the focus does what it does.
    if (name === 'Enter' && event.target instanceof HTMLElement && /^(A|BUTTON)$/.test(event.target.tagName))
      return;
    event.preventDefault();
    act(event);
  };
  addEventListener('keydown', listener);
  return () => removeEventListener('keydown', listener);
};

/** The keys of a page as they were last given: a page that is drawn again does not listen anew. */
export const useKeys = (keys: Keys): void => {
  const last = useRef(keys);
  last.current = keys;
  // As soon as the page is there: whoever sees it may press a key.
  useLayoutEffect(() => onKeys(last), []);
};
