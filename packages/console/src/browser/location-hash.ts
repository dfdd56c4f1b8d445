/**
 * The part of an address behind `#`, which a reader may have typed.
 */

/** Returns the decoded part of this page's address behind `#`; unchanged if its escapes are invalid. */
export function readHash(): string {
  const written = location.hash.slice(1);
  try {
    return decodeURIComponent(written);
  } catch {
    // Not one of our links.
    return written;
  }
}
