// @ts-check
/**
 * Asks the reader what a server asks its client in the middle of a call, one question after the other.
 *
 * Spec: 2026-07-28 basic/patterns/mrtr, client/elicitation
 */
import { checkForm } from './check-form.js';
import { button, element } from './element.js';
import { isObject, textOf } from './json.js';
import { CallProblem } from './mcp-client.js';
import { buildForm } from './schema-form.js';
import { oneLine } from './simple-controls.js';

/** @typedef {import('./json.js').JsonObject} JsonObject */
/** @typedef {{ readonly place: HTMLElement, readonly signal: AbortSignal }} Asking where questions are shown, and how long */

/**
 * @param {JsonObject} requests by key
 * @param {Asking} asking
 * @returns {Promise<JsonObject>} the answers by key
 * @throws CallProblem for a question that is no form; the signal's reason, when it was aborted
 */
export async function askReader(requests, asking) {
  /** @type {JsonObject} */
  const answers = {};
  for (const [key, request] of Object.entries(requests)) {
    const params = isObject(request) && isObject(request['params']) ? request['params'] : {};
    answers[key] = await ask(requireForm(request, params), textOf(params['message']) ?? '', asking);
  }
  return answers;
}

/**
 * @param {unknown} request
 * @param {JsonObject} params
 */
function requireForm(request, params) {
  const method = isObject(request) ? textOf(request['method']) : undefined;
  const isForm = method === 'elicitation/create' && (params['mode'] ?? 'form') === 'form';
  if (isForm && isObject(params['requestedSchema'])) return params['requestedSchema'];
  const what = method === 'elicitation/create' ? 'a visit to another page' : (method ?? 'something unknown');
  throw new CallProblem(`The server asks for ${what}. This page can only fill in forms.`);
}

/**
 * @param {JsonObject} schema
 * @param {string} message
 * @param {Asking} asking
 * @returns {Promise<JsonObject>}
 */
function ask(schema, message, { place, signal }) {
  return new Promise((resolve, reject) => {
    const fields = buildForm(withLines(schema), {});
    const form = element('form', { class: 'question', 'aria-label': 'The server asks' });
    form.noValidate = true;
    /** @param {JsonObject} answer */
    const settle = (answer) => {
      form.remove();
      resolve(answer);
    };
    form.append(
      element('p', { class: 'question-message' }, message),
      fields.element,
      element(
        'div',
        { class: 'actions' },
        element('button', { type: 'submit', class: 'primary' }, 'Answer'),
        button('Decline', () => settle({ action: 'decline' })),
      ),
    );
    form.addEventListener('submit', (event) => {
      event.preventDefault();
      if (checkForm(form)) settle({ action: 'accept', content: fields.read() });
    });
    signal.addEventListener(
      'abort',
      () => {
        form.remove();
        reject(signal.reason);
      },
      { once: true },
    );
    place.append(form);
    const first = form.querySelector('input, textarea, select, button');
    if (first instanceof HTMLElement) first.focus();
  });
}

/**
 * Answers are short, so that Enter sends them.
 *
 * @param {JsonObject} schema
 * @returns {JsonObject}
 */
function withLines(schema) {
  const properties = Object.entries(isObject(schema['properties']) ? schema['properties'] : {});
  const lines = properties.map(([name, property]) => [
    name,
    isObject(property) ? { ...property, [oneLine]: true } : property,
  ]);
  return { ...schema, properties: Object.fromEntries(lines) };
}
