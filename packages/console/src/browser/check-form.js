// @ts-check
/**
 * Checks a form by its own attributes and says at each field what is wrong with it.
 */
import { element, newId } from './element.js';

/**
 * Leads the reader to the first problem.
 *
 * @param {HTMLElement} form
 * @returns {boolean} whether all of it is fine
 */
export function checkForm(form) {
  /** @type {NodeListOf<HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement>} */
  const inputs = form.querySelectorAll('input, textarea, select');
  const wrong = [...inputs].filter((input) => !isFine(input));
  wrong[0]?.focus();
  return wrong.length === 0;
}

/** @param {HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement} input */
function isFine(input) {
  const isFine = !input.willValidate || input.validity.valid;
  const place = input.closest('.field, .pick');
  place?.querySelector('.field-error')?.remove();
  if (isFine) {
    input.removeAttribute('aria-invalid');
    input.removeAttribute('aria-errormessage');
    return true;
  }
  const message = element('p', { class: 'field-error', id: newId('error') }, input.validationMessage);
  input.setAttribute('aria-invalid', 'true');
  input.setAttribute('aria-errormessage', message.id);
  place?.append(message);
  return false;
}
