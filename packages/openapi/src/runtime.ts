/**
 * The exports that the sources written by an import use at run time.
 */
export type { OperationDescription } from './runtime/description.js';
