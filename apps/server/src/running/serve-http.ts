/**
 * Serves every mount over HTTP on one port, with the pages on the paths that are left.
 */
import { createEndpoint, openHttpServer, type HttpServer } from '@sigil/transport-http';
import type { Configuration } from '../configuration/configuration.js';
import type { Mount } from '../mounts/mount.js';
import { openPages } from '../pages/open-pages.js';
import type { ServerLog } from '../terminal/server-log.js';

/** @throws ListenError when the port cannot be had */
export async function serveHttp(
  mounts: readonly Mount[],
  { host, port }: Configuration,
  log: ServerLog,
): Promise<HttpServer> {
  const endpoints = new Map(
    mounts.map(({ name, path, engine }) => {
      const endpoint = createEndpoint(engine, { allowedHosts: [host], onFault: (fault) => log.fault(name, fault) });
      return [path, endpoint] as const;
    }),
  );
  return openHttpServer({ endpoints, fallback: openPages(mounts).callback(), host, port });
}
