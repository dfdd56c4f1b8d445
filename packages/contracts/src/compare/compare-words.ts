/**
 * Compares members of definitions that no program depends on: titles, descriptions, icons and metadata.
 */
import { isSameJson } from '../schema/schema.js';
import type { ChangeKind, ChangeLevel, ManifestChange } from './changes/manifest-change.js';
import type { Pair } from './schemas/schema-change.js';

/** The members to compare, and the kind and level of a difference. */
export interface WordRule {
  readonly members: readonly string[];
  readonly level: ChangeLevel;
  readonly kind: ChangeKind;
}

/** Members read by people. */
export const documentationRule: WordRule = {
  members: ['title', 'description', 'icons'],
  level: 'patch',
  kind: 'documentation-changed',
};

/** Members that some clients may depend on, for reasons unknown to us. */
export const metadataRule: WordRule = { members: ['_meta'], level: 'minor', kind: 'metadata-changed' };

/** Returns one change for each of the rule's members that differs. */
export function compareWords(pair: Pair<object>, component: string, rule: WordRule): ManifestChange[] {
  const [before, after] = [new Map(Object.entries(pair.before)), new Map(Object.entries(pair.after))];
  const { level, kind, members } = rule;
  return members
    .filter((member) => !isSameJson(before.get(member), after.get(member)))
    .map((member) => {
      const word = !before.has(member) ? 'added' : after.has(member) ? 'changed' : 'removed';
      return { level, kind, component, says: `${member} ${word}` };
    });
}
