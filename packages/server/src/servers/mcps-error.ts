/**
 * The error of a configuration of servers. It lists all problems, one per line, each naming file or server and member.
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
