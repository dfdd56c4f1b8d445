/**
 * The program of the thread that watches the event loop, as text, so that the thread needs no file of its own.
 */

/** Expects the thread data of `watchLoop`, and as messages the names of components in the order of their numbers. */
export const loopWatcherProgram = `
  const { parentPort, workerData } = require('node:worker_threads');
  const { writeSync } = require('node:fs');
  const { running, pulse, everyMs, ticks, descriptor, start } = workerData;
  const labels = [''];
  parentPort.on('message', (added) => labels.push(...added));

  const describe = (current, last) => {
    if (current !== 0) return 'by ' + labels[current] + ', which still runs';
    const hint = last === 0 ? '' : '; the last to begin was ' + labels[last];
    return 'and still is, by code that no call has on its stack, as after an await' + hint;
  };

  let beat = -1;
  let still = 0;
  setInterval(() => {
    const now = Atomics.load(pulse, 0);
    if (now !== beat) {
      beat = now;
      still = 0;
      return;
    }
    if (++still !== ticks) return;
    const [current, last] = [Atomics.load(running, 0), Atomics.load(running, 1)];
    Atomics.store(pulse, 2, current);
    Atomics.store(pulse, 3, last);
    Atomics.store(pulse, 1, 1);
    try {
      writeSync(descriptor, start + describe(current, last) + '\\n');
    } catch {
      // Nobody reads, or the pipe is full: the server's own log reports it afterwards.
    }
  }, everyMs);
`;
