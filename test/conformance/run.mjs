// The MCP inspector and the MCP conformance suite against Baton's MCP server.
//
//   node test/conformance/run.mjs [--url URL --token TOKEN] [--tool NAME --args JSON]
//
// Without --url a real holder is started: `baton run` in a scratch project. --tool is what the inspector calls.
import { execFile, spawn } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { build } from 'esbuild';
import { installed, newerNode } from './install.mjs';
import { FIXTURE_EXCEPTIONS, MOUNT_EXCEPTIONS, NOT_RUN, RUNS, WITHOUT_FIXTURES } from './scenarios.mjs';
import { startTokenProxy } from './token-proxy.mjs';

const INSPECTOR = '2.12.0';
const SUITE_MS_MAX = 5 * 60_000;
const here = fileURLToPath(new URL('.', import.meta.url));

const { values: flags } = parseArgs({
  options: {
    url: { type: 'string' },
    token: { type: 'string' },
    tool: { type: 'string', default: 'submit_plan' },
    args: { type: 'string', default: '{}' },
  },
});

if ((flags.url === undefined) !== (flags.token === undefined)) {
  console.error('Expected --url and --token together, or neither.');
  process.exit(2);
}

const scratch = mkdtempSync(join(tmpdir(), 'baton-conformance-'));
const children = [];
const faults = [];
const rows = [];

const report = (target, name, fault, note = '') => {
  rows.push([fault === undefined ? 'pass' : 'FAIL', target, name, fault ?? note]);
  if (fault !== undefined) faults.push(`${target} ${name}: ${fault}`);
};

/** Bundles one of the servers beside this file, starts it, and waits for the line it prints. */
const startServer = async (name) => {
  const outfile = join(scratch, `${name}.mjs`);
  await build({
    entryPoints: [join(here, `${name}.ts`)],
    outfile,
    bundle: true,
    platform: 'node',
    target: 'node20',
    format: 'esm',
    logLevel: 'warning',
    banner: {
      js: "import { createRequire } from 'node:module'; const require = createRequire(import.meta.url);",
    },
  });
  const env = { ...process.env, BATON_PROGRAM: join(here, '../../bin/baton.js') };
  const child = spawn(process.execPath, [outfile], { env, stdio: ['ignore', 'pipe', 'inherit'] });
  children.push(child);
  for await (const line of createInterface({ input: child.stdout })) return line;
  throw new Error(`${name} ended before it printed its address`);
};

/** Not the synchronous one: the proxy lives in this process and must go on meanwhile. */
const ran = (node, args, env = process.env) =>
  new Promise((resolve) => {
    const options = { cwd: scratch, env, timeout: SUITE_MS_MAX, maxBuffer: 64 * 1024 * 1024 };
    execFile(node, args, options, (cause, stdout, stderr) =>
      resolve({ status: cause?.code ?? 0, stdout, stderr }),
    );
  });

const inspect = async (node, inspector, server, method) => {
  const args = [
    inspector,
    '--cli',
    server.url,
    '--transport',
    'http',
    '--format',
    'json',
    '--method',
    ...method,
  ];
  const header = ['--header', `Authorization: Bearer ${server.token}`];
  const done = await ran(node, [...args, ...header], { ...process.env, HOME: scratch });
  try {
    return { status: done.status, result: JSON.parse(done.stdout), words: done.stderr };
  } catch {
    return { status: done.status, result: undefined, words: `${done.stderr}${done.stdout}` };
  }
};

const runInspector = async (node, server) => {
  const inspector = await installed(
    '@modelcontextprotocol/inspector',
    INSPECTOR,
    'clients/launcher/build/index.js',
  );
  for (const era of ['legacy', 'modern']) {
    const target = `inspector ${era}`;
    const list = await inspect(node, inspector, server, ['tools/list', '--strict', '--protocol-era', era]);
    const tools = list.result?.tools ?? list.result?.result?.tools;
    const names = tools?.map((tool) => tool.name) ?? [];
    const listed = list.status === 0 && names.includes(flags.tool);
    report(target, 'tools/list', listed ? undefined : `exit ${list.status}: ${list.words}`, names.join(', '));
    const method = [
      'tools/call',
      '--tool-name',
      flags.tool,
      '--tool-args-json',
      flags.args,
      '--protocol-era',
      era,
    ];
    const call = await inspect(node, inspector, server, method);
    const status = (call.result?.result ?? call.result)?.structuredContent?.status;
    // 5 is the inspector's exit for a tool result that is an error: also an answer, if it is one of the door's.
    const answered = (call.status === 0 || call.status === 5) && typeof status === 'string';
    report(
      target,
      `tools/call ${flags.tool}`,
      answered ? undefined : `exit ${call.status}: ${call.words}`,
      status,
    );
    const wrong = await inspect(node, inspector, { ...server, token: 'wrong' }, [
      'tools/list',
      '--stored-auth-only',
    ]);
    report(target, 'a wrong token', wrong.status === 0 ? 'was let in' : undefined, `exit ${wrong.status}`);
  }
};

const listedScenarios = async (node, suite) => {
  const { stdout } = await ran(node, [suite, 'list']);
  const server = stdout.slice(stdout.indexOf('Server scenarios'), stdout.indexOf('Client scenarios'));
  return [...server.matchAll(/^ {2}- (\S+) \[(.*)\]$/gm)].map(([, name, revisions]) => ({ name, revisions }));
};

/** Runs scenarios and returns, for each, the checks that the suite wrote down. */
const checksOf = async (node, suite, url, args) => {
  const output = mkdtempSync(join(scratch, 'results-'));
  await ran(node, [suite, 'server', '--url', url, '-o', output, ...args]);
  const folders = readdirSync(output);
  return new Map(
    folders.map((folder) => [
      folder.replace(/^server-/, '').replace(/-\d{4}-\d{2}-\d{2}T[\d-]+Z$/, ''),
      JSON.parse(readFileSync(join(output, folder, 'checks.json'), 'utf8')),
    ]),
  );
};

/**
 * What is wrong with a scenario's checks, given those that may fail. A warning counts like a failure, and so does an
 * exception that is needed no more.
 */
const faultOf = (checks, exceptions = {}) => {
  if (checks === undefined) return 'was not run';
  const bad = checks.filter((check) => check.status === 'FAILURE' || check.status === 'WARNING');
  const unexpected = bad.filter((check) => !(check.id in exceptions));
  if (unexpected.length > 0)
    return unexpected.map((check) => `${check.id}: ${check.errorMessage}`).join('; ');
  const stale = Object.keys(exceptions).filter((id) => !bad.some((check) => check.id === id));
  if (stale.length > 0) return `passes now, take it off the list: ${stale.join(', ')}`;
  const done = bad.length > 0 || checks.some((check) => check.status === 'SUCCESS');
  return done ? undefined : 'no check succeeded';
};

const counted = (checks, exceptions = {}) => {
  const successes = checks.filter((check) => check.status === 'SUCCESS').length;
  const excepted = Object.keys(exceptions).length;
  return `${successes} checks${excepted === 0 ? '' : `, without ${excepted} (see the document)`}`;
};

const runScenarios = async (node, suite, { release, revision, args }, mountUrl, fixtureUrl) => {
  const known = await listedScenarios(node, suite);
  const all = known.filter(({ name }) => !(name in NOT_RUN));
  const names = all.filter(({ revisions }) => revisions.includes(revision)).map(({ name }) => name);
  if (names.length === 0) faults.push(`${release}: the suite lists no scenario of ${revision}`);
  const target = (what) => `${what} ${release} ${revision}`;
  const fixture = await checksOf(node, suite, fixtureUrl, ['--suite', 'all', ...args]);
  for (const name of names) {
    const checks = fixture.get(name);
    const exceptions = FIXTURE_EXCEPTIONS[release]?.[name];
    report(target('fixture'), name, faultOf(checks, exceptions), checks && counted(checks, exceptions));
  }
  for (const name of WITHOUT_FIXTURES.filter((scenario) => names.includes(scenario))) {
    const ranChecks = await checksOf(node, suite, mountUrl, ['--scenario', name, ...args]);
    const checks = ranChecks.get(name);
    const exceptions = MOUNT_EXCEPTIONS[name];
    report(target('mount'), name, faultOf(checks, exceptions), checks && counted(checks, exceptions));
  }
  for (const { name, revisions } of all)
    if (!/\d/.test(revisions)) report(target('list'), name, 'is neither run nor listed');
};

const checkDocument = () => {
  const document = readFileSync(new URL('../../docs/mcp-conformance.md', import.meta.url), 'utf8');
  const excepted = [MOUNT_EXCEPTIONS, ...Object.values(FIXTURE_EXCEPTIONS)].flatMap((list) =>
    Object.values(list),
  );
  const exceptions = excepted.flatMap((checks) => Object.keys(checks));
  const names = [...Object.keys(NOT_RUN), ...exceptions, ...WITHOUT_FIXTURES];
  const missing = names.filter((name) => !document.includes(`\`${name}\``));
  report(
    'document',
    'docs/mcp-conformance.md',
    missing.length === 0 ? undefined : `does not name ${missing.join(', ')}`,
  );
};

const main = async () => {
  const node = await newerNode();
  const server = flags.url === undefined ? JSON.parse(await startServer('holder-server')) : flags;
  const fixtureUrl = await startServer('fixture-server');
  const proxy = await startTokenProxy(server);
  try {
    await runInspector(node, server);
    for (const run of RUNS) {
      const suite = await installed('@modelcontextprotocol/conformance', run.release, 'dist/index.js');
      await runScenarios(node, suite, run, proxy.url, fixtureUrl);
    }
    checkDocument();
  } finally {
    await proxy.close();
  }
};

try {
  await main();
} catch (cause) {
  faults.push(cause.stack);
} finally {
  for (const child of children) child.kill();
  rmSync(scratch, { recursive: true, force: true });
}
const widths = [0, 1, 2].map((at) => Math.max(0, ...rows.map((row) => row[at].length)));
for (const row of rows)
  console.log(
    row
      .map((cell, at) => cell.padEnd(widths[at] ?? 0))
      .join('  ')
      .trimEnd(),
  );
const failures = rows.filter(([verdict]) => verdict === 'FAIL').length;
console.log(`\n${rows.length - failures} of ${rows.length} passed.`);
if (faults.length > 0) console.error(`\n${faults.join('\n')}`);
process.exit(faults.length === 0 ? 0 : 1);
