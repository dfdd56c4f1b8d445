/**
 * Loads what shares sessions with other processes: a server that serves alone needs none of it.
 */

/** The module that shares sessions. */
export function loadSharing(): Promise<typeof import('./sharing.js')> {
  return import('./sharing.js');
}
