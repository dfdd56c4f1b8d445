/**
 * Reads the skills that an upstream lists: entries that clients can check, and a resource for each of their files.
 *
 * Spec: ext-skills stable/skills#skill-entries
 */
import { isJsonObject, type JsonObject, type JsonValue } from '@sigil/core';
import { mediaTypeOfName, normalizeUri, type SkillDefinition, type SkillResource } from '@sigil/core/building';
import { fileNameIn, type PublishedResource, type SkillFolder } from '@sigil/core/catalog';

/** The resources of the upstream, and how one is made that it does not list. */
export interface SkillParts {
  readonly listed: readonly PublishedResource[];
  makeResource(definition: PublishedResource['definition']): PublishedResource;
  /** Makes the folder of a skill whose files are not known before they are read; `undefined` if it cannot be read. */
  makeFolder(uri: string): SkillFolder | undefined;
  /** Called with the reason for each skill that is left out. */
  leaveOut(why: string): void;
}

const entryEnd = '/SKILL.md';
const digestForm = /^sha256:[0-9a-f]{64}$/;

/** @returns the listed resources, those of skills with their skill, and the files of skills that are not listed */
export function addSkills(
  items: readonly JsonObject[],
  { listed, makeResource, makeFolder, leaveOut }: SkillParts,
): PublishedResource[] {
  const skills = items.flatMap((item) => {
    const skill = readSkill(item);
    if (typeof skill !== 'string') return [skill];
    leaveOut(`the skill ${JSON.stringify(String(item['uri']).slice(0, 128))} ${skill}`);
    return [];
  });
  const resources = new Map(listed.map((resource) => [normalizeUri(resource.definition.uri), resource]));
  // Of skills inside each other, a file belongs to the innermost.
  for (const skill of skills.toSorted((a, b) => b.uri.length - a.uri.length)) {
    for (const definition of definitionsOf(skill)) {
      const key = normalizeUri(definition.uri);
      const known = resources.get(key);
      const folder = skill.resources === 'dynamic' ? makeFolder(skill.uri) : undefined;
      const ofSkill = { skill, ...(folder && { folder }) };
      // A file that the upstream lists stays listed.
      if (!known) resources.set(key, { ...makeResource(definition), ...ofSkill });
      else if (definition.uri === skill.uri && !known.skill) resources.set(key, { ...known, ...ofSkill });
    }
  }
  return [...resources.values()];
}

/** @returns the skill, or the reason why clients could not use it */
function readSkill({ uri, frontmatter, resources, _meta }: JsonObject): SkillDefinition | string {
  if (typeof uri !== 'string' || !uri.includes('://') || !uri.endsWith(entryEnd)) return 'has no address of a SKILL.md';
  if (!isJsonObject(frontmatter)) return 'has no "frontmatter"';
  if (typeof frontmatter['name'] !== 'string' || typeof frontmatter['description'] !== 'string')
    return 'has no name or no description';
  const meta = isJsonObject(_meta) ? { _meta } : {};
  if (resources === 'dynamic') return { uri, frontmatter, resources, ...meta };
  const files = Array.isArray(resources) ? resources.map(readFile) : [];
  const known = files.filter((file) => file !== undefined);
  const folder = uri.slice(0, -'SKILL.md'.length);
  const isSound = known.length === files.length && known.every((file) => file.uri.startsWith(folder));
  const isComplete =
    known.some((file) => file.uri === uri) && new Set(known.map((file) => file.uri)).size === files.length;
  return isSound && isComplete ? { uri, frontmatter, resources: known, ...meta } : 'has no sound list of files';
}

function readFile(file: JsonValue): SkillResource | undefined {
  if (!isJsonObject(file)) return undefined;
  const { uri, digest, size } = file;
  if (typeof uri !== 'string' || typeof digest !== 'string' || !digestForm.test(digest)) return undefined;
  return Number.isSafeInteger(size) && Number(size) >= 0 ? { uri, digest, size: Number(size) } : undefined;
}

/** Describes the files of a skill for those that the upstream does not list. */
function definitionsOf({ uri, frontmatter, resources }: SkillDefinition): PublishedResource['definition'][] {
  const shown = { name: String(frontmatter['name']), description: String(frontmatter['description']) };
  const entry = { uri, ...shown, mimeType: 'text/markdown' };
  if (resources === 'dynamic') return [entry];
  return resources.map(({ uri: address, size }) => {
    if (address === uri) return { ...entry, size };
    const mimeType = mediaTypeOfName(address);
    return { uri: address, name: fileNameIn(address), size, ...(mimeType === undefined ? {} : { mimeType }) };
  });
}
