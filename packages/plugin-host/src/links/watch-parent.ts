/**
 * Ends this process when its parent is gone, even while its own code blocks the event loop: no plugin outlives its host.
 */
import { Worker } from 'node:worker_threads';

const lookEveryMs = 1_000;

// A thread of its own looks, because the channel's end is seen by the event loop alone.
const program = `
  const parent = require('node:worker_threads').workerData;
  const look = () => {
    if (process.ppid !== parent) process.kill(process.pid, 'SIGKILL');
  };
  look();
  setInterval(look, ${lookEveryMs});
`;

/** @param parent the process that started this one, as it named itself: it may be gone already */
export function watchParent(parent: number): void {
  const watcher = new Worker(program, {
    eval: true,
    workerData: parent,
    execArgv: [],
    env: {},
    resourceLimits: { maxOldGenerationSizeMb: 8, maxYoungGenerationSizeMb: 1, stackSizeMb: 1 },
  });
  watcher.unref();
}
