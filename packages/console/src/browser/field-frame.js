// @ts-check
/**
 * The frame around a control: its label, the constraints on its value, its description, and room for the faults found
 * in it.
 */
import { describeConstraints, describeType } from './describe-schema.js';
import { element, inline, newId } from './element.js';
import { textOf } from './json.js';

/** @typedef {import('./json.js').JsonValue} JsonValue */
/** @typedef {import('./json.js').JsonObject} JsonObject */
/** @typedef {import('./read-field.js').Field} Field */
/**
 * The place of a field in its form.
 *
 * @typedef {object} Place
 * @property {string} name
 * @property {boolean} isRequired
 * @property {JsonValue | undefined} initial
 * @property {JsonObject} root
 * @property {number} depth
 */
/** @typedef {{ readonly element: HTMLElement, readonly read: () => JsonValue | undefined }} Control */
/** @typedef {HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement} Input */

/**
 * @param {Field} field
 * @param {Place} place
 * @param {Input} input
 * @returns {HTMLElement}
 */
export function frameInput(field, place, input) {
  const hint = hintOf(field);
  input.id = newId('field');
  input.name = place.name;
  if (hint) input.setAttribute('aria-describedby', hint.id);
  const label = element('label', { for: input.id }, labelOf(field, place));
  const isTick = input instanceof HTMLInputElement && input.type === 'checkbox';
  const head = isTick ? [input, label] : [label];
  const marks = element('span', { class: 'field-type' }, typeOf(field, place));
  return element(
    'div',
    { class: isTick ? 'field field-tick' : 'field' },
    element('div', { class: 'field-head' }, ...head, marks, requiredMark(place)),
    isTick ? undefined : input,
    hint,
  );
}

/**
 * @param {Field} field
 * @param {Place} place
 * @param {...(Node | undefined)} content
 * @returns {HTMLFieldSetElement}
 */
export function frameGroup(field, place, ...content) {
  const hint = hintOf(field);
  const legend = element('legend', {}, labelOf(field, place));
  const marks = element('p', { class: 'field-type' }, typeOf(field, place), ' ', requiredMark(place));
  const attributes = { class: 'group', 'aria-describedby': hint?.id };
  return element('fieldset', attributes, legend, marks, hint, ...content);
}

/**
 * @param {Field} field
 * @param {Place} place
 */
function labelOf({ schema }, { name }) {
  return textOf(schema['title']) ?? name;
}

/**
 * @param {Field} field
 * @param {Place} place
 */
function typeOf({ schema, isNullable, kind }, { root }) {
  if (kind === 'choice' || kind === 'choices') return isNullable ? 'choice or null' : 'choice';
  if (kind === 'bytes') return isNullable ? 'file or null' : 'file';
  const type = describeType(schema, root);
  return isNullable ? `${type} or null` : type;
}

/** @param {Place} place */
function requiredMark({ isRequired }) {
  return isRequired ? element('span', { class: 'required' }, 'required') : undefined;
}

/** @param {Field} field */
function hintOf({ schema }) {
  const description = textOf(schema['description']);
  const constraints = describeConstraints(schema).join(' · ');
  if (description === undefined && constraints === '') return undefined;
  return element(
    'p',
    { class: 'hint', id: newId('hint') },
    ...(description === undefined ? [] : inline(description)),
    constraints !== '' && element('span', { class: 'constraints' }, constraints),
  );
}
