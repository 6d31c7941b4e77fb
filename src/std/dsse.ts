// A signed message (DSSE): the signature covers the type and the bytes with their lengths, never a parsed form.

export interface Envelope {
  readonly payload: string;
  readonly payloadType: string;
  readonly signatures: readonly { readonly keyid: string; readonly sig: string }[];
}

export interface Signer {
  readonly keyid: string;
  sign(bytes: Uint8Array): Uint8Array;
}

/** The bytes that are signed. */
export const preAuthEncoding = (type: string, body: Uint8Array): Buffer =>
  Buffer.concat([Buffer.from(`DSSEv1 ${Buffer.byteLength(type)} ${type} ${body.byteLength} `), body]);

/** With its keys in order, so that it is written in one way. */
export const envelopeOf = (payloadType: string, body: Uint8Array, signer: Signer): Envelope => ({
  payload: Buffer.from(body).toString('base64'),
  payloadType,
  signatures: [
    {
      keyid: signer.keyid,
      sig: Buffer.from(signer.sign(preAuthEncoding(payloadType, body))).toString('base64'),
    },
  ],
});
