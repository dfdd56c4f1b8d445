/**
 * Names of tools and prompts that differ only in dots and underscores: servers understand both.
 */
import type { ManifestChange } from './changes/manifest-change.js';
import type { TwoKeys } from './pair-components.js';
import type { Pair } from './schemas/schema-change.js';

interface Named {
  readonly name: string;
}

/** The keys under which components pair although their names are spelled otherwise. */
export const keysOfNames: TwoKeys<Named> = {
  loose: ({ name }) => name.replaceAll('.', '_'),
  strict: ({ name }) => name,
};

/** Reports a name that is spelled otherwise. */
export function compareSpelling({ before, after }: Pair<Named>, component: string): ManifestChange[] {
  if (before.name === after.name) return [];
  const says = 'its name has underscores for dots now, or the reverse: calls by the old name still reach it';
  return [{ level: 'minor', kind: 'name-respelled', component, says }];
}
