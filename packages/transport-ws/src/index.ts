export type { CallerCheck, UpgradeCaller } from './read-upgrade.js';
export type { WebSocketLimits } from './limits.js';
export {
  openWebSocketServer,
  type UpgradeCredentials,
  type WebSocketEndpoint,
  type WebSocketServer,
  type WebSocketServerOptions,
} from './open-web-socket-server.js';
