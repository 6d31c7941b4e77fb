// `baton attest`: the run is verified, and each accepted handoff becomes a signed statement that names the one before it.
// The same journal and the same key give the same bytes.
import { mkdir } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { openRunFiles } from '../../effects/run-files.ts';
import type { SigningKey } from '../../effects/signing-key.ts';
import { BatonError, causeText } from '../../errors.ts';
import {
  BUNDLE_FILE,
  BUNDLE_FORMAT,
  BUNDLE_VERSION,
  type Bundle,
  PAYLOAD_TYPE,
  PREDICATE_TYPE,
  type Predicate,
  STATEMENT_TYPE,
  type Statement,
} from '../../model/attestation.ts';
import type { Config } from '../../model/config.ts';
import { ATTESTATION_BYTES_MAX } from '../../model/limits/limits.ts';
import { isError, type Problem, problem } from '../../model/problem.ts';
import { treeOid } from '../../model/run/sealed.ts';
import type { Place } from '../../runners/commands/place.ts';
import { canonicalJson } from '../../std/canonical-json.ts';
import { replaceFile } from '../../std/disk/replace-file.ts';
import { envelopeOf } from '../../std/dsse.ts';
import { sha256 } from '../../std/sha256.ts';
import { findRun } from '../runs/runs.ts';
import { requireReplaceable } from '../setup/require-replaceable.ts';
import type { System } from '../system.ts';
import { type VerifyDocument, verifyRun } from '../verify/verify-run.ts';
import { readSteps, type Step, type Steps } from './attest-steps.ts';
import { openKey } from './attestation-key.ts';

export interface AttestOptions {
  readonly system: System;
  readonly place: Place;
  readonly config: Pick<Config, 'keys'>;
  readonly run: string | undefined;
  /** Where the bundle goes; without it, into the run directory. */
  readonly out?: string | undefined;
  /** `out` may be a file that Baton did not write; a private key is refused all the same. */
  readonly force?: boolean | undefined;
}

export type Attested =
  | { readonly ok: false; readonly run: string; readonly problems: readonly Problem[] }
  | {
      readonly ok: true;
      readonly bundle: Bundle;
      readonly file: string;
      readonly isolation: Predicate['run']['isolation'];
      readonly recomputed: boolean;
      readonly keyFile: string;
      /** There was no key yet. */
      readonly keyMade: boolean;
    };

/** Judged once more, nothing may differ. Of a run that was not, the statements repeat what the journal says. */
const hindrances = ({ problems, recomputed }: VerifyDocument): readonly Problem[] =>
  problems.filter((one) => isError(one) || (recomputed && one.code === 'VERDICT_DIFFERS'));

type Verified = Pick<VerifyDocument, 'entries' | 'chain' | 'recomputed'>;

const runOf = ({ state, chains }: Steps, { chain, recomputed }: Verified): Predicate['run'] => {
  const { name, workflow, workflowVersion, definition, base, isolation, startedAt } = state.run;
  return {
    ...{ name, workflow, workflowVersion, definition, isolation, startedAt },
    base: { commit: base.commit, tree: treeOid(base.tree) },
    origin: chains.get(1) ?? chain,
    verdicts: recomputed ? 'recomputed' : 'recorded',
  };
};

const statementOf = (
  { subject, seq, at, ...step }: Step,
  place: Omit<Predicate, keyof Step | 'entry'>,
  chain: string,
): Statement => ({
  _type: STATEMENT_TYPE,
  predicateType: PREDICATE_TYPE,
  subject,
  predicate: { ...step, ...place, entry: { seq, at, chain } },
});

const statementsOf = (found: Steps, verified: Verified): Buffer[] => {
  const { steps, state, chains } = found;
  const run = runOf(found, verified);
  const payloads: Buffer[] = [];
  steps.forEach((step, index) => {
    const before = payloads.at(-1);
    const isLast = index === steps.length - 1;
    const { entries, chain } = verified;
    const place = {
      run,
      number: index + 1,
      previous: before === undefined ? null : sha256(before),
      last: isLast ? { count: steps.length, entries, chain, status: state.status } : null,
    };
    const statement = statementOf(step, place, chains.get(step.seq) ?? chain);
    payloads.push(Buffer.from(canonicalJson(statement)));
  });
  return payloads;
};

const bundleOf = (payloads: readonly Buffer[], run: string, chain: string, key: SigningKey): Bundle => ({
  chain,
  format: BUNDLE_FORMAT,
  keyid: key.keyid,
  publicKey: key.publicKey.toString('base64'),
  run,
  statements: payloads.map((payload) => {
    const { payload: text, signatures } = envelopeOf(PAYLOAD_TYPE, payload, key);
    return { payload: text, payloadType: PAYLOAD_TYPE, signatures: [...signatures] };
  }),
  version: BUNDLE_VERSION,
});

/** The one way in which a bundle is written. */
export const bundleText = (bundle: Bundle): string => `${JSON.stringify(bundle, null, 2)}\n`;

/** Agents may write to the run directory, so nothing in it is followed. */
const writeInRun = async (directory: string, content: string): Promise<void> => {
  // A machine that never held the run has no such directory yet.
  const files = await openRunFiles(directory);
  const [first] = await files.write([{ path: BUNDLE_FILE, text: content }]);
  if (first !== undefined)
    throw new BatonError(first.code, first.message, first.hint === undefined ? {} : { hint: first.hint });
};

/** The key may have been made a moment ago, in this very file. */
const writeOut = async (file: string, content: string, force: boolean): Promise<void> => {
  await requireReplaceable(file, force);
  try {
    await mkdir(dirname(file), { recursive: true });
    await replaceFile(file, content, 0o644);
  } catch (cause) {
    throw new BatonError('FILE_UNWRITABLE', `${file} cannot be written: ${causeText(cause)}`, {
      hint: 'Name a file in a folder that can be written with --out FILE.',
      cause,
    });
  }
};

const refused = (run: string, ...problems: readonly Problem[]): Attested => ({ ok: false, run, problems });

export const attestRun = async (options: AttestOptions): Promise<Attested> => {
  const { system, place, config, out, force = false } = options;
  if (out !== undefined) await requireReplaceable(resolve(out), force);
  const verified = await verifyRun(system, place, options.run);
  const { run: name } = verified;
  const wrong = hindrances(verified);
  if (wrong.length > 0) return refused(name, ...wrong);
  const { run } = await findRun(system, place, name);
  const { store } = await system.stores(place).reader(name);
  try {
    const found = await readSteps(store, verified.entries);
    if (found.steps.length === 0)
      return refused(
        name,
        problem('HANDOFF_MISSING', `expected an accepted handoff of run ${name}, there is none yet`, {
          hint: 'See how it stands with `baton status`.',
        }),
      );
    const payloads = statementsOf(found, verified);
    const { key, made } = await openKey(place, config);
    const bundle = bundleOf(payloads, name, verified.chain, key);
    const text = bundleText(bundle);
    if (text.length > ATTESTATION_BYTES_MAX)
      return refused(
        name,
        problem(
          'LIMIT_REACHED',
          `the statements have ${text.length} bytes, a verifier reads at most ${ATTESTATION_BYTES_MAX}`,
        ),
      );
    const file = out === undefined ? join(run.directory, BUNDLE_FILE) : resolve(out);
    await (out === undefined ? writeInRun(run.directory, text) : writeOut(file, text, force));
    const { isolation } = found.state.run;
    const { recomputed } = verified;
    return { ok: true, bundle, file, isolation, recomputed, keyFile: key.file, keyMade: made };
  } finally {
    await store.close();
  }
};
