/**
 * CIDs for people: as much of one as tells builds apart, and as `sigil rollback --to` takes.
 */

const shownLength = 20;

export function shortCid(cid: string): string {
  return cid.slice(0, shownLength);
}
