/**
 * Prints the report of a subject of the type benchmark: the number of schemas, its peak memory, and the CPU time of children
 * that still run, which the waiting process cannot count.
 */
import fs, { readFileSync } from 'node:fs';

// Subjects replace the functions that write to standard output, as `sigil` does.
const { writeSync } = fs;

/** The unit in which the system counts CPU time. */
const tickMs = 10;

/** @param {number} schemas */
export function report(schemas) {
  const rssMb = process.resourceUsage().maxRSS / 1024;
  writeSync(1, `${JSON.stringify({ schemas, rssMb, runningMs: runningMs() })}\n`);
}

/** Returns the CPU time of the children that still run; 0 where the system does not report it. */
function runningMs() {
  try {
    const children = readFileSync(`/proc/self/task/${process.pid}/children`, 'utf8').trim();
    return children === '' ? 0 : children.split(' ').reduce((sum, pid) => sum + spentMs(pid), 0);
  } catch {
    // Without these files, such processes are left out.
    return 0;
  }
}

/** @param {string} pid */
function spentMs(pid) {
  const [, fields = ''] = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ');
  const [user = 0, system = 0] = fields.split(' ').slice(11, 13).map(Number);
  return (user + system) * tickMs;
}
