/**
 * The migration of servers, for the command line and for programs that migrate folders themselves.
 */
export { migrateFolder, MigrateError, type MigrateOptions, type MigrationReport } from './migrate-folder.js';
export type { Finding, Severity } from './model.js';
