// Traces and metrics of a run, as a collector gets them over HTTP.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, it, onTestFinished } from 'vitest';
import { builtProgram } from './built-program.ts';
import { baton, makeRepository, type Scratch, scratch, writeFiles } from './scratch.ts';
import { SMALL_PROJECT } from './small-relay.ts';

const SECRET = 'hunter2-hunter2-hunter2';

interface Attribute {
  readonly key: string;
  readonly value: Readonly<Record<string, unknown>>;
}
interface Shown {
  readonly name: string;
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
  readonly startTimeUnixNano: string;
  readonly endTimeUnixNano: string;
  readonly attributes: readonly Attribute[];
  readonly status: { readonly code: number; readonly message?: string };
}

const collector = async () => {
  const heard: { readonly path: string; readonly key: string | undefined; readonly text: string }[] = [];
  const server = createServer((request, response) => {
    let text = '';
    request.setEncoding('utf8').on('data', (chunk: string) => {
      text += chunk;
    });
    request.on('end', () => {
      heard.push({ path: request.url ?? '', key: String(request.headers['x-key']), text });
      response.writeHead(200, { 'content-type': 'application/json' }).end('{}');
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  const { port } = server.address() as AddressInfo;
  const spans = (): Shown[] =>
    heard
      .filter(({ path }) => path === '/v1/traces')
      .flatMap(({ text }) => JSON.parse(text).resourceSpans[0].scopeSpans[0].spans);
  return { heard, spans, url: `http://127.0.0.1:${port}` };
};

const attributesOf = (span: Shown | undefined): Record<string, unknown> =>
  Object.fromEntries((span?.attributes ?? []).map(({ key, value }) => [key, Object.values(value)[0]]));

const PLAN = 'version: 1\nsummary: One file\nitems:\n  - key: one\n    title: One\n    task: Write it.\n';

const make = (world: Scratch): void => {
  const line = `printf 'one\\n' > one.txt; printf 'test -f one.txt\\n' > checks/one.sh; '${process.execPath}' '${builtProgram()}' submit submit_done >&2; echo '{"message":"done","usage":{"input_tokens":50,"output_tokens":7},"model":"gpt-5"}'`;
  makeRepository(world.project, {
    ...SMALL_PROJECT,
    '.gitignore': '.baton/\n',
    'baton.yaml': `${SMALL_PROJECT['baton.yaml']}agents:
  default: scripted:../s.json
  coder: ["scripted:../s.json", mine]
  mine: { command: { run: [sh, -c, ${JSON.stringify(line)}], output: jsonl } }
`,
  });
  const roles = {
    planner: [[{ write: { 'plan.yaml': PLAN } }, { submit: 'submit_plan' }]],
    coder: [[{ print: `the key is ${SECRET}` }, { exit: 1 }]],
    reviewer: [
      [{ write: { 'review.yaml': 'verdict: pass\nsummary: Good.\n' } }, { submit: 'submit_review' }],
    ],
  };
  writeFiles(world.root, { 's.json': JSON.stringify({ roles, human: [{ approve: {} }] }) });
};

it('tells a collector of run, phases, attempts, verdicts and evidence, and of no secret', async () => {
  const world = scratch();
  const { heard, spans, url } = await collector();
  make(world);
  const ran = await baton(world, ['run', 'x', '--name', 'r'], {
    env: { OTEL_EXPORTER_OTLP_ENDPOINT: url, OTEL_EXPORTER_OTLP_HEADERS: 'x-key=abc', MY_API_TOKEN: SECRET },
  });
  expect(ran.exit, ran.stdout + ran.stderr).toBe(0);
  const all = spans();
  const [run] = all.filter(({ name }) => name === 'run relay');
  expect(attributesOf(run)).toMatchObject({ 'baton.run': 'r', 'baton.status': 'complete' });
  expect(new Set(all.map(({ traceId }) => traceId))).toEqual(new Set([run?.traceId]));
  expect(new Set(all.map(({ spanId }) => spanId)).size).toBe(all.length);
  const ids = new Set(all.map(({ spanId }) => spanId));
  for (const span of all) {
    if (span !== run) expect(ids, span.name).toContain(span.parentSpanId);
    expect(BigInt(span.endTimeUnixNano) >= BigInt(span.startTimeUnixNano)).toBe(true);
  }
  const names = all.map(({ name }) => name);
  for (const name of ['phase planning', 'phase coding', 'phase reviewing', 'verdict coding.coder.one.1'])
    expect(names).toContain(name);
  expect(names.some((name) => name.startsWith('evidence '))).toBe(true);
  const [failed, coder] = all.filter(({ name }) => name === 'invoke_agent coder');
  expect(failed?.status).toMatchObject({ code: 2, message: expect.stringContaining('MY_API_TOKEN') });
  expect(attributesOf(coder)).toMatchObject({
    'gen_ai.operation.name': 'invoke_agent',
    'gen_ai.agent.name': 'coder',
    'gen_ai.response.model': 'gpt-5',
    'gen_ai.usage.input_tokens': '50',
    'gen_ai.usage.output_tokens': '7',
  });
  // What was not reported is not there.
  expect(Object.keys(attributesOf(failed))).not.toContain('gen_ai.usage.input_tokens');
  const metrics = heard.filter(({ path }) => path === '/v1/metrics').map(({ text }) => text);
  expect(metrics.join('')).toContain('gen_ai.client.token.usage');
  expect(heard.every(({ key }) => key === 'abc')).toBe(true);
  expect(heard.map(({ text }) => text).join('')).not.toContain(SECRET);
});

it('does not disturb a run whose collector does not answer', async () => {
  const world = scratch();
  make(world);
  const ran = await baton(world, ['run', 'x', '--name', 'r'], {
    env: { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:1' },
  });
  expect(ran.exit, ran.stdout + ran.stderr).toBe(0);
});
