// @ts-check
/**
 * The part of a panel that runs a request: the buttons, how long it takes, what is said on the way, and the answer.
 */
import { completeRequest } from './complete-request.js';
import { element } from './element.js';
import { isObject, numberOf, pretty, textOf } from './json.js';
import { CallProblem } from './mcp-client.js';
import { showText } from './show-content.js';

/** @typedef {import('./json.js').JsonObject} JsonObject */
/** @typedef {import('./mcp-client.js').Request} Request */
/** @typedef {import('./mcp-client.js').ServerAddress} ServerAddress */
/**
 * The request to run, and the way its result is shown.
 *
 * @typedef {object} Running
 * @property {string} label of the button
 * @property {() => Request | undefined} prepare what to send; nothing, when the reader has to correct something first
 * @property {(result: JsonObject) => HTMLElement[]} show
 * @property {HTMLElement} [aside] stands beside the buttons
 */

const tickMs = 100;

/**
 * @param {ServerAddress} server
 * @param {Running} running
 * @returns {{ actions: HTMLElement, report: HTMLElement, run: () => Promise<void> }}
 */
export function buildRunner(server, running) {
  const parts = buildParts(running);
  /** @type {AbortController | undefined} */
  let current;

  const run = async () => {
    const request = current ? undefined : running.prepare();
    if (!request) return;
    current = new AbortController();
    const stopClock = begin(parts);
    const completing = {
      place: parts.questions,
      signal: current.signal,
      onNotification: (/** @type {string} */ method, /** @type {JsonObject} */ params) => note(parts, method, params),
    };
    try {
      const result = await completeRequest(server, request, completing);
      conclude(parts, { result, shown: running.show(result), took: stopClock() });
    } catch (error) {
      fail(parts, { error, isCancelled: current.signal.aborted, took: stopClock() });
    }
    current = undefined;
    settle(parts);
  };
  parts.cancel.addEventListener('click', () => current?.abort());
  return { actions: parts.actions, report: parts.report, run };
}

/** @typedef {ReturnType<typeof buildParts>} Parts */

/** @param {Running} running */
function buildParts({ label, aside }) {
  const start = element('button', { type: 'submit', class: 'primary' }, label);
  const cancel = element('button', { type: 'button', hidden: true }, 'Cancel');
  const clock = element('span', { class: 'clock' });
  const status = element('p', { class: 'run-status', role: 'status' });
  const progress = element('progress', { hidden: true, 'aria-label': 'Progress' });
  const log = element('ol', { class: 'log', role: 'log', 'aria-label': 'While it runs', hidden: true, tabindex: 0 });
  const questions = element('div', { class: 'questions', 'aria-live': 'polite' });
  const output = element('div', { class: 'output', 'aria-live': 'polite' });
  const actions = element('div', { class: 'actions' }, start, cancel, aside, clock);
  const report = element('div', { class: 'report' }, status, progress, log, questions, output);
  return { actions, report, start, cancel, clock, status, progress, log, questions, output };
}

/**
 * @param {Parts} parts
 * @returns {() => string} stops the clock and says how long it took
 */
function begin({ start, cancel, clock, status, progress, log, output }) {
  const startedAt = performance.now();
  // Not `disabled`: the button would lose the focus of who pressed it.
  start.setAttribute('aria-disabled', 'true');
  cancel.hidden = false;
  status.textContent = 'Running…';
  status.className = 'run-status';
  log.replaceChildren();
  log.hidden = true;
  output.replaceChildren();
  progress.removeAttribute('value');
  progress.hidden = false;
  const took = () => seconds(performance.now() - startedAt);
  const timer = setInterval(() => (clock.textContent = took()), tickMs);
  return () => {
    clearInterval(timer);
    clock.textContent = '';
    return took();
  };
}

/** @param {Parts} parts */
function settle({ start, cancel, progress }) {
  start.removeAttribute('aria-disabled');
  const hadFocus = document.activeElement === cancel || document.activeElement === document.body;
  cancel.hidden = true;
  progress.hidden = true;
  if (hadFocus) start.focus();
}

/**
 * @param {Parts} parts
 * @param {{ result: JsonObject, shown: HTMLElement[], took: string }} end
 */
function conclude({ status, output }, { result, shown, took }) {
  const isError = result['isError'] === true;
  status.textContent = isError ? `The tool reports an error, after ${took}.` : `Done in ${took}.`;
  status.classList.add(isError ? 'is-bad' : 'is-good');
  output.append(...shown, rawOf(result));
}

/**
 * @param {Parts} parts
 * @param {{ error: unknown, isCancelled: boolean, took: string }} end
 */
function fail({ status, output }, { error, isCancelled, took }) {
  if (isCancelled) {
    status.textContent = `Cancelled after ${took}.`;
    return;
  }
  status.textContent = `Failed after ${took}.`;
  status.classList.add('is-bad');
  const message = error instanceof Error ? error.message : String(error);
  output.append(element('p', { class: 'refusal' }, message));
  if (error instanceof CallProblem && error.raw) output.append(rawOf(error.raw));
}

/** @param {JsonObject} answer */
function rawOf(answer) {
  const whole = element('details', { class: 'raw' }, element('summary', {}, 'The answer as it came'));
  whole.addEventListener('toggle', () => whole.append(showText('JSON', pretty(answer))), { once: true });
  return whole;
}

/**
 * @param {Parts} parts
 * @param {string} method
 * @param {JsonObject} params
 */
function note({ log, progress }, method, params) {
  const total = numberOf(params['total']);
  if (method === 'notifications/progress') {
    if (total !== undefined && total > 0) {
      progress.max = total;
      progress.value = Math.min(numberOf(params['progress']) ?? 0, total);
    }
    const amount = total === undefined ? String(params['progress'] ?? '') : `${String(params['progress'])} of ${total}`;
    addLine(log, amount, textOf(params['message']) ?? '');
  }
  if (method === 'notifications/message') {
    const data = params['data'] ?? null;
    addLine(log, textOf(params['level']) ?? 'log', isObject(data) ? JSON.stringify(data) : String(data));
  }
}

/**
 * @param {HTMLElement} log
 * @param {string} mark
 * @param {string} text
 */
function addLine(log, mark, text) {
  log.hidden = false;
  log.append(element('li', {}, element('span', { class: 'log-mark' }, mark), ' ', text));
  log.scrollTop = log.scrollHeight;
}

/** @param {number} ms */
function seconds(ms) {
  return ms < 1_000 ? `${Math.round(ms)} ms` : `${(ms / 1_000).toFixed(1)} s`;
}
