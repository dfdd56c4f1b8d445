/**
 * Prints what every subject of the type benchmark reports when it is done: how many schemas it made, its memory at the highest, and what
 * processes that it started and that still run have spent, which nobody counts who waits for it.
 */
import { readFileSync, writeSync } from 'node:fs';

/** The unit in which the system counts CPU time. */
const tickMs = 10;

/** @param {number} schemas */
export function report(schemas) {
  const rssMb = process.resourceUsage().maxRSS / 1024;
  // Past whatever a subject has put in the place of the console.
  writeSync(1, `${JSON.stringify({ schemas, rssMb, runningMs: runningMs() })}\n`);
}

/** CPU of the children that still run; 0 where the system does not tell. */
function runningMs() {
  try {
    const children = readFileSync(`/proc/self/task/${process.pid}/children`, 'utf8').trim();
    return children === '' ? 0 : children.split(' ').reduce((sum, pid) => sum + spentMs(pid), 0);
  } catch {
    // No such files here: then such processes are left out.
    return 0;
  }
}

/** @param {string} pid */
function spentMs(pid) {
  const [, fields = ''] = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ');
  const [user = 0, system = 0] = fields.split(' ').slice(11, 13).map(Number);
  return (user + system) * tickMs;
}
