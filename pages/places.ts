// Addresses of pages, and how one becomes the next without asking the server for a page.
import { useEffect, useState } from 'preact/hooks';

const listeners = new Set<() => void>();

export const go = (path: string, replace = false): void => {
  if (replace) history.replaceState(null, '', path);
  else history.pushState(null, '', path);
  for (const listener of listeners) listener();
};

/** Links of this page are followed here; others, and those that open a new tab, by the browser. */
export const followLinks = (): void => {
  addEventListener('popstate', () => {
    for (const listener of listeners) listener();
  });
  document.addEventListener('click', (event) => {
    if (event.defaultPrevented || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey)
      return;
    const link = (event.target as Element).closest('a');
    const href = link?.getAttribute('href');
    if (!href?.startsWith('/') || href.startsWith('//')) return;
    event.preventDefault();
    go(href);
    scrollTo(0, 0);
  });
};

export interface Where {
  readonly parts: readonly string[];
  readonly query: URLSearchParams;
}

const here = (): Where => ({
  parts: location.pathname.split('/').slice(1).map(decodeURIComponent),
  query: new URLSearchParams(location.search),
});

export const useWhere = (): Where => {
  const [where, setWhere] = useState(here);
  useEffect(() => {
    const listener = (): void => setWhere(here());
    listeners.add(listener);
    return () => void listeners.delete(listener);
  }, []);
  return where;
};

const e = encodeURIComponent;

/** With several projects an address says which one. */
let first: string | undefined;
export const setFirstProject = (project: string | undefined): void => {
  first = project;
};
const of = (
  project: string | undefined,
  more: Readonly<Record<string, string | number | undefined>> = {},
): string => {
  const query = new URLSearchParams();
  if (project !== undefined && project !== first) query.set('project', project);
  for (const [name, value] of Object.entries(more)) if (value !== undefined) query.set(name, String(value));
  const text = query.toString();
  return text === '' ? '' : `?${text}`;
};

type Project = string | undefined;
export const runPath = (project: Project, run: string, at?: number): string =>
  `/runs/${e(run)}${of(project, { at })}`;
export const handoffPath = (project: Project, run: string, seq: number, at?: number): string =>
  `/runs/${e(run)}/handoffs/${seq}${of(project, { at })}`;
export const itemPath = (project: Project, run: string, item: string): string =>
  `/inbox/${e(run)}/${e(item)}${of(project)}`;
export const filePath = (project: Project, run: string, digest: string, name: string): string =>
  `/runs/${e(run)}/files/${e(digest)}${of(project, { name })}`;
export const logPath = (project: Project, run: string, assignment: string, attempt: number): string =>
  `/runs/${e(run)}/log/${e(assignment)}/${attempt}${of(project)}`;
export const api = (
  path: string,
  project: Project,
  more: Readonly<Record<string, string | number | undefined>> = {},
): string => `/api${path}${of(project, more)}`;
export const runApi = (run: string, rest = ''): string => `/runs/${e(run)}${rest}`;
export const itemApi = (run: string, item: string): string => `/inbox/${e(run)}/${e(item)}`;
