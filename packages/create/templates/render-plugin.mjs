/**
 * Renders the templates beside this file into the files of a new plugin, for `sigil new` and the Nx generators.
 *
 * Plain JavaScript with its types in `render-plugin.d.mts`, because Nx loads it before anything is built. Writes nothing.
 */
import { renderTemplates } from './render-templates.mjs';

const longestName = 50;
const validName = /^[a-z][a-z0-9]*(-[a-z0-9]+)*$/;

/** npm refuses a package that depends on its own name. */
const takenNames = new Set(['vitest']);

/** The names that a plugin's sources import from `@sigil/core` or declare beside the class; the class cannot have one of them. */
const otherNames = new Set([
  'Complete',
  'Context',
  'FoundWords',
  'Namespace',
  'Prompt',
  'Resource',
  'Tool',
  'ToolError',
]);

/** @type {import('./render-plugin.d.mts').findNameProblem} */
export function findNameProblem(name) {
  const expected = 'expected lower-case letters, digits and single hyphens, beginning with a letter, such as "weather"';
  if (!validName.test(name)) return `"${name}" cannot name a plugin: ${expected}`;
  if (name.length > longestName) {
    return `"${name}" cannot name a plugin: expected at most ${longestName} characters, got ${name.length}`;
  }
  if (takenNames.has(name)) return `"${name}" cannot name a plugin: a package that it needs has the same name`;
  return undefined;
}

/** @type {import('./render-plugin.d.mts').findDescriptionProblem} */
export function findDescriptionProblem(description) {
  if (/[\r\n]|\*\/|@/.test(description)) {
    return 'the description must be one line without "*/" and "@": it becomes a doc comment';
  }
  return undefined;
}

/** @type {import('./render-plugin.d.mts').classNameOf} */
export function classNameOf(name) {
  const pascal = name.replace(/(?:^|-)([a-z0-9])/g, (_, first) => first.toUpperCase());
  return otherNames.has(pascal) || pascal in globalThis ? `${pascal}Plugin` : pascal;
}

/** @type {import('./render-plugin.d.mts').renderPlugin} */
export function renderPlugin({ name, template, description = 'Looks at texts.', home }) {
  const { isMember = false, ...given } = home;
  const values = { name, description, className: classNameOf(name), ...given };
  const files = renderTemplates([...setsOf(home), template], values);
  return isMember ? files.map((file) => (file.path === 'package.json' ? asMember(file) : file)) : files;
}

/**
 * Leaves out what package managers read only at the root of a workspace.
 *
 * @param {import('./render-plugin.d.mts').RenderedFile} file
 */
function asMember({ path, text }) {
  const { allowScripts: _, ...members } = JSON.parse(text);
  return { path, text: `${JSON.stringify(members, undefined, 2)}\n` };
}

/**
 * @param {import('./render-plugin.d.mts').NewPlugin['home']} home
 * @returns {string[]}
 */
function setsOf({ packageName, packageManager, isMember, isServed }) {
  if (packageName !== undefined) return ['workspace', 'common'];
  return [
    'standalone',
    'common',
    ...(packageManager === 'pnpm' && !isMember ? ['pnpm'] : []),
    // The server's own folder has the notes for its plugins.
    ...(isServed ? [] : ['agents', 'agents-plugin']),
  ];
}
