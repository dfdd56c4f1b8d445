/**
 * Loaded into a server before it, for the memory scenario alone: says how much heap is in use after a collection, when asked.
 */
process.on('message', () => {
  const { gc } = globalThis;
  if (!gc) throw new Error('start node with --expose-gc');
  gc();
  gc();
  process.send?.({ heapUsed: process.memoryUsage().heapUsed });
});
// The channel alone keeps no server running.
process.channel?.unref();
