/**
 * Keeps the server and its load on cores of their own, where the system lets us.
 */
import { spawnSync } from 'node:child_process';
import { availableParallelism } from 'node:os';

const canPin = availableParallelism() > 1 && spawnSync('taskset', ['--version']).status === 0;

/** @param {'server' | 'load'} role @param {readonly string[]} command @returns {string[]} */
export function onCore(role, command) {
  // The command replaces taskset's process, so that its id is the one that is measured.
  return canPin ? ['taskset', '-c', role === 'server' ? '0' : '1', ...command] : [...command];
}
