/**
 * Reads the CPU time and memory of a running process from outside, so that measuring adds nothing to it. Linux only.
 */
import { readdirSync, readFileSync } from 'node:fs';

/** Returns the CPU time of all its living threads, user and system, in microseconds. @param {number} pid */
export function cpuMicrosOf(pid) {
  const folder = `/proc/${pid}/task`;
  let nanos = 0;
  for (const thread of readdirSync(folder)) {
    try {
      nanos += Number(readFileSync(`${folder}/${thread}/schedstat`, 'utf8').split(' ')[0]);
    } catch {
      // The thread has ended meanwhile; its time is not counted.
    }
  }
  return nanos / 1_000;
}

/** Returns the resident memory in MB. @param {number} pid */
export function rssMbOf(pid) {
  const kilobytes = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
  return Number(kilobytes) / 1024;
}
