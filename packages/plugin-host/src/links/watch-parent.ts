/**
 * Ends this process when its parent ends, even while its own code blocks the event loop, so that no plugin outlives its host.
 */
import { Worker } from 'node:worker_threads';

const lookEveryMs = 1_000;

// Uses a separate thread, since only the event loop sees the end of the channel.
const program = `
  const parent = require('node:worker_threads').workerData;
  const look = () => {
    if (process.ppid !== parent) process.kill(process.pid, 'SIGKILL');
  };
  look();
  setInterval(look, ${lookEveryMs});
`;

/** @param parent the process that started this one, as it identified itself; it may have ended already */
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
