/**
 * The digests of the files of an upstream's skills, so that a file can be compared with the approved one.
 *
 * Spec: ext-skills stable/skills#skill-entries
 */
import { createHash } from 'node:crypto';
import { isJsonObject, type JsonObject, type ResourceContents } from '@sigil/core';
import { normalizeUri } from '@sigil/core/building';

/** Digests as their entries write them, by normalized URI. */
export type SkillDigests = ReadonlyMap<string, string>;

/** @param skills the entries of an upstream; those of other forms are left out */
export function digestsOf(skills: readonly JsonObject[]): SkillDigests {
  const files = skills.flatMap(({ resources }) => (Array.isArray(resources) ? resources.filter(isJsonObject) : []));
  return new Map(files.map(({ uri, digest }) => [normalizeUri(String(uri)), String(digest)]));
}

/** Returns whether the contents of a URI are those of its digest; true for a URI without one. */
export function isDigested(digests: SkillDigests, uri: string, contents: readonly ResourceContents[]): boolean {
  const digest = digests.get(normalizeUri(uri));
  if (digest === undefined) return true;
  const [content, ...others] = contents;
  if (!content || others.length > 0) return false;
  const bytes = 'blob' in content ? Buffer.from(content.blob, 'base64') : Buffer.from(content.text);
  return digest === `sha256:${createHash('sha256').update(bytes).digest('hex')}`;
}
