/**
 * Reads streams of the native view over WebSocket, and checks each event's place in its stream.
 */
import { once } from 'node:events';
import { WebSocket } from 'ws';

/**
 * @typedef {object} StreamsRead
 * @property {number} events number of progress events
 * @property {number[]} firstMs of each stream: from its call to its first progress
 * @property {string[]} problems lost events, and those out of order or after the end
 */

/** Time to keep listening after the last end, for events that come too late. */
const listenOnMs = 200;

/**
 * @param {{ port: number, connections: number, streams: number, events: number }} order `streams` on each connection at once
 * @returns {Promise<StreamsRead>}
 */
export async function readNative({ port, connections, streams, events }) {
  const sockets = await Promise.all(Array.from({ length: connections }, () => connect(port)));
  /** @type {StreamsRead} */
  const read = { events: 0, firstMs: [], problems: [] };
  await Promise.all(sockets.map((socket) => readConnection(socket, { streams, events, read })));
  if (streams > 1) await new Promise((resolve) => setTimeout(resolve, listenOnMs));
  for (const socket of sockets) socket.terminate();
  return read;
}

/** @param {number} port */
async function connect(port) {
  const socket = new WebSocket(`ws://127.0.0.1:${port}/mcp/bench/ws`, 'sigil.stream');
  await once(socket, 'open');
  return socket;
}

/**
 * @param {WebSocket} socket
 * @param {{ streams: number, events: number, read: StreamsRead }} order
 * @returns {Promise<void>}
 */
function readConnection(socket, { streams, events, read }) {
  /** @type {Map<number, StreamJudge>} */
  const judges = new Map();
  const calledAt = performance.now();
  let ended = 0;
  return new Promise((resolve, reject) => {
    socket.once('error', reject);
    socket.on('message', (data) => {
      const { id, result, error, params } = JSON.parse(data.toString());
      if (error) reject(new Error(error.message));
      if (id !== undefined) judges.set(result.subscription, new StreamJudge(events, calledAt, read));
      else if (judges.get(params.subscription)?.take(params.result) && ++ended === streams) resolve();
    });
    for (let id = 1; id <= streams; id++) {
      socket.send(JSON.stringify({ jsonrpc: '2.0', id, method: 'progress', params: { count: events } }));
    }
  });
}

/** Expects a start, every number in order, and an end with nothing after it. */
class StreamJudge {
  #next = 0;

  /** @param {number} events @param {number} calledAt @param {StreamsRead} read */
  constructor(events, calledAt, read) {
    this.events = events;
    this.calledAt = calledAt;
    this.read = read;
  }

  /** @param {any} event @returns {boolean} whether it was the end */
  take(event) {
    const expected = this.#expected();
    const seen = event.type === 'progress' ? `progress ${event.progress}` : event.type;
    // A reader that wants only text receives yielded and returned values as content.
    if (event.type === 'content' && expected === 'complete') return false;
    if (seen !== expected) this.read.problems.push(`expected ${expected}, got ${seen}`);
    if (event.type === 'progress') this.read.events++;
    if (this.#next === 1) this.read.firstMs.push(performance.now() - this.calledAt);
    this.#next++;
    return event.type === 'complete' || event.type === 'error';
  }

  #expected() {
    if (this.#next === 0) return 'start';
    if (this.#next <= this.events) return `progress ${this.#next}`;
    return this.#next === this.events + 1 ? 'complete' : 'nothing';
  }
}
