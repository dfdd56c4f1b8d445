/** The file of API keys cannot be understood, or cannot be changed so. The message is for the operator. */
export class KeyFileError extends Error {
  override readonly name = 'KeyFileError';
}
