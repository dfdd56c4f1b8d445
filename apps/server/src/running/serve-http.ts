/**
 * Serves every mount over HTTP on one port, with the pages on the paths that are left.
 */
import type { Fault } from '@sigil/core';
import {
  createEndpoint,
  createSseEndpoints,
  openHttpServer,
  type HttpEndpoint,
  type HttpServer,
} from '@sigil/transport-http';
import type { Configuration } from '../configuration/configuration.js';
import type { Mount } from '../mounts/mount.js';
import { openPages } from '../pages/open-pages.js';
import type { ServerLog } from '../terminal/server-log.js';

/** @throws ListenError when the port cannot be had */
export async function serveHttp(
  mounts: readonly Mount[],
  { host, port, sse }: Configuration,
  log: ServerLog,
): Promise<HttpServer> {
  const endpoints = new Map(mounts.flatMap((mount) => endpointsOf(mount, { host, sse }, log)));
  return openHttpServer({ endpoints, fallback: openPages(mounts).callback(), host, port });
}

/** By path: the endpoint, and where the operator wants it the pair of endpoints that the oldest clients need. */
function endpointsOf(
  { name, path, engine }: Mount,
  { host, sse }: Pick<Configuration, 'host' | 'sse'>,
  log: ServerLog,
): [string, HttpEndpoint][] {
  const options = { allowedHosts: [host], onFault: (fault: Fault) => log.fault(name, fault) };
  const endpoint: [string, HttpEndpoint] = [path, createEndpoint(engine, options)];
  if (!sse) return [endpoint];
  const messagesPath = `${path}/messages`;
  const pair = createSseEndpoints(engine, { ...options, messagesPath });
  return [endpoint, [`${path}/sse`, pair.stream], [messagesPath, pair.messages]];
}
