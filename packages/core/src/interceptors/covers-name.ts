/**
 * Matches names of methods and servers with those that an operator lists.
 */

/** @param wanted names; one that ends in `*` covers all that begin so. Absent, it covers every name */
export function coversName(wanted: readonly string[] | undefined, name: string): boolean {
  if (!wanted) return true;
  return wanted.some((it) => (it.endsWith('*') ? name.startsWith(it.slice(0, -1)) : name === it));
}
