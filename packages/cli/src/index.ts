export { buildProgram } from './program.js';
export { runSigil } from './run-sigil.js';
export type { ExitCode } from './failures/command-error.js';
export type { Environment } from './terminal/environment.js';
export type { OutputStream } from './terminal/output-stream.js';
export { openTerminal, type Output, type Terminal, type TerminalParts } from './terminal/terminal.js';
