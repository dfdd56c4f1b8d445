/**
 * Writes the messages of clients of each mode, and checks the answers.
 */
import { firstGenerated, generatedName, runTool } from '../served-tools/tools.mjs';

/** @typedef {'legacy' | 'stateless' | 'modern'} Mode sessions, handshakes without sessions, or an envelope on each request */

const modern = '2026-07-28';
// The newest revision that all rivals speak.
const legacy = '2025-06-18';

const envelope = {
  'io.modelcontextprotocol/protocolVersion': modern,
  'io.modelcontextprotocol/clientCapabilities': {},
  'io.modelcontextprotocol/clientInfo': { name: 'load', version: '1.0.0' },
};

/** The first message of a legacy client. */
export const initialize = {
  jsonrpc: '2.0',
  id: 0,
  method: 'initialize',
  params: { protocolVersion: legacy, capabilities: {}, clientInfo: { name: 'load', version: '1.0.0' } },
};
/** The notification that a client sends after the answer to it. */
export const initialized = { jsonrpc: '2.0', method: 'notifications/initialized' };

/**
 * @param {Mode} mode
 * @param {{ id: number, method: string, params?: any }} request
 * @returns {any}
 */
export function messageOf(mode, { id, method, params = {} }) {
  const { _meta, ...rest } = params;
  if (mode !== 'modern') return { jsonrpc: '2.0', id, method, params };
  return { jsonrpc: '2.0', id, method, params: { ...rest, _meta: { ...envelope, ..._meta } } };
}

/** @param {Mode} mode @param {any} message @param {string} [session] @returns {Record<string, string>} */
export function headersOf(mode, message, session) {
  if (message.method === 'initialize') return {};
  if (mode !== 'modern') {
    return { 'MCP-Protocol-Version': legacy, ...(session === undefined ? {} : { 'Mcp-Session-Id': session }) };
  }
  const name = message.params?.name;
  return {
    'MCP-Protocol-Version': modern,
    'Mcp-Method': message.method,
    ...(name === undefined ? {} : { 'Mcp-Name': name }),
  };
}

/**
 * Writes a POST as the bytes of its request.
 * @param {any} message
 * @param {Record<string, string>} headers
 * @param {string} [path]
 */
export function postOf(message, headers, path = '/mcp') {
  const body = JSON.stringify(message);
  const lines = Object.entries({
    Host: '127.0.0.1',
    'Content-Type': 'application/json',
    Accept: 'application/json, text/event-stream',
    'Content-Length': String(Buffer.byteLength(body)),
    ...headers,
  }).map(([name, value]) => `${name}: ${value}`);
  return `POST ${path} HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n${body}`;
}

/** Writes the request that ends a session. @param {string} session @param {string} [path] */
export function deleteOf(session, path = '/mcp') {
  const lines = ['Host: 127.0.0.1', `MCP-Protocol-Version: ${legacy}`, `Mcp-Session-Id: ${session}`];
  return `DELETE ${path} HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n`;
}

/**
 * Returns the calls of a load, in turn: with 3 tools each of them, with 1,000 tools one of the generated.
 *
 * @param {number} tools
 * @param {number} turn
 */
export function callOf(tools, turn) {
  if (tools > 3) {
    const name = generatedName(firstGenerated + ((turn * 7) % (tools - firstGenerated + 1)));
    return { name, arguments: { query: `query ${turn % 10}`, limit: 5 } };
  }
  if (turn % 3 === 0) return { name: 'echo', arguments: { message: `message ${turn % 10}` } };
  if (turn % 3 === 1) return { name: 'add', arguments: { a: turn % 10, b: 0.5 } };
  return { name: 'search', arguments: { query: `query ${turn % 10}`, filters: { minScore: 0.5 } } };
}

/** Returns a call with a long result. @param {number} turn @param {number} items */
export function longCallOf(turn, items) {
  return { name: 'search', arguments: { query: `query ${turn % 10}`, limit: items } };
}

/**
 * Throws unless the answer to a call is the right one.
 *
 * @param {any} answer
 * @param {{ id: number, params: any }} request with the tool's name without its namespace
 */
export function checkAnswer(answer, { id, params }) {
  const value = runTool(params.name, params.arguments);
  const isRight =
    answer.id === id &&
    answer.result?.isError !== true &&
    (typeof value === 'string'
      ? answer.result?.content?.[0]?.text === value
      : JSON.stringify(answer.result?.structuredContent) === JSON.stringify(value));
  if (!isRight) throw new Error(`a wrong answer to ${JSON.stringify(params)}: ${JSON.stringify(answer).slice(0, 500)}`);
}
