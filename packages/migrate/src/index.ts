/**
 * The migration of servers, for the command line and for programs that migrate folders themselves.
 */
export { MigrateError } from './migrate-error.js';
export { migrateFolder, type MigrateOptions, type MigrationReport } from './migrate-folder.js';
export type { Finding, Severity } from './model.js';
