// The verifier of attestations lets nothing pass but what Baton wrote: every byte of a bundle counts, and what is signed
// must also make sense.
import { readFileSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Bundle, PAYLOAD_TYPE, type Statement } from '../../src/model/attestation.ts';
import { ATTESTATION_BYTES_MAX } from '../../src/model/limits/limits.ts';
import { bundleText } from '../../src/operations/attest/attest-run.ts';
import { canonicalJson } from '../../src/std/canonical-json.ts';
import { preAuthEncoding } from '../../src/std/dsse.ts';
import { seededRandom } from '../simulation/seeded-random.ts';
import {
  type Found,
  loadVerifier,
  runVerifier,
  VERIFIER,
  type VerifyBundle,
} from './attestation-verifier.ts';
import { type ForgerKey, forged, forgerKey, openBundle, relinked, signedBundle } from './forged-bundle.ts';
import { baton, makeScratch, type Scratch } from './scratch.ts';
import { makeSmallRelay } from './small-relay.ts';

const CHANGES = 500;
const CHANGES_BY_COMMAND = 10;
const SEED = 20_261_115;
const VERIFIER_LINES_MAX = 400;

let verifyBundle: VerifyBundle;
let world: Scratch & { remove(): void };
let text: string;
let otherRun: string;

const bundleFile = (run = 'r'): string => join(world.project, '.baton', 'runs', run, 'attestations.json');

beforeAll(async () => {
  verifyBundle = await loadVerifier();
  world = makeScratch();
  const spec = makeSmallRelay(world);
  for (const name of ['r', 'other']) {
    const outcome = await baton(world, ['run', 'Two files', '--name', name, '--agent', spec, '--json']);
    expect(outcome.exit, outcome.stdout + outcome.stderr).toBe(0);
    const attested = await baton(world, ['attest', name]);
    expect(attested.exit, attested.stderr).toBe(0);
  }
  text = readFileSync(bundleFile(), 'utf8');
  otherRun = readFileSync(bundleFile('other'), 'utf8');
});
afterAll(() => world?.remove());

const check = (bundle: string | Uint8Array): Found => verifyBundle(Buffer.from(bundle));
const refusalOf = (bundle: string | Uint8Array): string => {
  const { ok, problems } = check(bundle);
  expect(ok).toBe(false);
  return problems.join('; ');
};
const keyid = (): string => openBundle(text).bundle.keyid;

describe('the verifier', () => {
  it(`has under ${VERIFIER_LINES_MAX} lines and imports nothing but Node`, () => {
    const source = readFileSync(VERIFIER, 'utf8');
    expect(source.trimEnd().split('\n').length).toBeLessThan(VERIFIER_LINES_MAX);
    expect([...source.matchAll(/from '([^']+)'/g)].every(([, from]) => from!.startsWith('node:'))).toBe(true);
  });

  it('still reads statements of the first format, which have no bases', () => {
    const first = forged(text, (statements) => {
      for (const statement of statements) {
        const { predicate } = statement;
        Object.assign(statement, { predicateType: statement.predicateType.replace(/v2$/, 'v1') });
        Reflect.deleteProperty(predicate.run, 'verdicts');
        for (const fact of predicate.facts)
          for (const key of ['basis', 'rests']) Reflect.deleteProperty(fact, key);
        for (const clause of predicate.clauses)
          for (const key of ['basis', 'person', 'waiver']) Reflect.deleteProperty(clause, key);
      }
    });
    expect(check(first)).toMatchObject({ ok: true, statements: 9, bases: [] });
    const mixed = forged(first, (statements) => {
      Object.assign(statements[1]!, {
        predicateType: statements[1]!.predicateType.replace(/v1$/, 'v2'),
      });
    });
    expect(refusalOf(mixed)).toMatch(/statement 2/);
  });

  it('passes what was not touched, and says whose word the key is', () => {
    expect(check(text)).toMatchObject({
      ok: true,
      problems: [],
      keyTrusted: false,
      statements: 9,
      isolation: 'none',
    });
    expect(verifyBundle(Buffer.from(text), { keyids: [keyid()] })).toMatchObject({
      ok: true,
      keyTrusted: true,
    });
    const { exit, stdout } = runVerifier(bundleFile());
    expect(exit).toBe(0);
    expect(stdout).toContain('r: verified, 9 statements of workflow relay, run complete');
    expect(stdout).toContain("the bundle's own word");
    expect(stdout).toContain('isolation none: agents ran as the same user as Baton');
  });

  it('computes what is signed as the standard says', () => {
    expect(preAuthEncoding('http://example.com/HelloWorld', Buffer.from('hello world')).toString()).toBe(
      'DSSEv1 29 http://example.com/HelloWorld 11 hello world',
    );
  });

  it(`refuses each of ${CHANGES} changes of one byte`, () => {
    const random = seededRandom(SEED);
    const original = Buffer.from(text);
    const kinds = {
      flip: (at: number) => {
        const bytes = Buffer.from(original);
        bytes[at]! ^= 1 << random.below(8);
        return bytes;
      },
      other: (at: number) => {
        const bytes = Buffer.from(original);
        bytes[at] = (bytes[at]! + 1 + random.below(255)) % 256;
        return bytes;
      },
      insert: (at: number) =>
        Buffer.concat([
          original.subarray(0, at),
          Buffer.from([random.pick([0x20, 0x0a, 0x30, 0x41, 0x22, 0x2c, random.below(256)])]),
          original.subarray(at),
        ]),
      remove: (at: number) => Buffer.concat([original.subarray(0, at), original.subarray(at + 1)]),
    };
    const missed: string[] = [];
    const refused: Buffer[] = [];
    for (let change = 0; change < CHANGES; change += 1) {
      const [kind, make] = random.pick(Object.entries(kinds));
      const at = random.below(original.length);
      const changed = make(at);
      if (changed.equals(original)) throw new Error('expected another bundle');
      if (verifyBundle(changed).ok) missed.push(`${kind} at ${at}`);
      else refused.push(changed);
    }
    expect(missed).toEqual([]);
    for (const changed of refused.slice(0, CHANGES_BY_COMMAND)) {
      const file = join(world.root, 'changed.json');
      writeFileSync(file, changed);
      const { exit, stdout } = runVerifier(file);
      expect([exit, stdout.startsWith('NOT VERIFIED: ')]).toEqual([1, true]);
    }
    expect(check(text).ok).toBe(true);
  });

  /** Everything around the signed payloads, changed by hand. */
  it.each<readonly [string, (bundle: Bundle) => void, RegExp]>([
    ['the first taken out', (b) => b.statements.shift(), /statement 1: it says that it is number 2/],
    [
      'one in the middle taken out',
      (b) => b.statements.splice(3, 1),
      /statement 4: it says that it is number 5/,
    ],
    [
      'the last taken out',
      (b) => b.statements.pop(),
      /statement 8: it is not the last one: those after it were removed/,
    ],
    [
      'two swapped',
      (b) => b.statements.splice(2, 2, b.statements[3]!, b.statements[2]!),
      /statement 3: it says that it is number 4/,
    ],
    [
      'one twice',
      (b) => b.statements.splice(2, 0, b.statements[2]!),
      /statement 4: it says that it is number 3/,
    ],
    [
      'the last twice',
      (b) => b.statements.push(b.statements.at(-1)!),
      /statement 9: it says that it is the last one, but more follow/,
    ],
    ['none at all', (b) => b.statements.splice(0), /expected at least one/],
    [
      'the name of another run',
      (b) => {
        b.run = 'other';
      },
      /run: the statements are of run r/,
    ],
    [
      'the end of another journal',
      (b) => {
        b.chain = openBundle(otherRun).bundle.chain;
      },
      /chain: it is not what the last statement says/,
    ],
    [
      'one of another run',
      (b) => {
        b.statements[1] = openBundle(otherRun).bundle.statements[1]!;
      },
      /statement 2: it is of another run/,
    ],
    [
      'one signed by another key',
      (b) => {
        const key = forgerKey();
        b.statements[1] = signedBundle(b, [Buffer.from(b.statements[1]!.payload, 'base64')], key)
          .statements[0]!;
      },
      /statement 2: signed by another key/,
    ],
    [
      'one signed by another key under the name of this one',
      (b) => {
        const { signatures } = signedBundle(b, [Buffer.from(b.statements[1]!.payload, 'base64')], forgerKey())
          .statements[0]!;
        b.statements[1]!.signatures[0]!.sig = signatures[0]!.sig;
      },
      /statement 2: its signature is wrong/,
    ],
    [
      'the signature of another one',
      (b) => {
        b.statements[1]!.signatures = b.statements[2]!.signatures;
      },
      /statement 2: its signature is wrong/,
    ],
    [
      'two signatures',
      (b) => b.statements[1]!.signatures.push(b.statements[1]!.signatures[0]!),
      /expected one signature/,
    ],
    [
      'another key with its own id',
      (b) => {
        Object.assign(b, (({ keyid: id, publicKey }: ForgerKey) => ({ keyid: id, publicKey }))(forgerKey()));
      },
      /statement 1: signed by another key/,
    ],
    [
      'another key under the id of this one',
      (b) => {
        b.publicKey = forgerKey().publicKey;
      },
      /keyid: expected sha256:\w+, which is derived from publicKey/,
    ],
    [
      'a key that is none',
      (b) => {
        b.publicKey = Buffer.alloc(44).toString('base64');
      },
      /publicKey: expected an ed25519 key/,
    ],
    [
      'base64 without its padding',
      (b) => {
        b.publicKey = b.publicKey.replaceAll('=', '');
      },
      /publicKey: expected strict base64/,
    ],
    [
      'base64 with spare bits',
      (b) => {
        b.statements[0]!.signatures[0]!.sig = b.statements[0]!.signatures[0]!.sig.replace(
          /.==$/,
          (end) => `${spare(end[0]!)}==`,
        );
      },
      /expected strict base64/,
    ],
    [
      'base64 for addresses',
      (b) => {
        for (const s of b.statements)
          s.signatures[0]!.sig = s.signatures[0]!.sig.replaceAll('+', '-').replaceAll('/', '_');
      },
      /expected strict base64/,
    ],
    [
      'a key that nobody knows',
      (b) => {
        Object.assign(b, { zero: 0 });
      },
      /unknown key zero/,
    ],
    [
      'a version that is text',
      (b) => {
        Object.assign(b, { version: '1' });
      },
      /version: expected one/,
    ],
    [
      'another format',
      (b) => {
        Object.assign(b, { format: 'x' });
      },
      /format: expected baton-attestation/,
    ],
    [
      'another type of payload',
      (b) => {
        Object.assign(b.statements[0]!, { payloadType: 'application/json' });
      },
      /payloadType: expected/,
    ],
  ])('refuses %s', (_, change, words) => {
    const { bundle } = openBundle(text);
    change(bundle);
    expect(refusalOf(bundleText(bundle))).toMatch(words);
  });

  it.each<readonly [string, (written: string) => string]>([
    ['without its last newline', (t) => t.trimEnd()],
    ['with one newline more', (t) => `${t}\n`],
    ['with a byte order mark', (t) => `\ufeff${t}`],
    ['without blanks', (t) => `${JSON.stringify(JSON.parse(t))}\n`],
    [
      'with its keys in another order',
      (t) => `${JSON.stringify(Object.fromEntries(Object.entries(JSON.parse(t)).reverse()), null, 2)}\n`,
    ],
    ['with a key twice', (t) => t.replace('  "version": 1', '  "version": 1,\n  "version": 1')],
    ['with a number in another way', (t) => t.replace('"version": 1', '"version": 1.0')],
    ['with a letter in another way', (t) => t.replace('"run": "r"', '"run": "\\u0072"')],
    ['with Windows line ends', (t) => t.replaceAll('\n', '\r\n')],
  ])('refuses a bundle %s, whatever it means', (_, change) => {
    expect(refusalOf(change(text))).toMatch(/one canonical encoding|expected JSON/);
  });

  it('refuses half a character, also where it is written as one', () => {
    expect(refusalOf(text.replace('"run": "r"', '"run": "\\ud800"'))).toMatch(/half a character/);
  });
});

type Change = (statements: Statement[], bundle: Bundle) => unknown;

const NOWHERE = { sha256: '0'.repeat(64) };
const TREE = { gitTree: '1'.repeat(40) };
/** By its place in the run: the plan, a coder, the reviewer, the approval, the commit. */
const predicate = (statements: Statement[], index: number) => statements[index]!.predicate;

describe('the verifier, of bundles that were signed again after a change', () => {
  it('passes one in which nothing was changed', () => {
    expect(check(forged(text, () => {}))).toMatchObject({ ok: true, problems: [] });
  });

  it.each<readonly [string, Change, RegExp]>([
    [
      'a material from nowhere',
      (s) => predicate(s, 2).materials.push({ name: 'x', digest: NOWHERE }),
      /statement 3: its material x \(sha256:0+\) was neither given nor made/,
    ],
    [
      'a product that was exchanged',
      (s) => {
        s[0]!.subject[0]!.digest = NOWHERE;
      },
      /statement 1: fact plan.valid is about plan, no part/,
    ],
    [
      'a tree that was exchanged on its way',
      (s) => {
        predicate(s, 1).facts = [];
        s[1]!.subject[0]!.digest = TREE;
        predicate(s, 1).evidence = [];
        predicate(s, 1).clauses = [];
      },
      /statement 3: what evidence merge:.* was neither given nor made|statement 4: its material .* was neither given nor made/,
    ],
    [
      'a commit of another tree',
      (s) => {
        predicate(s, 8).materials[0]!.digest = TREE;
      },
      /statement 9: its material tree/,
    ],
    [
      'a product that is also its own material',
      (s) => predicate(s, 0).materials.push(s[0]!.subject[0]!),
      /statement 1: its material plan/,
    ],
    [
      'a fact about bytes elsewhere',
      (s) => {
        predicate(s, 2).facts[0]!.about[0]!.digest = NOWHERE;
      },
      /statement 3: fact work.done\/one is about work\/one, no part/,
    ],
    [
      'evidence about bytes elsewhere',
      (s) => predicate(s, 2).evidence[0]!.about.push(TREE),
      /statement 3: what evidence .* was neither given nor made/,
    ],
    [
      'a clause without its evidence',
      (s) => predicate(s, 2).evidence.pop(),
      /statement 3: clause \S+ names evidence that is not there/,
    ],
    [
      'a fact that is worth more than its clauses',
      (s) => {
        predicate(s, 2).clauses.find(({ name }) => name === 'tests-green')!.basis = 'waived';
      },
      /statement 3: fact work\.done\/\w+ says measured, but what it rests on is waived/,
    ],
    [
      'a fact that rests on a clause which nobody judged',
      (s) => predicate(s, 2).facts[0]!.rests.push('all-is-well'),
      /statement 3: fact work\.done\/\w+ rests on a clause that is not there/,
    ],
    [
      'a fact that rests on nothing',
      (s) => {
        predicate(s, 2).facts[0]!.rests = [];
      },
      /statement 3: fact work\.done\/\w+ says measured, but rests on nothing/,
    ],
    [
      'a statement that is passed off as measured',
      (s) => {
        predicate(s, 0).clauses[0]!.basis = 'measured';
      },
      /statement 1: clause form says measured, but names no evidence/,
    ],
    [
      'something given late',
      (s) => predicate(s, 2).since.push({ kind: 'given', name: 'x', digest: NOWHERE }),
      /statement 3: only the first statement/,
    ],
    [
      'a merge of parts from nowhere',
      (s) => predicate(s, 2).since.push({ kind: 'merge', name: 'x', digest: TREE, of: [NOWHERE] }),
      /statement 3: a part of the merge x/,
    ],
    [
      'a merge of nothing',
      (s) => predicate(s, 2).since.push({ kind: 'merge', name: 'x', digest: TREE, of: [] }),
      /expected at least one/,
    ],
    [
      'a tree that a request brings',
      (s) => predicate(s, 2).since.push({ kind: 'request', name: 'x', digest: TREE, by: 'y' }),
      /statement 3: expected the request x as a file/,
    ],
    [
      'a base tree that was not given',
      (s) => {
        predicate(s, 0).since = predicate(s, 0).since.slice(0, 1);
      },
      /the tree that the run began from/,
    ],
    [
      'a base commit that was not given',
      (s) => {
        predicate(s, 0).since = predicate(s, 0).since.slice(1);
      },
      /the commit that it began from/,
    ],
    [
      'another decision',
      (s) => {
        predicate(s, 7).handoff.decision!.text = 'Ship it.';
      },
      /statement 8: handoff:approving.human.1 is not the digest of the handoff/,
    ],
    [
      'another level of isolation in one',
      (s) => {
        predicate(s, 4).run = { ...predicate(s, 4).run, isolation: 'user' };
      },
      /statement 5: it is of another run/,
    ],
    [
      'another workflow in one',
      (s) => {
        predicate(s, 4).run = { ...predicate(s, 4).run, workflow: 'x' };
      },
      /statement 5: it is of another run/,
    ],
    [
      'a level that nobody knows',
      (s) => {
        for (const one of s) Object.assign(one.predicate.run, { isolation: 'total' });
      },
      /isolation: expected level/,
    ],
    ['one taken out', (s) => s.splice(3, 1), /statement 4: it says that it is number 5/],
    [
      'one taken out and all counted anew',
      (s) => {
        s.splice(1, 1);
        s.forEach((one, index) => {
          one.predicate.number = index + 1;
        });
      },
      /statement 2: what evidence merge|counts 9 statements, there are 8|was neither given nor made/,
    ],
    ['the end taken off', (s) => s.pop(), /statement 8: it is not the last one/],
    [
      'a last one in the middle',
      (s) => {
        predicate(s, 3).last = predicate(s, 8).last;
      },
      /statement 4: it says that it is the last one/,
    ],
    [
      'another count',
      (s) => {
        predicate(s, 8).last!.count = 10;
      },
      /counts 10 statements, there are 9/,
    ],
    [
      'a journal that ended before it',
      (s) => {
        predicate(s, 8).last!.entries = 3;
      },
      /contradict each other/,
    ],
    [
      'another end under the same number',
      (s, b) => {
        b.chain = `sha256:${'2'.repeat(64)}`;
        predicate(s, 8).last!.chain = b.chain;
        predicate(s, 8).last!.entries = predicate(s, 8).entry.seq;
      },
      /contradict each other/,
    ],
    [
      'a journal that goes back',
      (s) => {
        predicate(s, 4).entry.seq = 2;
      },
      /statement 5: its journal entry 2 does not follow entry/,
    ],
    [
      'two lines with one digest',
      (s) => {
        predicate(s, 4).entry.chain = predicate(s, 3).entry.chain;
      },
      /statement 5: its journal entry/,
    ],
    [
      'one line with two digests',
      (s) => {
        predicate(s, 4).entry.seq = predicate(s, 3).entry.seq;
      },
      /statement 5: its journal entry/,
    ],
    [
      'a first line that is not the origin',
      (s) => {
        predicate(s, 0).entry.seq = 1;
      },
      /statement 1: its journal entry 1/,
    ],
    [
      'a key that nobody knows',
      (s) => Object.assign(predicate(s, 1).handoff, { extra: 1 }),
      /statement 2.predicate.handoff: unknown key extra/,
    ],
    [
      'a key that is missing',
      (s) => Reflect.deleteProperty(predicate(s, 1).handoff, 'role'),
      /statement 2.predicate.handoff: expected the key role/,
    ],
    [
      'a number that is no count',
      (s) => {
        predicate(s, 1).handoff.attempt = -1;
      },
      /attempt: expected count/,
    ],
    [
      'a number that is not whole',
      (s) => {
        predicate(s, 1).handoff.attempt = 1.5;
      },
      /attempt: expected count/,
    ],
    [
      'a time that is none',
      (s) => {
        predicate(s, 1).entry.at = 'yesterday';
      },
      /entry.at: expected time/,
    ],
    [
      'a status that nobody knows',
      (s) => Object.assign(predicate(s, 8).last!, { status: 'done' }),
      /status: expected status/,
    ],
    [
      'a sender of no kind',
      (s) => Object.assign(predicate(s, 1).handoff.by, { kind: 'ghost' }),
      /by: unknown kind/,
    ],
    [
      'text that is a list',
      (s) => Object.assign(predicate(s, 1).handoff, { role: ['coder'] }),
      /role: expected text/,
    ],
    [
      'a list that is a mapping',
      (s) => Object.assign(predicate(s, 1), { facts: {} }),
      /facts: expected several/,
    ],
    [
      'a mapping that is a list',
      (s) => Object.assign(predicate(s, 1).handoff, { details: [] }),
      /details: expected several/,
    ],
    [
      'two digests for one thing',
      (s) => Object.assign(s[0]!.subject[0]!.digest, { gitTree: TREE.gitTree }),
      /subject.0.digest: expected one digest/,
    ],
    [
      'a digest of another kind',
      (s) => Object.assign(s[0]!.subject[0]!, { digest: { md5: 'x' } }),
      /unknown key md5/,
    ],
    [
      'a digest in capitals',
      (s) => Object.assign(s[0]!.subject[0]!.digest, { sha256: 'A'.repeat(64) }),
      /sha256: expected hex64/,
    ],
    [
      'a journal line without a number',
      (s) => Object.assign(predicate(s, 1).entry, { seq: 0 }),
      /seq: expected positive/,
    ],
    [
      'a digest that is none',
      (s) => Object.assign(predicate(s, 1), { policy: 'x' }),
      /policy: expected sha256/,
    ],
    [
      'a version that is text',
      (s) => s.map((one) => Object.assign(one.predicate.run, { workflowVersion: '1' })),
      /workflowVersion: expected whole/,
    ],
    [
      'a tree that is none',
      (s) => Object.assign(predicate(s, 2).evidence[0]!, { about: [{ gitTree: 'z' }] }),
      /gitTree: expected oid/,
    ],
    [
      'no product at all',
      (s) => {
        s[0]!.subject = [];
      },
      /subject: expected at least one/,
    ],
    [
      'another type of statement',
      (s) => Object.assign(s[0]!, { _type: 'https://in-toto.io/Statement/v0.1' }),
      /_type: expected https/,
    ],
    [
      'another type of predicate',
      (s) => Object.assign(s[0]!, { predicateType: 'https://slsa.dev/provenance/v1' }),
      /predicateType: expected https/,
    ],
  ])('refuses %s', (_, change, words) => {
    expect(refusalOf(forged(text, change))).toMatch(words);
  });

  it('refuses one that does not name the one before it', () => {
    const { bundle, statements } = openBundle(text);
    predicate(statements, 3).handoff.details['note'] = 'changed';
    const payloads = statements.map((statement) => Buffer.from(canonicalJson(statement)));
    expect(refusalOf(bundleText(signedBundle(bundle, payloads, forgerKey())))).toMatch(
      /statement 5: it does not name the one before it/,
    );
  });

  it.each<readonly [string, (payload: string) => string | Uint8Array, RegExp]>([
    ['with blanks', (p) => JSON.stringify(JSON.parse(p), null, 1), /expected canonical JSON/],
    ['with a blank behind it', (p) => `${p} `, /expected canonical JSON/],
    ['with a key twice', (p) => p.replace('{"_type"', '{"_type":"x","_type"'), /expected canonical JSON/],
    [
      'with a number in another way',
      (p) => p.replace('"attempt":1,', '"attempt":1.0,'),
      /expected canonical JSON/,
    ],
    ['with half a character', (p) => p.replace('"role":"planner"', '"role":"\\ud800"'), /half a character/],
    ['that is not JSON', () => 'hello', /statement 1.payload: expected JSON/],
    [
      'that is not UTF-8',
      (p) => Buffer.from(p.replace('"role":"planner"', '"role":"plan\xff"'), 'latin1'),
      /expected JSON in UTF-8/,
    ],
    ['that is nested without end', () => '['.repeat(200_000), /expected/],
    ['that is null', () => 'null', /statement 1: expected a mapping/],
  ])('refuses a payload %s, although it is signed', (_, change, words) => {
    const { bundle } = openBundle(text);
    const [first, ...rest] = bundle.statements.map(({ payload }) => Buffer.from(payload, 'base64'));
    const changed = Buffer.from(change(first!.toString('utf8')));
    expect(refusalOf(bundleText(signedBundle(bundle, [changed, ...rest], forgerKey())))).toMatch(words);
  });

  it('refuses a signature over the body alone', () => {
    const key = forgerKey();
    const { bundle, statements } = openBundle(text);
    const payloads = relinked(statements);
    const bare = signedBundle(bundle, payloads, key);
    bare.statements[0]!.signatures[0]!.sig = Buffer.from(key.sign(payloads[0]!)).toString('base64');
    expect(refusalOf(bundleText(bare))).toMatch(/statement 1: its signature is wrong/);
    bare.statements[0]!.signatures[0]!.sig = Buffer.from(
      key.sign(preAuthEncoding(PAYLOAD_TYPE, payloads[0]!)),
    ).toString('base64');
    expect(check(bundleText(bare)).ok).toBe(true);
  });
});

describe('the verifier, as a command', () => {
  const file = (name: string, content: string): string => {
    const path = join(world.root, name);
    writeFileSync(path, content);
    return path;
  };

  /** Over the limit, and it takes no place. */
  const endless = (): string => {
    const path = file('endless.json', '');
    truncateSync(path, ATTESTATION_BYTES_MAX + 1);
    return path;
  };

  it('takes only the keys that are named', () => {
    const mine = openBundle(text).bundle;
    const pem = `-----BEGIN PUBLIC KEY-----\n${mine.publicKey}\n-----END PUBLIC KEY-----\n`;
    const others = forgerKey();
    const both = file('both.pub', `${others.pem}${pem}`);
    const other = file('other.pub', others.pem);
    expect(runVerifier(bundleFile(), '--key', both)).toMatchObject({
      exit: 0,
      stdout: expect.stringContaining('as asked for'),
    });
    expect(runVerifier(bundleFile(), '--key', other)).toMatchObject({
      exit: 1,
      stdout: expect.stringContaining('signed by another key'),
    });
    expect(runVerifier(bundleFile(), '--keyid', keyid()).exit).toBe(0);
    expect(runVerifier(bundleFile(), '--keyid', others.keyid).exit).toBe(1);
    expect(runVerifier(bundleFile(), '--key', both, '--keyid', keyid()).exit).toBe(0);
    expect(runVerifier(bundleFile(), '--key', other, '--keyid', keyid()).exit).toBe(1);
  });

  it('prints one JSON document', () => {
    const good = runVerifier(bundleFile(), '--json', '--keyid', keyid());
    expect(JSON.parse(good.stdout)).toEqual({
      ok: true,
      run: 'r',
      workflow: 'relay',
      isolation: 'none',
      status: 'complete',
      statements: 9,
      keyid: keyid(),
      chain: openBundle(text).bundle.chain,
      keyTrusted: true,
      problems: [],
      verdicts: 'recomputed',
      bases: expect.arrayContaining([
        {
          ...{ statement: 1, assignment: 'planning.planner.1', outcome: 'ready' },
          facts: [{ fact: 'plan.valid', basis: 'stated', rests: ['form'] }],
          clauses: [{ name: 'form', basis: 'stated' }],
        },
      ]),
    });
    const bad = runVerifier(file('bad.json', '{}'), '--json');
    expect([bad.exit, JSON.parse(bad.stdout)]).toEqual([
      1,
      { ok: false, keyTrusted: false, problems: [expect.any(String)] },
    ]);
  });

  it.each<readonly [string, () => readonly string[], RegExp]>([
    ['no bundle', () => [], /^usage: /],
    ['two bundles', () => [bundleFile(), bundleFile()], /^usage: /],
    ['an option that it does not know', () => [bundleFile(), '--keys', 'x'], /^usage: /],
    ['an option without its value', () => [bundleFile(), '--key'], /^usage: /],
    ['a key id that is none', () => [bundleFile(), '--keyid', 'x'], /^--keyid: expected sha256/],
    [
      'a key file without a key',
      () => [bundleFile(), '--key', file('empty.pub', 'hello')],
      /expected a public key/,
    ],
    ['a key file that is not there', () => [bundleFile(), '--key', join(world.root, 'nowhere')], /ENOENT/],
    ['a bundle that is not there', () => [join(world.root, 'nowhere')], /ENOENT/],
    ['a folder', () => [world.root], /expected a file of at most/],
    ['a file without end', () => [endless()], /expected a file of at most/],
  ])('exits 2 for %s', (_, args, words) => {
    const { exit, stdout, stderr } = runVerifier(...args());
    expect([exit, stdout]).toEqual([2, '']);
    expect(stderr).toMatch(words);
    expect(stderr).not.toContain('    at ');
  });
});

/** The next letter of base64: for its last one the added bits are those that mean nothing. */
const spare = (letter: string): string => {
  const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';
  return letters[letters.indexOf(letter) + 1]!;
};
