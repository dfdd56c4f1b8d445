/**
 * The files of a plugin's skills, as the build reads them.
 */
import type { JsonObject } from '@sigil/core';

/** The folder of the skills within a plugin's folder. */
export const skillsFolder = 'skills';

/** The file that makes a folder a skill. */
export const skillFile = 'SKILL.md';

/** The most that one skill may have: hosts need not accept more. Spec: ext-skills stable/skills#limits */
export const skillLimits = { files: 512, bytes: 16 * 1024 * 1024 } as const;

/** One file below `skills/`. */
export interface SkillFile {
  /** The path below `skills/`, with `/`. */
  readonly path: string;
  readonly bytes: Uint8Array;
}

/** A folder with a `SKILL.md`. */
export interface SkillFolder {
  /** The path below `skills/`, with `/`; its last part is the skill's name. */
  readonly path: string;
  /** The files of the folder and all folders in it, those of nested skills too, sorted by path. */
  readonly files: readonly SkillFile[];
}

/** Front matter with the two fields that every skill has. */
export type SkillFrontMatter = JsonObject & { readonly name: string; readonly description: string };

/** A skill without faults. */
export interface ReadSkill extends SkillFolder {
  readonly frontMatter: SkillFrontMatter;
}

/** Returns the path of the file from which the plugin's author sees it: relative to the plugin's folder. */
export function inPlugin(path: string): string {
  return path === '' ? skillsFolder : `${skillsFolder}/${path}`;
}

/** Returns the last part of a path. */
export function lastPart(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1);
}

/** Returns the path without its last part; empty at the top. */
export function folderOf(path: string): string {
  return path.slice(0, Math.max(0, path.lastIndexOf('/')));
}

/** Decodes a file as UTF-8; `undefined` for bytes that are no text, or that a text could not give back unchanged. */
export function decodeText(bytes: Uint8Array): string | undefined {
  try {
    const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
    return text.includes('\0') ? undefined : text;
  } catch {
    // Not UTF-8: the file is served as bytes.
    return undefined;
  }
}
