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
import { folderOf, decodeText, type SkillFile, type SkillFolder } from './skill-files.js';

/** The most faults that are reported of one file: a text may have a link in every line. */
const mostFaults = 100;
/** In characters. Nobody misspells a longer address, and the time to find what was meant grows with its length; a message shows no more. */
const longestMisspelling = 256;

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
  const text = decodeText(bytes);
  if (text === undefined) return [];
  const faults: Diagnostic[] = [];
  for (const { address, at } of findLinks(withoutFrontMatter(text))) {
    const fault = findFault(address, { path, skill, targets });
    if (fault) faults.push(faultAt(text, at, { ...fault, path }));
    if (faults.length === mostFaults) break;
  }
  return faults;
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
  const nearest = findMeant(name, tools);
  const fix =
    nearest === undefined ? `Name one of the plugin's tools: ${tools.join(', ')}.` : `Write "tool:${nearest}".`;
  return {
    code: 'SIGIL106',
    message: `the plugin has no tool "${shown(name)}"`,
    ...((nearest ?? tools[0]) ? { fix } : {}),
  };
}

/** A relative path starts from the skill's folder, or from the file's own, as editors follow it. */
function findFaultOfPath(address: string, { path, skill, targets }: LinkPlace): LinkFault | undefined {
  const bases = [...new Set([skill.path, folderOf(path)])];
  const resolved = bases.map((base) => resolvePath(base, decode(address)));
  const within = resolved.filter((it) => it !== undefined && (it === skill.path || it.startsWith(`${skill.path}/`)));
  if (within.some((it) => isThere(it!, targets.skills))) return undefined;
  if (within.length === 0) return { code: 'SIGIL105', message: `"${shown(address)}" leads out of the skill's folder` };
  const own = (whole: string): string => whole.slice(skill.path.length + 1);
  const nearest = findMeant(
    own(within[0]!),
    skill.files.map((file) => own(file.path)),
  );
  const fix = nearest === undefined ? undefined : `Write "${nearest}".`;
  return missing(address, 'is no file of this skill', fix);
}

function shown(address: string): string {
  return address.length > longestMisspelling ? `${address.slice(0, longestMisspelling)}…` : address;
}

function findMeant(written: string, known: readonly string[]): string | undefined {
  return written.length > longestMisspelling ? undefined : findNearest(written, known);
}

function missing(address: string, why: string, fix?: string): LinkFault {
  return { code: 'SIGIL106', message: `"${shown(address)}" ${why}`, ...(fix === undefined ? {} : { fix }) };
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
