/**
 * The workers of one machine as an entry of its own: a server that serves alone never loads it.
 */
export { readWorkers } from './configuration/read-workers.js';
export { joinPrimary, type Membership } from './workers/join-primary.js';
export { runWorkers, type RunningWorkers, type WorkersOptions } from './workers/run-workers.js';
