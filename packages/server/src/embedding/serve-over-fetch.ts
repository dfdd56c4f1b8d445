/**
 * Serves every mount by requests of the Fetch standard, which a caller passes on.
 */
import { Clients } from '@sigil/core/engine';
import { assumedHttpRevision } from '@sigil/core/internal';
import {
  createEndpoint,
  fetchHandler,
  type FetchCaller,
  type FetchHandler,
  type HttpEndpoint,
} from '@sigil/transport-http';
import { environmentKeys } from '../configuration/environment-keys.data.js';
import type { ServingConfiguration } from '../configuration/serving-configuration.js';
import { openForbiddenLog } from '../log/log-forbidden.js';
import { removalGraceMs, type Mount } from '../mounts/mount.js';
import type { ServedMounts } from '../mounts/served-mounts.js';
import { listHostNames } from '../running/host-names.js';
import type { Serving, ServingParts } from '../running/running-server.js';

/** Mounts that requests are passed to. */
export interface FetchServing extends Serving {
  /** Answers a request with the server of this name; with status 503 while there is none. */
  answer(server: string, request: Request, caller?: FetchCaller): Promise<Response>;
}

interface Served {
  readonly endpoint: HttpEndpoint;
  readonly handle: FetchHandler;
}

const settled = (): Promise<void> => Promise.resolve();

export async function serveOverFetch(
  mounts: ServedMounts,
  configuration: ServingConfiguration,
  { log, observation }: Pick<ServingParts, 'log' | 'observation'>,
): Promise<FetchServing> {
  const { closeGraceMs = Number(environmentKeys.MCP_CLOSE_GRACE_MS), allowedOrigins, sharedLimits } = configuration;
  const clients = new Clients(sharedLimits);
  const allowedHosts = listHostNames(configuration);
  const onForbidden = openForbiddenLog(log);
  const served = new Map<Mount, Served>();
  const open = ({ name, engine, stateless }: Mount): Served => {
    const sessions = stateless ? 'stateless' : 'stateful';
    const onFault = log.faultsOf(name);
    const endpoint = createEndpoint(engine, { allowedHosts, allowedOrigins, clients, sessions, onForbidden, onFault });
    return { endpoint, handle: fetchHandler(endpoint) };
  };
  const showMounts = (shown: readonly Mount[]): void => {
    for (const [mount, { endpoint }] of served) {
      if (shown.includes(mount)) continue;
      served.delete(mount);
      void endpoint.close(removalGraceMs);
    }
    for (const mount of shown) if (!served.has(mount)) served.set(mount, open(mount));
  };
  showMounts(mounts.all);
  const stopShowing = mounts.onMounts(showMounts);
  observation.serving(mounts, clients);
  return {
    url: undefined,
    ended: new Promise(() => undefined),
    async answer(server, request, caller) {
      const mount = mounts.all.find(({ name }) => name === server);
      const found = mount && served.get(mount);
      return found ? found.handle(request, caller) : Response.json(unavailable(server), { status: 503 });
    },
    drain: settled,
    moveOver: settled,
    handOver: settled,
    async finishTasks(isLast) {
      await Promise.all(mounts.all.map(({ engine }) => engine.finishTasks({ graceMs: closeGraceMs, isLast })));
    },
    async close() {
      stopShowing();
      for (const { engine } of mounts.all) engine.endSubscriptions();
      await Promise.all([...served.values()].map(({ endpoint }) => endpoint.close(closeGraceMs)));
    },
  };
}

function unavailable(server: string): object {
  return {
    jsonrpc: '2.0',
    error: { code: assumedHttpRevision.errorCodes['internal-error'], message: `the server "${server}" is not served` },
  };
}
