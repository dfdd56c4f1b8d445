/**
 * A document or a folder that cannot be imported, with a message for the person who gave it.
 *
 * The message begins with `file:line` or `#/pointer` where the cause has one. Nothing has been written.
 */
export class ImportError extends Error {
  override readonly name = 'ImportError';
}
