/**
 * Finds the revisions of MCP that a server answers: with a handshake that agrees on the date, or a list in the modern form.
 */

import { setTimeout as wait } from 'node:timers/promises';

const mostTries = 2_000;
const betweenTriesMs = 5;
const legacy = ['2024-11-05', '2025-03-26', '2025-06-18', '2025-11-25'];
const modern = '2026-07-28';

/** @param {string} url @returns {Promise<string[]>} in order */
export async function probeRevisions(url) {
  const answered = [];
  for (const date of legacy) if (await agrees(url, date)) answered.push(date);
  if (await listsAt(url)) answered.push(modern);
  return answered;
}

/** @param {string} url @param {string} date */
async function agrees(url, date) {
  const params = { protocolVersion: date, capabilities: {}, clientInfo: { name: 'probe', version: '1.0.0' } };
  const answer = await postWhenItListens(url, { jsonrpc: '2.0', id: 1, method: 'initialize', params }, {});
  return answer?.result?.protocolVersion === date;
}

/** @param {string} url */
async function listsAt(url) {
  const _meta = {
    'io.modelcontextprotocol/protocolVersion': modern,
    'io.modelcontextprotocol/clientCapabilities': {},
    'io.modelcontextprotocol/clientInfo': { name: 'probe', version: '1.0.0' },
  };
  const headers = { 'MCP-Protocol-Version': modern, 'Mcp-Method': 'tools/list' };
  const answer = await post(url, { jsonrpc: '2.0', id: 1, method: 'tools/list', params: { _meta } }, headers);
  return Array.isArray(answer?.result?.tools) && answer.result.resultType === 'complete';
}

/**
 * Sends a message, again and again until something listens: some servers announce their address before they listen.
 *
 * @param {string} url
 * @param {object} message
 * @param {Record<string, string>} headers
 * @returns {Promise<any>} as `post`
 */
export async function postWhenItListens(url, message, headers) {
  for (let tries = 0; ; tries++) {
    try {
      return await post(url, message, headers);
    } catch (cause) {
      if (tries === mostTries) throw cause;
      await wait(betweenTriesMs);
    }
  }
}

/**
 * @param {string} url
 * @param {object} message
 * @param {Record<string, string>} headers
 * @returns {Promise<any>} the message of the answer; `undefined` if it has none
 */
async function post(url, message, headers) {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', Accept: 'application/json, text/event-stream', ...headers },
    body: JSON.stringify(message),
  });
  const text = await response.text();
  const line = text.split('\n').find((it) => it.startsWith('data: {'));
  try {
    return JSON.parse(line ? line.slice('data: '.length) : text);
  } catch {
    // A refusal may have any body.
    return undefined;
  }
}
