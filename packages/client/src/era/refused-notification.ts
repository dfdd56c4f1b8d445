/**
 * Recognizes servers that answer a notification with an error status, and serve requests all the same.
 */
import { ConnectionError } from '../errors/connection-error.js';

/** The statuses of a proxy whose server is away. */
const ofProxies: ReadonlySet<number> = new Set([502, 503, 504]);

/** @param error that sending the notification ended with */
export function isRefusedNotification(error: unknown): boolean {
  if (!(error instanceof ConnectionError) || error.status === undefined) return false;
  return (error.failure === 'refused' || error.failure === 'broken') && !ofProxies.has(error.status);
}
