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
  'View',
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
export function renderPlugin({ name, template, description = 'Looks at texts.', view = 'words', home }) {
  const { isMember = false, ...given } = home;
  const values = { name, description, className: classNameOf(name), view, ...given };
  const sets = template === 'view' ? ['tool', 'views', 'view'] : [template];
  return renderTemplates([...setsOf(home), ...sets], values).map((file) => {
    if (file.path !== 'package.json') return file;
    const own = template === 'view' ? withViewPackages(file, home.version) : file;
    return isMember ? asMember(own) : own;
  });
}

/** @type {import('./render-plugin.d.mts').renderView} */
export function renderView({ name, tool }) {
  return renderTemplates(['views', 'added-view'], { view: name, tool });
}

/** @type {import('./render-plugin.d.mts').withViewPackages} */
export function withViewPackages({ path, text }, version) {
  const members = JSON.parse(text);
  const { dependencies = {}, devDependencies = {} } = members;
  const packages = { '@sigil/view': version, preact: '10.29.8' };
  const missing = Object.entries(packages).filter(([name]) => !(name in dependencies) && !(name in devDependencies));
  if (missing.length === 0) return { path, text };
  const sorted = Object.entries({ ...devDependencies, ...Object.fromEntries(missing) }).toSorted(([a], [b]) =>
    a < b ? -1 : 1,
  );
  const indent = /^([ \t]+)"/m.exec(text)?.[1] ?? '  ';
  return {
    path,
    text: `${JSON.stringify({ ...members, devDependencies: Object.fromEntries(sorted) }, undefined, indent)}\n`,
  };
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
    ...(packageManager === 'yarn' && !isMember ? ['yarn'] : []),
    // The server's own folder has the notes for its plugins.
    ...(isServed ? [] : ['agents', 'agents-plugin']),
  ];
}
