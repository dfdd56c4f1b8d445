/**
 * Turns the templates beside this file into the files of a new plugin, for `sigil new` and for the Nx generators alike.
 *
 * Plain JavaScript with its types in `render-plugin.d.mts`, because Nx loads it before anything is built. Writes nothing.
 */
import { readdirSync, readFileSync } from 'node:fs';

const longestName = 50;
const validName = /^[a-z][a-z0-9]*(-[a-z0-9]+)*$/;
const ending = '.template';

/** npm refuses a package that depends on one of its own name. */
const takenNames = new Set(['vitest']);

/**
 * The names that the sources of a plugin import from `@sigil/core` or declare beside the class, which cannot have the
 * same name.
 */
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
  const values = { name, description, className: classNameOf(name), ...home };
  return [...readTemplates(home.toRoot === undefined ? 'standalone' : 'workspace'), ...readTemplates(template)]
    .map(({ path, text }) => ({ path: pathOf(path, name), text: fillIn(text, path, values) }))
    .toSorted((a, b) => (a.path < b.path ? -1 : 1));
}

/**
 * @param {string} set a folder beside this file
 * @returns {{ path: string, text: string }[]}
 */
function readTemplates(set) {
  const folder = new URL(`${set}/`, import.meta.url);
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith(ending))
    .map((path) => ({ path: path.replaceAll('\\', '/'), text: readFileSync(new URL(path, folder), 'utf8') }));
}

/** npm leaves a file called `.gitignore` out of what it publishes. @param {string} path @param {string} name */
function pathOf(path, name) {
  return path
    .slice(0, -ending.length)
    .replace('__name__', name)
    .replace(/^gitignore$/, '.gitignore');
}

/** @param {string} text @param {string} path @param {Readonly<Record<string, string | undefined>>} values */
function fillIn(text, path, values) {
  const isJson = path.endsWith(`.json${ending}`);
  return text.replace(/\{\{(\w+)\}\}/g, (mark, key) => {
    const value = values[key];
    if (value === undefined) throw new Error(`template "${path}" asks for ${mark}, which has no value`);
    return isJson ? JSON.stringify(value).slice(1, -1) : value;
  });
}
