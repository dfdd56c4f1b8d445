/**
 * Opens an attacker's connections: raw ones that send any bytes, and read only on request.
 */
import { once } from 'node:events';
import { connect } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { attacker } from './observe.mjs';

/** @param {string} url @param {string} [from] @returns {Promise<import('node:net').Socket>} it reads nothing yet */
export async function openConnection(url, from = attacker) {
  const { hostname, port } = new URL(url);
  const socket = connect({ host: hostname, port: Number(port), localAddress: from, noDelay: true });
  // The server is expected to cut an attacker off.
  socket.on('error', () => undefined);
  await Promise.race([once(socket, 'connect'), once(socket, 'close')]);
  return socket;
}

/** @param {readonly import('node:net').Socket[]} sockets */
export async function closeAll(sockets) {
  for (const socket of sockets) socket.destroy();
  await wait(100);
}

/**
 * @param {string} url
 * @param {string} body
 * @param {{ length?: number, headers?: Record<string, string> }} [options] `length`: the length that the head claims, if larger
 */
export function postOf(url, body, { length = Buffer.byteLength(body), headers = {} } = {}) {
  const { host, pathname } = new URL(url);
  const lines = Object.entries({
    host,
    'content-type': 'application/json',
    accept: 'application/json, text/event-stream',
    'content-length': String(length),
    ...headers,
  }).map(([name, value]) => `${name}: ${value}\r\n`);
  return `POST ${pathname} HTTP/1.1\r\n${lines.join('')}\r\n${body}`;
}

/**
 * Performs the handshake.
 *
 * @param {string} url
 * @param {string} protocolVersion
 * @param {string} [from]
 * @returns {Promise<Record<string, string>>} the headers of every later request
 */
export async function openSession(url, protocolVersion, from) {
  const params = { protocolVersion, capabilities: {}, clientInfo: { name: 'attacker', version: '1' } };
  const text = await exchange(url, JSON.stringify({ jsonrpc: '2.0', id: 0, method: 'initialize', params }), { from });
  const id = /^mcp-session-id: (\S+)/im.exec(text)?.[1];
  if (id === undefined) throw new Error(`no session: ${text.slice(0, 300)}`);
  const headers = { 'mcp-session-id': id, 'mcp-protocol-version': protocolVersion };
  const initialized = JSON.stringify({ jsonrpc: '2.0', method: 'notifications/initialized' });
  await exchange(url, initialized, { headers, from });
  return headers;
}

/**
 * Sends one request on a connection of its own.
 *
 * @param {string} url
 * @param {string} body
 * @param {{ headers?: Record<string, string>, from?: string | undefined }} [options]
 * @returns {Promise<string>} the whole answer, including its head
 */
export async function exchange(url, body, { headers = {}, from } = {}) {
  const socket = await openConnection(url, from);
  socket.write(postOf(url, body, { headers: { ...headers, connection: 'close' } }));
  const pieces = [];
  for await (const piece of socket) pieces.push(piece);
  return Buffer.concat(pieces).toString();
}

/** @param {string} name @param {object} args @param {number} [id] */
export function callOf(name, args, id = 1) {
  return { jsonrpc: '2.0', id, method: 'tools/call', params: { name, arguments: args } };
}

/**
 * Sends one call on a connection of its own.
 *
 * @param {{ url: string, headers: Record<string, string> }} session `headers`: those of every request of the session
 * @param {ReturnType<typeof callOf>} call
 * @returns {Promise<string>} the whole answer
 */
export function callTool({ url, headers }, call) {
  return exchange(url, JSON.stringify({ ...call, id: ++lastId }), { headers });
}

// Concurrent requests of a session need different ids.
let lastId = 1_000;
