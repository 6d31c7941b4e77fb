// A person plays a role: which assignment waits for them, and the door at which they hand it in.
import { isActive } from '../../engine/satisfied.ts';
import { BatonError } from '../../errors.ts';
import type { DoorAddress } from '../../model/run/door-call.ts';
import type { Place } from '../../runners/commands/place.ts';
import type { ReadRun } from '../runs/runs.ts';
import { readRuns } from '../status/read-runs.ts';
import type { System } from '../system.ts';
import { failed, sayToRun } from './person.ts';

interface Played {
  readonly found: ReadRun;
  readonly id: string;
  readonly tools: readonly string[];
}

const playedIn = (found: ReadRun): Played[] =>
  Object.values(found.state.works)
    .filter((work) => work.assignment.person === true && isActive(found.state, work))
    .map(({ assignment: { id, tool, role, phase } }) => ({
      found,
      id,
      tools: [
        ...(tool === undefined ? [] : [tool]),
        ...Object.entries(found.workflow.requests ?? {})
          .filter(([, spec]) => spec.by.includes(role) && spec.in.includes(phase))
          .map(([name]) => name),
      ],
    }));

/** The one assignment of a person that this tool hands in; `item` names it where there are several. */
export const playRole = async (
  system: System,
  place: Place,
  call: { readonly tool: string; readonly item: string | undefined; readonly person: string },
): Promise<DoorAddress> => {
  const { runs } = await readRuns(system, place);
  const all = runs.flatMap(playedIn);
  const fitting = all.filter((played) =>
    call.item === undefined ? played.tools.includes(call.tool) : played.id === call.item,
  );
  const [one] = fitting;
  if (one === undefined || fitting.length > 1)
    throw new BatonError(
      'ITEM_UNKNOWN',
      one === undefined
        ? `nothing that you play is handed in with ${call.tool}; waiting: ${all.map(({ id }) => id).join(', ') || 'nothing'}`
        : `${call.tool} hands in several things that you play: ${fitting.map(({ id }) => id).join(', ')}`,
      { hint: one === undefined ? 'see `baton inbox`' : 'say which one with --item ID' },
    );
  const word = { verb: 'play' as const, item: one.id, text: '', exclude: [], person: call.person };
  const said = await sayToRun(system, one.found.workflow, one.found.run, word);
  if (!said.ok || said.token === undefined || said.url === undefined) throw failed(said);
  return { url: said.url, token: said.token, assignment: one.id };
};
