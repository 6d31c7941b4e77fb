// An HTTP service in native modules for Mocha: behaviour that two stores share, real sockets, assertions of its own, root hooks.
import type { Files } from '../case.ts';
import { LARDER_TESTS } from './larder-tests.ts';

export const LARDER: Files = {
  ...LARDER_TESTS,
  '.gitignore': 'node_modules/\n',
  '.mocharc.cjs': `module.exports = {
  require: ['./test/support/root-hooks.js'],
  spec: ['test/**/*.test.js'],
  timeout: 5000,
};
`,
  'README.md': '# Larder\n\nKnows what is in the larder, and until when.\n',
  'baton.yaml':
    "commands:\n  test: npm test\n  prepare: sh -c 'mkdir -p node_modules/.bin && ln -s {mocha}/mocha node_modules/mocha && ln -s ../mocha/bin/mocha.js node_modules/.bin/mocha'\n",
  'package.json': `{
  "name": "larder",
  "version": "0.9.0",
  "private": true,
  "type": "module",
  "main": "src/index.js",
  "scripts": {
    "start": "node src/main.js",
    "test": "mocha"
  }
}
`,
  'src/errors.js': `export class Invalid extends Error {
  status = 400;
}

export class Missing extends Error {
  status = 404;
}
`,
  'src/index.js': `export { Invalid, Missing } from './errors.js';
export { itemFrom, isSoon } from './items.js';
export { createServer } from './server.js';
export { FileStore } from './stores/file-store.js';
export { MemoryStore } from './stores/memory-store.js';
export { add, parseAmount, showAmount } from './units.js';
`,
  'src/items.js': `import { Invalid } from './errors.js';
import { parseAmount } from './units.js';

const DAY = 86_400_000;
const DATE = /^\\d{4}-\\d{2}-\\d{2}$/;

/** What a client sent, as an item; everything that is wrong with it at once. */
export const itemFrom = (body) => {
  const wrong = [];
  if (typeof body?.name !== 'string' || body.name.trim() === '') wrong.push('name: expected a text');
  if (body?.until !== undefined && !DATE.test(body.until)) wrong.push('until: expected a date');
  let amount;
  try {
    amount = parseAmount(body?.amount ?? '1');
  } catch (error) {
    wrong.push(\`amount: \${error.message}\`);
  }
  if (wrong.length > 0) throw new Invalid(wrong.join('; '));
  return { name: body.name.trim(), amount, ...(body.until === undefined ? {} : { until: body.until }) };
};

/** Whether an item ends within so many days, or has ended. */
export const isSoon = ({ until }, days, now) =>
  until !== undefined && Date.parse(until) - now <= days * DAY;
`,
  'src/main.js': `import { createServer } from './server.js';
import { FileStore } from './stores/file-store.js';

createServer(new FileStore(process.argv[2] ?? 'larder.json')).listen(Number(process.env.PORT ?? 8080));
`,
  'src/server.js': `import { createServer as createHttpServer } from 'node:http';
import { Invalid, Missing } from './errors.js';
import { isSoon, itemFrom } from './items.js';
import { showAmount } from './units.js';

const BODY_MAX = 1_000;

const bodyOf = async (request) => {
  let text = '';
  for await (const part of request) {
    text += part;
    if (text.length > BODY_MAX) throw Object.assign(new Invalid('the body is too long'), { status: 413 });
  }
  try {
    return JSON.parse(text);
  } catch {
    throw new Invalid('expected JSON');
  }
};

const shown = ({ amount, ...item }) => ({ ...item, amount: showAmount(amount) });

const routes = (store, now) => ({
  'GET /items': async ({ url }) => {
    const soon = url.searchParams.get('soon');
    const items = await store.list();
    const wanted = soon === null ? items : items.filter((item) => isSoon(item, Number(soon), now()));
    return { status: 200, body: wanted.map(shown) };
  },
  'POST /items': async ({ request }) => {
    const item = await store.add(itemFrom(await bodyOf(request)));
    return { status: 201, body: shown(item), headers: { location: \`/items/\${item.id}\` } };
  },
  'GET /items/:id': async ({ id }) => ({ status: 200, body: shown(await store.get(id)) }),
  'DELETE /items/:id': async ({ id }) => {
    await store.remove(id);
    return { status: 204 };
  },
});

export const createServer = (store, { now = Date.now } = {}) => {
  const table = routes(store, now);
  const answer = async (request) => {
    const url = new URL(request.url, 'http://localhost');
    const [, folder, id] = url.pathname.split('/');
    const route = table[\`\${request.method} /\${folder}\${id === undefined ? '' : '/:id'}\`];
    if (route === undefined) throw new Missing('there is nothing here');
    return route({ request, url, id: Number(id) });
  };
  return createHttpServer(async (request, response) => {
    const { status, body, headers } = await answer(request).catch((error) => ({
      status: error.status ?? 500,
      body: { error: error.status === undefined ? 'something went wrong' : error.message },
    }));
    response.writeHead(status, { 'content-type': 'application/json', ...headers });
    response.end(body === undefined ? undefined : JSON.stringify(body));
  });
};
`,
  'src/stores/file-store.js': `import { readFile, rename, writeFile } from 'node:fs/promises';
import { Missing } from '../errors.js';

const EMPTY = { last: 0, items: [] };

/** Keeps items in a file, which is replaced at once. */
export class FileStore {
  constructor(file) {
    this.file = file;
  }

  async #read() {
    const text = await readFile(this.file, 'utf8').catch((error) => {
      if (error.code === 'ENOENT') return JSON.stringify(EMPTY);
      throw error;
    });
    return JSON.parse(text);
  }

  async #write(state) {
    await writeFile(\`\${this.file}.part\`, JSON.stringify(state));
    await rename(\`\${this.file}.part\`, this.file);
  }

  async add(item) {
    const { last, items } = await this.#read();
    const added = { id: last + 1, ...item };
    await this.#write({ last: last + 1, items: [...items, added] });
    return added;
  }

  async get(id) {
    const found = (await this.#read()).items.find((item) => item.id === id);
    if (found === undefined) throw new Missing(\`no item \${id}\`);
    return found;
  }

  async list() {
    return (await this.#read()).items;
  }

  async remove(id) {
    const { last, items } = await this.#read();
    if (!items.some((item) => item.id === id)) throw new Missing(\`no item \${id}\`);
    await this.#write({ last, items: items.filter((item) => item.id !== id) });
  }
}
`,
  'src/stores/memory-store.js': `import { Missing } from '../errors.js';

/** Keeps items as long as the process lives. */
export class MemoryStore {
  #last = 0;
  #items = new Map();

  async add(item) {
    this.#last += 1;
    const added = { id: this.#last, ...item };
    this.#items.set(added.id, added);
    return { ...added };
  }

  async get(id) {
    const found = this.#items.get(id);
    if (found === undefined) throw new Missing(\`no item \${id}\`);
    return { ...found };
  }

  async list() {
    return [...this.#items.values()].map((item) => ({ ...item }));
  }

  async remove(id) {
    if (!this.#items.delete(id)) throw new Missing(\`no item \${id}\`);
  }
}
`,
  'src/units.js': `const AMOUNT = /^(\\d+(?:\\.\\d+)?)\\s*([a-zA-Z]*)$/;
const UNITS = { g: ['g', 1], kg: ['g', 1000], ml: ['ml', 1], l: ['ml', 1000], '': ['', 1] };

/** '1.5 kg' → 1500 g. */
export const parseAmount = (text) => {
  const [, number, unit] = AMOUNT.exec(String(text).trim()) ?? [];
  if (number === undefined) throw new RangeError(\`expected an amount, got \${text}\`);
  if (UNITS[unit] === undefined) throw new RangeError(\`unknown unit \${unit}\`);
  const [base, factor] = UNITS[unit];
  return { value: Number(number) * factor, unit: base };
};

export const showAmount = ({ value, unit }) => {
  if (unit === '') return String(value);
  return value >= 1000 ? \`\${value / 1000} \${unit === 'g' ? 'kg' : 'l'}\` : \`\${value} \${unit}\`;
};

export const add = (a, b) => {
  if (a.unit !== b.unit) throw new RangeError(\`cannot add \${b.unit} to \${a.unit}\`);
  return { value: a.value + b.value, unit: a.unit };
};
`,
};
