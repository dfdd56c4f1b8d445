/**
 * The server as a program, for packages that bring their own plugins.
 */
export { runServerProgram } from './program/run-server-program.js';
