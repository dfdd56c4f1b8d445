// @ts-check
/**
 * The control for a union: the reader chooses a shape, and gets its fields or, where it has none, a skeleton as JSON.
 */
import { element, newId } from './element.js';
import { frameGroup } from './field-frame.js';
import { isObject, listOf } from './json.js';
import { resolve } from './read-field.js';
import { skeletonOf } from './skeleton.js';

/** @typedef {import('./json.js').JsonValue} JsonValue */
/** @typedef {import('./json.js').JsonObject} JsonObject */
/** @typedef {import('./read-field.js').Field} Field */
/** @typedef {import('./field-frame.js').Place} Place */
/** @typedef {import('./field-frame.js').Control} Control */

/**
 * @param {Field} field
 * @param {Place} place
 * @param {(schema: JsonValue, place: Place) => Control} buildControl
 * @returns {Control}
 */
export function buildUnion(field, place, buildControl) {
  const { shapes, isNullable } = field;
  const { root, isRequired, name, depth } = place;
  const empty = isRequired ? (isNullable ? 'null' : 'Choose a shape…') : 'Not sent';
  const chosen = place.initial === undefined ? -1 : shapes.findIndex(({ schema }) => fits(place.initial, schema, root));
  const select = element(
    'select',
    { id: newId('field'), required: isRequired && !isNullable },
    element('option', { value: '' }, empty),
    ...shapes.map(({ label }, index) => element('option', { value: index, selected: index === chosen }, label)),
  );
  const inner = element('div', { class: 'shape' });
  /** @type {Control | undefined} */
  let control;
  /** @param {JsonValue} [initial] */
  const show = (initial) => {
    const shape = select.value === '' ? undefined : shapes[Number(select.value)];
    control =
      shape && buildControl(shape.schema, { name: shape.label, isRequired: true, initial, root, depth: depth + 1 });
    inner.replaceChildren(...(control ? [control.element] : []));
    if (initial === undefined && shape) fillJson(inner, shape.schema, root);
  };
  select.addEventListener('change', () => show());
  show(chosen === -1 ? undefined : place.initial);
  const label = element('label', { for: select.id }, `Shape of ${name}`);
  const choice = element('div', { class: 'field' }, element('div', { class: 'field-head' }, label), select);
  const nothing = isRequired && isNullable ? null : undefined;
  return { element: frameGroup(field, place, choice, inner), read: () => (control ? control.read() : nothing) };
}

/**
 * @param {HTMLElement} inner
 * @param {JsonObject} schema
 * @param {JsonObject} root
 */
function fillJson(inner, schema, root) {
  const json = inner.querySelector(':scope > .field > textarea.json');
  if (json instanceof HTMLTextAreaElement) json.value = JSON.stringify(skeletonOf(schema, root), undefined, 2);
}

/**
 * Tells whether a value can be of a shape, by what tells shapes apart: types, constants and required properties.
 *
 * @param {JsonValue | undefined} value
 * @param {JsonValue | undefined} given
 * @param {JsonObject} root
 * @returns {boolean}
 */
function fits(value, given, root) {
  const schema = resolve(given, root);
  if (schema['const'] !== undefined) return JSON.stringify(schema['const']) === JSON.stringify(value);
  if (Array.isArray(schema['enum'])) return schema['enum'].some((it) => JSON.stringify(it) === JSON.stringify(value));
  if (schema['type'] === 'array') return Array.isArray(value);
  if (schema['type'] === 'integer') return Number.isInteger(value);
  if (schema['type'] !== 'object') return schema['type'] === undefined || typeof value === schema['type'];
  if (!isObject(value)) return false;
  const properties = isObject(schema['properties']) ? schema['properties'] : {};
  const hasAll = listOf(schema['required']).every((name) => value[String(name)] !== undefined);
  const constants = Object.entries(properties).filter(([, property]) => resolve(property, root)['const'] !== undefined);
  return hasAll && constants.every(([name, property]) => fits(value[name], property, root));
}
