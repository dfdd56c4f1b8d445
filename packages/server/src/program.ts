/**
 * The server as a program, for packages that bring their own plugins.
 */
export { runServerProgram, type ServerProgram } from './program/run-server-program.js';
