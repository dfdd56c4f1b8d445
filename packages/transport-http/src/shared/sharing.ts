/**
 * Sessions shared by several processes, loaded only where needed: see `loadSharing`.
 */
export { shareSessions } from './endpoint-sharing.js';
export { SharedSessions, type SharedSessionsOptions } from './shared-sessions.js';
