/**
 * Checks one skill: the front matter of its `SKILL.md`, and the links of its Markdown.
 */
import type { Diagnostic } from '../model/diagnostic.js';
import { checkFrontMatter } from './check-front-matter.js';
import { checkLinks, type LinkTargets } from './check-links.js';
import { readFrontMatter } from './front-matter.js';
import { faultOfFile } from './skill-fault.js';
import { skillFile, decodeText, type ReadSkill, type SkillFolder, type SkillFrontMatter } from './skill-files.js';

/** A skill, absent if its front matter has faults, and all faults. */
export interface CheckedSkill {
  readonly skill?: ReadSkill;
  readonly diagnostics: readonly Diagnostic[];
}

export function checkSkill(folder: SkillFolder, targets: LinkTargets): CheckedSkill {
  const matter = readMatter(folder);
  const links = checkLinks(folder, targets);
  if (!('frontMatter' in matter)) return { diagnostics: [...matter, ...links] };
  return { skill: matter, diagnostics: links };
}

/** @returns the skill, or the faults of its front matter */
function readMatter(folder: SkillFolder): ReadSkill | readonly Diagnostic[] {
  const path = `${folder.path}/${skillFile}`;
  const text = decodeText(folder.files.find((file) => file.path === path)?.bytes ?? new Uint8Array());
  if (text === undefined) return [faultOfFile({ code: 'SIGIL101', message: 'it is no text in UTF-8', path })];
  const matter = readFrontMatter(text, path);
  if (!('value' in matter)) return matter;
  const diagnostics = checkFrontMatter(matter, text, path);
  // Sound: without a fault it has a name and a description, both texts.
  return diagnostics.length > 0 ? diagnostics : { ...folder, frontMatter: matter.value as SkillFrontMatter };
}
