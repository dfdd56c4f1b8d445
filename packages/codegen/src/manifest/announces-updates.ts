/**
 * Determines whether a plugin ever announces resource updates; only then may clients be offered subscriptions to its resources.
 */

/**
 * Returns whether bundled code names the method `resourceUpdated` of contexts and announcers. Misses calls by a computed name,
 * and calls in packages outside the bundle.
 */
export function announcesUpdates(code: Uint8Array): boolean {
  return Buffer.from(code.buffer, code.byteOffset, code.byteLength).includes('resourceUpdated');
}
