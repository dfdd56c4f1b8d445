/**
 * Serves every mount over HTTP, and over WebSocket if configured, on one port, with the pages on the other paths. Mounts may be added and
 * removed meanwhile.
 */
import type { Clients } from '@sigil/core/engine';
import type { CloseOptions, HttpEndpoint } from '@sigil/transport-http';
import { setImmediate, setTimeout } from 'node:timers/promises';
import { adminPath, adminScope } from '../admin/admin-path.js';
import type { Authentication } from '../authentication/open-authentication.js';
import type { ServingConfiguration } from '../configuration/serving-configuration.js';
import type { ServingLog } from '../log/server-log.js';
import type { OperatorMiddleware, RequestHandler } from '../middleware/operator-middleware.js';
import { listScopes } from '../mounts/declared-scopes.js';
import { removalGraceMs, type Mount } from '../mounts/mount.js';
import type { ServedMounts } from '../mounts/served-mounts.js';
import type { OpenStore } from '../store/open-shared-store.js';
import { listHostNames } from './host-names.js';

/** The server and its endpoints. The code that opens them closes them. */
export interface HttpService {
  /** The URL without a path and without a trailing slash. */
  readonly url: string;
  /** Serves for `forMs` more. Every answer from now on closes its connection, including those of running requests. */
  drain(forMs: number): Promise<void>;
  /** Accepts no more connections, lets running requests finish for `graceMs`, then cuts every connection. */
  close(graceMs: number, options?: Pick<CloseOptions, 'idleMs' | 'onRefusing'>): Promise<void>;
}

interface HttpParts {
  readonly configuration: Pick<
    ServingConfiguration,
    'host' | 'port' | 'sse' | 'ws' | 'streams' | 'allowedHosts' | 'allowedOrigins' | 'publicUrl'
  >;
  /** Answers paths without an endpoint. */
  readonly fallback: RequestHandler;
  readonly log: ServingLog;
  /** Reports a refused host or origin. */
  readonly onForbidden: (message: string) => void;
  /** `undefined` if callers are not authenticated. */
  readonly authentication: Authentication | undefined;
  readonly middleware: OperatorMiddleware;
  /** The clients that share limits, across all endpoints. */
  readonly clients: Clients;
  /** `undefined` if nothing is shared with other processes. */
  readonly store: Pick<OpenStore, 'share'> | undefined;
}

/**
 * Serves the mounts as they are added and removed.
 *
 * @throws ListenError when the port cannot be opened
 */
export async function serveHttp(
  mounts: Pick<ServedMounts, 'all' | 'onMounts'>,
  parts: HttpParts,
): Promise<HttpService> {
  // Loaded here, since a server over stdio does not need the transport.
  const transport = await import('@sigil/transport-http');
  const { configuration, authentication, middleware, fallback, clients } = parts;
  const sockets = configuration.ws ? await import('./serve-web-sockets.js') : undefined;
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
      const opened = openEndpoints(mount, transport, parts);
      for (const [path, endpoint] of opened) endpoints.set(path, middleware.wrapEndpoint(endpoint));
      pathsOf.set(
        mount,
        opened.map(([path]) => path),
      );
    }
  };
  showMounts(mounts.all);
  for (const [place, metadata] of authentication?.metadataAt(adminPath, () => [adminScope]) ?? [])
    endpoints.set(place, metadata);
  const { host, port } = configuration;
  const http = await transport.openHttpServer({
    endpoints,
    fallback: middleware.wrap(fallback),
    host,
    port,
    clients,
  });
  const webSockets = sockets?.serveWebSockets(http.server, mounts.all, parts);
  const showAll = (shown: readonly Mount[]): void => {
    showMounts(shown);
    webSockets?.showMounts(shown);
  };
  const stopShowing = mounts.onMounts(showAll);
  // Some may have come while the port was opened.
  showAll(mounts.all);
  return {
    url: http.url,
    async drain(forMs) {
      // Clients and proxies then send their next request to another server.
      http.drain();
      await setTimeout(forMs);
      // A connection counts as idle until its request has been read, and closing cuts idle connections.
      await setImmediate();
    },
    close(graceMs, options) {
      stopShowing();
      return http.close({ ...options, graceMs, alongside: webSockets?.close(graceMs) });
    },
  };
}

function closeEndpoint(endpoints: Map<string, HttpEndpoint>, path: string): void {
  void endpoints.get(path)?.close(removalGraceMs);
  endpoints.delete(path);
}

/** Returns the endpoints by path, including native streams and the pair for the oldest clients if configured. */
function openEndpoints(
  { name, path, shortPath, engine, source, stateless }: Mount,
  { createEndpoint, createSseEndpoints, createStreamsEndpoint }: typeof import('@sigil/transport-http'),
  { configuration, fallback, log, onForbidden, clients, authentication, store }: HttpParts,
): [string, HttpEndpoint][] {
  const { sse, streams, allowedOrigins, publicUrl } = configuration;
  const allowedHosts = listHostNames(configuration);
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
  const paired = { messagesPath: prefix + messagesPath, authenticate: callers?.authenticate };
  const pair = createSseEndpoints(engine, { ...options, ...paired });
  return [...opened, [`${path}/sse`, pair.stream], [messagesPath, pair.messages]];
}
