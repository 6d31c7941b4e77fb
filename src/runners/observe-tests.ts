// STAND-IN for the observation of commands and of four test runs, until it lands.
import type { Config } from '../model/config.ts';
import type { CommandEvidence, Evidence, EvidenceRequest, TestCell, TestRow } from '../model/evidence.ts';
import type { Digest } from '../model/sealed.ts';
import type { Place } from './place.ts';
import { reexecute } from './reexecute.ts';

export interface CommandContext {
  readonly place: Place;
  readonly config: Config;
  readonly base: Digest | undefined;
  readonly refs: string;
  readonly changed: readonly string[];
  readonly configFile: string;
}
type TestRequest = Extract<EvidenceRequest, { kind: 'command' | 'test-runs' | 'canary' }>;

const run = (
  context: CommandContext,
  name: string,
  tree: Digest,
  testsOf: Digest | undefined,
  signal: AbortSignal,
) => {
  const { place, config, base, refs } = context;
  const command = config.commands[name as keyof Config['commands']];
  if (command === undefined)
    return Promise.resolve({ kind: 'unavailable' as const, cause: `the project has no \`${name}\` command` });
  const { commandMemoryBytes, commandOutputBytes } = config.limits ?? {};
  return reexecute({
    ...{ place, tree, name, testsOf, scriptsOf: base, refs, signal },
    line: command.line,
    reports: command.reports,
    prepare: config.commands.prepare?.line,
    timeMsMax: command.timeMsMax,
    ...(commandMemoryBytes === undefined ? {} : { memoryBytesMax: commandMemoryBytes }),
    ...(commandOutputBytes === undefined ? {} : { outputBytesMax: commandOutputBytes }),
  });
};

const cellsOf = (evidence: CommandEvidence): Map<string, TestCell> =>
  new Map(
    (evidence.tests?.cases ?? []).map((one) => [
      `${one.file ?? ''}\0${one.name}`,
      (one as { status: TestCell }).status,
    ]),
  );

export const observeTests = async (
  context: CommandContext,
  request: TestRequest,
  signal: AbortSignal,
): Promise<Evidence> => {
  if (request.kind === 'command') return run(context, request.command, request.tree, request.testsOf, signal);
  if (request.kind === 'canary') return { kind: 'canary', tries: [] };
  const { base, head, command } = request;
  const runs = {
    base: await run(context, command, base, undefined, signal),
    oldTests: await run(context, command, head, base, signal),
    oldCode: await run(context, command, base, head, signal),
    head: await run(context, command, head, undefined, signal),
  };
  for (const one of Object.values(runs)) if (one.kind === 'unavailable') return one;
  const known = runs as Record<keyof typeof runs, CommandEvidence>;
  const cells = Object.fromEntries(Object.entries(known).map(([name, one]) => [name, cellsOf(one)]));
  const names = new Set(Object.values(cells).flatMap((map) => [...map.keys()]));
  const rows = [...names].map((key): TestRow => {
    const [file = '', name = ''] = key.split('\0');
    const cell = (which: string): TestCell =>
      cells[which]?.get(key) ??
      (which === 'oldCode' && known.oldCode.exit !== 0 && cells['head']?.has(key) ? 'unloaded' : 'gone');
    return {
      name,
      ...(file === '' ? {} : { file }),
      ...{ base: cell('base'), oldTests: cell('oldTests'), oldCode: cell('oldCode'), head: cell('head') },
      text: cell('base') === 'gone' ? 'changed' : 'unknown',
    };
  });
  const listed = rows.filter((row) =>
    [row.base, row.oldTests, row.oldCode, row.head].some((cell) => cell !== 'passed'),
  );
  return {
    kind: 'test-runs',
    runs: known,
    rows: listed,
    cut: false,
    plain: rows.length - listed.length,
    support: [],
  };
};
