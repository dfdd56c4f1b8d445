/**
 * The process of a program that runs plugins: its output, its end and its event loop. A separate entry, because a program loads it before
 * anything else, and an application that embeds plugins keeps its process to itself.
 */
export { collectWhenIdle } from './program/idle-collector.js';
export { containPlugins, type ContainedProcess } from './program/contain-plugins.js';
export { addEnvironmentFiles, EnvironmentFileError } from './program/environment-files.js';
export { blankProcessSecrets } from './program/process-secrets.js';
export { describePlugAndPlay } from './program/plug-and-play.js';
export { openLogWriter } from './program/log-writer.js';
export { printThrough } from './program/print-through.js';
export { readPrintedLines } from './program/read-printed-lines.js';
export type { Exit } from './program/refuse-exit.js';
export { watchLauncher } from './program/watch-launcher.js';
export { describeBlocked, watchLoop, type BlockedLoop, type LoopWatch } from './program/watch-loop.js';
