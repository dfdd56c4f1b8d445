/**
 * Serves every mount over HTTP, and over WebSocket if configured, on one port, with the pages on the other paths. Mounts may be added and
 * removed meanwhile.
 */
import type { Clients } from '@sigil/core/engine';
import type { CloseOptions, HttpEndpoint } from '@sigil/transport-http';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { setImmediate, setTimeout } from 'node:timers/promises';
import { adminPath, adminScope } from '../admin/open-admin.js';
import type { Authentication } from '../authentication/open-authentication.js';
import type { ServingConfiguration } from '../configuration/serving-configuration.js';
import type { ServingLog } from '../log/server-log.js';
import type { Behind } from '../middleware/open-middleware.js';
import { listScopes } from '../mounts/declared-scopes.js';
import { removalGraceMs, type Mount } from '../mounts/mount.js';
import type { OpenStore } from '../store/open-shared-store.js';
import { ownHosts } from './own-hosts.js';
import type { WebSocketService } from './serve-web-sockets.js';

/** The server and its endpoints. The code that opens them closes them. */
export interface HttpService {
  /** The URL without a path and without a trailing slash. */
  readonly url: string;
  /** Opens endpoints for new mounts, and closes those of removed mounts. */
  showMounts(mounts: readonly Mount[]): void;
  /** Serves for `forMs` more. Every answer from now on closes its connection, including those of running requests. */
  drain(forMs: number): Promise<void>;
  /** Accepts no more connections, lets running requests finish for `graceMs`, then cuts every connection. */
  close(graceMs: number, options?: Pick<CloseOptions, 'idleMs' | 'onRefusing'>): Promise<void>;
}

/** The dependencies of the service besides the mounts. */
export interface HttpParts {
  readonly configuration: Pick<
    ServingConfiguration,
    'host' | 'port' | 'sse' | 'ws' | 'streams' | 'allowedHosts' | 'allowedOrigins' | 'publicUrl'
  >;
  /** Answers paths without an endpoint. */
  readonly fallback: (request: IncomingMessage, response: ServerResponse) => void;
  readonly log: ServingLog;
  /** Reports a refused host or origin. */
  readonly onForbidden?: ((message: string) => void) | undefined;
  /** Absent if callers are not authenticated. */
  readonly authentication?: Authentication | undefined;
  /** Puts the operator's middleware before a handler; absent if there is none. */
  readonly behind?: Behind | undefined;
  /** The clients that share limits, across all endpoints. */
  readonly clients: Clients;
  /** Absent where this process serves alone. */
  readonly store?: Pick<OpenStore, 'share'> | undefined;
}

/** @throws ListenError when the port cannot be opened */
export async function serveHttp(mounts: readonly Mount[], parts: HttpParts): Promise<HttpService> {
  // Loaded here, since a server over stdio does not need the transport.
  const transport = await import('@sigil/transport-http');
  const { host, port } = parts.configuration;
  const endpoints = new Map<string, HttpEndpoint>();
  const pathsOf = new Map<Mount, readonly string[]>();
  const showMounts = (shown: readonly Mount[]): void => {
    for (const [mount, paths] of pathsOf) {
      if (shown.includes(mount)) continue;
      for (const path of paths) closeEndpoint(endpoints, path);
      pathsOf.delete(mount);
    }
    for (const mount of shown) {
      if (pathsOf.has(mount)) continue;
      const { behind } = parts;
      const served = endpointsOf(mount, transport, parts);
      const opened = behind
        ? served.map(([path, endpoint]) => [path, through(behind, endpoint, transport.shareRequest)] as const)
        : served;
      for (const [path, endpoint] of opened) endpoints.set(path, endpoint);
      pathsOf.set(
        mount,
        opened.map(([path]) => path),
      );
    }
  };
  showMounts(mounts);
  for (const [place, metadata] of parts.authentication?.metadataAt(adminPath, () => [adminScope]) ?? [])
    endpoints.set(place, metadata);
  const http = await transport.openHttpServer({
    endpoints,
    fallback: parts.behind ? parts.behind(parts.fallback) : parts.fallback,
    host,
    port,
    clients: parts.clients,
  });
  const sockets = parts.configuration.ws ? await openSockets(http.server, mounts, parts) : undefined;
  return {
    url: http.url,
    showMounts(shown) {
      showMounts(shown);
      sockets?.showMounts(shown);
    },
    async drain(forMs) {
      // Clients and proxies then send their next request to another server.
      http.drain();
      await setTimeout(forMs);
      // A connection counts as idle until its request has been read, and closing cuts idle connections.
      await setImmediate();
    },
    close: (graceMs, options) => http.close({ ...options, graceMs, alongside: sockets?.close(graceMs) }),
  };
}

/** Loaded only if configured. */
async function openSockets(server: Server, mounts: readonly Mount[], parts: HttpParts): Promise<WebSocketService> {
  const { serveWebSockets } = await import('./serve-web-sockets.js');
  return serveWebSockets(server, mounts, parts);
}

function closeEndpoint(endpoints: Map<string, HttpEndpoint>, path: string): void {
  void endpoints.get(path)?.close(removalGraceMs);
  endpoints.delete(path);
}

/** Returns the endpoints by path, including native streams and the pair for the oldest clients if configured. */
function endpointsOf(
  { name, path, shortPath, engine, source, stateless }: Mount,
  { createEndpoint, createSseEndpoints, createStreamsEndpoint }: typeof import('@sigil/transport-http'),
  { configuration, fallback, log, onForbidden, clients, authentication, store }: HttpParts,
): [string, HttpEndpoint][] {
  const { sse, streams, allowedOrigins, publicUrl } = configuration;
  const allowedHosts = ownHosts(configuration);
  const options = { allowedHosts, allowedOrigins, clients, onForbidden, onFault: log.faultsOf(name) };
  const callers = authentication?.at(path, shortPath);
  const endpoint = createEndpoint(engine, {
    ...options,
    ...callers,
    showPage: fallback,
    sessions: stateless ? 'stateless' : 'stateful',
    sharing: store?.share(name),
  });
  const opened: [string, HttpEndpoint][] = [[path, endpoint]];
  if (shortPath !== undefined) opened.push([shortPath, endpoint]);
  const scopes = (): readonly string[] => listScopes(source);
  for (const served of [path, shortPath]) {
    for (const [place, metadata] of (served !== undefined && authentication?.metadataAt(served, scopes)) || []) {
      opened.push([place, metadata]);
    }
  }
  if (streams) opened.push([`${path}/streams`, createStreamsEndpoint(engine, { ...options, ...callers })]);
  if (!sse) return opened;
  const messagesPath = `${path}/messages`;
  // Clients get the path that they can reach: a proxy may strip a part of it.
  const prefix = publicUrl === undefined ? '' : new URL(publicUrl).pathname.replace(/\/$/, '');
  const told = { messagesPath: prefix + messagesPath, authenticate: callers?.authenticate };
  const pair = createSseEndpoints(engine, { ...options, ...told });
  return [...opened, [`${path}/sse`, pair.stream], [messagesPath, pair.messages]];
}

/** Returns the endpoint behind the operator's middleware, which may read headers at any time. */
function through(
  behind: Behind,
  endpoint: HttpEndpoint,
  share: typeof import('@sigil/transport-http').shareRequest,
): HttpEndpoint {
  const serve = behind((request, response) => endpoint.handle(request, response));
  return {
    handle(request, response) {
      share(request);
      serve(request, response);
    },
    finish: (graceMs) => endpoint.finish(graceMs),
    close: (graceMs) => endpoint.close(graceMs),
    get sessionCount() {
      return endpoint.sessionCount;
    },
  };
}
