/**
 * Serves mounts over standard input and output or over HTTP, until it is told to stop, and closes everything in order.
 */
import type { Readable, Writable } from 'node:stream';
import { Clients } from '@sigil/core/engine';
import type { LoopWatch } from '@sigil/plugin-host';
import type { Authentication, AuthenticationParts } from '../authentication/open-authentication.js';
import { ConfigurationError } from '../configuration/configuration-error.js';
import { environmentKeys } from '../configuration/environment-keys.data.js';
import type { ServingConfiguration } from '../configuration/serving-configuration.js';
import { openForbiddenLog } from '../log/log-forbidden.js';
import type { ServingLog } from '../log/server-log.js';
import type { Behind } from '../middleware/open-middleware.js';
import type { ShownServer } from '../mounts/mount.js';
import type { ServedMounts } from '../mounts/served-mounts.js';
import { countedAuthentication } from '../observing/counted-authentication.js';
import type { UpstreamCallers } from '../remotes/upstream-callers.js';
import type { Observation } from '../observing/observation.js';
import type { OpenStore } from '../store/open-shared-store.js';
import type { WebParts } from './open-web.js';
import { serveHttp } from './serve-http.js';
import { onDemand } from './web-on-demand.js';
import type { CollectedCalls } from '../workers/collect-calls.js';
import type { CollectMetrics } from '../workers/collect-metrics.js';
import type { ToldWorkers } from '../workers/tell-workers.js';
import type { Membership } from '../workers/join-primary.js';

/** The running server. The code that opens it closes it. */
export interface RunningServer {
  /** The URL at which the server listens, without a path or a trailing slash; `undefined` over stdio. */
  readonly url: string | undefined;
  /** Every current server, including refused ones; that of all together comes last. */
  readonly servers: readonly ShownServer[];
  /** Settles when the server ends by itself, after its standard input was closed. Never settles over HTTP. */
  readonly ended: Promise<void>;
  /** Looks for new builds, plugins and configuration. Never rejects: problems are logged. */
  reload(): Promise<void>;
  /** Accepts no more work, lets running work finish for a while, and stops the plugins that it opened. May be called again. */
  close(options?: CloseOptions): Promise<void>;
}

/** The way in which a server is closed. */
export interface CloseOptions {
  /** Another process serves the same address already, so connections move over, and probes are not affected. */
  readonly isReplaced?: boolean;
  /**
   * Time that connections without a request stay open, since a proxy may be sending one; see `idleWhenStoppedMs`. Default: 0.
   */
  readonly idleMs?: number;
}

/** Longer than a proxy with a few calls a second leaves connections unused. */
export const idleWhenStoppedMs = 5_000;
/** A connection used within this time moves to the successor after its next answer; closing it earlier could lose a request in transit. */
const movingMs = 1_500;

/** The streams of messages over stdio. */
export interface StdioStreams {
  readonly input?: Readable;
  readonly output: Writable;
}

/** The dependencies of serving besides the mounts. */
export interface ServingParts {
  readonly log: ServingLog;
  readonly loop: Pick<LoopWatch, 'blocked'>;
  readonly reload: () => Promise<void>;
  /** Called before anything else is closed. */
  readonly closers: readonly (() => void)[];
  /** Present if one mount is served over stdio. */
  readonly streams: StdioStreams | undefined;
  /** The replacements of builds, for the pages. */
  readonly changes?: WebParts['changes'];
  /** The standing errors of builds, for the pages. */
  readonly buildErrors?: WebParts['buildErrors'];
  /** Absent where nothing is observed. */
  readonly observation?: Observation | undefined;
  /** The store that replicas share; absent if this process serves alone. Closed with the server. */
  readonly store?: OpenStore | undefined;
  /** Absent if this process serves alone. */
  readonly member?: Membership | undefined;
  /** Absent if callers have no identity at upstream servers. */
  readonly callers?: UpstreamCallers | undefined;
}

const settled = (): Promise<void> => Promise.resolve();

/** @throws ConfigurationError when the mount for stdio does not exist; ListenError when the port cannot be opened */
export async function serveMounts(
  mounts: ServedMounts,
  configuration: ServingConfiguration,
  parts: ServingParts,
): Promise<RunningServer> {
  const { streams } = parts;
  const serving = streams
    ? await serveStreams(mounts, configuration, { ...parts, streams })
    : await serveAll(mounts, configuration, parts);
  let closing: Promise<void> | undefined;
  const close = async ({ isReplaced = false, idleMs = 0 }: CloseOptions = {}): Promise<void> => {
    for (const end of parts.closers) end();
    const { drainMs = 0 } = configuration;
    await (isReplaced ? serving.moveOver(Math.max(drainMs, movingMs)) : serving.drain(drainMs));
    // Only a store outlives this process and its workers: without one, clients must learn here how their tasks ended.
    const isLast = !isReplaced && configuration.store === undefined;
    if (isLast) await serving.finishTasks(isLast);
    await Promise.all([
      serving.close(isReplaced ? movingMs : idleMs),
      isLast ? undefined : serving.finishTasks(isLast),
    ]);
    await mounts.close();
    if (isReplaced) await serving.handOver();
    await parts.store?.close();
    await parts.observation?.close();
  };
  return {
    url: serving.url,
    ended: serving.ended,
    get servers() {
      return mounts.shown;
    },
    reload: parts.reload,
    close: (options) => (closing ??= close(options)),
  };
}

/** Loaded only for stdio. */
export async function guardedStreams(): Promise<StdioStreams> {
  const { guardStdout } = await import('@sigil/transport-stdio');
  return { output: guardStdout().output };
}

interface Serving extends Pick<RunningServer, 'url' | 'ended'> {
  /** Serves for `forMs` more, while the readiness probe reports that the server is stopping. */
  drain(forMs: number): Promise<void>;
  /** Serves for `forMs` more. The probes do not change. */
  moveOver(forMs: number): Promise<void>;
  /** Lets running tasks end for a while, and ends or hands over the rest. @param isLast see `TaskEnding` */
  finishTasks(isLast: boolean): Promise<void>;
  /** Ends subscriptions and accepts no more connections, lets running work finish for a while, and ends the rest. */
  close(idleMs: number): Promise<void>;
  /** Gives the other workers the data that outlive this one. */
  handOver(): Promise<void>;
}

async function serveStreams(
  mounts: ServedMounts,
  { stdioMount, stdioView, strictLifecycle, sharedLimits, auth }: ServingConfiguration,
  { streams, log, observation }: ServingParts & { readonly streams: StdioStreams },
): Promise<Serving> {
  const mount = mounts.all.find(({ name }) => name === stdioMount);
  const refused = mounts.refused.find(({ name }) => name === stdioMount);
  if (refused) throw new ConfigurationError(`--stdio: the server is refused: ${refused.problems.join('\n')}`);
  if (!mount) {
    const names = mounts.all.map(({ name }) => `"${name}"`).join(', ');
    throw new ConfigurationError(`--stdio: there is no server "${stdioMount}"; there are ${names}`);
  }
  const { serveNativeStdio, serveStdio } = await import('@sigil/transport-stdio');
  const clients = new Clients(sharedLimits);
  observation?.serving(mounts, clients);
  const options = {
    ...streams,
    opening: mounts.untilTried?.(mount.name),
    clients,
    principal: auth?.stdio,
    onFault: log.faultsOf(mount.name),
  };
  const server =
    stdioView === 'native'
      ? serveNativeStdio(mount.engine, options)
      : serveStdio(mount.engine, { ...options, strictLifecycle });
  return {
    url: undefined,
    ended: server.done,
    drain: settled,
    moveOver: settled,
    handOver: settled,
    finishTasks: settled,
    close() {
      endSubscriptions(mounts);
      return server.close();
    },
  };
}

function endSubscriptions({ all }: ServedMounts): void {
  for (const { engine } of all) engine.endSubscriptions();
}

/** Loaded only if there is middleware. */
async function behindOf({ middleware = [] }: ServingConfiguration, log: ServingLog): Promise<Behind | undefined> {
  if (middleware.length === 0) return undefined;
  const { openMiddleware } = await import('../middleware/open-middleware.js');
  return openMiddleware(middleware, log);
}

/** Loaded only if configured. */
async function authenticationOf(parts: AuthenticationParts, metrics: Observation['metrics']): Promise<Authentication> {
  const { openAuthentication } = await import('../authentication/open-authentication.js');
  return countedAuthentication(await openAuthentication(parts), metrics);
}

/** Answers the other workers, and collects their metrics. It must answer before it is asked itself. */
async function collectorOf(
  member: Membership | undefined,
  observation: Observation | undefined,
): Promise<CollectMetrics | undefined> {
  if (!member || !observation?.metrics) return undefined;
  const { collectMetrics } = await import('../workers/collect-metrics.js');
  return collectMetrics(member, observation.metrics);
}

/** Answers the other workers, and collects their calls for the dashboard. */
async function othersOf(
  member: Membership | undefined,
  { recorder }: Pick<Observation, 'recorder'>,
  clients: Clients,
): Promise<CollectedCalls | undefined> {
  if (!member || !recorder) return undefined;
  const { collectCalls } = await import('../workers/collect-calls.js');
  return collectCalls(member, { recorder, clients });
}

/** Passes operators' actions on to the other workers. */
async function toldOf(
  member: Membership | undefined,
  { hosts }: Pick<ServedMounts, 'hosts'>,
  follow: boolean | undefined,
): Promise<ToldWorkers | undefined> {
  if (!member) return undefined;
  const { tellWorkers } = await import('../workers/tell-workers.js');
  // Workers that follow changes notice a rollback themselves, and take turns if configured.
  const reload = (plugin: string): void => void (follow === false && hosts.entries.get(plugin)?.plugin.reload());
  return tellWorkers(member, { reload });
}

async function serveAll(
  mounts: ServedMounts,
  configuration: ServingConfiguration,
  { log, reload, loop, changes, buildErrors, observation, callers, store, member }: ServingParts,
): Promise<Serving> {
  const { auth, closeGraceMs = Number(environmentKeys.MCP_CLOSE_GRACE_MS) } = configuration;
  const clients = new Clients(configuration.sharedLimits);
  let url = '';
  let isDraining = false;
  // Another process replaces this one: clients leave, and probes are not affected.
  let isReplaced = false;
  const authentication =
    auth &&
    (await authenticationOf({ configuration: { ...configuration, auth }, log, url: () => url }, observation?.metrics));
  const collect = await collectorOf(member, observation);
  const others = await othersOf(member, observation ?? {}, clients);
  const told = await toldOf(member, mounts, configuration.follow);
  // A reload at one worker reloads all of them.
  const reloadAll = member ? async () => member.reloadAll() : reload;
  const onForbidden = openForbiddenLog(log);
  const publicUrl = (): string => configuration.publicUrl?.replace(/\/$/, '') ?? url;
  callers?.serve(publicUrl, (principal) => authentication?.tokenOf(principal));
  const fallback = onDemand(
    async () => {
      const { openWeb } = await import('./open-web.js');
      return openWeb(mounts, configuration, {
        ...{ log, onForbidden, reload: reloadAll, loop, changes, buildErrors, observation, authentication, store },
        isDraining: () => isDraining,
        isReplaced: () => isReplaced,
        fleet: member && (() => member.fleet),
        collect,
        others,
        told,
        signIns: callers?.signIns,
        publicUrl,
        clients,
      }).callback();
    },
    (error) => log.failure('page', error),
  );
  observation?.serving(mounts, clients, store?.shared);
  const behind = await behindOf(configuration, log);
  const service = await serveHttp(mounts.all, {
    configuration,
    fallback,
    log,
    onForbidden,
    clients,
    authentication,
    behind,
    store,
  });
  url = service.url;
  mounts.onMounts = service.showMounts;
  return {
    url: service.url,
    ended: new Promise(() => undefined),
    moveOver(forMs) {
      isReplaced = true;
      return service.drain(forMs);
    },
    drain(forMs) {
      isDraining = true;
      return service.drain(forMs);
    },
    handOver: async () => others?.handOver(),
    async finishTasks(isLast) {
      await Promise.all(mounts.all.map(({ engine }) => engine.finishTasks({ graceMs: closeGraceMs, isLast })));
    },
    close: (idleMs) => service.close(closeGraceMs, { idleMs, onRefusing: () => endSubscriptions(mounts) }),
  };
}
