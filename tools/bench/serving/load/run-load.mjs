/**
 * The load over HTTP, as a separate process: each connection waits for its answer and sends the next request.
 *
 * `node run-load.mjs '<LoadOrder as JSON>'`; prints a LoadReport as JSON.
 */
import { cpuMicrosOf } from './process-cost.mjs';
import { HttpConnection, messageIn } from './http-connection.mjs';
import {
  callOf,
  checkAnswer,
  deleteOf,
  headersOf,
  initialize,
  initialized,
  longCallOf,
  messageOf,
  postOf,
} from './messages.mjs';

/**
 * @typedef {object} LoadOrder
 * @property {number} port
 * @property {string} [path] `/mcp` when left out
 * @property {string} [namespace] of the tools' names
 * @property {number} pid of the server
 * @property {import('./messages.mjs').Mode} mode
 * @property {'call' | 'list' | 'progress' | 'first-event'} what
 * @property {number} tools
 * @property {number} [items] requested by each call, for long results
 * @property {number} connections
 * @property {Record<string, string>} [headers] sent with every request, besides its own
 * @property {number} seconds
 * @property {number} warmUpSeconds
 */

/**
 * @typedef {object} LoadReport
 * @property {number} answers correct ones
 * @property {number} events
 * @property {number} cpuMicros of the server
 * @property {number} seconds
 * @property {number[]} firstEventMs
 */

/** Number of notifications that one call requests. */
const eventsPerCall = 10_000;

const order = /** @type {LoadOrder} */ (JSON.parse(process.argv[2] ?? '{}'));
const counts = { answers: 0, events: 0 };
/** @type {number[]} */
const firstEventMs = [];
const state = { isOver: false };
let lastId = 0;

function snapshot() {
  return { ...counts, cpuMicros: cpuMicrosOf(order.pid), atMs: performance.now() };
}

/** @param {number} seconds */
function sleep(seconds) {
  return new Promise((resolve) => setTimeout(resolve, seconds * 1_000));
}

/** Opens a connection, with a session in modes that have one. */
async function open() {
  const http = new HttpConnection(order.port);
  if (order.mode !== 'legacy') return { http };
  const { rawHead, status, body } = await http.send(postOf(initialize, {}, order.path));
  const session = /\r\nmcp-session-id: ([^\r]+)/i.exec(rawHead)?.[1];
  if (session === undefined) throw new Error(`initialize opened no session: ${status} ${body}`);
  await http.send(postOf(initialized, headersOf('legacy', initialized, session), order.path));
  return { http, session };
}

/**
 * Ends the session too: one client may keep only a share of a server's sessions, which many rounds would exceed.
 * Servers without sessions that can be ended refuse, which is no error.
 *
 * @param {{ http: HttpConnection, session?: string }} connection
 */
async function close({ http, session }) {
  if (session !== undefined) await http.send(deleteOf(session, order.path));
  http.close();
}

/** @param {{ http: HttpConnection, session?: string }} connection */
async function run(connection) {
  while (!state.isOver) await steps[order.what](connection);
}

const steps = {
  /** @param {{ http: HttpConnection, session?: string }} connection */
  async call(connection) {
    const params = order.items ? longCallOf(lastId, order.items) : callOf(order.tools, lastId);
    const message = next('tools/call', params);
    checkAnswer(await post(connection, message), { id: message.id, params });
    counts.answers += 1;
  },
  /** @param {{ http: HttpConnection, session?: string }} connection */
  async list(connection) {
    const { result } = await post(connection, next('tools/list', {}));
    if (result?.tools.length !== order.tools) throw new Error(`a list of ${result?.tools.length} tools`);
    counts.answers += 1;
  },
  /** @param {{ http: HttpConnection, session?: string }} connection */
  async progress(connection) {
    const message = nextProgress(eventsPerCall);
    const answer = await send(connection, message, (text) => (counts.events += marksIn(text)));
    // Counted again, as a mark split over two reads was missed.
    const told = marksIn(answer.body) - 1;
    if (messageIn(answer).result?.content?.[0]?.text !== 'done' || told < eventsPerCall) {
      throw new Error(`${told} of ${eventsPerCall} notifications came`);
    }
    counts.answers += 1;
  },
  /** @param {{ http: HttpConnection, session?: string }} connection */
  async 'first-event'(connection) {
    const startedAt = performance.now();
    let first = 0;
    await post(connection, nextProgress(2), (text) => {
      if (first === 0 && text.includes('data:')) first = performance.now() - startedAt;
    });
    firstEventMs.push(first);
    counts.answers += 1;
  },
};

/** @param {string} method @param {any} params */
function next(method, params) {
  const named = order.namespace && params.name ? { ...params, name: `${order.namespace}_${params.name}` } : params;
  return messageOf(order.mode, { id: ++lastId, method, params: named });
}

/** @param {number} count */
function nextProgress(count) {
  return next('tools/call', { name: 'progress', arguments: { count }, _meta: { progressToken: lastId + 1 } });
}

/**
 * @param {{ http: HttpConnection, session?: string }} connection
 * @param {any} message
 * @param {(text: string) => void} [onText]
 */
async function post(connection, message, onText) {
  return messageIn(await send(connection, message, onText));
}

/**
 * @param {{ http: HttpConnection, session?: string }} connection
 * @param {any} message
 * @param {(text: string) => void} [onText]
 */
function send({ http, session }, message, onText) {
  return http.send(
    postOf(message, { ...headersOf(order.mode, message, session), ...order.headers }, order.path),
    onText,
  );
}

/** Counts the events that begin in a text. @param {string} text */
function marksIn(text) {
  let marks = 0;
  for (let at = text.indexOf('data:'); at !== -1; at = text.indexOf('data:', at + 5)) marks += 1;
  return marks;
}

const connections = await Promise.all(Array.from({ length: order.connections }, () => open()));
const loops = connections.map((connection) => run(connection));
await sleep(order.warmUpSeconds);
const before = snapshot();
await sleep(order.seconds);
const after = snapshot();
state.isOver = true;
await Promise.all(loops);
await Promise.all(connections.map((connection) => close(connection)));
console.log(
  JSON.stringify({
    answers: after.answers - before.answers,
    events: after.events - before.events,
    cpuMicros: after.cpuMicros - before.cpuMicros,
    seconds: (after.atMs - before.atMs) / 1_000,
    firstEventMs,
  }),
);
