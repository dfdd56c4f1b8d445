/**
 * The importer, for the command line and for programs that import documents themselves.
 */
export { ImportError } from './import/source/import-error.js';
export { importOpenApi, type ImportOptions, type ImportReport } from './import/import-openapi.js';
