/**
 * Is preloaded into a server that is observed from outside: reports on request the heap in use after a collection, the number
 * of handles that keep the process running, and the number of faults reported on standard error.
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
// The channel alone must not keep the server running.
process.channel?.unref();
// The controlling process may have died without a message; a server that only it knew of ends too.
process.once('disconnect', () => process.exit());
