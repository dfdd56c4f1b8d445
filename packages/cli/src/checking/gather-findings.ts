/**
 * Shortens a report for people: findings of one client rule at one place become one, with the number of the others.
 */
import type { Diagnostic } from '@sigil/codegen';

/** Returns the first finding of each rule at each place. A large type of a package has the same finding in hundreds of members. */
export function gatherFindings(diagnostics: readonly Diagnostic[]): Diagnostic[] {
  const groups = new Map<string, { readonly first: Diagnostic; count: number }>();
  for (const diagnostic of diagnostics) {
    const { code, severity, file, line, column } = diagnostic;
    // Those about descriptions are gathered by type already, or listed because the author can add them.
    const key = JSON.stringify([code, severity, file, line, column, code.startsWith('SIGIL') ? groups.size : '']);
    const known = groups.get(key);
    if (known) known.count += 1;
    else groups.set(key, { first: diagnostic, count: 1 });
  }
  return [...groups.values()].map(({ first, count }) =>
    count === 1 ? first : { ...first, message: `${first.message} (and ${count - 1} more here)` },
  );
}
