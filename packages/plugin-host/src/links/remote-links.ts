/**
 * The links to code outside this thread, one for each kind.
 */
import { openRemoteLink } from './remote-link.js';
import { spawnProcess } from './spawn-process.js';
import { spawnWorker } from './spawn-worker.js';

/** Opens links to a thread with its own event loop and heap. */
export const openWorkerLink = openRemoteLink('worker', spawnWorker);

/** Opens links to a process, whose native code can crash without harm to the server. */
export const openProcessLink = openRemoteLink('process', spawnProcess);
