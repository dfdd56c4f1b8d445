/**
 * Fills in the templates beside this file. Writes nothing.
 */
import { readdirSync, readFileSync } from 'node:fs';

const ending = '.template';

/** @type {import('./render-templates.d.mts').renderTemplates} */
export function renderTemplates(sets, values) {
  const templates = new Map(sets.flatMap(readTemplates).map((template) => [template.path, template]));
  return [...templates.values()]
    .map(({ path, text }) => ({ path: pathOf(path, values), text: fillIn(text, path, values) }))
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

/**
 * npm does not publish files such as `.gitignore`, and tools skip hidden folders.
 *
 * @param {string} path
 * @param {Readonly<Record<string, string | undefined>>} values
 */
function pathOf(path, values) {
  return path
    .slice(0, -ending.length)
    .replace(/__(\w+?)__/, (_, key) => String(values[key]))
    .replace(/^(?=(git|docker)ignore$|yarnrc\.yml$|(?:vscode|agents)\/)/, '.');
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
