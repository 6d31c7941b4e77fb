// Time travel: a bar with a mark for each entry, buttons and keys.
import type { JSX } from 'preact';
import { useEffect, useLayoutEffect, useRef } from 'preact/hooks';
import { useKeys } from './keys.ts';
import { clock, Icon, memo } from './parts.tsx';

interface TravelProps {
  readonly seq: number;
  readonly last: number;
  /** One letter for each entry: a, r, p or a dot. */
  readonly marks: string;
  readonly time: string;
  readonly isPast: boolean;
  readonly travel: (to: number | undefined) => void;
}

const HEIGHT: Readonly<Record<string, number>> = { a: 14, r: 18, p: 22, '.': 4 };
/** Marks keep so far away from both ends of the bar. */
const EDGE = 3;
/** Ordinary entries come first, so that what matters is drawn over them. */
const ORDER = ['.', 'a', 'r', 'p'];

type Colours = Readonly<Record<string, string>>;

const coloursOf = (element: HTMLElement): Colours => {
  const style = getComputedStyle(element);
  const of = (name: string): string => style.getPropertyValue(name);
  return { '.': of('--line-2'), a: of('--met'), r: of('--unmet'), p: of('--person') };
};

interface Size {
  readonly width: number;
  readonly height: number;
}

/** For each place on the bar the mark that matters most: a hundred thousand entries are drawn as quickly as a thousand. */
const strongest = (marks: string, places: number): string[] => {
  const found: string[] = [];
  for (let at = 0; at < marks.length; at += 1) {
    const place = Math.round((at / Math.max(1, marks.length - 1)) * (places - 1));
    const mark = marks[at] ?? '.';
    if (ORDER.indexOf(mark) > ORDER.indexOf(found[place] ?? '')) found[place] = mark;
  }
  return found;
};

const draw = (canvas: HTMLCanvasElement, { width, height }: Size, colours: Colours, marks: string): void => {
  const scale = devicePixelRatio || 1;
  canvas.width = width * scale;
  canvas.height = height * scale;
  const pen = canvas.getContext('2d');
  if (pen === null) return;
  pen.scale(scale, scale);
  const places = Math.max(1, Math.min(marks.length, Math.floor(width - EDGE * 2)));
  const wide = Math.max(1, Math.min(2.5, (width / Math.max(1, marks.length)) * 0.5));
  const step = (width - EDGE * 2) / Math.max(1, places - 1);
  const found = strongest(marks, places);
  for (const kind of ORDER) {
    pen.fillStyle = colours[kind] ?? '';
    const tall = HEIGHT[kind] ?? 4;
    for (let place = 0; place < places; place += 1)
      if (found[place] === kind)
        pen.fillRect(EDGE + place * step - wide / 2, (height - tall) / 2, wide, tall);
  }
};

/** Marks that are no further from their place are drawn when entries have stopped coming for a moment. */
const OFF_PX_MAX = 2;
const REST_MS = 300;

const isOff = (drawn: string, marks: string, { width }: Size): boolean =>
  !marks.startsWith(drawn) || (1 - drawn.length / Math.max(1, marks.length)) * width > OFF_PX_MAX;

/** All marks are drawn anew when they have moved by more than can be seen: the bar grows with each entry of a long run. */
const Marks = memo(({ marks }: { readonly marks: string }): JSX.Element => {
  const canvas = useRef<HTMLCanvasElement>(null);
  const drawn = useRef('');
  // Both are told when they change: asking for them would have the page laid out for each entry.
  const size = useRef<Size | undefined>(undefined);
  const colours = useRef<Colours | undefined>(undefined);
  const paint = useRef(() => {});
  paint.current = () => {
    if (canvas.current === null || size.current === undefined) return;
    colours.current ??= coloursOf(canvas.current);
    draw(canvas.current, size.current, colours.current, marks);
    drawn.current = marks;
  };
  // Before the browser paints, so that an entry costs one frame and not two.
  useLayoutEffect(() => {
    if (size.current === undefined) return undefined;
    if (isOff(drawn.current, marks, size.current)) {
      paint.current();
      return undefined;
    }
    const timer = setTimeout(() => paint.current(), REST_MS);
    return () => clearTimeout(timer);
  }, [marks]);
  useEffect(() => {
    const sized = new ResizeObserver(([entry]) => {
      if (entry === undefined) return;
      size.current = entry.contentRect;
      paint.current();
    });
    if (canvas.current !== null) sized.observe(canvas.current);
    const again = (): void => {
      colours.current = undefined;
      paint.current();
    };
    const dark = matchMedia('(prefers-color-scheme: dark)');
    dark.addEventListener('change', again);
    return () => {
      sized.disconnect();
      dark.removeEventListener('change', again);
    };
  }, []);
  return <canvas ref={canvas} />;
});

export const Travel = ({ seq, last, marks, time, isPast, travel }: TravelProps): JSX.Element => {
  const place = (seq - 1) / Math.max(1, last - 1);
  const to = (target: number): void => travel(target >= last ? undefined : Math.max(1, target));
  const handoff = (step: 1 | -1): void => {
    for (let at = seq + step; at >= 1 && at <= last; at += step)
      if (marks[at - 1] !== '.') {
        to(at);
        return;
      }
    to(step === 1 ? last : 1);
  };
  useKeys({
    ArrowLeft: () => to(seq - 1),
    ArrowRight: () => to(seq + 1),
    'shift+ArrowLeft': () => handoff(-1),
    'shift+ArrowRight': () => handoff(1),
    Home: () => to(1),
    End: () => travel(undefined),
  });
  return (
    <section class="travel" aria-label="Time travel">
      <div class="steps">
        <button class="ib" type="button" aria-label="First entry" onClick={() => to(1)}>
          <Icon name="first" />
        </button>
        <button class="ib" type="button" aria-label="Entry before" onClick={() => to(seq - 1)}>
          <Icon name="prev" />
        </button>
        <button class="ib" type="button" aria-label="Next entry" onClick={() => to(seq + 1)}>
          <Icon name="next" />
        </button>
      </div>
      <div class="bar">
        <Marks marks={marks} />
        <i class="here" style={{ left: `calc(${EDGE - 1}px + (100% - ${EDGE * 2}px) * ${place})` }} />
        <input
          type="range"
          min="1"
          max={Math.max(1, last)}
          value={seq}
          aria-label="Entry"
          aria-valuetext={`Entry ${seq} of ${last}`}
          onInput={(event) => to(Number(event.currentTarget.value))}
        />
      </div>
      <span class="num nowrap">
        <b class="strong">{seq}</b> <span class="dim">of {last}</span>
      </span>
      <span class="lbl dim num">{clock(time)}</span>
      <button class={`chip ${isPast ? '' : 'met'}`} type="button" onClick={() => travel(undefined)}>
        <span class="live" /> Now
      </button>
    </section>
  );
};
