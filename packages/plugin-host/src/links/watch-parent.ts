/**
 * Ends this process when its parent is gone, even while its own code blocks the event loop: no plugin outlives its host.
 */
import { Worker } from 'node:worker_threads';

const lookEveryMs = 1_000;

// A thread of its own looks, because the channel's end is seen by the event loop alone.
const program = `
  const parent = process.ppid;
  setInterval(() => {
    if (process.ppid !== parent) process.kill(process.pid, 'SIGKILL');
  }, ${lookEveryMs});
`;

export function watchParent(): void {
  const watcher = new Worker(program, {
    eval: true,
    execArgv: [],
    env: {},
    resourceLimits: { maxOldGenerationSizeMb: 8, maxYoungGenerationSizeMb: 1, stackSizeMb: 1 },
  });
  watcher.unref();
}
