export { makeFolder } from './make-folder.js';
export { moveAway } from './move-away.js';
export { findProcess, markOf, ownMark, readMark } from './process-mark.js';
export { isMissing, readPlainFile } from './read-plain-file.js';
export { LockBusyError, withLock } from './file-lock.js';
