/**
 * Loaded into a server before it: counts what an answer costs that no clock is needed for. Says the counts when asked, and begins to
 * count promises when told to, which makes everything slower.
 *
 * Nothing of the server is changed but the methods by which node:net hands bytes to the system, which count themselves.
 */
import { createHook } from 'node:async_hooks';
import { subscribe } from 'node:diagnostics_channel';

/**
 * @typedef {object} Counts
 * @property {number} heapBytes in use, garbage included unless it was collected just now
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

/** Changes the prototype of all connections' handles. @param {Record<string, (...args: unknown[]) => unknown>} prototype */
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

/** Twice: what a first collection lets go of may have kept other things. */
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
// The channel alone keeps no server running.
process.channel?.unref();
// The process that asks may have ended without a word; a server that only it knew of ends too.
process.once('disconnect', () => process.exit());
