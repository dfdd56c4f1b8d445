// @ts-check
/**
 * Asks the reader what a server asks its client in the middle of a call, one question after the other.
 *
 * Spec: 2026-07-28 basic/patterns/mrtr, client/elicitation
 */
import { checkForm } from './check-form.js';
import { button, element } from './element.js';
import { isObject, listOf, textOf } from './json.js';
import { CallProblem } from './mcp-client.js';
import { buildForm } from './schema-form.js';
import { oneLine } from './simple-controls.js';

/** @typedef {import('./json.js').JsonObject} JsonObject */
/** @typedef {{ readonly place: HTMLElement, readonly signal: AbortSignal }} Asking where questions are shown, and how long */

/**
 * @param {JsonObject} requests by key
 * @param {Asking} asking
 * @returns {Promise<JsonObject>} the answers by key
 * @throws CallProblem for a question that this page cannot put, or that the reader does not answer; the signal's reason, when it was aborted
 */
export async function askReader(requests, asking) {
  /** @type {JsonObject} */
  const answers = {};
  for (const [key, request] of Object.entries(requests)) {
    const params = isObject(request) && isObject(request['params']) ? request['params'] : {};
    const question = readQuestion(isObject(request) ? textOf(request['method']) : undefined, params);
    answers[key] = await ask(question, asking);
  }
  return answers;
}

/** @typedef {{ readonly shown: readonly HTMLElement[], readonly yes: string, readonly form: HTMLElement, readonly accept: () => JsonObject, readonly decline: () => JsonObject }} Question */

/**
 * @param {string | undefined} method
 * @param {JsonObject} params
 * @returns {Question}
 */
function readQuestion(method, params) {
  if (method === 'sampling/createMessage') return askForMessage(params);
  if (method !== 'elicitation/create')
    throw new CallProblem(`The server asks for ${method ?? 'something unknown'}, which this page cannot give.`);
  const shown = [element('p', { class: 'question-message' }, textOf(params['message']) ?? '')];
  const decline = () => ({ action: 'decline' });
  if (params['mode'] === 'url') {
    const visit = showVisit(textOf(params['url']) ?? '');
    return { shown, yes: 'I will visit it', form: visit, accept: () => ({ action: 'accept' }), decline };
  }
  const fields = buildForm(withLines(isObject(params['requestedSchema']) ? params['requestedSchema'] : {}), {});
  const accept = () => ({ action: 'accept', content: fields.read() });
  return { shown, yes: 'Answer', form: fields.element, accept, decline };
}

/**
 * The whole address as text: the server chose it, and the reader is to see where it leads.
 *
 * @param {string} url
 */
function showVisit(url) {
  const isWeb = URL.canParse(url) && /^https?:$/.test(new URL(url).protocol);
  if (!isWeb) throw new CallProblem('The server asks for a visit to an address that is none of the web.');
  const link = element('a', { href: url, target: '_blank', rel: 'noopener noreferrer' }, `Open ${new URL(url).host}`);
  return element('div', { class: 'fields' }, element('code', {}, url), link);
}

/**
 * @param {JsonObject} params
 * @returns {Question}
 */
function askForMessage(params) {
  const schema = {
    type: 'object',
    properties: { answer: { type: 'string', title: 'Answer as the model' } },
    required: ['answer'],
  };
  const fields = buildForm(schema, {});
  const system = textOf(params['systemPrompt']);
  const said = listOf(params['messages']).filter(isObject).map(describeMessage);
  const lines = [...(system === undefined ? [] : [`system: ${system}`]), ...said];
  return {
    shown: [
      element('p', { class: 'question-message' }, 'The tool asks a language model. You answer in its place.'),
      ...lines.map((line) => element('p', { class: 'message' }, line)),
    ],
    yes: 'Answer',
    form: fields.element,
    accept: () => ({
      role: 'assistant',
      content: { type: 'text', text: textOf(fields.read()['answer']) ?? '' },
      model: 'sigil-page',
      stopReason: 'endTurn',
    }),
    decline: () => {
      throw new CallProblem('You did not answer in place of the model, so the call was given up.');
    },
  };
}

/** @param {JsonObject} message */
function describeMessage({ role, content }) {
  const blocks = (Array.isArray(content) ? content : [content ?? null]).filter(isObject);
  const texts = blocks.map((block) => textOf(block['text']) ?? `[${textOf(block['type']) ?? 'content'}]`);
  return `${textOf(role) ?? ''}: ${texts.join(' ')}`;
}

/**
 * @param {Question} question
 * @param {Asking} asking
 * @returns {Promise<JsonObject>}
 */
function ask({ shown, yes, form: asked, accept, decline }, { place, signal }) {
  return new Promise((resolve, reject) => {
    const form = element('form', { class: 'question', 'aria-label': 'The server asks' });
    form.noValidate = true;
    /** @param {() => JsonObject} answer */
    const settle = (answer) => {
      form.remove();
      try {
        resolve(answer());
      } catch (error) {
        reject(error);
      }
    };
    form.append(
      ...shown,
      asked,
      element(
        'div',
        { class: 'actions' },
        element('button', { type: 'submit', class: 'primary' }, yes),
        button('Decline', () => settle(decline)),
      ),
    );
    form.addEventListener('submit', (event) => {
      event.preventDefault();
      if (checkForm(form)) settle(accept);
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
