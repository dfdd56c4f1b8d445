/** The file of API keys cannot be parsed, or the requested change is not possible. The message is for the operator. */
export class KeyFileError extends Error {
  override readonly name = 'KeyFileError';
}
