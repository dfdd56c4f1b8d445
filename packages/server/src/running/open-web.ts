/**
 * Serves everything over HTTP beside the MCP endpoints: health, the admin address, the pages.
 *
 * On Koa, so that operators can put their own middleware in front.
 */
import type { SharedStore } from '@sigil/core/stores';
import type { Clients } from '@sigil/core/engine';
import type { SignIns } from '@sigil/gateway';
import type { LoopWatch } from '@sigil/plugin-host';
import Koa from 'koa';
import { adminPath, openAdmin, type AdminActions } from '../admin/open-admin.js';
import { openCards } from '../card/open-cards.js';
import { openCatalog } from '../card/open-catalog.js';
import type { ServingConfiguration } from '../configuration/serving-configuration.js';
import { serveProbes } from '../health/serve-probes.js';
import { writeHealth, type Health } from '../health/write-health.js';
import type { Authentication } from '../authentication/open-authentication.js';
import { readerOf, requirePrincipal } from '../authentication/require-principal.js';
import { shownTo } from '../mounts/shown-to.js';
import type { ServedMounts } from '../mounts/served-mounts.js';
import type { Observation } from '../observing/observation.js';
import { serveMetrics } from '../observing/serve-metrics.js';
import { serveSignInPages } from '../remotes/sign-in-pages.js';
import { readDashboard } from '../pages/dashboard-view.js';
import { openPages, type PagesOptions, type ShownMounts } from '../pages/open-pages.js';
import type { ViewOptions } from '../pages/server-view.js';
import { countRefused } from '../observing/counted-authentication.js';
import { auditedAdmin } from '../observing/audited-admin.js';
import type { CollectedCalls } from '../workers/collect-calls.js';
import type { CollectMetrics } from '../workers/collect-metrics.js';
import type { ToldWorkers } from '../workers/tell-workers.js';
import type { FleetState } from '../workers/worker-messages.js';
import { redactPages, redactStrings } from '../observing/redact-pages.js';
import type { ServingLog } from '../log/server-log.js';
import { ownHosts } from './own-hosts.js';
import { tellErrors } from '../log/tell-errors.js';

/** The parts of the server for its pages and addresses. */
export interface WebParts {
  readonly log: ServingLog;
  /** Reports a refused host. */
  readonly onForbidden?: ((message: string) => void) | undefined;
  /** Looks for new plugins, builds and configuration. */
  readonly reload: () => Promise<void>;
  readonly loop: Pick<LoopWatch, 'blocked'>;
  /** Writes the metrics of all workers; absent if this process serves alone. */
  readonly collect?: CollectMetrics | undefined;
  /** The calls of the other workers; absent if this process serves alone. */
  readonly others?: CollectedCalls | undefined;
  /** Passes operators' actions on to the other workers; absent if this process serves alone. */
  readonly told?: ToldWorkers | undefined;
  /** Returns the state of all workers; absent if this process serves alone. */
  readonly fleet?: (() => FleetState | undefined) | undefined;
  /** Tells whether the server is stopping. */
  readonly isDraining?: () => boolean;
  /** Tells whether another process has replaced this one. */
  readonly isReplaced?: () => boolean;
  /** The replacements of builds, for the pages. */
  readonly changes?: ViewOptions['changes'];
  /** The standing errors of builds, for the pages. */
  readonly buildErrors?: ViewOptions['buildErrors'];
  /** Absent if callers are not authenticated. */
  readonly authentication?: Authentication | undefined;
  /** Absent where nothing is observed. */
  readonly observation?: Observation | undefined;
  /** Absent where this process serves alone. */
  readonly store?: Pick<SharedStore, 'kind' | 'status'> | undefined;
  /** Absent if users do not sign in anywhere. */
  readonly signIns?: SignIns | undefined;
  /** Counts what clients hold. */
  readonly clients?: Clients;
  /** The server's URL for browsers, without a trailing slash. */
  readonly publicUrl?: () => string;
}

export function openWeb(mounts: ServedMounts, configuration: ServingConfiguration, parts: WebParts): Koa {
  const { sse, ws, streams, card, adminToken, profile, auth, metricsPort } = configuration;
  const allowedHosts = ownHosts(configuration);
  const { log, onForbidden, loop, changes, buildErrors, observation, authentication, signIns, publicUrl } = parts;
  const app = new Koa();
  tellErrors(app, (error) => log.failure('page', error));
  const redactor = observation?.redactor;
  const health = (): Health =>
    redactStrings(
      writeHealth(mounts.hosts, mounts, { blocked: loop.blocked, store: parts.store, fleet: parts.fleet?.() }),
      redactor,
    );
  if (redactor) app.use(redactPages(redactor));
  app.use(serveProbes(health, parts.isDraining));
  if (observation?.metrics && metricsPort === undefined) app.use(serveMetrics(observation.metrics, parts.collect));
  const hasAdmin = (adminToken !== undefined || authentication !== undefined) && profile !== 'readonly';
  if (hasAdmin) {
    const actions = adminActions(mounts, { ...parts, health });
    const onRefused = observation?.metrics && countRefused(observation.metrics);
    const callers = { token: adminToken, authentication: authentication?.at(adminPath), onRefused };
    app.use(openAdmin(callers, auditedAdmin(actions, observation?.audit)));
  }
  const hides = auth?.visibility === 'allowed';
  const shown: ShownMounts = (context) => {
    const reader = hides ? readerOf(context) : undefined;
    return reader ? mounts.shown.map((server) => shownTo(reader, server)) : mounts.shown;
  };
  // A basic card shows no more than a challenge does; a full one has the names of tools.
  const openCard = (): void => {
    const isPrivate = card === 'full' && authentication !== undefined;
    if (card !== 'off') openCards(app, shown, { kind: card, allowedHosts, onForbidden, isPrivate });
  };
  const openList = (): void => {
    if (card !== 'off') openCatalog(app, shown, { hides, allowedHosts, onForbidden, isPrivate: hides });
  };
  if (card === 'basic') openCard();
  // Where servers are hidden, only a known reader gets a list of them.
  if (!hides) openList();
  if (signIns && publicUrl) app.use(serveSignInPages({ signIns, url: publicUrl, log }));
  if (authentication) app.use(requirePrincipal(authentication, () => mounts.all));
  if (card === 'full') openCard();
  if (hides) openList();
  const describe = hides ? undefined : mounts.describe?.bind(mounts);
  openPages(app, shown, {
    allowedHosts,
    onForbidden,
    sse,
    ws,
    streams,
    isGuarded: authentication !== undefined,
    blocked: () => (hides ? [] : loop.blocked),
    fleet: parts.fleet,
    changes,
    buildErrors,
    leftOut: () => (hides ? [] : (mounts.hosts.leftOut ?? [])),
    ...(describe ? { describe: () => describe('anybody') } : {}),
    dashboard: dashboardOf(mounts, { ...parts, hasAdmin }, hides ? shown : undefined),
    isEnding: () => parts.isDraining?.() === true || parts.isReplaced?.() === true,
    onError: (error) => log.failure('page', error),
  });
  return app;
}

/** @param shown the servers for a reader, if readers see different ones */
function dashboardOf(
  mounts: ServedMounts,
  { observation, clients, authentication, others, hasAdmin: canCancel }: WebParts & { readonly hasAdmin: boolean },
  shown: ShownMounts | undefined,
): PagesOptions['dashboard'] {
  const { recorder, redactor } = observation ?? {};
  if (!recorder || !clients) return undefined;
  const isGuarded = authentication !== undefined;
  const dashboard = { recorder, mounts, clients, redactor, isGuarded, canCancel, others };
  return (context) => ({
    read: () => readDashboard(dashboard, shown?.(context)),
    group: shown ? context : 'all',
    until: readerOf(context)?.expiresAt,
  });
}

interface AdminParts extends Pick<WebParts, 'reload' | 'observation' | 'others' | 'told'> {
  readonly health: () => Health;
}

function adminActions(mounts: ServedMounts, { health, reload, observation, others, told }: AdminParts): AdminActions {
  const { levels, recorder } = observation ?? {};
  const setLevel = (module: string, level: string): void => {
    levels?.set(module, level);
    told?.levelSet(module, level);
  };
  return {
    status(collect) {
      if (collect) globalThis.gc?.();
      return { ...health(), memory: process.memoryUsage() };
    },
    reload,
    async rollback(plugin, to) {
      const manifestCid = await mounts.rollback(plugin, to);
      told?.rolledBack(plugin);
      return manifestCid;
    },
    ...(recorder ? { cancel: async (call) => (others ? others.cancel(call) : recorder.cancel(call)) } : {}),
    ...(levels ? { levels: () => levels.all, setLevel } : {}),
  };
}
