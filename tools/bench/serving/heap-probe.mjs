/**
 * Loaded into a server before it, where somebody looks at it from outside: says how much heap is in use after a collection, how many
 * handles keep the process running, and how many faults it has reported on standard error, when asked.
 */
let faults = 0;
const { error } = console;
console.error = (...said) => {
  faults += 1;
  error(...said);
};

process.on('message', () => {
  const { gc } = globalThis;
  if (!gc) throw new Error('start node with --expose-gc');
  gc();
  gc();
  const handles = process.getActiveResourcesInfo().length;
  process.send?.({ heapUsed: process.memoryUsage().heapUsed, handles, faults });
});
// The channel alone keeps no server running.
process.channel?.unref();
// The process that asks may have ended without a word; a server that only it knew of ends too.
process.once('disconnect', () => process.exit());
