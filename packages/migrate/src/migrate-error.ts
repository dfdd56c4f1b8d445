/**
 * The refusal of a folder.
 */

/** A folder that cannot be migrated; nothing was written. */
export class MigrateError extends Error {
  override readonly name = 'MigrateError';
}
