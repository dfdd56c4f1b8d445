export { ImportError } from './import/import-error.js';
