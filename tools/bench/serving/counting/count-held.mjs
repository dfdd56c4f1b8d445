/**
 * Counts the heap bytes, after a collection, that the benchmark's server holds for an idle session and for an open stream.
 */
import { once } from 'node:events';
import { connect } from 'node:net';
import { median } from '../../measure.mjs';
import { HttpConnection } from '../load/http-connection.mjs';
import { headersOf, initialize, initialized, messageOf, postOf } from '../load/messages.mjs';

/** Both counts of sessions together stay below the server's limit. */
const sessionsBefore = 200;
const sessionsCounted = 600;
const streamsBefore = 50;
const streamsPerWindow = 100;
/** The median of several windows ignores a one-time event, such as a recompilation. */
const streamWindows = 3;

/**
 * @typedef {object} HeldBytes by kind
 * @property {number} session
 * @property {number} sessionStream
 * @property {number} modernStream
 */

/**
 * @param {{ port: number, heapBytes: () => Promise<number> }} server
 * @returns {Promise<HeldBytes>}
 */
export async function countHeld({ port, heapBytes }) {
  // Excludes objects that are created once, with the first sessions.
  await openSessions(port, sessionsBefore);
  const before = await heapBytes();
  const sessions = await openSessions(port, sessionsCounted);
  const after = await heapBytes();
  return {
    session: (after - before) / sessionsCounted,
    sessionStream: await countStreams({ heapBytes, open: (at) => openStream(port, listenIn(sessions[at] ?? '')) }),
    modernStream: await countStreams({ heapBytes, open: (at) => openStream(port, listenOnce(at)) }),
  };
}

/** @param {{ heapBytes: () => Promise<number>, open: (at: number) => ReturnType<typeof openStream> }} streams */
async function countStreams({ heapBytes, open }) {
  const sockets = [];
  for (let at = 0; at < streamsBefore; at++) sockets.push(await open(at));
  const counted = [];
  let before = await heapBytes();
  for (let window = 0; window < streamWindows; window++) {
    for (let at = 0; at < streamsPerWindow; at++) sockets.push(await open(sockets.length));
    const after = await heapBytes();
    counted.push((after - before) / streamsPerWindow);
    before = after;
  }
  for (const socket of sockets) socket.destroy();
  return median(counted);
}

/** @param {number} port @param {number} count @returns {Promise<string[]>} their ids */
async function openSessions(port, count) {
  const http = new HttpConnection(port);
  const ids = [];
  for (let at = 0; at < count; at++) {
    const { head } = await http.send(postOf(initialize, {}));
    const id = /\r\nmcp-session-id: ([^\r]+)/.exec(head)?.[1];
    if (id === undefined) throw new Error('initialize opened no session');
    await http.send(postOf(initialized, headersOf('legacy', initialized, id)));
    ids.push(id);
  }
  http.close();
  return ids;
}

/** @param {string} session */
function listenIn(session) {
  return `GET /mcp HTTP/1.1\r\nHost: 127.0.0.1\r\nAccept: text/event-stream\r\nMcp-Session-Id: ${session}\r\n\r\n`;
}

/** @param {number} id */
function listenOnce(id) {
  const params = { notifications: { toolsListChanged: true } };
  const message = messageOf('modern', { id, method: 'subscriptions/listen', params });
  return postOf(message, headersOf('modern', message));
}

/** Resolves once the server starts to answer. @param {number} port @param {string} request */
async function openStream(port, request) {
  const socket = connect({ port, host: '127.0.0.1' });
  socket.write(request);
  const [head] = await once(socket, 'data');
  if (!String(head).includes('text/event-stream')) throw new Error(`no stream was opened: ${String(head)}`);
  return socket;
}
