/**
 * Finds out whether a plugin ever says that one of its resources reads differently: only then may clients be offered to
 * subscribe to them.
 */

/**
 * Returns whether bundled code names the method `resourceUpdated` of contexts and announcers. Calls by a computed name,
 * and those in packages that stay outside of the bundle, are not found.
 */
export function announcesUpdates(code: Uint8Array): boolean {
  return Buffer.from(code.buffer, code.byteOffset, code.byteLength).includes('resourceUpdated');
}
