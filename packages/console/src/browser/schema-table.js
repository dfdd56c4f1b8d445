// @ts-check
/**
 * Shows a JSON Schema: its fields as a table, however deep, and itself as JSON.
 */
import { describeConstraints, describeType } from './describe-schema.js';
import { element, inline } from './element.js';
import { isObject, listOf, pretty, textOf } from './json.js';
import { resolve } from './read-field.js';
import { showText } from './show-content.js';

/** @typedef {import('./json.js').JsonValue} JsonValue */
/** @typedef {import('./json.js').JsonObject} JsonObject */
/** @typedef {{ readonly path: string, readonly schema: JsonObject, readonly isRequired: boolean }} Row */

const deepestRow = 4;

/**
 * @param {string} title
 * @param {JsonObject} schema
 * @returns {HTMLElement}
 */
export function showSchema(title, schema) {
  const rows = rowsOf(schema, { root: schema, path: '', depth: 0 });
  const raw = element('details', { class: 'raw' }, element('summary', {}, 'As JSON Schema'));
  raw.addEventListener('toggle', () => raw.append(showText('JSON Schema', pretty(schema))), { once: true });
  return element(
    'details',
    { class: 'schema' },
    element('summary', {}, title),
    rows.length === 0 ? element('p', {}, describeType(schema, schema)) : buildTable(title, rows, schema),
    raw,
  );
}

/**
 * @param {string} title
 * @param {readonly Row[]} rows
 * @param {JsonObject} root
 */
function buildTable(title, rows, root) {
  const heads = ['Field', 'Type', 'Meaning'].map((text) => element('th', { scope: 'col' }, text));
  const body = rows.map(({ path, schema, isRequired }) =>
    element(
      'tr',
      {},
      element(
        'th',
        { scope: 'row' },
        element('code', {}, path),
        isRequired && element('span', { class: 'required' }, 'required'),
      ),
      element('td', {}, element('code', {}, describeType(schema, root))),
      element(
        'td',
        {},
        ...inline(textOf(schema['description']) ?? ''),
        element('span', { class: 'constraints' }, describeConstraints(schema).join(' · ')),
      ),
    ),
  );
  const table = element('table', {}, element('thead', {}, element('tr', {}, ...heads)), element('tbody', {}, ...body));
  return element('div', { class: 'scroll', tabindex: 0, role: 'region', 'aria-label': title }, table);
}

/**
 * @param {JsonObject} schema
 * @param {{ root: JsonObject, path: string, depth: number }} place
 * @returns {Row[]}
 */
function rowsOf(schema, { root, path, depth }) {
  if (depth >= deepestRow) return [];
  const required = listOf(schema['required']);
  const properties = isObject(schema['properties']) ? schema['properties'] : {};
  return Object.entries(properties).flatMap(([name, given]) => {
    const property = resolve(given, root);
    const here = path === '' ? name : `${path}.${name}`;
    const row = { path: here, schema: property, isRequired: required.includes(name) };
    const items = resolve(property['items'], root);
    return [
      row,
      ...rowsOf(property, { root, path: here, depth: depth + 1 }),
      ...rowsOf(items, { root, path: `${here}[]`, depth: depth + 1 }),
    ];
  });
}
