// The first program inside the fence: it carries the holder's door, and local ports that policy names, over the one socket that
// leads out, and starts the agent's program. It ends as that program ends.
import { spawn } from 'node:child_process';
import { connect as connectTo, createServer, type Server, type Socket } from 'node:net';

interface Plan {
  /** The socket that leads out. */
  readonly socket: string;
  readonly door: number;
  /** Ports of this machine that are reached as if they were here. */
  readonly ports: readonly number[];
  readonly file: string;
  readonly args: readonly string[];
  /** Only the user that this program runs as by now may be able to go there. */
  readonly cwd: string;
}

const NOT_FOUND_EXIT = 127;
const ANSWER_END = '\r\n\r\n';
const ANSWER_CHARS_MAX = 8_192;
const SIGNALS = ['SIGTERM', 'SIGINT', 'SIGHUP'] as const;

const join = (client: Socket, out: Socket): void => {
  for (const [one, other] of [
    [client, out],
    [out, client],
  ] as const) {
    one.on('error', () => other.destroy());
    one.on('close', () => other.destroy());
  }
  client.pipe(out);
  out.pipe(client);
};

/** Asks the gate for a host; what follows its yes is the host's own. */
const tunnel = (client: Socket, out: Socket, host: string): void => {
  let answer = '';
  out.write(`CONNECT ${host} HTTP/1.1\r\nHost: ${host}${ANSWER_END}`);
  const take = (chunk: Buffer): void => {
    answer += chunk.toString('latin1');
    const end = answer.indexOf(ANSWER_END);
    if (end < 0 && answer.length < ANSWER_CHARS_MAX) return;
    out.off('data', take);
    if (!/^HTTP\/1\.1 200 /.test(answer)) {
      client.destroy();
      out.destroy();
      return;
    }
    const rest = Buffer.from(answer.slice(end + ANSWER_END.length), 'latin1');
    if (rest.length > 0) client.write(rest);
    join(client, out);
  };
  out.on('data', take);
  out.on('error', () => client.destroy());
  client.on('error', () => out.destroy());
};

const listen = (port: number, carry: (client: Socket) => void): Promise<Server> =>
  new Promise((resolve, reject) => {
    const server = createServer(carry);
    server.once('error', reject);
    server.listen(port, '127.0.0.1', () => resolve(server));
  });

const start = (plan: Plan): void => {
  const child = spawn(plan.file, [...plan.args], {
    stdio: 'inherit',
    cwd: plan.cwd,
    env: { ...process.env, PWD: plan.cwd },
  });
  child.on('error', (cause: NodeJS.ErrnoException) => {
    process.stderr.write(
      `${cause.code === 'ENOENT' ? `${plan.file} was not found behind the fence` : cause.message}\n`,
    );
    process.exit(NOT_FOUND_EXIT);
  });
  for (const signal of SIGNALS) process.on(signal, () => child.kill(signal));
  child.on('exit', (code, signal) => {
    if (signal === null) process.exit(code ?? 1);
    for (const one of SIGNALS) process.removeAllListeners(one);
    process.kill(process.pid, signal);
  });
};

const main = async (): Promise<void> => {
  const plan = JSON.parse(process.argv[2] ?? '') as Plan;
  await listen(plan.door, (client) => join(client, connectTo(plan.socket)));
  for (const port of plan.ports)
    await listen(port, (client) => tunnel(client, connectTo(plan.socket), `127.0.0.1:${port}`)).catch(
      // Ports below 1024 are not for programs without rights; the proxy still leads there.
      (cause: Error) => process.stderr.write(`fence: port ${port} is not here: ${cause.message}\n`),
    );
  start(plan);
};

main().catch((cause: unknown) => {
  process.stderr.write(`the fence could not be set up: ${cause instanceof Error ? cause.message : cause}\n`);
  process.exit(NOT_FOUND_EXIT);
});
