export { peekLine, type PeekedLine } from './peek-line.js';
export { guardStdout, type GuardedStdout } from './guard-stdout.js';
export type { StdioLimits } from './limits.js';
export {
  serveNativeStdio,
  serveStdio,
  type NativeStdioOptions,
  type StdioOptions,
  type StdioServer,
} from './serve-stdio.js';
