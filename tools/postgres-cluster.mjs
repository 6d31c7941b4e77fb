// A private PostgreSQL for tests: a new cluster in a scratch folder, on its own port, ended by its own process id. PostgreSQL refuses to
// run as root, so root lends it an ordinary user.
import { spawn, spawnSync } from 'node:child_process';
import {
  appendFileSync,
  chownSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

const DEBIAN = '/usr/lib/postgresql';
const ORDINARY_USERS = ['postgres', 'nobody'];
/** Only a hang takes that long. */
const START_MS_MAX = 120_000;
const POLL_MS = 25;
const AGAIN_MS = 200;
/** Children of a server that was killed take a moment to see it. */
const LEFT_OVER = /shared memory block|lock file|Address already in use/;

/** The newest of Debian's versions, else what is in PATH. */
const serverFolder = () => {
  const versions = existsSync(DEBIAN) ? readdirSync(DEBIAN).sort((a, b) => Number(b) - Number(a)) : [];
  const folders = [
    ...versions.map((version) => join(DEBIAN, version, 'bin')),
    ...(process.env.PATH ?? '').split(':'),
  ];
  return folders.find((folder) => existsSync(join(folder, 'initdb')) && existsSync(join(folder, 'postgres')));
};
const poolerProgram = () =>
  [...(process.env.PATH ?? '').split(':'), '/usr/sbin']
    .map((folder) => join(folder, 'pgbouncer'))
    .find((path) => existsSync(path));

export const hasServer = () => serverFolder() !== undefined;
export const hasPooler = () => poolerProgram() !== undefined;

const ordinaryUser = () => {
  if (process.getuid?.() !== 0) return {};
  const users = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .map((line) => line.split(':'));
  const found = ORDINARY_USERS.flatMap((name) => users.filter(([user]) => user === name))[0];
  if (found === undefined)
    throw new Error(`expected one of the users ${ORDINARY_USERS.join(', ')}, there is none`);
  return { uid: Number(found[2]), gid: Number(found[3]) };
};

const freePort = () =>
  new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address();
      server.close(() => resolve(port));
    });
  });

const untilSays = async (child, log, words) => {
  for (let waited = 0; waited < START_MS_MAX; waited += POLL_MS) {
    if (existsSync(log) && readFileSync(log, 'utf8').includes(words)) return;
    if (child.exitCode !== null) break;
    await sleep(POLL_MS);
  }
  throw new Error(`it did not start:\n${existsSync(log) ? readFileSync(log, 'utf8') : ''}`);
};

const untilExited = (child) =>
  child.exitCode !== null || child.signalCode !== null
    ? Promise.resolve()
    : new Promise((resolve) => child.once('exit', () => resolve()));

const SUPERUSER = 'baton_admin';

/** Starts a process whose words go to a log in the scratch folder. */
const launch = (root, user, name, program, args, through) => {
  const script = join(root, `${name}.log`);
  writeFileSync(script, '');
  if (user.uid !== undefined) chownSync(script, user.uid, user.gid);
  const words = [...(through?.(user) ?? []), program, ...args];
  const child = spawn('/bin/sh', ['-c', `exec "$0" "$@" >>"${script}" 2>&1`, ...words], {
    // Whoever puts it elsewhere lends it the user there.
    ...(through === undefined ? user : {}),
    cwd: root,
    stdio: 'ignore',
  });
  return { child, log: script };
};

/** A certificate that names the address; whoever has it as `sslrootcert` knows the server by it. */
const certify = (root, user, address) => {
  const [key, certificate] = [join(root, 'server.key'), join(root, 'server.crt')];
  const words =
    `req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -days 2 -subj /CN=baton-test`.split(' ');
  const files = ['-addext', `subjectAltName=IP:${address}`, '-keyout', key, '-out', certificate];
  const made = spawnSync('openssl', [...words, ...files], { ...user, cwd: root, encoding: 'utf8' });
  if (made.status !== 0) throw new Error(`openssl failed: ${made.error?.message ?? made.stderr}`);
  return certificate;
};

/** A server on a data folder, started and ended as often as one likes. */
const serverOn = ({ root, user, postgres, data, name, through }) => {
  let running;
  let starts = 0;
  const startOnce = async () => {
    starts += 1;
    running = launch(root, user, `${name}-${starts}`, postgres, ['-D', data], through);
    await untilSays(running.child, running.log, 'ready to accept');
  };
  return {
    start: async () => {
      for (let waited = 0; ; waited += AGAIN_MS)
        try {
          return await startOnce();
        } catch (cause) {
          if (waited >= START_MS_MAX || !LEFT_OVER.test(cause.message)) throw cause;
          await sleep(AGAIN_MS);
        }
    },
    signal: async (which) => {
      running.child.kill(which);
      await untilExited(running.child);
    },
  };
};

/** A copy of the cluster that follows it, until it is promoted. */
const startStandby = async ({ root, user, folder, port: primary, name }) => {
  const port = await freePort();
  const data = join(root, name);
  const asked = (program, ...args) => {
    const { status, stderr, error } = spawnSync(join(folder, program), args, {
      ...user,
      cwd: root,
      encoding: 'utf8',
    });
    if (status !== 0) throw new Error(`${program} failed: ${error?.message ?? stderr}`);
  };
  const login = ['-h', root, '-U', SUPERUSER];
  asked(
    'pg_basebackup',
    '-D',
    data,
    ...login,
    '-p',
    primary,
    '-R',
    '-X',
    'stream',
    '-c',
    'fast',
    '--no-sync',
  );
  appendFileSync(join(data, 'postgresql.conf'), `port = ${port}\n`);
  const { start, signal } = serverOn({ root, user, postgres: join(folder, 'postgres'), data, name });
  await start();
  return {
    port,
    start,
    kill: () => signal('SIGKILL'),
    promote: async () =>
      asked('psql', '-X', '-q', ...login, '-p', port, '-c', 'select pg_promote()', 'postgres'),
    stop: () => signal('SIGINT'),
  };
};

/** `settings` are lines of postgresql.conf; `folder` is where its scratch folder goes. On a `network` of the test's own it listens there, too, with TLS, and runs where `through` puts it. */
export const startCluster = async ({ settings = [], network, folder: place = tmpdir() } = {}) => {
  const folder = serverFolder();
  const user = ordinaryUser();
  const root = mkdtempSync(join(place, 'baton-postgres-'));
  if (user.uid !== undefined) chownSync(root, user.uid, user.gid);
  const data = join(root, 'data');
  const made = spawnSync(
    join(folder, 'initdb'),
    [
      '-D',
      data,
      '-k',
      '-U',
      SUPERUSER,
      '-A',
      'trust',
      '-E',
      'UTF8',
      '--locale=C',
      '--no-sync',
      '--no-instructions',
    ],
    { ...user, cwd: root, encoding: 'utf8' },
  );
  if (made.status !== 0) throw new Error(`initdb failed: ${made.stderr}`);
  const port = await freePort();
  const certificate = network === undefined ? undefined : certify(root, user, network.address);
  if (network !== undefined)
    appendFileSync(join(data, 'pg_hba.conf'), `hostssl all all ${network.subnet} trust\n`);
  const lines = [
    `port = ${port}`,
    `listen_addresses = '${[...new Set(['127.0.0.1', network?.address ?? '127.0.0.1'])].join(',')}'`,
    ...(network === undefined
      ? []
      : ['ssl = on', `ssl_cert_file = '${certificate}'`, `ssl_key_file = '${join(root, 'server.key')}'`]),
    `unix_socket_directories = '${root}'`,
    'max_connections = 200',
    'shared_buffers = 32MB',
    ...settings,
  ];
  writeFileSync(join(data, 'postgresql.conf'), `${lines.join('\n')}\n`);
  const postgres = join(folder, 'postgres');
  const { start, signal } = serverOn({
    ...{ root, user, postgres, data, name: 'server' },
    through: network?.through,
  });
  await start();
  const poolers = [];
  const standbys = [];
  return {
    port,
    root,
    certificate,
    url: (role, database) => `postgres://${role}@127.0.0.1:${port}/${database}`,
    adminUrl: `postgres://${SUPERUSER}@127.0.0.1:${port}/postgres`,
    /** Asks as the owner, from outside of any program of ours. */
    query: (text) =>
      spawnSync(
        join(folder, 'psql'),
        ['-X', '-q', '-A', '-t', '-h', root, '-p', port, '-U', SUPERUSER, '-c', text, 'postgres'],
        {
          encoding: 'utf8',
        },
      ),
    readCommand: `${join(folder, 'psql')} -X -q -A -t -h 127.0.0.1 -p ${port} -U ${SUPERUSER} postgres`,
    start,
    /** Its children see to their own end when it is gone. */
    kill: () => signal('SIGKILL'),
    pooler: async (roles) => {
      const pooler = await startPooler(root, user, port, roles);
      poolers.push(pooler);
      return pooler;
    },
    standby: async () => {
      const standby = await startStandby({
        root,
        user,
        folder,
        port,
        name: `standby-${standbys.length + 1}`,
      });
      standbys.push(standby);
      return standby;
    },
    stop: async () => {
      for (const pooler of poolers) await pooler.stop();
      for (const standby of standbys) await standby.stop();
      await signal('SIGINT');
      rmSync(root, { recursive: true, force: true, maxRetries: 5 });
    },
  };
};

/** pgbouncer in transaction mode before the cluster. */
const startPooler = async (root, user, serverPort, roles) => {
  const port = await freePort();
  const users = join(root, 'userlist.txt');
  const config = join(root, 'pgbouncer.ini');
  writeFileSync(users, roles.map((role) => `"${role}" ""\n`).join(''));
  writeFileSync(
    config,
    [
      '[databases]',
      `* = host=127.0.0.1 port=${serverPort}`,
      '[pgbouncer]',
      'listen_addr = 127.0.0.1',
      `listen_port = ${port}`,
      'unix_socket_dir =',
      'auth_type = trust',
      `auth_file = ${users}`,
      'pool_mode = transaction',
      'default_pool_size = 4',
      'max_client_conn = 500',
      '',
    ].join('\n'),
  );
  if (user.uid !== undefined) for (const path of [users, config]) chownSync(path, user.uid, user.gid);
  const { child, log } = launch(root, user, 'pgbouncer', poolerProgram(), [config]);
  await untilSays(child, log, 'process up');
  return {
    url: (role, database) => `postgres://${role}@127.0.0.1:${port}/${database}`,
    stop: async () => {
      child.kill('SIGTERM');
      await untilExited(child);
    },
  };
};
