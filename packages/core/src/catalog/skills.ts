/**
 * The skills of a catalog, and the folders of their files.
 *
 * A skill consists of resources, so whatever hides or guards a resource does the same to the files of skills.
 * Spec: ext-skills stable/skills
 */
import type { ListedResource, ResourceDefinition, SkillDefinition } from '../model/definitions.js';
import { normalizeUri } from '../model/normalize-uri.js';
import type { Catalog, PublishedResource } from './catalog.js';
import { deriveOnce } from './derive-once.js';
import { derive } from './derive.js';

/** The media type of a folder. Spec: ext-skills stable/skills#directory-resources */
const folderType = 'inode/directory';

/** Returns whether lists of resources contain the resource: of a skill's files, they contain only its `SKILL.md`. */
export function isListed({
  definition,
  skill,
}: {
  readonly definition: { readonly uri?: string };
  readonly skill?: SkillDefinition;
}): boolean {
  return skill === undefined || skill.uri === definition.uri;
}

/** Returns the resource without a folder that another server reads: rules by address could not tell who may read its files. */
export function withoutFolder(resource: PublishedResource): PublishedResource {
  return resource.folder ? derive(resource, { folder: undefined }) : resource;
}

/** The skills of one catalog. */
export interface CatalogSkills {
  /** In the order of the catalog. A skill with a file that the catalog lacks is left out: its entry would promise too much. */
  readonly all: readonly SkillDefinition[];
  /** Finds a skill by the URI of its `SKILL.md`. */
  find(uri: string): SkillDefinition | undefined;
  /** Returns the files and folders in a folder of skills; `undefined` for another URI, and for a folder that another server lists. */
  entriesIn(uri: string): readonly ListedResource[] | undefined;
  /** Returns the `SKILL.md` of the skill in whose folder a file or folder is, where another server lists and reads that folder. */
  findFolder(uri: string): PublishedResource | undefined;
}

const foundSkills = deriveOnce(findSkills);

/** Returns the skills of a catalog; the same object for the same catalog. */
export function skillsOf(catalog: Catalog): CatalogSkills {
  return foundSkills(catalog);
}

function findSkills({ resources }: Catalog): CatalogSkills {
  const files = new Map(resources.map(({ definition }) => [definition.uri, definition]));
  const all = resources.flatMap((resource) => {
    const { skill } = resource;
    return skill && isListed(resource) && isWhole(skill, files) ? [skill] : [];
  });
  const byUri = new Map(all.map((skill) => [normalizeUri(skill.uri), skill]));
  const remote = findRemoteFolders(resources.filter(({ skill }) => skill && all.includes(skill)));
  const folders = listFolders([
    ...all.flatMap((skill) => filesOf(skill, files)).map(describe),
    ...remote.map(({ definition }) => describeFolder(folderAround(definition.uri) ?? '')),
  ]);
  return {
    all,
    find: (uri) => byUri.get(normalizeUri(uri)),
    entriesIn: (uri) => folders.get(normalizeUri(uri)),
    findFolder: (uri) => remote.find(({ definition }) => isInFolderOf(definition.uri, uri)),
  };
}

type Files = ReadonlyMap<string, ResourceDefinition>;

function isWhole({ resources }: SkillDefinition, files: Files): boolean {
  return resources === 'dynamic' || resources.every(({ uri }) => files.has(uri));
}

/** The files of a `dynamic` skill are unknown, so its folders are too. */
function filesOf({ resources }: SkillDefinition, files: Files): ResourceDefinition[] {
  const uris = resources === 'dynamic' ? [] : resources.map((file) => file.uri);
  return uris.flatMap((one) => files.get(one) ?? []);
}

/** Lists every folder above a file, by its normalized URI. */
function listFolders(files: readonly ListedResource[]): ReadonlyMap<string, readonly ListedResource[]> {
  const folders = new Map<string, Map<string, ListedResource>>();
  for (const file of files) {
    let entry = file;
    for (let folder = folderAround(file.uri); folder !== undefined; folder = folderAround(folder)) {
      const key = normalizeUri(folder);
      const entries = folders.get(key) ?? new Map<string, ListedResource>();
      folders.set(key, entries.set(entry.uri, entry));
      entry = describeFolder(folder);
    }
  }
  return new Map([...folders].map(([uri, entries]) => [uri, [...entries.values()]]));
}

/** Finds the `SKILL.md` of each skill whose folder another server lists, the innermost folder first. */
function findRemoteFolders(resources: readonly PublishedResource[]): readonly PublishedResource[] {
  const found = resources.filter(({ folder, definition, skill }) => folder && skill?.uri === definition.uri);
  return found.toSorted((a, b) => b.definition.uri.length - a.definition.uri.length);
}

/** Returns whether an address is the folder of a `SKILL.md`, or in it. */
export function isInFolderOf(skillUri: string, uri: string): boolean {
  const folder = normalizeUri(folderAround(skillUri) ?? skillUri);
  const normal = normalizeUri(uri);
  return normal === folder || normal.startsWith(`${folder}/`);
}

function describeFolder(uri: string): ListedResource {
  return { uri, name: fileNameIn(uri), mimeType: folderType };
}

/** Returns the members of an entry of a folder. */
function describe({ uri, name, title, description, mimeType, size }: ResourceDefinition): ListedResource {
  return {
    uri,
    name,
    ...(title === undefined ? {} : { title }),
    ...(description === undefined ? {} : { description }),
    ...(mimeType === undefined ? {} : { mimeType }),
    ...(size === undefined ? {} : { size }),
  };
}

/** @returns the URI without its last part; `undefined` for one whose path is empty */
function folderAround(uri: string): string | undefined {
  const root = uri.indexOf('://') + '://'.length;
  const end = uri.lastIndexOf('/');
  return end > root ? uri.slice(0, end) : undefined;
}

/** Returns the name of the file or folder at an address of a skill, decoded. */
export function fileNameIn(uri: string): string {
  const part = uri.slice(uri.lastIndexOf('/') + 1);
  try {
    return decodeURIComponent(part);
  } catch {
    // Another server's address, with a percent sign that begins no escape.
    return part;
  }
}
