/**
 * Exports what those need who write the schemas that this package reads.
 */
export { numericKey } from './schema/numeric-key.js';
