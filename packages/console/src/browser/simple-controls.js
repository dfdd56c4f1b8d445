// @ts-check
/**
 * Controls for single values: text, numbers, yes and no, one or several of a few, and JSON for everything else.
 *
 * A control that is left empty is not sent, or is sent as `null` where the value must be there and may be null.
 */
import { element, newId } from './element.js';
import { frameGroup, frameInput } from './field-frame.js';
import { listOf, numberOf, pretty, textOf } from './json.js';

/** @typedef {import('./json.js').JsonValue} JsonValue */
/** @typedef {import('./read-field.js').Field} Field */
/** @typedef {import('./field-frame.js').Place} Place */
/** @typedef {import('./field-frame.js').Control} Control */

/** @type {Readonly<Record<string, string>>} */
const inputTypes = { email: 'email', uri: 'url', date: 'date' };
/** @type {Readonly<Record<string, string>>} */
const formatExamples = {
  time: '09:30:00Z',
  uuid: '00000000-0000-4000-8000-000000000000',
};
const longestLine = 256;

/** Beside a schema of our own making: the text has no second line. */
export const oneLine = 'x-one-line';

/**
 * @param {Field} field
 * @param {Place} place
 * @returns {Control}
 */
export function buildText(field, place) {
  const { schema } = field;
  const format = textOf(schema['format']) ?? '';
  const pattern = htmlPattern(textOf(schema['pattern']));
  const attributes = {
    required: isNeeded(field, place),
    minlength: numberOf(schema['minLength']),
    maxlength: numberOf(schema['maxLength']),
    placeholder: textOf(listOf(schema['examples'])[0]) ?? formatExamples[format],
    autocomplete: 'off',
    spellcheck: 'false',
  };
  const isLine =
    schema[oneLine] === true ||
    format !== '' ||
    pattern !== undefined ||
    (numberOf(schema['maxLength']) ?? Infinity) <= longestLine;
  const input = isLine
    ? element('input', { ...attributes, type: inputTypes[format] ?? 'text', pattern })
    : element('textarea', { ...attributes, rows: 1 });
  input.value = textOf(place.initial) ?? '';
  return { element: frameInput(field, place, input), read: () => readText(input.value, field, place) };
}

/**
 * Patterns of JSON Schema match anywhere; those of HTML match the whole, and are read by newer rules.
 *
 * @param {string | undefined} pattern
 */
function htmlPattern(pattern) {
  if (pattern === undefined) return undefined;
  try {
    new RegExp(pattern, 'v');
    return `[\\s\\S]*(?:${pattern})[\\s\\S]*`;
  } catch {
    // The browser could not read it: then only the server checks it.
    return undefined;
  }
}

/**
 * @param {Field} field
 * @param {Place} place
 * @returns {Control}
 */
export function buildNumber(field, place) {
  const { schema } = field;
  const input = element('input', {
    type: 'number',
    required: isNeeded(field, place),
    min: numberOf(schema['minimum']) ?? numberOf(schema['exclusiveMinimum']),
    max: numberOf(schema['maximum']) ?? numberOf(schema['exclusiveMaximum']),
    step: schema['type'] === 'integer' ? 1 : 'any',
    value: numberOf(place.initial),
  });
  return { element: frameInput(field, place, input), read: () => readNumber(input.valueAsNumber, field, place) };
}

/**
 * @param {Field} field
 * @param {Place} place
 * @returns {Control}
 */
export function buildBoolean(field, place) {
  if (!place.isRequired && place.initial === undefined) {
    const options = [true, false].map((value) => ({ value, label: String(value) }));
    return buildChoice({ ...field, options }, place);
  }
  const input = element('input', { type: 'checkbox', checked: place.initial === true });
  return { element: frameInput(field, place, input), read: () => input.checked };
}

/**
 * @param {Field} field
 * @param {Place} place
 * @returns {Control}
 */
export function buildChoice(field, place) {
  const { options } = field;
  const chosen = options.findIndex(({ value }) => isEqual(value, place.initial));
  const isNeeded = place.isRequired && !field.isNullable;
  const empty = place.isRequired ? (field.isNullable ? 'null' : 'Choose…') : 'Not sent';
  const input = element(
    'select',
    { required: isNeeded },
    element('option', { value: '' }, empty),
    ...options.map(({ label }, index) => element('option', { value: index, selected: index === chosen }, label)),
  );
  const read = () => (input.value === '' ? nothing(field, place) : options[Number(input.value)]?.value);
  return { element: frameInput(field, place, input), read };
}

/**
 * @param {Field} field
 * @param {Place} place
 * @returns {Control}
 */
export function buildChoices(field, place) {
  const initial = listOf(place.initial);
  const rows = field.options.map(({ value, label }) => {
    const input = element('input', {
      type: 'checkbox',
      id: newId('field'),
      checked: initial.some((it) => isEqual(it, value)),
    });
    return {
      value,
      input,
      element: element('div', { class: 'pick' }, input, element('label', { for: input.id }, label)),
    };
  });
  const read = () => {
    const picked = rows.filter(({ input }) => input.checked).map(({ value }) => value);
    return picked.length > 0 || place.isRequired ? picked : undefined;
  };
  return {
    element: frameGroup(field, place, element('div', { class: 'picks' }, ...rows.map((row) => row.element))),
    read,
  };
}

/**
 * The only value there is: sent when it must be, else when the reader wants it.
 *
 * @param {Field} field
 * @param {Place} place
 * @returns {Control}
 */
export function buildConstant(field, place) {
  if (!place.isRequired) return buildChoice(field, place);
  const value = field.options[0]?.value;
  const input = element('input', { type: 'text', readonly: true, value: field.options[0]?.label });
  return { element: frameInput(field, place, input), read: () => value };
}

/**
 * @param {Field} field
 * @param {Place} place
 * @returns {Control}
 */
export function buildJson(field, place) {
  const input = element('textarea', {
    required: place.isRequired,
    rows: 3,
    class: 'json',
    spellcheck: 'false',
    placeholder: 'JSON',
  });
  input.value = place.initial === undefined ? '' : pretty(place.initial);
  checkJson(input);
  return {
    element: frameInput(field, place, input),
    read: () => (input.value.trim() === '' ? undefined : JSON.parse(input.value)),
  };
}

/**
 * Makes the input invalid whenever it holds something that is no JSON.
 *
 * @param {HTMLTextAreaElement} input
 */
export function checkJson(input) {
  input.addEventListener('input', () => {
    input.setCustomValidity('');
    if (input.value.trim() === '') return;
    try {
      JSON.parse(input.value);
    } catch {
      input.setCustomValidity('This is not JSON.');
    }
  });
}

/**
 * @param {string} value
 * @param {Field} field
 * @param {Place} place
 */
function readText(value, field, place) {
  return value === '' ? nothing(field, place) : value;
}

/**
 * @param {number} value
 * @param {Field} field
 * @param {Place} place
 */
function readNumber(value, field, place) {
  return Number.isNaN(value) ? nothing(field, place) : value;
}

/**
 * @param {Field} field
 * @param {Place} place
 */
function nothing({ isNullable }, { isRequired }) {
  return isRequired && isNullable ? null : undefined;
}

/**
 * @param {Field} field
 * @param {Place} place
 */
function isNeeded({ isNullable }, { isRequired }) {
  return isRequired && !isNullable;
}

/**
 * @param {JsonValue | undefined} a
 * @param {JsonValue | undefined} b
 */
function isEqual(a, b) {
  return JSON.stringify(a) === JSON.stringify(b);
}
