// @ts-check
/**
 * Makes a form from a JSON Schema: a control for each property, groups for objects and lists.
 */
import { buildBytes } from './bytes-control.js';
import { button, element, newId } from './element.js';
import { frameGroup } from './field-frame.js';
import { isObject, listOf, numberOf } from './json.js';
import { buildMoment } from './moment-control.js';
import { readField, resolve } from './read-field.js';
import {
  buildBoolean,
  buildChoice,
  buildChoices,
  buildConstant,
  buildJson,
  buildNumber,
  buildText,
} from './simple-controls.js';
import { buildUnion } from './union-control.js';

/** @typedef {import('./json.js').JsonValue} JsonValue */
/** @typedef {import('./json.js').JsonObject} JsonObject */
/** @typedef {import('./read-field.js').Field} Field */
/** @typedef {import('./field-frame.js').Place} Place */
/** @typedef {import('./field-frame.js').Control} Control */

/** @type {Readonly<Record<Field['kind'], (field: Field, place: Place) => Control>>} */
const builders = {
  text: buildText,
  number: buildNumber,
  boolean: buildBoolean,
  choice: buildChoice,
  choices: buildChoices,
  constant: buildConstant,
  json: buildJson,
  moment: buildMoment,
  bytes: buildBytes,
  union: (field, place) => buildUnion(field, place, buildControl),
  list: buildList,
  object: buildObject,
};

/**
 * The controls of an object's properties, and a way to read them all.
 *
 * @param {JsonObject} schema of an object
 * @param {JsonObject} initial what the controls start with
 * @returns {{ element: HTMLElement, read: () => JsonObject, isEmpty: boolean }}
 */
export function buildForm(schema, initial) {
  const members = buildMembers(resolve(schema, schema), { root: schema, depth: 0, initial });
  return {
    element: element('div', { class: 'fields' }, ...members.elements),
    read: members.read,
    isEmpty: members.elements.length === 0,
  };
}

/**
 * @param {JsonObject} schema
 * @param {Pick<Place, 'root' | 'depth' | 'initial'>} place
 */
function buildMembers(schema, { root, depth, initial }) {
  const properties = isObject(schema['properties']) ? schema['properties'] : {};
  const required = listOf(schema['required']);
  const given = isObject(initial) ? initial : {};
  const members = Object.entries(properties)
    .filter(([, property]) => property !== false)
    .map(([name, property]) => {
      const isRequired = required.includes(name);
      return { name, control: buildControl(property, { name, isRequired, initial: given[name], root, depth }) };
    });
  const read = () => {
    const values = members.map(({ name, control }) => /** @type {const} */ ([name, control.read()]));
    return /** @type {JsonObject} */ (Object.fromEntries(values.filter(([, value]) => value !== undefined)));
  };
  return { elements: members.map(({ control }) => control.element), read };
}

/**
 * @param {JsonValue} schema
 * @param {Place} place
 * @returns {Control}
 */
function buildControl(schema, place) {
  const field = readField(schema, place.root, place.depth);
  const initial = place.initial ?? field.schema['default'];
  return builders[field.kind](field, { ...place, initial });
}

/**
 * An object that need not be sent is sent when its box is ticked; until then nothing in it is asked for.
 *
 * @param {Field} field
 * @param {Place} place
 * @returns {Control}
 */
function buildObject(field, place) {
  const { root, depth, initial, isRequired, name } = place;
  const members = buildMembers(field.schema, { root, depth: depth + 1, initial });
  const inner = element('fieldset', { class: 'members', 'aria-label': name }, ...members.elements);
  if (isRequired) return { element: frameGroup(field, place, inner), read: members.read };
  const box = element('input', { type: 'checkbox', id: newId('field'), checked: isObject(initial) });
  const follow = () => {
    inner.disabled = !box.checked;
    inner.hidden = !box.checked;
  };
  box.addEventListener('change', follow);
  follow();
  const pick = element('div', { class: 'pick' }, box, element('label', { for: box.id }, `Send ${name}`));
  return { element: frameGroup(field, place, pick, inner), read: () => (box.checked ? members.read() : undefined) };
}

/**
 * @param {Field} field
 * @param {Place} place
 * @returns {Control}
 */
function buildList(field, place) {
  const { root, depth, name, isRequired } = place;
  /** @type {{ control: Control, element: HTMLElement }[]} */
  const rows = [];
  const list = element('div', { class: 'rows' });
  const most = numberOf(field.schema['maxItems']) ?? Infinity;

  /** @param {JsonValue} [initial] */
  const add = (initial) => {
    const item = { name: `${name} ${rows.length + 1}`, isRequired: true, initial, root, depth: depth + 1 };
    const control = buildControl(field.schema['items'] ?? {}, item);
    const row = { control, element: element('div', { class: 'row' }, control.element) };
    row.element.append(button('Remove', () => remove(row), { class: 'quiet' }));
    rows.push(row);
    list.append(row.element);
    settle();
  };
  /** @param {{ control: Control, element: HTMLElement }} row */
  const remove = (row) => {
    rows.splice(rows.indexOf(row), 1);
    row.element.remove();
    settle();
    more.focus();
  };
  const settle = () => {
    more.disabled = rows.length >= most;
    rows.forEach((row, index) => numberRow(row.element, `${name} ${index + 1}`));
  };
  const more = button(
    `Add to ${name}`,
    () => {
      add();
      focusIn(rows.at(-1)?.element);
    },
    { class: 'quiet' },
  );

  const initial = Array.isArray(place.initial) ? place.initial : [];
  const least = isRequired ? (numberOf(field.schema['minItems']) ?? 0) : 0;
  for (const value of initial) add(value);
  while (rows.length < least) add();
  const read = () => {
    const values = rows.map(({ control }) => control.read()).filter((value) => value !== undefined);
    return values.length > 0 || isRequired ? values : undefined;
  };
  return { element: frameGroup(field, place, list, more), read };
}

/** @param {HTMLElement | undefined} row */
function focusIn(row) {
  const first = row?.querySelector('input, textarea, select, button');
  if (first instanceof HTMLElement) first.focus();
}

/**
 * @param {HTMLElement} row
 * @param {string} label
 */
function numberRow(row, label) {
  const shown = row.querySelector('label, legend');
  if (shown) shown.textContent = label;
  row.querySelector(':scope > button')?.setAttribute('aria-label', `Remove ${label}`);
}
