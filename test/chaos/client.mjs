// What an agent hands in with, in place of `baton submit`: it writes down what it was told, so that each acknowledgement can be held against
// the journal afterwards. And what a client at a door is: `poll` asks every few milliseconds, whoever may be behind it.
import { appendFileSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import http from 'node:http';
import { networkInterfaces } from 'node:os';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';

const POLL_MS = 5;
const OUTSTANDING_MAX = 200;
const AGAIN_MS = 100;
const machine = () => networkInterfaces().eth0?.[0]?.address ?? 'none';

const call = ({ url, token }, tool, agent) =>
  new Promise((resolve, reject) => {
    const request = http.request(
      `${url}/v1/call`,
      {
        method: 'POST',
        agent,
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      },
      (response) => {
        let text = '';
        response.setEncoding('utf8');
        response.on('data', (piece) => {
          text += piece;
        });
        response.on('error', reject);
        response.on('end', () => resolve({ text, begun: Number(response.headers['baton-at']) }));
      },
    );
    request.on('error', reject);
    request.end(JSON.stringify({ tool, args: {} }));
  });

/** Calls again while it is told that nothing is decided, or that what it handed in is not durable yet. */
const handIn = async (door, tool) => {
  for (let next = tool; ; ) {
    const answer = JSON.parse((await call(door, next)).text);
    if (answer.status === 'judging') next = 'await_verdict';
    else if (answer.code === 'NOT_YET_DURABLE') next = tool;
    else return answer;
    await sleep(AGAIN_MS);
  }
};

const submit = async (folder, tool) => {
  const { BATON_URL: url, BATON_TOKEN: token, BATON_RUN: run } = process.env;
  const { BATON_ASSIGNMENT: assignment, BATON_ATTEMPT: attempt } = process.env;
  const about = { run, assignment, attempt: Number(attempt), machine: machine() };
  writeFileSync(`${folder}/door-${about.machine}-${run}.json`, JSON.stringify({ url, token, run }));
  if (tool === undefined) return;
  try {
    const { problems: _, ...answer } = await handIn({ url, token }, tool);
    appendFileSync(`${folder}/told.jsonl`, `${JSON.stringify({ at: Date.now(), ...about, tool, answer })}\n`);
  } catch {
    // Nobody answered, so nothing was acknowledged.
  }
};

/** A line on standard input names the files of doors; an empty one is for a rest. What was answered is told on standard output. */
const poll = async () => {
  const agent = new http.Agent({ keepAlive: true, maxSockets: OUTSTANDING_MAX });
  let doors = [];
  let outstanding = 0;
  createInterface({ input: process.stdin })
    .on('line', (files) => {
      doors = files
        .split(' ')
        .filter((file) => file !== '' && existsSync(file))
        .map((file) => JSON.parse(readFileSync(file, 'utf8')));
    })
    .on('close', () => process.exit(0));
  const ask = async ({ url, token, run }) => {
    const sent = Date.now();
    outstanding += 1;
    try {
      const { text, begun } = await call({ url, token }, 'status', agent);
      process.stdout.write(`${JSON.stringify({ run, sent, begun, got: Date.now(), text })}\n`);
    } catch {
      // No answer is no harm.
    } finally {
      outstanding -= 1;
    }
  };
  for (;;) {
    for (const door of doors) if (outstanding < OUTSTANDING_MAX) void ask(door);
    await sleep(POLL_MS);
  }
};

const [what, ...rest] = process.argv.slice(2);
// With a folder alone it only tells where its door is.
await (what === 'poll' ? poll() : submit(...rest));
