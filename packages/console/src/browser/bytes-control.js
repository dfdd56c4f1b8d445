// @ts-check
/**
 * The control for bytes: a file of the reader's, sent as base64.
 */
import { element } from './element.js';
import { frameInput } from './field-frame.js';
import { textOf } from './json.js';

/** @typedef {import('./read-field.js').Field} Field */
/** @typedef {import('./field-frame.js').Place} Place */
/** @typedef {import('./field-frame.js').Control} Control */

/**
 * @param {Field} field
 * @param {Place} place
 * @returns {Control}
 */
export function buildBytes(field, place) {
  const isNeeded = place.isRequired && !field.isNullable;
  let base64 = textOf(place.initial);
  const input = element('input', { type: 'file', required: isNeeded && base64 === undefined });
  const state = element('p', { class: 'hint', role: 'status' }, base64 === undefined ? '' : describe(base64));
  input.addEventListener('change', () => {
    const [file] = input.files ?? [];
    base64 = undefined;
    state.textContent = '';
    if (!file) return;
    input.setCustomValidity('The file is still being read.');
    readBase64(file).then(
      (text) => {
        base64 = text;
        state.textContent = describe(text);
        input.setCustomValidity('');
      },
      () => input.setCustomValidity('The file cannot be read.'),
    );
  });
  const framed = frameInput(field, place, input);
  framed.append(state);
  const nothing = place.isRequired && field.isNullable ? null : undefined;
  return { element: framed, read: () => base64 ?? nothing };
}

/** @param {File} file @returns {Promise<string>} */
function readBase64(file) {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    // A data URL is the browser's own way to base64: it begins with the media type, up to a comma.
    reader.addEventListener('load', () => resolve(String(reader.result).split(',')[1] ?? ''));
    reader.addEventListener('error', () => reject(reader.error));
    reader.readAsDataURL(file);
  });
}

/** @param {string} base64 */
function describe(base64) {
  const padding = base64.endsWith('==') ? 2 : base64.endsWith('=') ? 1 : 0;
  const count = (base64.length / 4) * 3 - padding;
  return `${count} ${count === 1 ? 'byte' : 'bytes'} to send.`;
}
