/**
 * Counts the costs of a call, a notification, a session and a stream in the benchmark's server: bytes allocated, promises
 * created, writes to the socket. None of these depends on the machine's speed or on other load.
 *
 * The server's young generation is so large that nothing is collected while counting; the growth of the heap is then what a
 * call allocates. The first windows are discarded, because code that V8 has not optimised yet allocates more.
 */
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { HttpConnection, messageIn } from '../load/http-connection.mjs';
import { callOf, checkAnswer, headersOf, initialize, messageOf, postOf } from '../load/messages.mjs';
import { median } from '../../measure.mjs';
import { startSubject, subjects } from '../measuring/subjects.mjs';

/** @typedef {import('../load/messages.mjs').Mode} Mode */

const probe = fileURLToPath(new URL('cost-probe.mjs', import.meta.url));
const youngMb = 128;
const nodeArgs = [
  `--max-semi-space-size=${youngMb}`,
  `--min-semi-space-size=${youngMb}`,
  '--expose-gc',
  '--import',
  probe,
];

const warmUpWindows = 3;
const windows = 3;
/** A multiple of three, so that each of three tools is called equally often. */
const callsPerWindow = 300;
const noticesPerWindow = 2_000;
/** Factor by which fewer calls run while promises are counted. */
const promiseShare = 10;

/**
 * @typedef {object} Costs of one call, or of one notification
 * @property {number} allocatedBytes
 * @property {number} promises
 * @property {number} writes
 */

/**
 * Starts the benchmark's server with a probe in it. The caller stops it.
 *
 * @param {{ tools: 3 | 1000, stateless?: boolean, isAsync?: boolean }} options `isAsync` serves the same methods declared `async`
 */
export async function startCounted({ tools, stateless = false, isAsync = false }) {
  const ours = /** @type {import('../measuring/subjects.mjs').Subject} */ (
    subjects.find(({ name }) => name === (isAsync ? 'async' : 'sigil'))
  );
  const server = await startSubject(ours, { tools, progress: !isAsync, stateless, nodeArgs, ipc: true });
  return {
    /** @param {Mode} mode */
    connect: async (mode) =>
      new CountingClient(server, {
        mode,
        tools,
        session: mode === 'legacy' ? await openSession(server.port) : undefined,
      }),
    port: server.port,
    /** Returns the bytes in use after a collection. */
    heapBytes: async () => (await ask(server, 'collect')).heapBytes,
    stop: server.stop,
  };
}

/** @param {import('../measuring/subjects.mjs').Running} server @param {string} order @returns {Promise<import('./cost-probe.mjs').Counts>} */
async function ask({ child }, order) {
  child.send(order);
  const [counts] = await once(child, 'message');
  return counts;
}

/** A client of the counted server: sends one request after the other, on one connection at a time. */
class CountingClient {
  /** @type {import('../measuring/subjects.mjs').Running} */
  #server;
  /** @type {{ mode: Mode, tools: number, session: string | undefined }} */
  #client;
  #lastId = 0;

  /** @param {import('../measuring/subjects.mjs').Running} server @param {{ mode: Mode, tools: number, session: string | undefined }} client */
  constructor(server, client) {
    this.#server = server;
    this.#client = client;
  }

  /** Counts the cost of one call, averaged over the tools. @returns {Promise<Costs>} */
  countCalls() {
    return this.#count(callsPerWindow, async (count) => {
      const http = new HttpConnection(this.#server.port);
      for (let at = 0; at < count; at++) await this.#call(http);
      http.close();
    });
  }

  /** Counts the cost of one progress notification, in a call that reports many. @returns {Promise<Costs>} */
  countNotices() {
    return this.#count(noticesPerWindow, async (count) => {
      const http = new HttpConnection(this.#server.port);
      await this.#report(http, count);
      http.close();
    });
  }

  /** @param {number} perWindow @param {(count: number) => Promise<void>} work @returns {Promise<Costs>} */
  async #count(perWindow, work) {
    const counted = [];
    for (let at = 0; at < warmUpWindows + windows; at++) {
      const { allocatedBytes, writes } = await this.#differenceOf(['collect', 'read'], () => work(perWindow));
      if (at >= warmUpWindows) counted.push({ allocatedBytes: allocatedBytes / perWindow, writes: writes / perWindow });
    }
    const fewer = perWindow / promiseShare;
    const { promises } = await this.#differenceOf(['count promises', 'ignore promises'], () => work(fewer));
    return {
      allocatedBytes: median(counted.map(({ allocatedBytes }) => allocatedBytes)),
      promises: promises / fewer,
      writes: median(counted.map(({ writes }) => writes)),
    };
  }

  /** @param {readonly [string, string]} orders to the probe, before and after @param {() => Promise<void>} work */
  async #differenceOf([first, last], work) {
    const before = await ask(this.#server, first);
    await work();
    const after = await ask(this.#server, last);
    return {
      allocatedBytes: after.heapBytes - before.heapBytes,
      promises: after.promises - before.promises,
      writes: after.writes - before.writes,
    };
  }

  /** @param {HttpConnection} http */
  async #call(http) {
    const { mode, tools } = this.#client;
    const id = ++this.#lastId;
    const message = messageOf(mode, { id, method: 'tools/call', params: callOf(tools, id) });
    checkAnswer(messageIn(await this.#send(http, message)), message);
  }

  /** @param {HttpConnection} http @param {number} count */
  async #report(http, count) {
    const params = { name: 'progress', arguments: { count }, _meta: { progressToken: 'p' } };
    const message = messageOf(this.#client.mode, { id: ++this.#lastId, method: 'tools/call', params });
    const { body } = await this.#send(http, message);
    const told = body.split('"progressToken":"p"').length - 1;
    if (told !== count) throw new Error(`${told} of ${count} notifications came`);
  }

  /** @param {HttpConnection} http @param {any} message */
  #send(http, message) {
    const { mode, session } = this.#client;
    return http.send(postOf(message, headersOf(mode, message, session)));
  }
}

/** @param {number} port @returns {Promise<string>} the session's id */
async function openSession(port) {
  const http = new HttpConnection(port);
  const { head } = await http.send(postOf(initialize, {}));
  http.close();
  const id = /\r\nmcp-session-id: ([^\r]+)/.exec(head)?.[1];
  if (id === undefined) throw new Error('initialize opened no session');
  return id;
}
