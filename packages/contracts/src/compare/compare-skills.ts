/**
 * Compares the skills of two manifests. A client asks its user again when any file of a skill is another one.
 */
import type { ManifestSkill, ManifestSkills } from '@sigil/core/building';
import type { ManifestChange } from './changes/manifest-change.js';
import { compareWords } from './compare-words.js';
import { compareComponents } from './pair-components.js';
import type { Pair } from './schemas/schema-change.js';

/** Compares skills, matched by the URI of their `SKILL.md`. */
export function compareSkills({ before, after }: Pair<ManifestSkills | undefined>): ManifestChange[] {
  return compareComponents(
    { before: before?.entries ?? [], after: after?.entries ?? [] },
    {
      noun: 'skill',
      keyOf: ({ uri }: ManifestSkill) => uri,
      likenessOf: ({ frontmatter }: ManifestSkill) => JSON.stringify(frontmatter.description),
    },
    (skills, component) => [
      ...compareFrontMatter({ before: skills.before.frontmatter, after: skills.after.frontmatter }, component),
      ...compareFiles(
        { before: filesOf(before, skills.before.uri), after: filesOf(after, skills.after.uri) },
        component,
      ),
    ],
  );
}

function compareFrontMatter(pair: Pair<ManifestSkill['frontmatter']>, component: string): ManifestChange[] {
  const members = new Set([...Object.keys(pair.before), ...Object.keys(pair.after)]);
  return [
    ...compareWords(pair, component, { members: ['description'], level: 'patch', kind: 'documentation-changed' }),
    ...compareWords(pair, component, {
      level: 'minor',
      kind: 'metadata-changed',
      members: [...members].filter((member) => member !== 'description'),
    }),
  ];
}

/** Returns the digests of a skill's files, by their paths within it. */
function filesOf(skills: ManifestSkills | undefined, uri: string): ReadonlyMap<string, string> {
  const folder = uri.slice(0, uri.lastIndexOf('/') + 1);
  const own = (skills?.files ?? []).filter((file) => file.uri.startsWith(folder));
  return new Map(own.map((file) => [file.uri.slice(folder.length), file.digest]));
}

function compareFiles({ before, after }: Pair<ReadonlyMap<string, string>>, component: string): ManifestChange[] {
  return [...new Set([...before.keys(), ...after.keys()])].flatMap((path): ManifestChange[] => {
    if (before.get(path) === after.get(path)) return [];
    const word = !before.has(path) ? 'is new' : after.has(path) ? 'has another content' : 'is gone';
    const says = `"${path}" ${word}: clients ask their users to approve the skill again`;
    return [{ level: 'patch', kind: 'skill-changed', component, says }];
  });
}
