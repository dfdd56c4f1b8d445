// @ts-check
/**
 * Sends a request and, while the server answers with questions, sends it again with the answers.
 *
 * Spec: 2026-07-28 basic/patterns/mrtr
 */
import { askReader } from './ask-reader.js';
import { isObject } from './json.js';
import { CallProblem, sendRequest } from './mcp-client.js';

/** @typedef {import('./json.js').JsonObject} JsonObject */
/** @typedef {import('./mcp-client.js').Request} Request */
/** @typedef {import('./mcp-client.js').ServerAddress} ServerAddress */
/** @typedef {import('./mcp-client.js').Listening & import('./ask-reader.js').Asking} Completing */

const mostRounds = 30;
const comeBackMs = 1_000;

/**
 * @param {ServerAddress} server
 * @param {Request} request
 * @param {Completing} completing
 * @returns {Promise<JsonObject>} the result of the last round
 */
export async function completeRequest(server, request, completing) {
  /** @type {JsonObject} */
  let answers = {};
  for (let round = 0; round < mostRounds; round += 1) {
    const params = { ...request.params, ...answers };
    const result = await sendRequest(server, { ...request, params }, completing);
    if (result['resultType'] !== 'input_required') return result;
    const { inputRequests, requestState } = result;
    answers = requestState === undefined ? {} : { requestState };
    // A state alone means: later.
    if (isObject(inputRequests)) answers['inputResponses'] = await askReader(inputRequests, completing);
    else await wait(comeBackMs, completing.signal);
  }
  throw new CallProblem(`The server asked ${mostRounds} times and did not come to an end.`);
}

/**
 * @param {number} ms
 * @param {AbortSignal} signal
 * @returns {Promise<void>}
 */
function wait(ms, signal) {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, ms);
    signal.addEventListener(
      'abort',
      () => {
        clearTimeout(timer);
        reject(signal.reason);
      },
      { once: true },
    );
  });
}
