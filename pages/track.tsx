// The track: phases are stations, contracts are gates on the line, loops hang below with their counts.
import type { JSX } from 'preact';
import type { Station, Track as TrackDocument, WorkCell } from '../src/model/dashboard/documents.ts';
import { Icon, many, memo, T, Tally, times, visible } from './parts.tsx';

const STEP = 112;
const LEFT = 60;
const LINE = 64;
const CELLS_FROM = 5;
const CELLS_A_ROW = 8;
/** So many fit between two stations also in a wide font. */
const PHASE_CHARS = 15;
const WHO_CHARS = 16;

export const toneOf = (station: Station): string => {
  if (station.state === 'ahead') return 'wanted';
  if (station.state === 'done') return 'met';
  return station.kind === 'person'
    ? 'person'
    : station.cells.some(({ status }) => status === 'failed')
      ? 'unmet'
      : 'judging';
};

const whoOf = ({ kind, roles, visits, cells, state, items }: Station): string => {
  const [first = '', ...others] = roles;
  const agents = others.length === 0 ? first : many(roles.length, 'role');
  const who = kind === 'engine' ? 'Baton' : kind === 'person' ? 'you' : agents;
  const done = cells.filter(({ status }) => status === 'accepted').length;
  const progress = state === 'here' && cells.length > 1 ? `${done} of ${cells.length}` : '';
  const here = state === 'here' && items.length > 0 ? items.slice(0, 2).join(', ') : '';
  return [progress, here, who, visits > 1 ? `×${visits}` : ''].filter((part) => part !== '').join(' · ');
};

const clipped = (text: string, max: number): string =>
  text.length > max ? `${text.slice(0, max - 1)}…` : text;

const CELL_TONE: Readonly<Record<WorkCell['status'], string>> = {
  ...{ accepted: 'met', judging: 'judging', running: 'running', wanted: 'wanted', parked: 'wanted' },
  ...{ failed: 'unmet', stopped: 'wanted' },
};

const Cells = ({ x, cells }: { readonly x: number; readonly cells: readonly WorkCell[] }): JSX.Element => (
  <g>
    {cells.slice(0, 64).map((cell, at) => (
      <rect
        class={`cell ${CELL_TONE[cell.status]}`}
        x={x - 40 + (at % CELLS_A_ROW) * 10}
        y={112 + Math.floor(at / CELLS_A_ROW) * 10}
        width="9"
        height="9"
        rx="2"
        key={cell.assignment}
      />
    ))}
  </g>
);

const StationMark = ({
  station,
  x,
  y,
  r,
}: {
  station: Station;
  x: number;
  y: number;
  r: number;
}): JSX.Element => {
  const tone = toneOf(station);
  return (
    <>
      <circle class={`st ${tone}`} cx={x} cy={y} r={r} />
      {tone === 'met' && <path class="ico met" d={`M${x - 4} ${y + 0.3}l2.8 2.8 5.2-5.7`} />}
      {tone === 'person' && (
        <svg x={x - 7} y={y - 7} width="14" height="14" class="i person">
          <use href="#person" />
        </svg>
      )}
      {tone === 'judging' && <circle class="here" cx={x} cy={y} r="3.5" />}
    </>
  );
};

const Gate = ({ station, x }: { readonly station: Station; readonly x: number }): JSX.Element | null => {
  if (station.contract === undefined) return null;
  const tone =
    station.state === 'ahead'
      ? ''
      : station.accepted > 0 && station.state === 'done'
        ? 'met'
        : toneOf(station);
  return (
    <>
      <rect class={`gate ${tone}`} x={x - 2} y={LINE - 9} width="4" height="18" rx="2" />
      <text class="mono" x={x} y="33" text-anchor="middle">
        {clipped(station.contract, 15)}
      </text>
      <text class="t2" x={x} y="47" text-anchor="middle">
        {station.accepted > 0 && <tspan class="t-met">✓{station.accepted}</tspan>}
        {station.rejected > 0 && <tspan class="t-unmet"> ✕{station.rejected}</tspan>}
      </text>
    </>
  );
};

const Side = ({
  station,
  x,
  y,
}: {
  readonly station: Station;
  readonly x: number;
  readonly y: number;
}): JSX.Element => (
  <>
    <path class="loop" d={`M${x - 9} 113V${y - 11}`} marker-end="url(#ah)" />
    <path class="loop" d={`M${x + 9} ${y - 10}V115`} marker-end="url(#ah)" />
    <StationMark station={station} x={x} y={y} r={8} />
    <text x={x + 18} y={y} text-anchor="start">
      {visible(station.phase)}
    </text>
    <text class="t2" x={x + 18} y={y + 13}>
      {many(station.visits, 'round')}
    </text>
  </>
);

const Drawing = ({ track }: { readonly track: TrackDocument }): JSX.Element => {
  const line = track.stations.filter(({ place }) => place === 'line');
  const sides = track.stations.filter(({ place }) => place === 'side');
  const x = (phase: string): number =>
    LEFT +
    Math.max(
      0,
      line.findIndex((one) => one.phase === phase),
    ) *
      STEP;
  const cells = Math.max(
    0,
    ...line.map((one) => (one.cells.length >= CELLS_FROM ? Math.min(64, one.cells.length) : 0)),
  );
  const sideY = 148 + Math.ceil(cells / CELLS_A_ROW) * 10;
  const loops = track.loops.filter(({ from, to }) => from !== to);
  const under = sides.length > 0 ? sideY + 22 : cells > 0 ? sideY - 18 : 112;
  const loopY = under + 22;
  const height = loops.length > 0 ? loopY + loops.length * 26 - 10 : under + 8;
  const width = LEFT * 2 + Math.max(1, line.length - 1) * STEP;
  const shown = Math.max(width, 1120);
  const shift = (shown - width) / 2;
  return (
    <svg
      viewBox={`${-shift} 0 ${shown} ${height}`}
      style={{ minWidth: `${Math.max(640, width * 0.8)}px` }}
      role="img"
      aria-label="The run as a track; the list of phases says the same"
    >
      {line.slice(1).map((station) => (
        <path
          class={`rail ${station.state === 'ahead' ? '' : 'done'}`}
          d={`M${x(station.phase) - STEP} ${LINE}H${x(station.phase)}`}
          key={station.phase}
        />
      ))}
      {loops.map(({ from, to, times: count, why }, at) => {
        const y = loopY + at * 26;
        const [a, b] = [x(from), x(to)];
        const text = clipped(`${(why ?? 'back').replaceAll(/[_-]/g, ' ')}, ${times(count)}`, 44);
        const middle = (a + b) / 2;
        return (
          <g key={`${from} ${to}`}>
            <path
              class="loop"
              d={`M${a} 113V${y - 10}Q${a} ${y} ${a - 10} ${y}H${b + 10}Q${b} ${y} ${b} ${y - 10}V115`}
              marker-end="url(#ah)"
            />
            <rect
              class="chipbg"
              x={middle - text.length * 3 - 6}
              y={y - 11}
              width={text.length * 6 + 12}
              height="16"
              rx="8"
            />
            <text class="t2" x={middle} y={y + 1} text-anchor="middle">
              {visible(text)}
            </text>
          </g>
        );
      })}
      {line.map((station, at) => (
        <g key={station.phase}>
          {at < line.length - 1 && <Gate station={station} x={x(station.phase) + STEP / 2} />}
          <StationMark station={station} x={x(station.phase)} y={LINE} r={10} />
          <text
            class={station.state === 'ahead' ? 't2' : ''}
            x={x(station.phase)}
            y="91"
            text-anchor="middle"
            font-weight={station.state === 'here' ? '600' : '400'}
          >
            {clipped(visible(station.phase), PHASE_CHARS)}
            <title>{visible(station.phase)}</title>
          </text>
          <text
            class={station.state === 'here' ? `t-${toneOf(station)}` : 't2'}
            x={x(station.phase)}
            y="106"
            text-anchor="middle"
          >
            {clipped(visible(whoOf(station)), WHO_CHARS)}
            <title>{visible(station.roles.join(', '))}</title>
          </text>
          {station.cells.length >= CELLS_FROM && <Cells x={x(station.phase)} cells={station.cells} />}
          {station.state === 'here' && (
            <g transform={`translate(${x(station.phase)} 39)`}>
              <rect
                class={`baton ${toneOf(station)}`}
                x="-2.75"
                y="-9"
                width="5.5"
                height="18"
                rx="2.75"
                transform="rotate(42)"
              />
            </g>
          )}
        </g>
      ))}
      {sides.map((station) => (
        <Side station={station} x={x(station.below ?? '')} y={sideY} key={station.phase} />
      ))}
    </svg>
  );
};

const WORDS: Readonly<Record<string, string>> = {
  met: 'Done',
  wanted: 'Not begun',
  person: 'Waits for you',
  judging: 'Under way',
  unmet: 'Failed',
};
const MARKS: Readonly<Record<string, string>> = {
  met: 'met',
  wanted: 'wanted',
  person: 'person',
  judging: 'running',
  unmet: 'unmet',
};

/** The same as a list: for narrow screens, and for those who cannot see the drawing. */
const List = ({ track }: { readonly track: TrackDocument }): JSX.Element => (
  <ol class="vtrack">
    {track.stations.map((station) => {
      const tone = toneOf(station);
      return (
        <li
          class={station.state === 'here' ? `here ${tone === 'person' ? '' : 'w'}` : ''}
          key={station.phase}
        >
          <Icon name={MARKS[tone] ?? 'wanted'} tone={tone} title={WORDS[tone] ?? ''} />
          <span class={station.state === 'here' ? 'strong' : ''}>
            <T>{station.phase}</T>
          </span>
          {station.accepted + station.rejected > 0 ? (
            <Tally accepted={station.accepted} rejected={station.rejected} />
          ) : (
            <span />
          )}
          <span class="sub">
            <T>{whoOf(station)}</T>
          </span>
        </li>
      );
    })}
  </ol>
);

export const TrackCard = memo(
  ({ track }: { readonly track: TrackDocument }): JSX.Element => (
    <section class="card" aria-label="Track">
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keys */}
      <div class="track" tabIndex={0}>
        <Drawing track={track} />
      </div>
      <List track={track} />
      <div class="trackfoot">
        <span>
          <Icon name="met" tone="met" small />
          accepted
        </span>
        <span>
          <Icon name="unmet" tone="unmet" small />
          rejected by a contract
        </span>
        <span>
          <Icon name="person" tone="person" small />
          with you
        </span>
        {track.unused.length > 0 && (
          <span class="dim cut">
            {many(track.unused.length, 'phase')} not used:{' '}
            <T>{track.unused.slice(0, 6).join(', ') + (track.unused.length > 6 ? ' …' : '')}</T>
          </span>
        )}
      </div>
    </section>
  ),
);
