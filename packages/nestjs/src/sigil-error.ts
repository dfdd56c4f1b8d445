/**
 * An error at the start of the application, with a message that says what to do. It never reaches a client.
 */
export class SigilModuleError extends Error {
  override readonly name = 'SigilModuleError';
}
