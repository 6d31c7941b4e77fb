// Baton in and out of a host's file: with one backup of what was there before, so that it comes out again down to the byte.
import type { AgentHost, HostCommands } from './host-hooks.ts';
import { type InitChange, initChange } from './init-change.ts';

const BACKUP = '.before-baton';
const KEPT = 'what the file was before Baton';

type Read = (project: string, path: string) => Promise<string | undefined>;
type Changes = (
  project: string,
  host: AgentHost,
  commands: HostCommands,
  read: Read,
) => Promise<InitChange[]>;

export const hostChanges: Changes = async (project, host, commands, read) => {
  const backup = `${host.path}${BACKUP}`;
  const [before, kept] = [await read(project, host.path), await read(project, backup)];
  const text = host.with(before, commands);
  const change = initChange(host.path, host.what, before, text);
  // The first one is what the file was without Baton.
  const isNews = before !== undefined && before !== text && kept === undefined;
  return isNews ? [initChange(backup, KEPT, undefined, before), change] : [change];
};

const gone = (path: string, what: string): InitChange => ({ path, what, text: '', action: 'remove' });

export const hostRemoval: Changes = async (project, host, commands, read) => {
  const backup = `${host.path}${BACKUP}`;
  const [now, before] = [await read(project, host.path), await read(project, backup)];
  if (now === undefined) return [];
  const noBackup = before === undefined ? [] : [gone(backup, KEPT)];
  const what = `without Baton's part, for ${host.title}`;
  if (before !== undefined && host.with(before, commands) === now)
    return [initChange(host.path, what, now, before), ...noBackup];
  if (before === undefined && host.with(undefined, commands) === now) return [gone(host.path, what)];
  const text = host.without(now);
  return text === now ? [] : [initChange(host.path, what, now, text), ...noBackup];
};
