import { hash } from 'node:crypto';

/** `sha256:<hex>`. */
export const sha256 = (bytes: Uint8Array | string): string => `sha256:${hash('sha256', bytes)}`;
