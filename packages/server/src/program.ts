/**
 * The server as a program, for packages that bring plugins of their own.
 */
export { runServerProgram, type ServerProgram } from './program/run-server-program.js';
