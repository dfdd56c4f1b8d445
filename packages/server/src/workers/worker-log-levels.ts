/**
 * The levels of a worker's log, as set by an operator at any worker, also before this one started.
 */
import { LogLevels } from '../log/log-levels.js';
import type { Membership } from './membership.js';

export function openWorkerLogLevels(member: Pick<Membership, 'onLevel'>): LogLevels {
  const levels = new LogLevels();
  member.onLevel((module, level) => levels.set(module, level));
  return levels;
}
