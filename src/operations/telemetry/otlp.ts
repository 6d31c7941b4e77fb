// Sends spans and metrics as OTLP over HTTP in JSON. Nothing waits for it: what cannot be sent is dropped, and a run is never disturbed.
import {
  TELEMETRY_BATCH_MAX,
  TELEMETRY_POST_MS,
  TELEMETRY_QUEUE_MAX,
  TELEMETRY_REST_MS,
} from '../../model/limits/runtime.ts';
import type { Redact } from '../../std/redact.ts';
import { clip } from '../../std/terminal-text.ts';

export type Attributes = Readonly<Record<string, string | number | boolean | undefined>>;

export interface Span {
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
  readonly name: string;
  /** RFC 3339. */
  readonly start: string;
  readonly end: string;
  readonly attributes: Attributes;
  /** What went wrong. */
  readonly failure?: string;
}

/** One figure of a histogram. */
export interface Measure {
  readonly name: string;
  readonly unit: string;
  readonly at: string;
  readonly value: number;
  readonly attributes: Attributes;
}

const TEXT_CHARS_MAX = 1_000;
const NANOS = 1_000_000n;
const OK = 1;
const ERROR = 2;
const DELTA = 1;
const INTERNAL = 1;
/** As the conventions for generative AI have them for tokens; times have the same, from a millisecond on. */
const BOUNDS = [1, 4, 16, 64, 256, 1024, 4096, 16_384, 65_536, 262_144, 1_048_576, 4_194_304];

const nanos = (at: string): string => String(BigInt(Date.parse(at)) * NANOS);

const anyValue = (value: string | number | boolean, redact: Redact): object => {
  if (typeof value === 'string') return { stringValue: clip(redact(value), TEXT_CHARS_MAX) };
  if (typeof value === 'boolean') return { boolValue: value };
  return Number.isSafeInteger(value) ? { intValue: String(value) } : { doubleValue: value };
};

const attributesOf = (attributes: Attributes, redact: Redact): object[] =>
  Object.entries(attributes).flatMap(([key, value]) =>
    value === undefined ? [] : [{ key, value: anyValue(value, redact) }],
  );

const spanOf = (span: Span, redact: Redact): object => ({
  traceId: span.traceId,
  spanId: span.spanId,
  ...(span.parentSpanId === undefined ? {} : { parentSpanId: span.parentSpanId }),
  name: span.name,
  kind: INTERNAL,
  startTimeUnixNano: nanos(span.start),
  endTimeUnixNano: nanos(span.end),
  attributes: attributesOf(span.attributes, redact),
  status:
    span.failure === undefined
      ? { code: OK }
      : { code: ERROR, message: clip(redact(span.failure), TEXT_CHARS_MAX) },
});

const bucketOf = (value: number): string[] => {
  const index = BOUNDS.findIndex((bound) => value <= bound);
  return [...BOUNDS, Number.POSITIVE_INFINITY].map((_, at) =>
    at === (index === -1 ? BOUNDS.length : index) ? '1' : '0',
  );
};

const metricOf = ({ name, unit, at, value, attributes }: Measure, redact: Redact): object => ({
  name,
  unit,
  histogram: {
    aggregationTemporality: DELTA,
    dataPoints: [
      {
        startTimeUnixNano: nanos(at),
        timeUnixNano: nanos(at),
        count: '1',
        sum: value,
        explicitBounds: BOUNDS,
        bucketCounts: bucketOf(value),
        attributes: attributesOf(attributes, redact),
      },
    ],
  },
});

export interface OtlpOptions {
  readonly endpoint: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly resource: Attributes;
  readonly version: string;
  readonly redact: Redact;
}

export interface Exporter {
  span(span: Span): void;
  measure(measure: Measure): void;
  /** Sends what is there; resolves soon, also where nobody answers. */
  flush(): Promise<void>;
}

/** The oldest goes when there is too much. */
const queued = <T>(queue: T[], one: T): void => {
  queue.push(one);
  if (queue.length > TELEMETRY_QUEUE_MAX) queue.shift();
};

const postTo = async ({ endpoint, headers }: OtlpOptions, path: string, body: object): Promise<void> => {
  await fetch(`${endpoint.replace(/\/+$/, '')}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
    redirect: 'error',
    signal: AbortSignal.timeout(TELEMETRY_POST_MS),
  })
    .then((answer) => answer.body?.cancel())
    .catch(() => {});
};

export const otlpExporter = (options: OtlpOptions): Exporter => {
  const { redact, version } = options;
  const spans: Span[] = [];
  const measures: Measure[] = [];
  const scope = { name: 'baton', version };
  const resource = { attributes: attributesOf(options.resource, redact) };
  let timer: NodeJS.Timeout | undefined;
  const soon = (): void => {
    timer ??= setTimeout(() => {
      timer = undefined;
      void next();
    }, TELEMETRY_REST_MS).unref();
  };
  const send = async (): Promise<void> => {
    clearTimeout(timer);
    timer = undefined;
    const some = spans.splice(0, TELEMETRY_BATCH_MAX).map((span) => spanOf(span, redact));
    const figures = measures.splice(0, TELEMETRY_BATCH_MAX).map((measure) => metricOf(measure, redact));
    if (some.length > 0)
      await postTo(options, '/v1/traces', {
        resourceSpans: [{ resource, scopeSpans: [{ scope, spans: some }] }],
      });
    if (figures.length > 0)
      await postTo(options, '/v1/metrics', {
        resourceMetrics: [{ resource, scopeMetrics: [{ scope, metrics: figures }] }],
      });
    if (spans.length + measures.length > 0) soon();
  };
  let last = Promise.resolve();
  const next = (): Promise<void> => {
    last = last.then(send);
    return last;
  };
  return {
    span: (span) => {
      queued(spans, span);
      soon();
    },
    measure: (measure) => {
      queued(measures, measure);
      soon();
    },
    flush: async () => {
      while (spans.length + measures.length > 0) await next();
      await last;
    },
  };
};
