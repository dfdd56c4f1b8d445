/**
 * A wrong setting; the message is for the operator.
 */
export class ConfigurationError extends Error {
  override readonly name = 'ConfigurationError';
}
