/**
 * A key with a value that cannot be served; its message is for the operator.
 */
export class ConfigurationError extends Error {
  override readonly name = 'ConfigurationError';
}
