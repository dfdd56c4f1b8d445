/**
 * The signature algorithms that tokens may use.
 */

/** Public-key signatures. Never add `none` or a shared-secret algorithm. */
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
