/**
 * Lazily loads the code for sharing sessions with other processes, which a single server does not need.
 */

/** Loads the module that shares sessions. */
export function loadSharing(): Promise<typeof import('./sharing.js')> {
  return import('./sharing.js');
}
