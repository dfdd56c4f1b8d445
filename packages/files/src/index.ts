export { makeFolder } from './make-folder.js';
export { findProcess, markOf, ownMark, readMark, type ProcessMark } from './process-mark.js';
export { hasCode, isMissing, readPlainFile } from './read-plain-file.js';
export { LockBusyError, withLock, type LockOptions } from './file-lock.js';
