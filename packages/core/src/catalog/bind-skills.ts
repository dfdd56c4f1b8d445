/**
 * Makes the resources of a plugin's skills from its manifest and the bytes that its build kept.
 *
 * Reads nothing: only what the build saw can be served, whatever address is asked for.
 */
import { PluginError } from '../errors/plugin-error.js';
import type { ManifestSkill, ManifestSkillFile, ManifestSkills } from '../manifest/manifest.js';
import { writeBase64 } from '../model/base64.js';
import type { ResourceContents } from '../model/content.js';
import type { SkillDefinition } from '../model/definitions.js';
import type { PublishedResource } from './catalog.js';
import { fileNameIn } from './skills.js';

/**
 * @param bytes of all files, one after the other
 * @throws PluginError `code-mismatch` when there are more or fewer bytes than the manifest says
 */
export function bindSkills({ files, entries }: ManifestSkills, bytes: Uint8Array): PublishedResource[] {
  const skills = entries.map((entry) => defineSkill(entry, files));
  let end = 0;
  const resources = files.flatMap((file) => {
    const start = end;
    end += file.size;
    const content = bytes.subarray(start, end);
    const skill = findInnermost(skills, file.uri);
    return skill ? [publish(file, skill, content)] : [];
  });
  if (end === bytes.length) return resources;
  throw new PluginError('code-mismatch', `the files of the skills have ${bytes.length} bytes, not ${end}`);
}

function defineSkill({ uri, frontmatter }: ManifestSkill, files: readonly ManifestSkillFile[]): SkillDefinition {
  const own = files.filter((file) => file.uri.startsWith(folderOf(uri)));
  return { uri, frontmatter, resources: own.map(({ uri: address, digest, size }) => ({ uri: address, digest, size })) };
}

/** Finds the skill of a file: of skills inside each other, the one with the longest address. */
function findInnermost(skills: readonly SkillDefinition[], uri: string): SkillDefinition | undefined {
  const around = skills.filter((skill) => uri.startsWith(folderOf(skill.uri)));
  return around.reduce<SkillDefinition | undefined>(
    (best, skill) => (best && best.uri.length >= skill.uri.length ? best : skill),
    undefined,
  );
}

/** Returns the address of the folder, with a slash at its end. */
function folderOf(uri: string): string {
  return uri.slice(0, uri.lastIndexOf('/') + 1);
}

function publish(
  { uri, mimeType, size }: ManifestSkillFile,
  skill: SkillDefinition,
  content: Uint8Array,
): PublishedResource {
  const { name, description } = skill.frontmatter;
  const isEntry = skill.uri === uri && typeof name === 'string' && typeof description === 'string';
  const shown = isEntry ? { name, description } : { name: fileNameIn(uri) };
  return {
    definition: { uri, ...shown, mimeType, size },
    skill,
    content,
    announcesUpdates: false,
    read: async (asked) => ({ kind: 'result', contents: [contentsOf(asked, mimeType, content)] }),
  };
}

/** A client checks the bytes of a text, so only a text that gives them back unchanged is sent as one. */
function contentsOf(uri: string, mimeType: string, content: Uint8Array): ResourceContents {
  const text = textOf(content);
  return text === undefined ? { uri, mimeType, blob: writeBase64(content) } : { uri, mimeType, text };
}

function textOf(content: Uint8Array): string | undefined {
  try {
    const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(content);
    return text.includes('\0') ? undefined : text;
  } catch {
    // Not UTF-8.
    return undefined;
  }
}
