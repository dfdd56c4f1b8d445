/**
 * Compares members of definitions that no program depends on: titles, descriptions, pictures and metadata.
 */
import { isSameJson } from '../schema/schema.js';
import type { ChangeKind, ChangeLevel, ManifestChange } from './changes/manifest-change.js';
import type { Pair } from './schemas/schema-change.js';

/** Which members are compared, and what a difference in one of them is. */
export interface WordRule {
  readonly members: readonly string[];
  readonly level: ChangeLevel;
  readonly kind: ChangeKind;
}

/** The members that people read. */
export const documentationRule: WordRule = {
  members: ['title', 'description', 'icons'],
  level: 'patch',
  kind: 'documentation-changed',
};

/** The members that some clients may go by, in ways that only they know. */
export const metadataRule: WordRule = { members: ['_meta'], level: 'minor', kind: 'metadata-changed' };

/** One change for each of the rule's members that differs. */
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
