/**
 * The workers of one machine as a separate entry, which a server that serves alone never loads.
 */
export { readWorkers } from './configuration/read-workers.js';
export { joinPrimary } from './workers/join-primary.js';
export { runWorkers } from './workers/run-workers.js';
