// @ts-check
/**
 * Arguments, as a form or as JSON; the reader may go from one to the other and takes along what is there.
 */
import { checkForm } from './check-form.js';
import { button, element, newId } from './element.js';
import { isObject, pretty } from './json.js';
import { buildForm } from './schema-form.js';
import { checkJson } from './simple-controls.js';

/** @typedef {import('./json.js').JsonObject} JsonObject */

/**
 * @param {JsonObject} schema
 * @returns {{ element: HTMLElement, turner: HTMLElement, read: () => JsonObject | undefined }} `read` gives nothing while something is
 * wrong, and says what; `turner` is the button between the two
 */
export function buildArgumentEditor(schema) {
  const place = element('div', { class: 'editor' });
  let form = buildForm(schema, {});
  const json = buildJsonInput();
  let isJson = false;

  const readJson = () => {
    const value = checkForm(json.element) ? JSON.parse(json.input.value || '{}') : undefined;
    return isObject(value) ? value : undefined;
  };
  const read = () => {
    if (isJson) return readJson();
    return checkForm(form.element) ? form.read() : undefined;
  };
  const turn = () => {
    const values = isJson ? readJson() : form.read();
    if (values === undefined) return;
    if (isJson) form = buildForm(schema, values);
    else json.input.value = pretty(values);
    isJson = !isJson;
    show();
  };
  const turner = button('', turn, { class: 'quiet' });
  const show = () => {
    turner.textContent = isJson ? 'Back to the form' : 'Edit as JSON';
    const nothing = element('p', { class: 'empty' }, 'It takes no arguments.');
    place.replaceChildren(isJson ? json.element : form.isEmpty ? nothing : form.element);
  };
  show();
  return { element: place, turner, read };
}

function buildJsonInput() {
  const input = element('textarea', { id: newId('field'), class: 'json', rows: 8, spellcheck: 'false' });
  checkJson(input);
  input.addEventListener('input', () => {
    if (input.validity.valid && !isObject(JSON.parse(input.value || '{}')))
      input.setCustomValidity('This is not an object.');
  });
  const label = element('label', { for: input.id }, 'Arguments as JSON');
  return { element: element('div', { class: 'field' }, element('div', { class: 'field-head' }, label), input), input };
}
