/**
 * Sessions that several processes share, loaded by those that do: see `loadSharing`.
 */
export { shareSessions } from './endpoint-sharing.js';
export { SharedSessions, type SharedSessionsOptions } from './shared-sessions.js';
