/**
 * The error of a configuration of servers: it lists all mistakes at once, each line naming file or server and member.
 */
import { ConfigurationError } from '../configuration/configuration-error.js';

export class McpsError extends ConfigurationError {
  /** @param problems at least one */
  constructor(
    readonly problems: readonly string[],
    options?: ErrorOptions,
  ) {
    super(problems.join('\n'));
    if (options && 'cause' in options) this.cause = options.cause;
  }
}
