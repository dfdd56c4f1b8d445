/**
 * The page of one skill: its text as people read it, its front matter, and the digests of its files.
 */
import type { Catalog, PublishedResource } from '@sigil/core/catalog';
import { skillsOf } from '@sigil/core/catalog';
import type { SkillDefinition } from '@sigil/core/building';
import type { PageFrame } from './render-page.js';
import { renderMarkdown } from './render-markdown.js';
import { renderPage } from './render-page.js';

/** The longest text that is rendered, in bytes. */
const longestText = 256 * 1024;

/** A skill in the list of a server's page. */
export interface SkillView {
  readonly uri: string;
  readonly name: string;
  readonly description: string;
}

/** Lists the skills of a catalog. */
export function viewSkills(catalog: Catalog): SkillView[] {
  return skillsOf(catalog).all.map(({ uri, frontmatter }) => ({
    uri,
    name: textOf(frontmatter['name']),
    description: textOf(frontmatter['description']),
  }));
}

/** @returns the page; `undefined` if the catalog has no such skill */
export function buildSkillPage(
  catalog: Catalog,
  uri: string,
  frame: PageFrame & { readonly server: string },
): string | undefined {
  const skill = skillsOf(catalog).find(uri);
  if (!skill) return undefined;
  return renderPage('skill', {
    ...frame,
    uri: skill.uri,
    name: textOf(skill.frontmatter['name']),
    fields: Object.entries(skill.frontmatter).map(([name, value]) => ({ name, value: textOf(value) })),
    html: renderText(catalog, skill),
    files: filesOf(skill),
  });
}

/** Guarded text is only for callers that are known, and a page knows none. */
function renderText(catalog: Catalog, { uri }: SkillDefinition): string | undefined {
  const found = catalog.resources.find(({ definition }) => definition.uri === uri);
  if (!found?.content || isGuarded(found) || found.content.length > longestText) return undefined;
  const text = new TextDecoder().decode(found.content);
  return renderMarkdown(text.replace(/^---[ \t]*\r?\n[\s\S]*?^---[ \t]*(?:\r?\n|$)/m, ''));
}

function isGuarded({ scopes, permits }: PublishedResource): boolean {
  return scopes !== undefined || permits !== undefined;
}

function filesOf({ uri, resources }: SkillDefinition): { path: string; size: number; digest: string }[] {
  const folder = uri.slice(0, uri.lastIndexOf('/') + 1);
  const files = resources === 'dynamic' ? [] : resources;
  return files.map(({ uri: address, size, digest }) => ({ path: decode(address.slice(folder.length)), size, digest }));
}

function decode(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    // The address of another server, with a percent sign that begins no escape.
    return path;
  }
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : (JSON.stringify(value) ?? '');
}
