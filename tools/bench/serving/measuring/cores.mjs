/**
 * Pins the server and its load to different cores, where the system allows it.
 */
import { spawnSync } from 'node:child_process';
import { availableParallelism } from 'node:os';

const canPin = availableParallelism() > 1 && spawnSync('taskset', ['--version']).status === 0;

/** @param {'server' | 'load'} role @param {readonly string[]} command @returns {string[]} */
export function onCore(role, command) {
  // The command replaces taskset's process, so the measured process id is the command's.
  return canPin ? ['taskset', '-c', role === 'server' ? '0' : '1', ...command] : [...command];
}
