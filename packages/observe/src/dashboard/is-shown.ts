/**
 * Chooses what a reader of the recorded calls may see.
 */

/** Returns whether a reader may see a component of a server. */
export type IsShown = (server: string, method: string, name: string) => boolean;
