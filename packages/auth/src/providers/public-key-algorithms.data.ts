/**
 * The algorithms of signatures that tokens may have.
 */

/** Signatures with a public key. `none` and those with a shared secret can never be added. */
export const publicKeyAlgorithms = [
  'RS256',
  'RS384',
  'RS512',
  'PS256',
  'PS384',
  'PS512',
  'ES256',
  'ES384',
  'ES512',
  'EdDSA',
  'Ed25519',
] as const;
