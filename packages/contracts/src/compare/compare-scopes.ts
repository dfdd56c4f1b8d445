/**
 * Compares the scopes that callers of a component need.
 */
import type { ManifestChange } from './changes/manifest-change.js';
import type { Pair } from './schemas/schema-change.js';

/** Compares sets of scopes: a caller needs all of them, in any order. */
export function compareScopes(
  { before, after }: Pair<{ readonly scopes?: readonly string[] }>,
  component: string,
): ManifestChange[] {
  const added = missing(after.scopes, before.scopes);
  const removed = missing(before.scopes, after.scopes);
  const changes: ManifestChange[] = [];
  if (added.length > 0) {
    const says = `callers need the scope ${added.join(' ')} now: those without it are refused`;
    changes.push({ level: 'breaking', kind: 'scopes-added', component, says });
  }
  if (removed.length > 0) {
    const says = `callers no longer need the scope ${removed.join(' ')}`;
    changes.push({ level: 'minor', kind: 'scopes-removed', component, says });
  }
  return changes;
}

function missing(of: readonly string[] = [], among: readonly string[] = []): readonly string[] {
  return of.filter((scope) => !among.includes(scope));
}
