// The program that checks attestations without Baton, as others run it and as a function.
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

export const VERIFIER = fileURLToPath(new URL('../../tools/verify-attestation.mjs', import.meta.url));

export interface Found {
  readonly ok: boolean;
  readonly problems: readonly string[];
  readonly keyTrusted: boolean;
  readonly statements?: number;
  readonly isolation?: string;
}

export type VerifyBundle = (bytes: Uint8Array, options?: { readonly keyids?: readonly string[] }) => Found;

export const loadVerifier = async (): Promise<VerifyBundle> =>
  ((await import(VERIFIER)) as { verifyBundle: VerifyBundle }).verifyBundle;

export const runVerifier = (
  ...args: readonly string[]
): { readonly exit: number | null; readonly stdout: string; readonly stderr: string } => {
  const { status, stdout, stderr } = spawnSync(process.execPath, [VERIFIER, ...args], { encoding: 'utf8' });
  return { exit: status, stdout, stderr };
};
