/**
 * The links to code outside this thread, by what it runs in.
 */
import { openRemoteLink } from './remote-link.js';
import { spawnProcess } from './spawn-process.js';
import { spawnWorker } from './spawn-worker.js';

/** To a thread with an event loop and a heap of its own. */
export const openWorkerLink = openRemoteLink({ kind: 'worker', spawn: spawnWorker });

/** To a process, which native code may end without harm to the server. */
export const openProcessLink = openRemoteLink({ kind: 'process', spawn: spawnProcess });
