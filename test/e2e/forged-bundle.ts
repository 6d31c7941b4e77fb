// Bundles as a forger would make them: opened, changed, and signed again with a key of the forger's own.
import { createHash, generateKeyPairSync, sign } from 'node:crypto';
import { type Bundle, PAYLOAD_TYPE, type Statement } from '../../src/model/attestation.ts';
import { bundleText } from '../../src/operations/attest/attest-run.ts';
import { canonicalJson } from '../../src/std/canonical-json.ts';
import { envelopeOf, type Signer } from '../../src/std/dsse.ts';

const sha256 = (bytes: Uint8Array): string => `sha256:${createHash('sha256').update(bytes).digest('hex')}`;

export interface ForgerKey extends Signer {
  readonly publicKey: string;
  readonly pem: string;
}

export const forgerKey = (): ForgerKey => {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519');
  const der = publicKey.export({ type: 'spki', format: 'der' });
  return {
    keyid: sha256(der),
    publicKey: der.toString('base64'),
    pem: publicKey.export({ type: 'spki', format: 'pem' }).toString(),
    sign: (bytes) => sign(null, bytes, privateKey),
  };
};

export const openBundle = (text: string): { bundle: Bundle; statements: Statement[] } => {
  const bundle = JSON.parse(text) as Bundle;
  const statements = bundle.statements.map(
    ({ payload }) => JSON.parse(Buffer.from(payload, 'base64').toString('utf8')) as Statement,
  );
  return { bundle, statements };
};

/** Each statement names the one before it, whatever it was changed to. */
export const relinked = (statements: readonly Statement[]): Buffer[] => {
  const payloads: Buffer[] = [];
  for (const statement of statements) {
    const before = payloads.at(-1);
    const predicate = { ...statement.predicate, previous: before === undefined ? null : sha256(before) };
    payloads.push(Buffer.from(canonicalJson({ ...statement, predicate })));
  }
  return payloads;
};

export const signedBundle = (bundle: Bundle, payloads: readonly Uint8Array[], key: ForgerKey): Bundle => ({
  ...bundle,
  keyid: key.keyid,
  publicKey: key.publicKey,
  statements: payloads.map((payload) => {
    const { payload: body, signatures } = envelopeOf(PAYLOAD_TYPE, payload, key);
    return { payload: body, payloadType: PAYLOAD_TYPE, signatures: [...signatures] };
  }),
});

/** The bundle with its statements changed, numbered as they are, and all of it signed again. */
export const forged = (text: string, change: (statements: Statement[], bundle: Bundle) => void): string => {
  const { bundle, statements } = openBundle(text);
  change(statements, bundle);
  return bundleText(signedBundle(bundle, relinked(statements), forgerKey()));
};
