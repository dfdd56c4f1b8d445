/**
 * CIDs for people: a prefix long enough to distinguish builds, which `sigil rollback --to` accepts.
 */

const shownLength = 20;

export function shortCid(cid: string): string {
  return cid.slice(0, shownLength);
}
