/**
 * Writes the skills of a plugin into its build: their entries into the manifest, and the bytes of all files into one file beside it.
 */
import { createHash } from 'node:crypto';
import { cidOf, type ManifestSkills } from '@sigil/core/building';
import { mediaTypeOf } from './media-type.js';
import { skillFile, type ReadSkill, type SkillFile } from './skill-files.js';

/** The name of the file with the bytes, in `dist`. */
export const skillsPack = 'skills.bin';

/** The skills of a build. */
export interface PackedSkills {
  readonly manifest: ManifestSkills;
  /** The content of `skillsPack`. */
  readonly bytes: Uint8Array;
}

/** Returns the beginning of the addresses of a plugin's skills. */
export function skillsRoot(plugin: string): string {
  return `skill://${encodeURIComponent(plugin)}/`;
}

/** @param root from `skillsRoot` @returns `undefined` for a plugin without skills */
export async function packSkills(skills: readonly ReadSkill[], root: string): Promise<PackedSkills | undefined> {
  if (skills.length === 0) return undefined;
  // A file of a skill that is inside another one belongs to both.
  const distinct = new Map(skills.flatMap(({ files }) => files.map((file) => [file.path, file] as const)));
  const files = [...distinct.values()].sort((a, b) => (a.path < b.path ? -1 : 1));
  const bytes = Buffer.concat(files.map((file) => file.bytes));
  const addressOf = (path: string): string => root + path.split('/').map(encodeURIComponent).join('/');
  return {
    bytes,
    manifest: {
      file: skillsPack,
      cid: await cidOf(bytes),
      files: files.map((file) => describeFile(file, addressOf(file.path))),
      entries: skills.map(({ path, frontMatter }) => ({
        uri: addressOf(`${path}/${skillFile}`),
        frontmatter: frontMatter,
      })),
    },
  };
}

function describeFile({ path, bytes }: SkillFile, uri: string): ManifestSkills['files'][number] {
  const digest = `sha256:${createHash('sha256').update(bytes).digest('hex')}`;
  return { uri, digest, size: bytes.length, mimeType: mediaTypeOf(path, bytes) };
}
