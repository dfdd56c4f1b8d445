/**
 * Serves every mount over WebSocket, on upgraded connections of the HTTP server. Mounts may be added and removed meanwhile.
 */
import type { Server } from 'node:http';
import type { Clients } from '@sigil/core/engine';
import { buildCallerCheck } from '@sigil/transport-http';
import { openWebSocketServer, type WebSocketEndpoint } from '@sigil/transport-ws';
import type { Authentication } from '../authentication/open-authentication.js';
import type { ServingConfiguration } from '../configuration/serving-configuration.js';
import { removalGraceMs, type Mount } from '../mounts/mount.js';
import type { ServingLog } from '../log/server-log.js';
import { listHostNames } from './host-names.js';

/** The members of a mount that are needed. */
export type ServedMount = Pick<Mount, 'name' | 'path' | 'engine'>;

/** The WebSocket endpoints. The code that opens them closes them. */
export interface WebSocketService {
  /** Opens endpoints for new mounts, and closes connections to removed mounts after a grace, as over HTTP. */
  showMounts(mounts: readonly ServedMount[]): void;
  /** Lets running requests finish for `graceMs`, then closes every connection. */
  close(graceMs: number): Promise<void>;
}

interface WebSocketParts {
  readonly configuration: Pick<ServingConfiguration, 'host' | 'allowedHosts' | 'allowedOrigins'>;
  readonly log: ServingLog;
  /** Reports a refused host or origin. */
  readonly onForbidden?: ((message: string) => void) | undefined;
  /** Absent if callers are not authenticated. */
  readonly authentication?: Authentication | undefined;
  /** Shared with the HTTP server. */
  readonly clients: Clients;
}

/** Serves from now on. */
export function serveWebSockets(
  server: Server,
  mounts: readonly ServedMount[],
  { configuration, log, onForbidden, clients, authentication }: WebSocketParts,
): WebSocketService {
  const endpoints = new Map<string, WebSocketEndpoint>();
  const checkCaller = buildCallerCheck({
    allowedHosts: listHostNames(configuration),
    allowedOrigins: configuration.allowedOrigins,
    onForbidden,
  });
  const sockets = openWebSocketServer(server, { endpoints, checkCaller, clients });
  const showMounts = (shown: readonly ServedMount[]): void => {
    const paths = new Set(shown.map(pathOf));
    for (const [path, { engine }] of endpoints) {
      if (paths.has(path) && shown.some((mount) => mount.engine === engine)) continue;
      endpoints.delete(path);
      void sockets.closeEngine(engine, removalGraceMs);
    }
    for (const mount of shown) {
      if (endpoints.has(pathOf(mount))) continue;
      const authenticate = authentication?.at(mount.path).authenticate;
      const endpoint = { engine: mount.engine, onFault: log.faultsOf(mount.name) };
      endpoints.set(pathOf(mount), authenticate ? { ...endpoint, authenticate } : endpoint);
    }
  };
  showMounts(mounts);
  return { showMounts, close: (graceMs) => sockets.close({ graceMs }) };
}

function pathOf({ path }: ServedMount): string {
  return `${path}/ws`;
}
