/**
 * Serves every mount over HTTP, with the pages and other addresses beside the endpoints.
 */
import { Clients } from '@sigil/core/engine';
import type { Authentication, AuthenticationParts } from '../authentication/open-authentication.js';
import { environmentKeys } from '../configuration/environment-keys.data.js';
import type { ServingConfiguration } from '../configuration/serving-configuration.js';
import { openForbiddenLog } from '../log/log-forbidden.js';
import type { ServingLog } from '../log/server-log.js';
import { noMiddleware, type OperatorMiddleware } from '../middleware/operator-middleware.js';
import type { ServedMounts } from '../mounts/served-mounts.js';
import { countAuthentication } from '../observing/count-authentication.js';
import type { Observation } from '../observing/observation.js';
import { serveHttp } from './serve-http.js';
import type { Serving, ServingParts, ServingPhase } from './running-server.js';
import { loadOnDemand } from './web-on-demand.js';
import type { ViewSandbox } from '../views/view-sandbox.js';
import { listHostNames } from './host-names.js';

/** @throws ListenError when the port cannot be opened */
export async function serveOverHttp(
  mounts: ServedMounts,
  configuration: ServingConfiguration,
  parts: ServingParts,
): Promise<Serving> {
  const { log, observation, callers, store, member } = parts;
  const { closeGraceMs = Number(environmentKeys.MCP_CLOSE_GRACE_MS) } = configuration;
  const clients = new Clients(configuration.sharedLimits);
  let phase: ServingPhase = 'serving';
  // Only requests read it, which come once the service listens.
  const url = (): string => service.url;
  const publicUrl = (): string => configuration.publicUrl?.replace(/\/$/, '') ?? url();
  const authentication = await loadAuthentication(configuration, { log, url }, observation.metrics);
  callers?.serve(publicUrl, (principal) => authentication?.tokenOf(principal));
  const workers = member.join({
    reload: parts.reload,
    reloadPlugin(plugin) {
      // Workers that follow changes notice a rollback themselves, and take turns if configured.
      if (configuration.follow === false) void mounts.hosts.entries.get(plugin)?.plugin.reload();
    },
    metrics: observation.metrics,
    recorder: observation.recorder,
    levels: observation.levels,
    clients,
  });
  const onForbidden = openForbiddenLog(log);
  let sandbox: ViewSandbox | undefined;
  const openPages = async () => {
    const { openWeb } = await import('./open-web.js');
    sandbox ??= await openSandbox(configuration, log);
    const app = openWeb(mounts, configuration, {
      log,
      onForbidden,
      workers,
      observation,
      authentication,
      store,
      clients,
      sandbox,
      publicUrl: publicUrl(),
      blocked: () => parts.loop.blocked,
      phase: () => phase,
      builds: parts.builds,
      signIns: callers?.signIns,
    });
    return app.callback();
  };
  observation.serving(mounts, clients, store?.shared);
  const service = await serveHttp(mounts, {
    configuration,
    log,
    onForbidden,
    clients,
    authentication,
    store,
    fallback: loadOnDemand(openPages, (error) => log.failure('page', error)),
    middleware: await loadMiddleware(configuration, log),
  });
  return {
    url: service.url,
    ended: new Promise(() => undefined),
    moveOver(forMs) {
      phase = 'replaced';
      return service.drain(forMs);
    },
    drain(forMs) {
      phase = 'stopping';
      return service.drain(forMs);
    },
    handOver: () => workers.handOverCalls(),
    async finishTasks(isLast) {
      await Promise.all(mounts.all.map(({ engine }) => engine.finishTasks({ graceMs: closeGraceMs, isLast })));
    },
    async close(idleMs) {
      const onRefusing = (): void => {
        for (const { engine } of mounts.all) engine.endSubscriptions();
      };
      await Promise.all([service.close(closeGraceMs, { idleMs, onRefusing }), sandbox?.close()]);
    },
  };
}

/** Loaded with the pages, which show views in it. */
async function openSandbox(configuration: ServingConfiguration, log: ServingLog): Promise<ViewSandbox> {
  const { ViewSandbox } = await import('../views/view-sandbox.js');
  const { host, sandboxUrl } = configuration;
  const onError = (error: unknown): void => log.failure('view sandbox', error);
  return new ViewSandbox({ host, sandboxUrl, allowedHosts: listHostNames(configuration), onError });
}

/** Loads the code only if there is middleware. */
async function loadMiddleware({ middleware = [] }: ServingConfiguration, log: ServingLog): Promise<OperatorMiddleware> {
  if (middleware.length === 0) return noMiddleware;
  const { openMiddleware } = await import('../middleware/open-middleware.js');
  return openMiddleware(middleware, log);
}

/** Loads the code only if callers are authenticated. */
async function loadAuthentication(
  { auth, ...configuration }: ServingConfiguration,
  parts: Pick<AuthenticationParts, 'log' | 'url'>,
  metrics: Observation['metrics'],
): Promise<Authentication | undefined> {
  if (!auth) return undefined;
  const { openAuthentication } = await import('../authentication/open-authentication.js');
  const opened = await openAuthentication({ configuration: { ...configuration, auth }, ...parts });
  return countAuthentication(opened, metrics);
}
