/**
 * Is preloaded into a server: counts the clock-independent costs of an answer. Reports the counts on request, and counts
 * promises only when told to, as that slows everything down.
 *
 * Changes only the methods by which node:net passes bytes to the system, which then count their calls.
 */
import { createHook } from 'node:async_hooks';
import { subscribe } from 'node:diagnostics_channel';

/**
 * @typedef {object} Counts
 * @property {number} heapBytes in use, including garbage unless it was just collected
 * @property {number} writes to sockets
 * @property {number} promises while they were counted
 */

const writeMethods = [
  'writeBuffer',
  'writev',
  'writeLatin1String',
  'writeUtf8String',
  'writeAsciiString',
  'writeUcs2String',
];
let writes = 0;
let promises = 0;
let isCountingWrites = false;

subscribe('net.server.socket', (message) => {
  if (isCountingWrites) return;
  isCountingWrites = true;
  const { socket } = /** @type {{ socket: { _handle: object } }} */ (message);
  countWrites(Object.getPrototypeOf(socket._handle));
});

/** Patches the shared prototype of all connections' handles. @param {Record<string, (...args: unknown[]) => unknown>} prototype */
function countWrites(prototype) {
  for (const name of writeMethods) {
    const write = prototype[name];
    if (!write) throw new Error(`node:net has no ${name} any more: count another way`);
    prototype[name] = function counted(...args) {
      writes += 1;
      return write.apply(this, args);
    };
  }
}

const promiseHook = createHook({
  init: (_id, type) => {
    if (type === 'PROMISE') promises += 1;
  },
});

/** Collects twice: objects released by the first collection may have kept others alive. */
function collect() {
  if (!globalThis.gc) throw new Error('start node with --expose-gc');
  globalThis.gc();
  globalThis.gc();
}

process.on('message', (order) => {
  if (order === 'collect') collect();
  if (order === 'count promises') promiseHook.enable();
  if (order === 'ignore promises') promiseHook.disable();
  process.send?.({ heapBytes: process.memoryUsage().heapUsed, writes, promises });
});
// The channel alone must not keep the server running.
process.channel?.unref();
// The controlling process may have died without a message; a server that only it knew of ends too.
process.once('disconnect', () => process.exit());
