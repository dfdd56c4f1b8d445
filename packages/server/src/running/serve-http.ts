/**
 * Serves every mount over HTTP, and where the operator wants it over WebSocket, on one port, with the pages on the paths that are
 * left; mounts may come and go meanwhile.
 */
import type { Clients } from '@sigil/core/engine';
import type { HttpEndpoint } from '@sigil/transport-http';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { setImmediate, setTimeout } from 'node:timers/promises';
import { adminPath } from '../admin/open-admin.js';
import type { Authentication } from '../authentication/open-authentication.js';
import type { ServingConfiguration } from '../configuration/serving-configuration.js';
import type { ServingLog } from '../log/server-log.js';
import type { Behind } from '../middleware/open-middleware.js';
import { removalGraceMs, type Mount } from '../mounts/mount.js';
import type { OpenStore } from '../store/open-shared-store.js';
import { ownHosts } from './own-hosts.js';
import type { WebSocketService } from './serve-web-sockets.js';

/** The server and its endpoints. Its opener closes it. */
export interface HttpService {
  /** Without a path and without a slash at the end. */
  readonly url: string;
  /** Opens the endpoints of mounts that are new, and closes those of mounts that have gone. */
  showMounts(mounts: readonly Mount[]): void;
  /** Serves on for so long, with answers that end their connections. */
  drain(forMs: number): Promise<void>;
  /** Lets running requests finish for `graceMs`, then cuts every connection. */
  close(graceMs: number): Promise<void>;
}

/** The parts of the service beside the mounts. */
export interface HttpParts {
  readonly configuration: Pick<
    ServingConfiguration,
    'host' | 'port' | 'sse' | 'ws' | 'allowedHosts' | 'allowedOrigins' | 'publicUrl'
  >;
  /** Answers what is no endpoint's path. */
  readonly fallback: (request: IncomingMessage, response: ServerResponse) => void;
  readonly log: ServingLog;
  /** Absent where nobody is asked who they are. */
  readonly authentication?: Authentication | undefined;
  /** Puts the operator's middleware before what serves; absent where there is none. */
  readonly behind?: Behind | undefined;
  /** The clients, for which every endpoint counts the use of shared limits. */
  readonly clients: Clients;
  /** Absent where this process serves alone. */
  readonly store?: Pick<OpenStore, 'share'> | undefined;
}

/** @throws ListenError when the port cannot be had */
export async function serveHttp(mounts: readonly Mount[], parts: HttpParts): Promise<HttpService> {
  // A server over stdio does not need the transport, so it is loaded only here.
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
  for (const [place, metadata] of parts.authentication?.metadataAt(adminPath) ?? []) endpoints.set(place, metadata);
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
      // Clients and proxies take their next request to another server.
      http.server.prependListener('request', (_, response) => void response.setHeader('Connection', 'close'));
      await setTimeout(forMs);
      // A connection counts as idle until its request was read, and idle ones are cut when the server closes.
      await setImmediate();
    },
    close: (graceMs) => http.close({ graceMs, alongside: sockets?.close(graceMs) }),
  };
}

/** Loaded only where the operator wants them. */
async function openSockets(server: Server, mounts: readonly Mount[], parts: HttpParts): Promise<WebSocketService> {
  const { serveWebSockets } = await import('./serve-web-sockets.js');
  return serveWebSockets(server, mounts, parts);
}

function closeEndpoint(endpoints: Map<string, HttpEndpoint>, path: string): void {
  void endpoints.get(path)?.close(removalGraceMs);
  endpoints.delete(path);
}

/** By path: the endpoint, and where the operator wants it the pair of endpoints that the oldest clients need. */
function endpointsOf(
  { name, path, shortPath, engine, stateless }: Mount,
  { createEndpoint, createSseEndpoints }: typeof import('@sigil/transport-http'),
  { configuration, fallback, log, clients, authentication, store }: HttpParts,
): [string, HttpEndpoint][] {
  const { sse, allowedOrigins, publicUrl } = configuration;
  const options = { allowedHosts: ownHosts(configuration), allowedOrigins, clients, onFault: log.faultsOf(name) };
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
  for (const served of [path, shortPath]) {
    for (const [place, metadata] of (served !== undefined && authentication?.metadataAt(served)) || []) {
      opened.push([place, metadata]);
    }
  }
  if (!sse) return opened;
  const messagesPath = `${path}/messages`;
  // Clients are told the path that they reach: a proxy in front may take one away.
  const prefix = publicUrl === undefined ? '' : new URL(publicUrl).pathname.replace(/\/$/, '');
  const told = { messagesPath: prefix + messagesPath, authenticate: callers?.authenticate };
  const pair = createSseEndpoints(engine, { ...options, ...told });
  return [...opened, [`${path}/sse`, pair.stream], [messagesPath, pair.messages]];
}

/** The same endpoint with the operator's middleware before it, which may read headers at any time. */
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
    close: (graceMs) => endpoint.close(graceMs),
    get sessionCount() {
      return endpoint.sessionCount;
    },
  };
}
