// A run as OpenTelemetry sees it: one trace of run, phases, attempts, verdicts and evidence, made of its journal's entries.
import { createHash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { playersIn } from '../../model/agents/player.ts';
import { TELEMETRY_FLUSH_MS } from '../../model/limits/runtime.ts';
import type { Entry } from '../../model/run/entry.ts';
import type { Event } from '../../model/run/event.ts';
import type { State } from '../../model/run/state.ts';
import { isRecord } from '../../std/is-record.ts';
import type { Redact } from '../../std/redact.ts';
import { type Attributes, type Exporter, otlpExporter, type Span } from './otlp.ts';

type Environment = Readonly<Record<string, string | undefined>>;
type Of<K extends Event['kind']> = Extract<Event, { kind: K }>;

const TRACE_DIGITS = 32;
const SPAN_DIGITS = 16;
const MS = 1_000;

/** The same for every holder, so that a run that is resumed is one trace. */
const idOf = (digits: number, ...parts: readonly string[]): string =>
  createHash('sha256').update(JSON.stringify(parts)).digest('hex').slice(0, digits);

const decoded = (text: string): string => {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
};

/** `key=value,key=value`, as the specification has it. */
const headersIn = (text = ''): Record<string, string> =>
  Object.fromEntries(
    text.split(',').flatMap((pair) => {
      const at = pair.indexOf('=');
      return at < 1 ? [] : [[pair.slice(0, at).trim(), decoded(pair.slice(at + 1).trim())] as const];
    }),
  );

interface Opened {
  readonly name: string;
  readonly since: string;
}

export interface Telemetry {
  entry(entry: Entry, state: State): void;
  close(): Promise<void>;
}

class RunTelemetry implements Telemetry {
  readonly #exporter: Exporter;
  /** By the part of the run. */
  readonly #phases = new Map<string, Opened>();
  readonly #attempts = new Map<string, string>();
  readonly #judged = new Map<string, string>();
  #trace: string;
  #root: string;

  /** What is open already was opened by the first entry, or by an earlier holder. */
  constructor(exporter: Exporter, state: State) {
    const { name, startedAt } = state.run;
    this.#exporter = exporter;
    this.#trace = idOf(TRACE_DIGITS, name, startedAt);
    this.#root = idOf(SPAN_DIGITS, 'run', name, startedAt);
    for (const [scope, { phase }] of Object.entries(state.positions))
      this.#phases.set(scope, { name: phase, since: state.at });
    for (const { assignment, attemptStartedAt, judging } of Object.values(state.works)) {
      if (attemptStartedAt !== undefined) this.#attempts.set(assignment.id, attemptStartedAt);
      if (judging !== undefined) this.#judged.set(assignment.id, judging.since);
    }
  }

  entry({ at, events }: Entry, state: State): void {
    for (const event of events) this.#event(event, at, state);
  }

  async close(): Promise<void> {
    await Promise.race([this.#exporter.flush(), sleep(TELEMETRY_FLUSH_MS, undefined, { ref: false })]);
  }

  #event(event: Event, at: string, state: State): void {
    switch (event.kind) {
      case 'phase-entered':
        this.#endPhase(event.scope, at, state);
        this.#phases.set(event.scope, { name: event.phase, since: at });
        return;
      case 'position-ended':
        this.#endPhase(event.scope, at, state);
        return;
      case 'attempt-started':
        this.#attempts.set(event.assignment, event.at);
        return;
      case 'attempt-ended':
        this.#endAttempt(event, at, state);
        return;
      case 'submission-received':
        this.#judged.set(event.assignment, at);
        return;
      case 'evidence-observed':
        this.#evidence(event, at, state);
        return;
      case 'submission-accepted':
        this.#verdict(event.assignment, at, state, {
          'baton.verdict': 'accepted',
          'baton.outcome': event.outcome,
        });
        return;
      case 'submission-rejected':
        this.#verdict(event.assignment, at, state, {
          'baton.verdict': 'rejected',
          'baton.clauses': event.rejection.clauses.join(', '),
        });
        return;
      case 'run-ended':
        this.#endRun(event, at, state);
        return;
      default:
    }
  }

  #span(state: State, id: readonly string[], span: Omit<Span, 'traceId' | 'spanId'>): void {
    this.#exporter.span({
      traceId: this.#trace,
      spanId: idOf(SPAN_DIGITS, state.run.name, ...id),
      ...span,
      attributes: { 'baton.run': state.run.name, 'baton.workflow': state.run.workflow, ...span.attributes },
    });
  }

  #endPhase(scope: string, at: string, state: State): void {
    const open = this.#phases.get(scope);
    if (open === undefined) return;
    this.#phases.delete(scope);
    this.#span(state, ['phase', scope, open.name, open.since], {
      ...{ parentSpanId: this.#root, name: `phase ${open.name}`, start: open.since, end: at },
      attributes: { 'baton.phase': open.name, ...(scope === '' ? {} : { 'baton.scope': scope }) },
    });
  }

  #attemptId(state: State, assignment: string, attempt: number): string {
    return idOf(SPAN_DIGITS, state.run.name, 'attempt', assignment, String(attempt));
  }

  #roleOf(state: State, assignment: string): string | undefined {
    return state.works[assignment]?.assignment.role;
  }

  /** What is asked of the program; what it says it used is what counts. */
  #asked(state: State, { assignment, retryAt }: Of<'attempt-ended'>): Attributes {
    const work = state.works[assignment];
    const { agents, roleOptions } = state.run.options;
    const role = work?.assignment.role ?? '';
    const spec = isRecord(agents) ? agents[role] : undefined;
    if (work === undefined || typeof spec !== 'string') return {};
    const options = isRecord(roleOptions) ? roleOptions[role] : undefined;
    const players = playersIn(spec, isRecord(options) ? options : {});
    // A failure is counted by then.
    const player = players[(work.failures - (retryAt === undefined ? 0 : 1)) % players.length];
    return {
      'baton.agent': player?.agent,
      'gen_ai.provider.name': player?.vendors[0],
      'gen_ai.request.model': player?.model,
    };
  }

  #endAttempt(event: Of<'attempt-ended'>, at: string, state: State): void {
    const { assignment, attempt, end, why, usage } = event;
    const role = this.#roleOf(state, assignment) ?? '';
    const start = this.#attempts.get(assignment) ?? at;
    this.#attempts.delete(assignment);
    const sum = (of: 'inputTokens' | 'outputTokens' | 'costUsd'): number | undefined =>
      usage === undefined || usage.some((one) => one[of] === undefined)
        ? undefined
        : usage.reduce((total, one) => total + (one[of] ?? 0), 0);
    const models = usage?.map(({ model }) => model).join(', ');
    const common = {
      'gen_ai.operation.name': 'invoke_agent',
      'gen_ai.agent.name': role,
      'gen_ai.response.model': models,
    };
    this.#span(state, ['attempt', assignment, String(attempt)], {
      ...{ parentSpanId: this.#root, name: `invoke_agent ${role}`, start, end: at },
      attributes: {
        ...common,
        ...this.#asked(state, event),
        'baton.assignment': assignment,
        'baton.attempt': attempt,
        'baton.end': end,
        // What is not reported is not there: it is no 0.
        'gen_ai.usage.input_tokens': sum('inputTokens'),
        'gen_ai.usage.output_tokens': sum('outputTokens'),
        'baton.usage.cost_usd': sum('costUsd'),
      },
      ...(end === 'failed' || end === 'timed-out' || end === 'lost' ? { failure: why ?? end } : {}),
    });
    const seconds = Math.max(0, Date.parse(at) - Date.parse(start)) / MS;
    this.#exporter.measure({
      ...{ name: 'gen_ai.client.operation.duration', unit: 's', at, value: seconds, attributes: common },
    });
    for (const one of usage ?? [])
      for (const [type, value] of [
        ['input', one.inputTokens],
        ['output', one.outputTokens],
      ] as const)
        if (value !== undefined)
          this.#exporter.measure({
            ...{ name: 'gen_ai.client.token.usage', unit: '{token}', at, value },
            attributes: { ...common, 'gen_ai.response.model': one.model, 'gen_ai.token.type': type },
          });
  }

  #evidence({ assignment, key, evidence }: Of<'evidence-observed'>, at: string, state: State): void {
    this.#span(state, ['evidence', assignment, key, at], {
      ...{ parentSpanId: this.#parentOf(state, assignment), name: `evidence ${evidence.kind}` },
      ...{ start: this.#judged.get(assignment) ?? at, end: at },
      attributes: { 'baton.assignment': assignment, 'baton.evidence': evidence.kind },
    });
  }

  #parentOf(state: State, assignment: string): string {
    const work = state.works[assignment];
    return work === undefined || work.attempt === 0
      ? this.#root
      : this.#attemptId(state, assignment, work.attempt);
  }

  #verdict(assignment: string, at: string, state: State, attributes: Attributes): void {
    const role = this.#roleOf(state, assignment);
    this.#span(state, ['verdict', assignment, at], {
      ...{ parentSpanId: this.#parentOf(state, assignment), name: `verdict ${assignment}` },
      ...{ start: this.#judged.get(assignment) ?? at, end: at },
      attributes: { 'baton.assignment': assignment, 'baton.role': role, ...attributes },
    });
    this.#judged.delete(assignment);
  }

  #endRun({ status, cause }: Of<'run-ended'>, at: string, state: State): void {
    for (const scope of [...this.#phases.keys()]) this.#endPhase(scope, at, state);
    this.#exporter.span({
      ...{ traceId: this.#trace, spanId: this.#root, name: `run ${state.run.workflow}` },
      ...{ start: state.run.startedAt, end: at },
      attributes: {
        'baton.run': state.run.name,
        'baton.workflow': state.run.workflow,
        'baton.status': status,
        'baton.isolation': state.run.isolation,
        'baton.handoffs.accepted': state.handoffs.accepted,
        'baton.handoffs.rejected': state.handoffs.rejected,
      },
      ...(status === 'failed' ? { failure: cause?.message ?? status } : {}),
    });
  }
}

export const openTelemetry = (
  { env, version, redact }: { readonly env: Environment; readonly version: string; readonly redact: Redact },
  endpoint: string,
  state: State,
): Telemetry =>
  new RunTelemetry(
    otlpExporter({
      ...{ endpoint, version, redact },
      headers: headersIn(env['OTEL_EXPORTER_OTLP_HEADERS']),
      resource: { 'service.name': env['OTEL_SERVICE_NAME'] ?? 'baton', 'service.version': version },
    }),
    state,
  );
