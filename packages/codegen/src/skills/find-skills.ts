/**
 * Finds the skills of a plugin: the folders below `skills/` with a `SKILL.md`, and their files.
 *
 * Folders between `skills/` and a skill group skills; a skill may be inside another one, whose files then include its own.
 */
import { realpathSync, statSync } from 'node:fs';
import { join, sep } from 'node:path';
import { diagnosticCodes } from '../diagnostics/diagnostic-codes.js';
import type { InputLog } from '../inputs/input-log.js';
import type { Diagnostic } from '../model/diagnostic.js';
import { listSkillFiles, type ListedEntry } from './list-skill-files.js';
import { faultOfFile } from './skill-fault.js';
import {
  folderOf,
  inPlugin,
  lastPart,
  skillFile,
  skillLimits,
  skillsFolder,
  type SkillFile,
  type SkillFolder,
} from './skill-files.js';

/** The skills, and the faults of what is below `skills/`. */
export interface FoundSkills {
  /** Sorted by path. Those with faults are left out. */
  readonly skills: readonly SkillFolder[];
  readonly diagnostics: readonly Diagnostic[];
}

/** Reads the skills of the plugin in `folder`; none if it has no folder `skills`. */
export function findSkills(folder: string, log: InputLog): FoundSkills {
  const root = join(folder, skillsFolder);
  if (!statSync(root, { throwIfNoEntry: false })?.isDirectory()) {
    log.noteFile(root);
    return { skills: [], diagnostics: [] };
  }
  log.searchEveryFile(root);
  const entries = listSkillFiles(root);
  const paths = entries
    .filter(({ path, kind }) => kind !== 'folder' && path !== skillFile && lastPart(path) === skillFile)
    .map(({ path }) => folderOf(path));
  const reader = new SkillFileReader(root, log);
  const skills = paths.map((path) => reader.read(path, entries)).filter((skill) => skill !== undefined);
  const diagnostics = [...findStray(entries, paths), ...reader.diagnostics];
  return { skills: skills.sort((a, b) => (a.path < b.path ? -1 : 1)), diagnostics };
}

/** Reports folders without a `SKILL.md`, and one that is in no folder. */
function findStray(entries: readonly ListedEntry[], skills: readonly string[]): Diagnostic[] {
  const files = entries.filter(({ kind }) => kind !== 'folder').map(({ path }) => path);
  const stray = entries.filter(
    ({ path, kind }) =>
      kind === 'folder' &&
      !path.includes('/') &&
      files.some((file) => isBelow(file, path)) &&
      !skills.some((skill) => skill === path || isBelow(skill, path)),
  );
  const atTop = files.filter((file) => file.toLowerCase() === 'skill.md');
  return [
    ...atTop.map((path) => {
      const fix = `Move it into a folder with the skill's name: "${inPlugin('my-skill')}/${skillFile}".`;
      return faultOfFile({ code: 'SIGIL100', message: `"${inPlugin(path)}" is in no folder of a skill`, path, fix });
    }),
    ...stray.map(({ path }) => {
      const misspelt = files.find((file) => isBelow(file, path) && lastPart(file).toLowerCase() === 'skill.md');
      const fix =
        misspelt === undefined ? diagnosticCodes.SIGIL100.remedy : `Rename "${inPlugin(misspelt)}" to ${skillFile}.`;
      const first = misspelt ?? files.find((file) => isBelow(file, path)) ?? path;
      return faultOfFile({
        code: 'SIGIL100',
        message: `the folder "${inPlugin(path)}" has no ${skillFile}`,
        path: first,
        fix,
      });
    }),
  ];
}

function isBelow(path: string, folder: string): boolean {
  return path.startsWith(`${folder}/`);
}

class SkillFileReader {
  readonly #diagnostics: Diagnostic[] = [];
  /** Files that belong to several skills, because one is inside another, are read once. */
  readonly #read = new Map<string, SkillFile | undefined>();

  constructor(
    private readonly root: string,
    private readonly log: InputLog,
  ) {}

  get diagnostics(): readonly Diagnostic[] {
    return this.#diagnostics;
  }

  /** Reads the files of one skill; `undefined` if one of them cannot be served. */
  read(skill: string, entries: readonly ListedEntry[]): SkillFolder | undefined {
    const own = entries.filter(({ path, kind }) => kind !== 'folder' && isBelow(path, skill));
    if (!this.#isSmall(skill, own) || !this.#areDistinct(skill, entries)) return undefined;
    const files = own.map((entry) => this.#readOnce(entry, skill));
    if (files.some((file) => file === undefined)) return undefined;
    const known = files.filter((file) => file !== undefined);
    return { path: skill, files: known.sort((a, b) => (a.path < b.path ? -1 : 1)) };
  }

  #isSmall(skill: string, files: readonly ListedEntry[]): boolean {
    const sizes = files.map(({ path }) => statSync(join(this.root, path), { throwIfNoEntry: false })?.size ?? 0);
    const bytes = sizes.reduce((sum, size) => sum + size, 0);
    const path = `${skill}/${skillFile}`;
    const name = lastPart(skill);
    if (files.length > skillLimits.files) {
      const message = `the skill "${name}" has ${files.length} files; clients need not accept more than ${skillLimits.files}`;
      this.#diagnostics.push(faultOfFile({ code: 'SIGIL107', message, path }));
    }
    if (bytes > skillLimits.bytes) {
      const message = `the files of the skill "${name}" have ${bytes} bytes; clients need not accept more than ${skillLimits.bytes}`;
      this.#diagnostics.push(faultOfFile({ code: 'SIGIL107', message, path }));
    }
    return files.length <= skillLimits.files && bytes <= skillLimits.bytes;
  }

  /** Reports names that are one name where case, or the composition of accents, makes no difference. */
  #areDistinct(skill: string, entries: readonly ListedEntry[]): boolean {
    const taken = new Map<string, string>();
    const before = this.#diagnostics.length;
    for (const { path } of entries) {
      if (!isBelow(path, skill)) continue;
      const key = path.normalize('NFC').toLowerCase();
      const other = taken.get(key);
      taken.set(key, other ?? path);
      if (other === undefined) continue;
      const message = `"${inPlugin(path)}" and "${inPlugin(other)}" are one name where case makes no difference`;
      this.#diagnostics.push(faultOfFile({ code: 'SIGIL108', message, path }));
    }
    return this.#diagnostics.length === before;
  }

  #readOnce(entry: ListedEntry, skill: string): SkillFile | undefined {
    const { path } = entry;
    if (!this.#read.has(path)) this.#read.set(path, this.#readFile(entry, skill));
    return this.#read.get(path);
  }

  #readFile({ path, kind }: ListedEntry, skill: string): SkillFile | undefined {
    const absolute = join(this.root, path);
    if (kind === 'link' && !this.#isLinkWithin(path, skill)) return undefined;
    if (kind === 'unreadable') return this.#refuse(path, 'is no ordinary file');
    if (/\p{Surrogate}|\uFFFD/u.test(path)) return this.#refuse(path, 'has a name that is no Unicode');
    const bytes = this.log.readBytes(absolute);
    return bytes ? { path, bytes } : this.#refuse(path, 'cannot be read');
  }

  /** Returns whether a link leads to a file of the same skill; reports any other. */
  #isLinkWithin(path: string, skill: string): boolean {
    const target = realPathOf(join(this.root, path));
    const within = realPathOf(join(this.root, skill));
    const isFile = target !== undefined && statSync(target, { throwIfNoEntry: false })?.isFile() === true;
    if (isFile && within !== undefined && target.startsWith(`${within}${sep}`)) {
      this.log.noteLink(join(this.root, path), target);
      return true;
    }
    const where = isFile ? 'a file outside of its skill' : 'something that is no file';
    const message = `"${inPlugin(path)}" is a link to ${where}`;
    this.#diagnostics.push(
      faultOfFile({ code: 'SIGIL105', message, path, fix: 'Put the file itself into the skill.' }),
    );
    return false;
  }

  #refuse(path: string, why: string): undefined {
    this.#diagnostics.push(faultOfFile({ code: 'SIGIL109', message: `"${inPlugin(path)}" ${why}`, path }));
    return undefined;
  }
}

function realPathOf(path: string): string | undefined {
  try {
    return realpathSync.native(path);
  } catch {
    // A link that leads nowhere, or around in a circle.
    return undefined;
  }
}
