/**
 * Opens as many sessions, listening streams and WebSockets from one client as it can, then checks whether another client still can.
 */
import { closeAll, exchange, openConnection, openSession, postOf } from './connections.mjs';
import { observe } from './observe.mjs';
import { openWebSocket } from './web-socket-storm.mjs';

const sessions = 1_100;
const streams = 1_100;
const webSockets = 1_100;
const atOnce = 50;
const modernDate = '2026-07-28';
const neighbour = '127.0.0.1';

/** @param {import('./open-target.mjs').Target} target @returns {Promise<import('./observe.mjs').Outcome>} */
export function stormOfOneClient(target) {
  const { url } = target;
  return observe('one client that opens 1,100 sessions, streams and WebSockets', target, async () => {
    /** @type {import('node:net').Socket[]} */
    const open = [];
    let refused = 0;
    const count = (/** @type {boolean} */ isRefused) => (refused += isRefused ? 1 : 0);
    await repeat(sessions, async () => count(!(await hasSession(url))));
    await repeat(streams, async () => count(!(await listen(url, open))));
    await repeat(webSockets, async () => {
      const socket = await openWebSocket(url);
      open.push(socket);
      count(!socket.answer.startsWith('HTTP/1.1 101'));
    });
    await openSession(url, '2025-06-18', neighbour);
    if (!(await listen(url, open, neighbour))) throw new Error('another client found no room for a stream');
    await closeAll(open);
    return refused;
  });
}

/** @param {number} times @param {() => Promise<unknown>} act */
async function repeat(times, act) {
  for (let done = 0; done < times; done += atOnce) await Promise.all(Array.from({ length: atOnce }, act));
}

/** @param {string} url */
async function hasSession(url) {
  const params = { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'attacker', version: '1' } };
  const answer = await exchange(url, JSON.stringify({ jsonrpc: '2.0', id: 0, method: 'initialize', params }));
  return /^mcp-session-id:/im.test(answer);
}

/** @param {string} url @param {import('node:net').Socket[]} open @param {string} [from] @returns {Promise<boolean>} whether it may */
async function listen(url, open, from) {
  const socket = await openConnection(url, from);
  open.push(socket);
  const meta = {
    'io.modelcontextprotocol/protocolVersion': modernDate,
    'io.modelcontextprotocol/clientCapabilities': {},
  };
  const method = 'subscriptions/listen';
  const params = { notifications: { toolsListChanged: true }, _meta: meta };
  const headers = { 'mcp-protocol-version': modernDate, 'mcp-method': method };
  socket.write(postOf(url, JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }), { headers }));
  const answer = await new Promise((resolve) => socket.once('data', resolve).once('close', () => resolve('')));
  return /text\/event-stream/.test(String(answer));
}
