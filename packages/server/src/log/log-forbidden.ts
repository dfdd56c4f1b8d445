/**
 * Logs the hosts and origins that were refused, since a missing name in the configuration looks like a broken server to its users.
 */
import type { ServingLog } from './server-log.js';

/** More would be the names that scanners try. */
const mostLines = 20;

/** A request came under a name, or from an origin, that the configuration does not allow. */
class ForbiddenCaller extends Error {
  override readonly name = 'ForbiddenCaller';
}

/** Returns a function that logs each message once, up to a number of messages. */
export function openForbiddenLog(log: Pick<ServingLog, 'failure'>): (message: string) => void {
  const logged = new Set<string>();
  return (message) => {
    if (logged.size >= mostLines || logged.has(message)) return;
    logged.add(message);
    const isLast = logged.size === mostLines ? '; further ones are not logged' : '';
    log.failure('http', new ForbiddenCaller(message + isLast));
  };
}
