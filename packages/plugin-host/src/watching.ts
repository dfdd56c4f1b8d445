/**
 * The watcher of paths as a separate entry: the builder hosts no plugin.
 */
export { PathWatcher } from './watching/path-watcher.js';
export { pollMsOf } from './watching/watch-path.js';
