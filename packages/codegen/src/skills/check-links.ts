/**
 * Checks the links in a skill's Markdown: to files of the skill, to other skills of the plugin, and to tools as `tool:name`.
 *
 * Links to web pages and to addresses of other servers are left alone.
 */
import type { Diagnostic } from '../model/diagnostic.js';
import { findNearest } from '../reader/program/nearest-name.js';
import { findFrontMatter } from './front-matter.js';
import { findLinks } from './markdown-links.js';
import { faultAt } from './skill-fault.js';
import { folderOf, textOf, type SkillFile, type SkillFolder } from './skill-files.js';

/** The targets that links of a plugin's skills may have. */
export interface LinkTargets {
  /** The names of the plugin's tools; absent if they could not be read. */
  readonly tools: readonly string[] | undefined;
  /** The beginning of the addresses of the plugin's skills: `skill://name/`. */
  readonly root: string;
  readonly skills: readonly SkillFolder[];
}

/** @returns the faults of all Markdown files of the skill, but for those of skills inside of it */
export function checkLinks(skill: SkillFolder, targets: LinkTargets): Diagnostic[] {
  const inner = targets.skills.filter(({ path }) => path.startsWith(`${skill.path}/`));
  return skill.files
    .filter(({ path }) => /\.(?:md|markdown)$/i.test(path) && !inner.some((one) => path.startsWith(`${one.path}/`)))
    .flatMap((file) => checkFile(file, skill, targets));
}

function checkFile({ path, bytes }: SkillFile, skill: SkillFolder, targets: LinkTargets): Diagnostic[] {
  const text = textOf(bytes);
  if (text === undefined) return [];
  return findLinks(withoutFrontMatter(text)).flatMap(({ address, at }) => {
    const fault = findFault(address, { path, skill, targets });
    return fault ? [faultAt(text, at, { ...fault, path })] : [];
  });
}

/** Replaces the front matter by blanks, so that places stay the same. */
function withoutFrontMatter(text: string): string {
  const matter = findFrontMatter(text);
  if (!matter) return text;
  const end = matter.to + '---'.length;
  return text.slice(0, end).replaceAll(/[^\r\n]/g, ' ') + text.slice(end);
}

interface LinkPlace {
  /** Of the file with the link. */
  readonly path: string;
  readonly skill: SkillFolder;
  readonly targets: LinkTargets;
}

interface LinkFault {
  readonly code: 'SIGIL105' | 'SIGIL106';
  readonly message: string;
  readonly fix?: string;
}

function findFault(written: string, place: LinkPlace): LinkFault | undefined {
  const address = written.replace(/[?#].*$/s, '');
  if (address === '' || written.startsWith('//')) return undefined;
  const [, scheme] = /^([A-Za-z][A-Za-z0-9+.-]*):/.exec(address) ?? [];
  if (scheme === undefined) return findFaultOfPath(address, place);
  if (scheme.toLowerCase() === 'tool') return findFaultOfTool(decode(address.slice(scheme.length + 1)), place.targets);
  const { root, skills } = place.targets;
  if (!address.startsWith(root)) return undefined;
  return isThere(decode(address.slice(root.length)), skills)
    ? undefined
    : missing(written, `is in no skill of this plugin`);
}

function findFaultOfTool(name: string, { tools }: LinkTargets): LinkFault | undefined {
  if (!tools || tools.includes(name)) return undefined;
  const nearest = findNearest(name, tools);
  const fix =
    nearest === undefined ? `Name one of the plugin's tools: ${tools.join(', ')}.` : `Write "tool:${nearest}".`;
  return { code: 'SIGIL106', message: `the plugin has no tool "${name}"`, ...((nearest ?? tools[0]) ? { fix } : {}) };
}

/** A relative path starts from the skill's folder, or from the file's own, as editors follow it. */
function findFaultOfPath(address: string, { path, skill, targets }: LinkPlace): LinkFault | undefined {
  const bases = [...new Set([skill.path, folderOf(path)])];
  const resolved = bases.map((base) => resolvePath(base, decode(address)));
  const within = resolved.filter((it) => it !== undefined && (it === skill.path || it.startsWith(`${skill.path}/`)));
  if (within.some((it) => isThere(it!, targets.skills))) return undefined;
  if (within.length === 0) return { code: 'SIGIL105', message: `"${address}" leads out of the skill's folder` };
  const nearest = findNearest(
    within[0]!,
    skill.files.map((file) => file.path),
  );
  const fix = nearest === undefined ? undefined : `Write "${nearest.slice(skill.path.length + 1)}".`;
  return missing(address, 'is no file of this skill', fix);
}

function missing(address: string, why: string, fix?: string): LinkFault {
  return { code: 'SIGIL106', message: `"${address}" ${why}`, ...(fix === undefined ? {} : { fix }) };
}

/** Returns whether the path is a file or a folder of a skill, or a folder of skills. */
function isThere(path: string, skills: readonly SkillFolder[]): boolean {
  const wanted = path.replace(/\/+$/, '');
  const isPart = (known: string): boolean => known === wanted || known.startsWith(`${wanted}/`);
  return skills.some(({ files }) => files.some((file) => isPart(file.path)));
}

/** @returns the path below `skills/`; `undefined` for one that leads out of it */
function resolvePath(base: string, path: string): string | undefined {
  if (path.startsWith('/') || path.includes('\\')) return undefined;
  const parts = base === '' ? [] : base.split('/');
  for (const part of path.split('/')) {
    if (part === '..' && parts.pop() === undefined) return undefined;
    if (part !== '..' && part !== '.' && part !== '') parts.push(part);
  }
  return parts.join('/');
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    // A percent sign that begins no escape is kept.
    return text;
  }
}
