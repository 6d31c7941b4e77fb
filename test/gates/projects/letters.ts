// Mail for Jest in CommonJS: tests beside the code, manual mocks, a matcher of the setup file, snapshots, fake timers.
import type { Files } from '../case.ts';

export const LETTERS: Files = {
  'package.json': `${JSON.stringify({ name: 'mailer', version: '3.2.0', private: true, main: 'lib/index.js', scripts: { test: 'jest' } }, null, 2)}\n`,
  'baton.yaml':
    "commands:\n  test: npm test\n  prepare: sh -c 'mkdir -p node_modules/.bin && ln -s {jest}/jest node_modules/jest && ln -s {jest}/jest-environment-node node_modules/jest-environment-node && ln -s ../jest/bin/jest.js node_modules/.bin/jest'\n",
  '.gitignore': 'node_modules/\n',
  'jest.config.js': `'use strict';

module.exports = {
  testEnvironment: 'node',
  roots: ['<rootDir>/lib'],
  setupFilesAfterEnv: ['<rootDir>/jest.setup.js'],
  clearMocks: true,
};
`,
  'jest.setup.js': `'use strict';
const { toGoTo } = require('./support/matchers');

expect.extend({ toGoTo });
`,
  'support/matchers.js': `'use strict';

const toGoTo = (message, ...addresses) => {
  const got = [...message.to].sort();
  const pass = JSON.stringify(got) === JSON.stringify([...addresses].sort());
  return { pass, message: () => \`expected it to go to \${addresses.join(', ')}, got \${got.join(', ')}\` };
};

module.exports = { toGoTo };
`,
  'README.md': '# Mailer\n\nSends mail.\n',
  'lib/index.js': `'use strict';

module.exports = { ...require('./address'), ...require('./render'), ...require('./deliver') };
`,
  'lib/address.js': `'use strict';

const parse = (text) => {
  const [, name = '', inner] = /^\\s*(.*?)\\s*<([^<>]*)>\\s*$/.exec(text) ?? [undefined, '', text.trim()];
  const at = inner.lastIndexOf('@');
  if (at < 1 || at === inner.length - 1) throw new TypeError(\`expected an address, got \${text}\`);
  return { name, address: inner.slice(0, at + 1) + inner.slice(at + 1).toLowerCase() };
};

const format = ({ name, address }) => (name === '' ? address : \`\${name} <\${address}>\`);

module.exports = { format, parse };
`,
  'lib/address.test.js': `'use strict';
const { format, parse } = require('./address');

describe('parse', () => {
  test.each\`
    text                    | name     | address
    \${'ann@x.org'}          | \${''}    | \${'ann@x.org'}
    \${'Ann <ann@x.org>'}    | \${'Ann'} | \${'ann@x.org'}
    \${' Bob  < b@X.Org > '} | \${'Bob'} | \${' b@x.org '}
    \${'Cy@home@Y.ORG'}      | \${''}    | \${'Cy@home@y.org'}
  \`('reads $text', ({ text, name, address }) => {
    expect(parse(text)).toEqual({ name, address });
  });

  test.each(['', 'ann', '@x.org', 'ann@'])('refuses %j', (text) => {
    expect(() => parse(text)).toThrow(TypeError);
  });
});

describe('format', () => {
  test('leaves an empty name out', () => {
    expect(format({ name: '', address: 'a@b' })).toBe('a@b');
  });

  test('is undone by parse', () => {
    expect(parse(format({ name: 'Ann', address: 'ann@x.org' }))).toEqual({ name: 'Ann', address: 'ann@x.org' });
  });
});
`,
  'lib/render.js': `'use strict';

const WIDTH = 20;

const wrap = (text) => {
  const lines = [''];
  for (const word of text.split(/\\s+/)) {
    const line = lines[lines.length - 1];
    if (line === '') lines[lines.length - 1] = word;
    else if (line.length + 1 + word.length <= WIDTH) lines[lines.length - 1] = \`\${line} \${word}\`;
    else lines.push(word);
  }
  return lines;
};

const render = ({ subject, body, footer = 'Sent by Mailer' }) =>
  [\`Subject: \${subject}\`, '', ...body.split('\\n\\n').flatMap((part) => [...wrap(part), '']), \`-- \${footer}\`].join('\\n');

module.exports = { render, wrap };
`,
  'lib/render.test.js': `'use strict';
const { render } = require('./render');

const mail = { subject: 'Hello', body: 'The quick brown fox jumps over it.\\n\\nThe end.' };

test('renders a mail', () => {
  expect(render(mail)).toMatchSnapshot();
});

test('renders a footer', () => {
  expect(render({ ...mail, footer: 'Bye' }).split('\\n')).toMatchSnapshot('lines');
});

test('has one subject', () => {
  expect(render(mail).match(/^Subject:/gm)).toHaveLength(1);
});
`,
  'lib/__snapshots__/render.test.js.snap': `// Jest Snapshot v1, https://jestjs.io/docs/snapshot-testing

exports[\`renders a footer: lines 1\`] = \`
[
  "Subject: Hello",
  "",
  "The quick brown fox",
  "jumps over it.",
  "",
  "The end.",
  "",
  "-- Bye",
]
\`;

exports[\`renders a mail 1\`] = \`
"Subject: Hello

The quick brown fox
jumps over it.

The end.

-- Sent by Mailer"
\`;
`,
  'lib/transport.js': `'use strict';
const net = require('node:net');

const send = (message) =>
  new Promise((resolve, reject) => {
    const socket = net.connect(25, 'localhost', () => {
      socket.end(JSON.stringify(message), () => resolve({ id: 0 }));
    });
    socket.on('error', reject);
  });

module.exports = { send };
`,
  'lib/__mocks__/transport.js': `'use strict';

const sent = [];
let failures = 0;

const reset = () => {
  sent.length = 0;
  failures = 0;
};

const failNext = (count) => {
  failures = count;
};

const send = jest.fn(async (message) => {
  if (failures > 0) {
    failures -= 1;
    throw new Error('busy');
  }
  sent.push(message);
  return { id: sent.length };
});

module.exports = { failNext, reset, send, sent };
`,
  'lib/deliver.js': `'use strict';
const { parse } = require('./address');
const { render } = require('./render');
const transport = require('./transport');

const wait = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

const deliver = async (mail, { tries = 3, pause = 1000 } = {}) => {
  const to = mail.to.map((text) => parse(text).address);
  const text = render(mail);
  for (let tried = 1; ; tried += 1) {
    try {
      return await transport.send({ to, text });
    } catch (error) {
      if (tried >= tries) throw error;
      await wait(pause * tried);
    }
  }
};

module.exports = { deliver };
`,
  'lib/deliver.test.js': `'use strict';
jest.mock('./transport');
const transport = require('./transport');
const { deliver } = require('./deliver');

const mail = { to: ['Ann <ann@x.org>', 'bob@y.org'], subject: 'Hi', body: 'There' };

beforeEach(() => {
  transport.reset();
  jest.useFakeTimers();
});

afterEach(() => {
  jest.useRealTimers();
});

test('sends once', async () => {
  await expect(deliver(mail)).resolves.toEqual({ id: 1 });
  expect(transport.sent[0]).toGoTo('ann@x.org', 'bob@y.org');
  expect(transport.send).toHaveBeenCalledTimes(1);
});

test('waits longer each time', async () => {
  transport.failNext(2);
  const done = deliver(mail);
  await jest.advanceTimersByTimeAsync(1000);
  expect(transport.send).toHaveBeenCalledTimes(2);
  await jest.advanceTimersByTimeAsync(1999);
  expect(transport.send).toHaveBeenCalledTimes(2);
  await jest.advanceTimersByTimeAsync(1);
  await expect(done).resolves.toEqual({ id: 1 });
});

test('gives up', async () => {
  transport.failNext(9);
  const failed = expect(deliver(mail, { tries: 2 })).rejects.toThrow('busy');
  await jest.runAllTimersAsync();
  await failed;
  expect(transport.send).toHaveBeenCalledTimes(2);
});

test('sends nothing to nobody', async () => {
  await expect(deliver({ ...mail, to: ['nobody'] })).rejects.toThrow(TypeError);
  expect(transport.send).not.toHaveBeenCalled();
});
`,
};
