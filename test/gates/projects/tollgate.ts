// A service in native modules for Jest: a container gives its parts, time is faked, a module is mocked before it is imported.
import type { Files } from '../case.ts';
import { TOLLGATE_TESTS } from './tollgate-tests.ts';

export const TOLLGATE: Files = {
  'baton.yaml':
    "commands:\n  test: npm test\n  prepare: sh -c 'mkdir -p node_modules && ln -s {jest}/jest node_modules/jest && ln -s {jest}/jest-environment-node node_modules/jest-environment-node && ln -s {jest}/@jest node_modules/@jest'\n",
  ...TOLLGATE_TESTS,
  '.gitignore': 'node_modules/\ncoverage/\n',
  'README.md': '# Tollgate\n\nLets so many requests through.\n\n- `TOLLGATE_RATE`: requests in a second\n',
  'package.json': `{
  "name": "tollgate",
  "version": "2.1.0",
  "private": true,
  "type": "module",
  "scripts": {
    "start": "node src/main.js",
    "test": "node --experimental-vm-modules node_modules/jest/bin/jest.js"
  },
  "jest": {
    "testEnvironment": "node",
    "transform": {},
    "testMatch": ["<rootDir>/tests/**/*.spec.js"],
    "restoreMocks": true
  }
}
`,
  'src/main.js': `import { createContainer } from './container.js';
import { createServer } from './http/server.js';
import { readConfig } from './config.js';

const config = readConfig(process.env);
createServer(createContainer(config)).listen(config.port);
`,
  'src/config.js': `const DEFAULTS = { TOLLGATE_PORT: '8080', TOLLGATE_RATE: '10', TOLLGATE_BURST: '20' };

const whole = (env, name) => {
  const text = env[name] ?? DEFAULTS[name];
  const number = Number(text);
  if (!Number.isInteger(number) || number <= 0) throw new RangeError(\`\${name}: expected a number above 0, got \${text}\`);
  return number;
};

export const readConfig = (env) => ({
  port: whole(env, 'TOLLGATE_PORT'),
  rate: whole(env, 'TOLLGATE_RATE'),
  burst: whole(env, 'TOLLGATE_BURST'),
});
`,
  'src/container.js': `import { writeAudit } from './audit.js';
import { Bucket } from './limiter/bucket.js';
import { Gate } from './gate.js';
import { Breaker } from './limiter/breaker.js';

/** Parts are made when they are first asked for; \`parts\` replaces some of them. */
export const createContainer = (config, parts = {}) => {
  const made = new Map();
  const makers = {
    clock: () => ({ now: () => Date.now() }),
    audit: () => writeAudit,
    upstream: () => (path) => fetch(new URL(path, 'http://upstream.internal')),
    buckets: () => new Map(),
    breaker: ({ get }) => new Breaker({ clock: get('clock'), failures: 3, rest: 30_000 }),
    bucketOf: ({ get }) => (key) => {
      const buckets = get('buckets');
      if (!buckets.has(key)) buckets.set(key, new Bucket({ clock: get('clock'), ...config }));
      return buckets.get(key);
    },
    gate: ({ get }) => new Gate({ bucketOf: get('bucketOf'), breaker: get('breaker'), upstream: get('upstream'), audit: get('audit') }),
    ...parts,
  };
  const container = {
    get(name) {
      if (!(name in makers)) throw new ReferenceError(\`no part \${name}\`);
      if (!made.has(name)) made.set(name, makers[name](container));
      return made.get(name);
    },
  };
  return container;
};
`,
  'src/audit.js': `import { appendFile } from 'node:fs/promises';

export const writeAudit = (entry) => appendFile('audit.log', \`\${JSON.stringify(entry)}\\n\`);
`,
  'src/limiter/bucket.js': `/** So many tokens in a second, and at most \`burst\` at once. */
export class Bucket {
  #tokens;
  #at;

  constructor({ clock, rate, burst }) {
    Object.assign(this, { clock, rate, burst });
    this.#tokens = burst;
    this.#at = clock.now();
  }

  get tokens() {
    const now = this.clock.now();
    this.#tokens = Math.min(this.burst, this.#tokens + ((now - this.#at) * this.rate) / 1000);
    this.#at = now;
    return this.#tokens;
  }

  take(count = 1) {
    if (this.tokens < count) return false;
    this.#tokens -= count;
    return true;
  }

  /** In milliseconds. */
  waitFor(count = 1) {
    return Math.max(0, Math.ceil(((count - this.tokens) * 1000) / this.rate));
  }
}
`,
  'src/limiter/breaker.js': `/** Opens after so many failures in a row, and lets one try after a rest. */
export class Breaker {
  #failed = 0;
  #openedAt;

  constructor({ clock, failures, rest }) {
    Object.assign(this, { clock, failures, rest });
  }

  get state() {
    if (this.#openedAt === undefined) return 'closed';
    return this.clock.now() - this.#openedAt >= this.rest ? 'half-open' : 'open';
  }

  async call(work) {
    if (this.state === 'open') throw new Error('the circuit is open');
    try {
      const result = await work();
      this.#failed = 0;
      this.#openedAt = undefined;
      return result;
    } catch (error) {
      this.#failed += 1;
      if (this.#failed >= this.failures) this.#openedAt = this.clock.now();
      throw error;
    }
  }
}
`,
  'src/retry.js': `const wait = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

/** Tries again, and waits twice as long each time. */
export const retry = async (work, { tries = 3, pause = 100 } = {}) => {
  for (let tried = 1; ; tried += 1) {
    try {
      return await work(tried);
    } catch (error) {
      if (tried >= tries) throw error;
      await wait(pause * 2 ** (tried - 1));
    }
  }
};
`,
  'src/gate.js': `import { retry } from './retry.js';

export class Gate {
  constructor(parts) {
    this.parts = parts;
  }

  async pass({ key, path }) {
    const { bucketOf, breaker, upstream, audit } = this.parts;
    const bucket = bucketOf(key);
    if (!bucket.take()) {
      await audit({ key, path, passed: false });
      return { status: 429, headers: { 'retry-after': String(Math.ceil(bucket.waitFor() / 1000)) }, body: 'too many' };
    }
    await audit({ key, path, passed: true });
    try {
      const body = await breaker.call(() => retry(() => upstream(path), { tries: 2, pause: 50 }));
      return { status: 200, headers: {}, body };
    } catch (error) {
      return { status: 502, headers: {}, body: error.message };
    }
  }
}
`,
  'src/http/server.js': `import { createServer as listen } from 'node:http';

const keyOf = (request) => request.headers['x-api-key'] ?? 'anonymous';

export const createServer = (container) =>
  listen(async (request, response) => {
    if (request.url === '/health') return response.end('ok');
    if (request.method !== 'GET') {
      response.writeHead(405, { allow: 'GET' });
      return response.end();
    }
    const { status, headers, body } = await container.get('gate').pass({ key: keyOf(request), path: request.url });
    response.writeHead(status, { 'content-type': 'text/plain', ...headers });
    return response.end(body);
  });
`,
};
