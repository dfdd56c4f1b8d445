// @ts-check
/**
 * Sends requests to this server's own endpoint, each by itself, and hands on what is said on the way to the answer.
 *
 * Spec: 2026-07-28 basic/transports/streamable-http
 */
import { readEvents } from './event-stream.js';
import { isObject, pretty, textOf } from './json.js';

/** @typedef {import('./json.js').JsonObject} JsonObject */
/** @typedef {{ readonly endpoint: string, readonly revision: string }} ServerAddress */
/** @typedef {{ readonly method: string, readonly params: JsonObject, readonly name?: string, readonly headers?: Readonly<Record<string, string>> }} Request */
/** @typedef {{ readonly signal: AbortSignal, readonly onNotification: (method: string, params: JsonObject) => void }} Listening */

const metaPrefix = 'io.modelcontextprotocol/';

/** A request that was not answered with a result; the message is for the reader. */
export class CallProblem extends Error {
  /**
   * @param {string} message
   * @param {JsonObject} [raw] the error as it came
   */
  constructor(message, raw) {
    super(message);
    this.raw = raw;
  }
}

let lastId = 0;

/**
 * @param {ServerAddress} server
 * @param {Request} request
 * @param {Listening} listening
 * @returns {Promise<JsonObject>} the result
 * @throws CallProblem for every other answer; the signal's reason, when it was aborted
 */
export async function sendRequest(server, request, listening) {
  lastId += 1;
  const response = await post(server, request, listening.signal);
  const type = response.headers.get('content-type') ?? '';
  if (type.startsWith('text/event-stream') && response.body) return readStream(response.body, listening);
  const text = await response.text();
  return resultOf(readJson(text, response));
}

/**
 * @param {ServerAddress} server
 * @param {Request} request
 * @param {AbortSignal} signal
 */
async function post(server, request, signal) {
  const { method, params, name, headers } = request;
  const _meta = {
    [`${metaPrefix}protocolVersion`]: server.revision,
    [`${metaPrefix}clientInfo`]: { name: 'sigil-page', version: '1.0.0' },
    [`${metaPrefix}clientCapabilities`]: { elicitation: { form: {}, url: {} }, sampling: {} },
    [`${metaPrefix}logLevel`]: 'debug',
    progressToken: lastId,
  };
  try {
    return await fetch(server.endpoint, {
      method: 'POST',
      headers: {
        'Content-Type': 'application/json',
        Accept: 'application/json, text/event-stream',
        'MCP-Protocol-Version': server.revision,
        'Mcp-Method': method,
        ...(name === undefined ? {} : { 'Mcp-Name': encodeHeader(name) }),
        ...headers,
      },
      body: JSON.stringify({ jsonrpc: '2.0', id: lastId, method, params: { ...params, _meta } }),
      signal,
    });
  } catch (cause) {
    if (signal.aborted) throw cause;
    throw new CallProblem('The server did not answer. Does it still run?');
  }
}

/**
 * @param {ReadableStream<Uint8Array>} body
 * @param {Listening} listening
 */
async function readStream(body, { onNotification }) {
  for await (const data of readEvents(body)) {
    const message = JSON.parse(data);
    if (!isObject(message)) continue;
    if ('result' in message || 'error' in message) return resultOf(message);
    const method = textOf(message['method']);
    if (method !== undefined) onNotification(method, isObject(message['params']) ? message['params'] : {});
  }
  throw new CallProblem('The connection ended before the answer came.');
}

/**
 * @param {string} text
 * @param {Response} response
 */
function readJson(text, { status, statusText }) {
  try {
    return JSON.parse(text);
  } catch {
    throw new CallProblem(`The server answered ${status} ${statusText}, not with JSON.`.replace('  ', ' '));
  }
}

/** @param {unknown} message */
function resultOf(message) {
  if (isObject(message) && isObject(message['result'])) return message['result'];
  const error = isObject(message) && isObject(message['error']) ? message['error'] : {};
  const lacks = isObject(error['data']) ? error['data']['requiredCapabilities'] : undefined;
  const why = textOf(error['message']) ?? 'The answer has neither a result nor an error.';
  const more = lacks === undefined ? '' : `\nThis page cannot do what the call needs of a client: ${pretty(lacks)}`;
  throw new CallProblem(`${why}${more}`, error);
}

/**
 * A value as headers may carry it: as it is, or in base64 with marks around.
 *
 * @param {string} value
 */
export function encodeHeader(value) {
  const isPlain = /^[\x21-\x7e]([\x20-\x7e]*[\x21-\x7e])?$/.test(value) && !/^=\?base64\?.*\?=$/.test(value);
  if (isPlain) return value;
  const bytes = new TextEncoder().encode(value);
  return `=?base64?${btoa(String.fromCodePoint(...bytes))}?=`;
}

/**
 * The headers that repeat those arguments whose schema asks for it.
 *
 * @param {JsonObject} schema
 * @param {JsonObject} values
 * @returns {Record<string, string>}
 */
export function mirrorArguments(schema, values) {
  const properties = isObject(schema['properties']) ? schema['properties'] : {};
  /** @type {Record<string, string>} */
  const headers = {};
  for (const [name, property] of Object.entries(properties)) {
    const value = values[name];
    if (!isObject(property) || value === undefined || value === null) continue;
    const header = textOf(property['x-mcp-header']);
    if (header !== undefined && typeof value !== 'object') headers[`Mcp-Param-${header}`] = encodeHeader(String(value));
    if (isObject(value)) Object.assign(headers, mirrorArguments(property, value));
  }
  return headers;
}
