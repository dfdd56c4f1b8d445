/**
 * Reads what a running process has spent and holds, from outside of it, so that nothing is added to what is measured. Linux only.
 */
import { readdirSync, readFileSync } from 'node:fs';

/** CPU of all its threads that still run, user and system, in microseconds. @param {number} pid */
export function cpuMicrosOf(pid) {
  const folder = `/proc/${pid}/task`;
  let nanos = 0;
  for (const thread of readdirSync(folder)) {
    try {
      nanos += Number(readFileSync(`${folder}/${thread}/schedstat`, 'utf8').split(' ')[0]);
    } catch {
      // The thread has ended meanwhile; what it spent is not asked for.
    }
  }
  return nanos / 1_000;
}

/** Resident memory in MB. @param {number} pid */
export function rssMbOf(pid) {
  const kilobytes = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
  return Number(kilobytes) / 1024;
}
