// The tests of the larder.
import type { Files } from '../case.ts';

export const LARDER_TESTS: Files = {
  'test/items.test.js': `import { isSoon, itemFrom } from '../src/items.js';
import { that, throws } from './support/that.js';

const NOW = Date.parse('2024-03-10');

describe('items', () => {
  it('have a name and an amount', () => {
    that(itemFrom({ name: ' flour ', amount: '1 kg' })).is({ name: 'flour', amount: { value: 1000, unit: 'g' } });
  });

  it('are one of a kind without an amount', () => {
    that(itemFrom({ name: 'pan' }).amount).is({ value: 1, unit: '' });
  });

  it('say all that is wrong', () => {
    throws(() => itemFrom({ name: '', until: 'soon', amount: 'much' }), {
      status: 400,
      message: 'name: expected a text; until: expected a date; amount: expected an amount, got much',
    });
  });

  [
    ['2024-03-11', 3, true],
    ['2024-03-13', 3, true],
    ['2024-03-14', 3, false],
    ['2024-03-01', 0, true],
    [undefined, 30, false],
  ].forEach(([until, days, soon]) => {
    it(\`until \${until} is \${soon ? '' : 'not '}within \${days} days\`, () => {
      that(isSoon({ until }, days, NOW)).is(soon);
    });
  });
});
`,
  'test/server.test.js': `import { MemoryStore } from '../src/stores/memory-store.js';
import { serve } from './support/serve.js';
import { that } from './support/that.js';

describe('server', () => {
  let client;

  beforeEach(async () => {
    client = await serve(new MemoryStore(), { now: () => Date.parse('2024-03-10') });
  });

  it('adds and shows', async () => {
    const added = await client.post('/items', { name: 'milk', amount: '1500 ml', until: '2024-03-12' });
    that(added).has({ status: 201, body: { id: 1, name: 'milk', until: '2024-03-12', amount: '1.5 l' } });
    that(added.headers.get('location')).is('/items/1');
    that((await client.get('/items/1')).body).is(added.body);
  });

  it('lists what ends soon', async () => {
    await client.post('/items', { name: 'milk', until: '2024-03-12' });
    await client.post('/items', { name: 'rice', until: '2025-03-12' });
    await client.post('/items', { name: 'salt' });
    that((await client.get('/items?soon=3')).body.map(({ name }) => name)).is(['milk']);
    that((await client.get('/items')).body.length).is(3);
  });

  it('removes', async () => {
    await client.post('/items', { name: 'milk' });
    that((await client.del('/items/1')).status).is(204);
    that(await client.get('/items/1')).has({ status: 404, body: { error: 'no item 1' } });
  });

  context('with a bad request', () => {
    it('says what is wrong', async () => {
      that(await client.post('/items', { name: 5 })).has({ status: 400, body: { error: 'name: expected a text' } });
    });

    it('asks for JSON', async () => {
      that(await client.send('POST', '/items', '{')).has({ status: 400, body: { error: 'expected JSON' } });
    });

    it('refuses long bodies', async () => {
      that((await client.post('/items', { name: 'x'.repeat(2_000) })).status).is(413);
    });

    it('knows no other places', async () => {
      that(await client.get('/shelves')).has({ status: 404, body: { error: 'there is nothing here' } });
    });
  });

  it('hides what went wrong inside', async () => {
    const broken = await serve({ list: async () => { throw new Error('disk 7 is full'); } });
    that(await broken.get('/items')).has({ status: 500, body: { error: 'something went wrong' } });
  });
});
`,
  'test/stores.test.js': `import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { FileStore } from '../src/stores/file-store.js';
import { MemoryStore } from '../src/stores/memory-store.js';
import { behavesLikeAStore } from './support/store-behaviour.js';
import { that } from './support/that.js';

describe('MemoryStore', () => {
  behavesLikeAStore(() => new MemoryStore());
});

describe('FileStore', () => {
  let folder;

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'larder-'));
  });

  afterEach(() => rm(folder, { recursive: true }));

  behavesLikeAStore(() => new FileStore(join(folder, 'larder.json')));

  it('leaves no part behind', async () => {
    await new FileStore(join(folder, 'larder.json')).add({ name: 'tea' });
    that(await readdir(folder)).is(['larder.json']);
  });

  it('is there for the next one', async () => {
    await new FileStore(join(folder, 'larder.json')).add({ name: 'tea' });
    that(await new FileStore(join(folder, 'larder.json')).list()).is([{ id: 1, name: 'tea' }]);
  });
});
`,
  'test/support/root-hooks.js': `import { closeServers } from './serve.js';

export const mochaHooks = {
  async afterEach() {
    await closeServers();
  },
};
`,
  'test/support/serve.js': `import { once } from 'node:events';
import { createServer } from '../../src/server.js';

const open = new Set();

/** A server on a free port, and a client that speaks to it. */
export const serve = async (store, options) => {
  const server = createServer(store, options).listen(0, '127.0.0.1');
  open.add(server);
  await once(server, 'listening');
  const send = async (method, path, text) => {
    const response = await fetch(\`http://127.0.0.1:\${server.address().port}\${path}\`, { method, body: text });
    const answer = await response.text();
    return { status: response.status, headers: response.headers, body: answer === '' ? undefined : JSON.parse(answer) };
  };
  return {
    send,
    get: (path) => send('GET', path),
    post: (path, body) => send('POST', path, JSON.stringify(body)),
    del: (path) => send('DELETE', path),
  };
};

export const closeServers = async () => {
  for (const server of open) {
    server.closeAllConnections();
    server.close();
    await once(server, 'close');
  }
  open.clear();
};
`,
  'test/support/store-behaviour.js': `import { rejects, that } from './that.js';

/** What every store keeps to. */
export const behavesLikeAStore = (make) => {
  let store;

  beforeEach(() => {
    store = make();
  });

  it('counts what it adds', async () => {
    that(await store.add({ name: 'tea' })).is({ id: 1, name: 'tea' });
    that(await store.add({ name: 'oil' })).is({ id: 2, name: 'oil' });
  });

  it('gives what it has', async () => {
    const { id } = await store.add({ name: 'tea' });
    that(await store.get(id)).is({ id, name: 'tea' });
  });

  it('misses what it has not', async () => {
    await rejects(store.get(7), { status: 404, message: 'no item 7' });
    await rejects(store.remove(7), { status: 404, message: 'no item 7' });
  });

  it('uses no number twice', async () => {
    await store.add({ name: 'tea' });
    await store.remove(1);
    that((await store.add({ name: 'oil' })).id).is(2);
    that((await store.list()).map(({ name }) => name)).is(['oil']);
  });
};
`,
  'test/support/that.js': `import assert from 'node:assert/strict';

const isObject = (value) => typeof value === 'object' && value !== null;

const part = (got, wanted) =>
  isObject(wanted) && isObject(got) && !Array.isArray(wanted)
    ? Object.fromEntries(Object.keys(wanted).map((key) => [key, part(got[key], wanted[key])]))
    : got;

/** that(value).is(whole) and that(value).has(part). */
export const that = (got) => ({
  is: (wanted) => assert.deepEqual(got, wanted),
  has: (wanted) => assert.deepEqual(part(got, wanted), wanted),
});

export const throws = (run, wanted) => {
  let caught;
  try {
    run();
  } catch (error) {
    caught = error;
  }
  assert.ok(caught instanceof Error, 'expected an error');
  that(caught).has(wanted);
};

export const rejects = async (promise, wanted) => {
  const caught = await promise.then(
    () => undefined,
    (error) => error,
  );
  assert.ok(caught instanceof Error, 'expected an error');
  that(caught).has(wanted);
};
`,
  'test/units.test.js': `import { add, parseAmount, showAmount } from '../src/units.js';
import { that, throws } from './support/that.js';

describe('units', () => {
  const cases = [
    { text: '500 g', value: 500, unit: 'g' },
    { text: '1.5kg', value: 1500, unit: 'g' },
    { text: '2 l', value: 2000, unit: 'ml' },
    { text: '12', value: 12, unit: '' },
  ];
  for (const { text, value, unit } of cases)
    specify(\`reads \${text}\`, () => {
      that(parseAmount(text)).is({ value, unit });
    });

  it('knows no other units', () => {
    throws(() => parseAmount('3 stone'), { name: 'RangeError', message: 'unknown unit stone' });
    throws(() => parseAmount('-3 g'), { message: 'expected an amount, got -3 g' });
  });

  it('shows the larger unit', () => {
    that(showAmount({ value: 1500, unit: 'g' })).is('1.5 kg');
    that(showAmount({ value: 999, unit: 'ml' })).is('999 ml');
    that(showAmount({ value: 1000, unit: 'ml' })).is('1 l');
    that(showAmount({ value: 3, unit: '' })).is('3');
  });

  it('adds what is of one kind', () => {
    that(add({ value: 500, unit: 'g' }, { value: 2, unit: 'g' })).is({ value: 502, unit: 'g' });
    throws(() => add({ value: 1, unit: 'g' }, { value: 1, unit: 'ml' }), { message: 'cannot add ml to g' });
  });
});
`,
};
