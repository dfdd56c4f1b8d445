/**
 * Loaded into a server before it, where somebody looks at it from outside: says how much heap is in use after a collection, and how
 * many handles keep the process running, when asked.
 */
process.on('message', () => {
  const { gc } = globalThis;
  if (!gc) throw new Error('start node with --expose-gc');
  gc();
  gc();
  process.send?.({ heapUsed: process.memoryUsage().heapUsed, handles: process.getActiveResourcesInfo().length });
});
// The channel alone keeps no server running.
process.channel?.unref();
