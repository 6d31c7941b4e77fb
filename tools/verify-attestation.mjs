#!/usr/bin/env node
// Checks the statements that `baton attest` wrote, without Baton: one file, no dependencies, Node 20 or newer.
//   node verify-attestation.mjs BUNDLE [--key PUBKEYFILE] [--keyid ID] [--json]
// Exit 0: they are whole and signed by the key. 1: they are not. 2: usage, or a file that cannot be read.
// The format is described in spec/attestation.md. Everything in a bundle is taken for hostile until it was checked.
import { createHash, createPublicKey, verify } from 'node:crypto';
import { readFileSync, realpathSync, statSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const BYTES_MAX = 64 * 1024 * 1024;
/** v1 says nothing of what clauses and facts rest on. */
const PREDICATE_TYPE = 'https://baton-relay.invalid/attestation/handoff/v';
/** The strongest first. */
const BASES = ['measured', 'stated', 'waived'];
/** What precedes the 32 bytes of every ed25519 public key in SPKI DER. */
const SPKI_PREFIX = '302a300506032b6570032100';
const ISOLATION = {
  none: 'agents ran as the same user as Baton: it says what Baton saw, and nothing against agents that tampered with Baton',
  fenced: 'agents could not reach the files of Baton',
  user: 'agents ran as another user than Baton',
};

const refuse = (words) => {
  throw new Error(words);
};
const sha256 = (bytes) => `sha256:${createHash('sha256').update(bytes).digest('hex')}`;

/** Keys in the order of their UTF-16 units, no blanks, no half characters (RFC 8785); shapes see to the numbers. */
const canonical = (value) => {
  if (typeof value === 'string' && !value.isWellFormed()) refuse('expected text, got half a character');
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`;
  const fields = Object.keys(value).sort((a, b) => (a < b ? -1 : 1));
  return `{${fields.map((key) => `${canonical(key)}:${canonical(value[key])}`).join(',')}}`;
};

const parse = (bytes, at) => {
  try {
    const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
    return { text, value: JSON.parse(text) };
  } catch {
    return refuse(`${at}: expected JSON in UTF-8`);
  }
};

/** Padding, alphabet and spare bits: only what an encoder writes. */
const bytesOf = (text, at) => {
  const bytes = Buffer.from(text, 'base64');
  return bytes.toString('base64') === text ? bytes : refuse(`${at}: expected strict base64`);
};

const isObject = (value) => typeof value === 'object' && value !== null && !Array.isArray(value);
const like = (regex) => (value) => typeof value === 'string' && regex.test(value);

const ATOMS = {
  text: (value) => typeof value === 'string',
  one: (value) => value === 1,
  whole: Number.isSafeInteger,
  amount: (value) => Number.isFinite(value) && value >= 0,
  count: (value) => Number.isSafeInteger(value) && value >= 0,
  positive: (value) => Number.isSafeInteger(value) && value > 0,
  sha256: like(/^sha256:[0-9a-f]{64}$/),
  hex64: like(/^[0-9a-f]{64}$/),
  oid: like(/^([0-9a-f]{40}|[0-9a-f]{64})$/),
  time: like(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
  basis: like(/^(measured|stated|waived)$/),
  verdicts: like(/^(recomputed|recorded)$/),
  level: like(/^(none|fenced|user)$/),
  status: like(/^(running|complete|failed|cancelled)$/),
};

// A shape, and its keys with their types: text where none is said, `=` this very text; `?` may be missing, `~` may be null,
// `[]` is a list, `+` one that is not empty, `{}` a mapping. Of a shape with a dot there are several, told apart by `kind`.
const SHAPES = new Map(
  `Bundle chain:sha256 format=baton-attestation keyid:sha256 publicKey run statements:Envelope+ version:one
  Envelope payload payloadType=application/vnd.in-toto+json signatures:Signature+
  Signature keyid:sha256 sig
  Statement1 _type=https://in-toto.io/Statement/v1 predicateType=${PREDICATE_TYPE}1 subject:Resource+ predicate:Predicate1
  Statement2 _type=https://in-toto.io/Statement/v1 predicateType=${PREDICATE_TYPE}2 subject:Resource+ predicate:Predicate2
  Resource name digest:Digest
  Digest sha256?:hex64 gitTree?:oid gitCommit?:oid
  Predicate1 run:Run1 number:positive previous:sha256~ entry:Entry handoff:Handoff policy:sha256 facts:Fact1[] clauses:Clause1[] evidence:Evidence[] since:Arrival[] materials:Resource[] last:Last~
  Predicate2 run:Run2 number:positive previous:sha256~ entry:Entry handoff:Handoff policy:sha256 usage?:Usage{} facts:Fact2[] clauses:Clause2[] evidence:Evidence[] since:Arrival[] materials:Resource[] last:Last~
  Run1 name workflow workflowVersion:whole definition base:Base isolation:level startedAt:time origin:sha256
  Run2 name workflow workflowVersion:whole definition base:Base isolation:level startedAt:time origin:sha256 verdicts:verdicts
  Base commit:oid~ tree:oid
  Entry seq:positive at:time chain:sha256
  Handoff submission assignment role attempt:count contract outcome tool by:Sender arguments:sha256 details:text{} decision:Decision~
  Sender.agent kind agent:text~ model:text~
  Sender.person kind person
  Sender.engine kind action
  Decision person choice text
  Fact1 fact about:Resource[]
  Fact2 fact about:Resource[] basis?:basis rests:text[]
  Clause1 name evidence:text[]
  Clause2 name basis:basis evidence:text[] person? waiver?:Waiver
  Waiver why by? on?
  Evidence key digest:sha256 about:Digest[] observed:Observed
  Observed kind line? end? exit?:whole~ sandbox? cannotFail? restored?:text[] cause? files?:count conflicts?:count tests?:Tests~ coverage?:Coverage findings?:count{} mutants?:Mutants made?:Digest[]
  Tests total:count passed:count failed:count skipped:count
  Coverage covered:count total:count
  Mutants killed:count timeout:count survived:count noCoverage:count
  Arrival.given kind name digest:Digest
  Arrival.request kind name digest:Digest by
  Arrival.merge kind name digest:Digest of:Digest+
  Usage models:Used[] unreported:count
  Used model inputTokens?:count cachedInputTokens?:count outputTokens?:count reasoningTokens?:count costUsd?:amount
  Last count:positive entries:positive chain:sha256 status:status`
    .split('\n')
    .map((line) => line.trim().split(' '))
    .map(([shape, ...fields]) => [shape, fields]),
);
const FIELD = /^(\w+)(\?)?(?:=(\S+)|:(\w+)(\[\]|\+|\{\})?(~)?)?$/;

const conform = (value, type, at) => {
  if (Object.hasOwn(ATOMS, type)) return ATOMS[type](value) || refuse(`${at}: expected ${type}`);
  if (!isObject(value)) refuse(`${at}: expected a mapping`);
  const fields = SHAPES.get(type) ?? SHAPES.get(`${type}.${value.kind}`) ?? refuse(`${at}: unknown kind`);
  const left = new Set(Object.keys(value));
  if (type === 'Digest' && left.size !== 1) refuse(`${at}: expected one digest`);
  for (const field of fields) {
    const [, key, may, exact, of = 'text', many, nullable] = FIELD.exec(field);
    const there = left.delete(key);
    if (!there && !may) refuse(`${at}: expected the key ${key}`);
    if (exact !== undefined && value[key] !== exact) refuse(`${at}.${key}: expected ${exact}`);
    if (there && !(nullable && value[key] === null)) conformMany(value[key], of, many, `${at}.${key}`);
  }
  return left.size === 0 || refuse(`${at}: unknown key ${[...left][0]}`);
};

const conformMany = (value, type, many, at) => {
  if (many === undefined) return conform(value, type, at);
  if (many === '{}' ? !isObject(value) : !Array.isArray(value)) refuse(`${at}: expected several`);
  if (many === '+' && value.length === 0) refuse(`${at}: expected at least one`);
  return Object.keys(value).every((key) => conform(value[key], type, `${at}.${key}`));
};

const keyOf = (bundle) => {
  const der = bytesOf(bundle.publicKey, 'publicKey');
  if (der.length !== 44 || !der.toString('hex').startsWith(SPKI_PREFIX))
    refuse('publicKey: expected an ed25519 key as SPKI DER');
  if (bundle.keyid !== sha256(der)) refuse(`keyid: expected ${sha256(der)}, which is derived from publicKey`);
  return createPublicKey({ key: der, format: 'der', type: 'spki' });
};

/** The bytes that are signed: type and body, each with its length. */
const pae = (type, body) =>
  Buffer.concat([Buffer.from(`DSSEv1 ${Buffer.byteLength(type)} ${type} ${body.length} `), body]);

/** The payload of an envelope, once its signature is known to be good. */
const openEnvelope = ({ payload, payloadType, signatures }, { key, keyid, at }) => {
  const body = bytesOf(payload, `${at}.payload`);
  const [{ keyid: by, sig }, second] = signatures;
  if (second !== undefined) refuse(`${at}: expected one signature, got several`);
  if (by !== keyid) refuse(`${at}: signed by another key, ${by}`);
  if (!verify(null, pae(payloadType, body), key, bytesOf(sig, `${at}.sig`)))
    refuse(`${at}: its signature is wrong: it was changed, or signed by another key`);
  const { text, value } = parse(body, `${at}.payload`);
  conform(value, value?.predicateType === `${PREDICATE_TYPE}1` ? 'Statement1' : 'Statement2', at);
  if (canonical(value) !== text) refuse(`${at}.payload: expected canonical JSON`);
  return { body, ...value };
};

const checkPlace = ({ run, number, previous, last, entry }, at, { index, first, before, total }) => {
  if (canonical(run) !== canonical(first.run)) refuse(`${at}: it is of another run than the first statement`);
  const moved = 'a statement was removed, added or moved';
  if (number !== index + 1) refuse(`${at}: it says that it is number ${number}: ${moved}`);
  if (previous !== (before === undefined ? null : sha256(before.body)))
    refuse(`${at}: it does not name the one before it: ${moved}`);
  if (last === null && number === total) refuse(`${at}: it is not the last one: those after it were removed`);
  if (last !== null && number !== total) refuse(`${at}: it says that it is the last one, but more follow`);
  const earlier = before?.predicate.entry ?? { seq: 1, chain: run.origin };
  if (entry.seq < earlier.seq || (entry.seq === earlier.seq) !== (entry.chain === earlier.chain))
    refuse(`${at}: its journal entry ${entry.seq} does not follow entry ${earlier.seq}`);
};

const checkEnd = ({ last, entry, run }, bundle, total) => {
  if (last.count !== total) refuse(`the last statement counts ${last.count} statements, there are ${total}`);
  if (last.chain !== bundle.chain) refuse('chain: it is not what the last statement says');
  if (run.name !== bundle.run) refuse(`run: the statements are of run ${run.name}`);
  if (last.entries < entry.seq || (last.entries === entry.seq) !== (last.chain === entry.chain))
    refuse('the last statement: its entry and the end of the journal contradict each other');
};

const nameOf = (digest) => Object.entries(digest)[0].join(':');

/** Everything that a step rests on was given at the start, or came of a step before. */
const checkMaterials = ({ subject, predicate }, at, known) => {
  const { number, since, materials, facts, handoff, run } = predicate;
  const mustKnow = (digest, what) => {
    if (!known.has(nameOf(digest))) refuse(`${at}: ${what} (${nameOf(digest)}) was neither given nor made`);
  };
  for (const { kind, name, digest, of = [] } of since) {
    if (kind === 'given' && number !== 1) refuse(`${at}: only the first statement can have what was given`);
    if (kind === 'request' && !('sha256' in digest)) refuse(`${at}: expected the request ${name} as a file`);
    for (const part of of) mustKnow(part, `a part of the merge ${name}`);
    known.add(nameOf(digest));
  }
  mustKnow({ gitTree: run.base.tree }, 'the tree that the run began from');
  if (run.base.commit !== null) mustKnow({ gitCommit: run.base.commit }, 'the commit that it began from');
  for (const { name, digest } of materials) mustKnow(digest, `its material ${name}`);
  const own = new Set([...subject, ...materials].map(({ digest }) => nameOf(digest)));
  for (const { fact, about } of facts)
    for (const { name, digest } of about)
      if (!own.has(nameOf(digest))) refuse(`${at}: fact ${fact} is about ${name}, no part of this handoff`);
  for (const { name, digest } of subject) {
    if (name.startsWith('handoff:') && `sha256:${digest.sha256}` !== sha256(canonical(handoff)))
      refuse(`${at}: ${name} is not the digest of the handoff`);
    known.add(nameOf(digest));
  }
  checkEvidence(predicate, at, { known, mustKnow });
};

const checkEvidence = ({ evidence, clauses }, at, { known, mustKnow }) => {
  for (const { key, about, observed } of evidence) {
    for (const digest of about) mustKnow(digest, `what evidence ${key} is about`);
    for (const made of observed.made ?? []) known.add(nameOf(made));
  }
  const seen = new Set(evidence.map(({ key }) => key));
  for (const { name, evidence: keys } of clauses)
    if (!keys.every((key) => seen.has(key))) refuse(`${at}: clause ${name} names evidence that is not there`);
};

/** The strongest that something may be that rests on all of these. */
const weakest = (bases) => BASES.findLast((basis) => bases.includes(basis));

/** A fact is worth no more than the weakest clause that it rests on, or, stated again, than it was before. */
const checkBases = ({ facts, clauses, handoff }, at, before) => {
  for (const { name, basis, evidence } of clauses)
    if (basis === 'measured' && evidence.length === 0 && handoff.by.kind !== 'engine')
      refuse(`${at}: clause ${name} says measured, but names no evidence`);
  for (const { fact, basis, rests } of facts) {
    const behind = clauses.filter(({ name }) => rests.includes(name));
    if (!rests.every((rest) => behind.some(({ name }) => name === rest)))
      refuse(`${at}: fact ${fact} rests on a clause that is not there`);
    const allowed = rests.length === 0 ? before.get(fact) : weakest(behind.map((clause) => clause.basis));
    if (basis !== undefined && weakest([basis, allowed]) !== basis)
      refuse(`${at}: fact ${fact} says ${basis}, but what it rests on is ${allowed}`);
    if (basis !== undefined && allowed === undefined)
      refuse(`${at}: fact ${fact} says ${basis}, but rests on nothing`);
    before.set(fact, basis);
  }
};

const basesOf = ({ number, handoff: { assignment, outcome }, facts, clauses }) => ({
  ...{ statement: number, assignment, outcome },
  facts: facts.map(({ fact, basis, rests }) => ({ fact, basis: basis ?? null, rests })),
  clauses: clauses.map(({ name, basis, person, waiver }) => ({ name, basis, person, waiver })),
});

const check = (bytes, trusted) => {
  const { text, value: bundle } = parse(bytes, 'the bundle');
  conform(bundle, 'Bundle', 'the bundle');
  // Keys in order, two blanks for each level, one newline at the end.
  if (`${JSON.stringify(JSON.parse(canonical(bundle)), null, 2)}\n` !== text)
    refuse('the bundle is not written in its one canonical encoding');
  const { keyid, chain } = bundle;
  if (trusted !== undefined && !trusted.includes(keyid))
    refuse(`signed by another key: ${keyid}, expected ${trusted.join(' or ') || 'one that is in both'}`);
  const total = bundle.statements.length;
  const [key, known] = [keyOf(bundle), new Set()];
  const [knownBases, bases] = [new Map(), []];
  let before;
  let first;
  for (const [index, envelope] of bundle.statements.entries()) {
    const at = `statement ${index + 1}`;
    const statement = openEnvelope(envelope, { key, keyid, at });
    first ??= statement.predicate;
    checkPlace(statement.predicate, at, { index, first, before, total });
    checkMaterials(statement, at, known);
    if (first.run.verdicts !== undefined) {
      checkBases(statement.predicate, at, knownBases);
      bases.push(basesOf(statement.predicate));
    }
    before = statement;
  }
  checkEnd(before.predicate, bundle, total);
  const { name: run, workflow, isolation, verdicts } = first.run;
  const { status } = before.predicate.last;
  return { run, workflow, isolation, verdicts, status, statements: total, keyid, chain, bases };
};

/** `keyids`: the keys that count; without them the key is the bundle's own word. */
export const verifyBundle = (bytes, { keyids } = {}) => {
  try {
    return { ok: true, ...check(bytes, keyids), keyTrusted: keyids !== undefined, problems: [] };
  } catch (cause) {
    // Whatever goes wrong: what could not be checked does not pass.
    return { ok: false, keyTrusted: false, problems: [cause.message] };
  }
};

const PEM = /-----BEGIN PUBLIC KEY-----[^-]*-----END PUBLIC KEY-----/g;
const USAGE = 'usage: node verify-attestation.mjs BUNDLE [--key PUBKEYFILE] [--keyid ID] [--json]';

const read = (path) => {
  if (!statSync(path).isFile() || statSync(path).size > BYTES_MAX)
    refuse(`${path}: expected a file of at most ${BYTES_MAX} bytes`);
  return readFileSync(path);
};

const optionsOf = (words) => {
  const given = {};
  for (let at = 0; at < words.length; at += 1) {
    const word = words[at];
    if (word === '--json') given.json = true;
    else if (word === '--key' || word === '--keyid') given[word.slice(2)] = words[++at] ?? refuse(USAGE);
    else if (word.startsWith('-') || given.bundle !== undefined) refuse(USAGE);
    else given.bundle = word;
  }
  return given.bundle === undefined ? refuse(USAGE) : given;
};

/** Ids of the keys that count; a file may hold several, one PEM block after the other. */
const trustedBy = ({ key, keyid }) => {
  if (keyid !== undefined) conform(keyid, 'sha256', '--keyid');
  if (key === undefined) return keyid === undefined ? undefined : [keyid];
  const blocks = read(key).toString('latin1').match(PEM) ?? refuse(`${key}: expected a public key as PEM`);
  const ids = blocks.map((block) => sha256(createPublicKey(block).export({ type: 'spki', format: 'der' })));
  return keyid === undefined ? ids : ids.filter((id) => id === keyid);
};

const VERDICTS = {
  recomputed: 'Baton judged every handoff once more before it signed',
  recorded: 'as the journal has them; they were not recomputed, because another definition made the run',
  undefined: 'without the basis of facts and clauses: the statements are of an older format',
};

const whyWaived = ({ why, by, on }) =>
  `: ${[why, by && `by ${by}`, on && `on ${on}`].filter(Boolean).join(', ')}`;

/** What each accepted handoff guarantees, and what that rests on. */
const baseLines = ({ statement, assignment, outcome, facts, clauses }) => [
  `${statement}. ${assignment}: ${outcome}`,
  ...facts.map(({ fact, basis }) => `   fact ${fact}: ${basis ?? 'basis not recorded'}`),
  ...clauses.map(
    ({ name, basis, person, waiver }) =>
      `   clause ${name}: ${basis}${person === undefined ? '' : ` by ${person}`}${waiver === undefined ? '' : whyWaived(waiver)}`,
  ),
];

const wordsOf = (found) => {
  const { ok, run, workflow, isolation, verdicts, status, statements, keyid, keyTrusted, problems } = found;
  if (!ok) return `NOT VERIFIED: ${problems.join('; ')}`;
  const whose = keyTrusted ? 'as asked for' : "the bundle's own word; check whose with --key or --keyid";
  const head = `${run}: verified, ${statements} statements of workflow ${workflow}, run ${status}`;
  return [
    head,
    `isolation ${isolation}: ${ISOLATION[isolation]}`,
    `key ${keyid} (${whose})`,
    `verdicts ${verdicts ?? 'recorded'}: ${VERDICTS[verdicts]}`,
    ...found.bases.flatMap(baseLines).map((line) => line.replaceAll('\n', ' ')),
  ].join('\n');
};

const main = (words) => {
  try {
    const given = optionsOf(words);
    const found = verifyBundle(read(given.bundle), { keyids: trustedBy(given) });
    // What is in a bundle may hold what a terminal would obey.
    console.log(given.json ? JSON.stringify(found, null, 2) : wordsOf(found).replace(/[^\P{C}\n]/gu, '?'));
    return found.ok ? 0 : 1;
  } catch (cause) {
    console.error(cause.message);
    return 2;
  }
};

if (process.argv[1] !== undefined && realpathSync(process.argv[1]) === fileURLToPath(import.meta.url))
  process.exitCode = main(process.argv.slice(2));
