export { runSigil } from './run-sigil.js';
export type { ExitCode } from './failures/command-error.js';
export {
  openTerminal,
  type Environment,
  type Output,
  type OutputStream,
  type Terminal,
  type TerminalParts,
} from './terminal/terminal.js';
