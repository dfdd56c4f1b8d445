/**
 * Serves everything over HTTP beside the MCP endpoints: health, the admin address, the pages.
 *
 * On Koa, so that operators can put their own middleware in front.
 */
import type { DashboardData } from '@sigil/console';
import type { Clients } from '@sigil/core/engine';
import type { SharedStore } from '@sigil/core/stores';
import type { SignIns } from '@sigil/gateway';
import type { BlockedLoop } from '@sigil/plugin-host/program';
import Koa from 'koa';
import type { AdminActions } from '../admin/admin-actions.js';
import { adminPath } from '../admin/admin-path.js';
import { openAdmin } from '../admin/open-admin.js';
import type { Authentication } from '../authentication/open-authentication.js';
import { readerOf, requirePrincipal } from '../authentication/require-principal.js';
import { openCards } from '../card/open-cards.js';
import { openCatalog } from '../card/open-catalog.js';
import type { ServingConfiguration } from '../configuration/serving-configuration.js';
import { writeHealth, type Health } from '../health/write-health.js';
import type { ServingLog } from '../log/server-log.js';
import { reportErrors } from '../log/report-errors.js';
import type { ServedMounts } from '../mounts/served-mounts.js';
import { viewForReader } from '../mounts/reader-view.js';
import { auditAdmin } from '../observing/audit-admin.js';
import { countRefused } from '../observing/count-authentication.js';
import type { Observation } from '../observing/observation.js';
import { redactPages, redactStrings } from '../observing/redact-pages.js';
import { serveSandbox } from '../views/serve-sandbox.js';
import type { ViewSandbox } from '../views/view-sandbox.js';
import { choosePeriod, readDashboard } from '../pages/dashboard-view.js';
import { openPages, type PagesOptions, type ShownMounts } from '../pages/open-pages.js';
import { serveSignInPages } from '../remotes/sign-in-pages.js';
import { listHostNames } from './host-names.js';
import type { BuildNews, ServingPhase } from './running-server.js';
import type { Workers } from '../workers/workers.js';
import { routeMetrics } from '../observing/metrics-routes.js';
import { routeProbes } from '../health/probe-routes.js';

interface WebParts {
  readonly log: ServingLog;
  /** Reports a refused host. */
  readonly onForbidden: (message: string) => void;
  /** Returns the last times that inline code blocked the event loop. */
  readonly blocked: () => readonly BlockedLoop[];
  readonly phase: () => ServingPhase;
  readonly workers: Workers;
  readonly builds: BuildNews;
  readonly observation: Observation;
  /** The clients that hold sessions and streams here. */
  readonly clients: Clients;
  /** The server's URL for browsers, without a trailing slash. */
  readonly publicUrl: string;
  /** `undefined` if callers are not authenticated. */
  readonly authentication: Authentication | undefined;
  /** `undefined` if nothing is shared with other processes. */
  readonly store: Pick<SharedStore, 'kind' | 'status'> | undefined;
  /** `undefined` if there can be no upstream server where users sign in. */
  readonly signIns: SignIns | undefined;
  /** The sandbox of views; the caller closes it. */
  readonly sandbox: ViewSandbox;
}

/** Builds the application once the server listens. */
export function openWeb(mounts: ServedMounts, configuration: ServingConfiguration, parts: WebParts): Koa {
  const { adminToken, profile, auth, card, metricsPort } = configuration;
  const { log, onForbidden, blocked, workers, observation, authentication, signIns, store } = parts;
  const { metrics, redactor } = observation;
  const app = new Koa();
  reportErrors(app, (error) => log.failure('page', error));
  app.use(redactPages(redactor));
  // Open to everybody, since a browser sends no token for a frame: it has nothing of this server.
  if (configuration.sandboxUrl !== undefined) app.use(serveSandbox(parts.sandbox));

  const health = (): Health =>
    redactStrings(writeHealth(mounts.hosts, mounts, { blocked: blocked(), store, fleet: workers.state }), redactor);
  app.use(routeProbes(health, () => parts.phase() === 'stopping'));
  if (metrics && metricsPort === undefined) app.use(routeMetrics((form) => workers.writeMetrics(form)));

  const hasAdmin = (adminToken !== undefined || authentication !== undefined) && profile !== 'readonly';
  if (hasAdmin) {
    const onRefused = metrics ? countRefused(metrics) : () => undefined;
    const callers = { token: adminToken, authentication: authentication?.at(adminPath), onRefused };
    app.use(openAdmin(callers, auditAdmin(buildActions(mounts, health, parts), observation.audit)));
  }

  const hides = auth?.visibility === 'allowed';
  const shown: ShownMounts = (context) => {
    const reader = hides ? readerOf(context) : undefined;
    return reader ? mounts.shown.map((server) => viewForReader(reader, server)) : mounts.shown;
  };
  const hosts = { allowedHosts: listHostNames(configuration), onForbidden };
  const publicUrl = configuration.publicUrl?.replace(/\/$/, '');
  const forAll = { ...hosts, publicUrl, isPrivate: false };
  // A basic card shows no more than a challenge does; a full one has the names of tools.
  if (card === 'basic') app.use(openCards(shown, card, forAll));
  if (card !== 'off' && !hides) app.use(openCatalog(shown, { ...forAll, hides }));
  if (signIns) app.use(serveSignInPages({ signIns, url: parts.publicUrl, log }));
  if (authentication) app.use(requirePrincipal(authentication, () => mounts.all));
  if (card === 'full') app.use(openCards(shown, card, { ...forAll, isPrivate: authentication !== undefined }));
  // Only a known reader gets a list of servers that are hidden from others.
  if (card !== 'off' && hides) app.use(openCatalog(shown, { ...forAll, hides, isPrivate: true }));

  const hasConfiguration = mounts.describe('anybody') !== undefined;
  openPages(app, shown, {
    ...hosts,
    sse: configuration.sse,
    ws: configuration.ws,
    streams: configuration.streams ?? false,
    isGuarded: authentication !== undefined,
    // A reader who sees only some servers must not see others.
    blocked: () => (hides ? [] : blocked()),
    leftOut: () => (hides ? [] : mounts.hosts.leftOut),
    describe: hides || !hasConfiguration ? undefined : () => mounts.describe('anybody') ?? {},
    fleet: () => workers.state,
    changes: parts.builds.changes,
    buildErrors: parts.builds.errors,
    sandbox: parts.sandbox,
    stories: parts.builds.stories,
    openDashboard: chooseDashboard(mounts, parts, hasAdmin, hides ? shown : () => undefined),
    isEnding: () => parts.phase() !== 'serving',
    onError: (error) => log.failure('page', error),
  });
  return app;
}

/** @param shown returns the servers for a reader; `undefined` if every reader sees all of them */
function chooseDashboard(
  mounts: ServedMounts,
  { observation: { recorder, redactor }, clients, authentication, workers }: WebParts,
  canCancel: boolean,
  shown: (...reader: Parameters<ShownMounts>) => ReturnType<ShownMounts> | undefined,
): PagesOptions['openDashboard'] {
  if (!recorder) return undefined;
  const isGuarded = authentication !== undefined;
  const dashboard = { recorder, mounts, clients, redactor, isGuarded, canCancel, workers };
  return (context) => {
    const minutes = choosePeriod(context.query['minutes']);
    return {
      read: (): Promise<DashboardData> => readDashboard(dashboard, minutes, shown(context)),
      group: shown(context) ? context : minutes,
      until: readerOf(context)?.expiresAt,
    };
  };
}

function buildActions(
  mounts: ServedMounts,
  health: () => Health,
  { workers, observation: { recorder, levels } }: WebParts,
): AdminActions {
  return {
    status(collect) {
      if (collect) globalThis.gc?.();
      return { ...health(), memory: process.memoryUsage() };
    },
    reload: () => workers.reload(),
    async rollback(plugin, to) {
      const manifestCid = await mounts.rollback(plugin, to);
      workers.repeatRollback(plugin);
      return manifestCid;
    },
    ...(recorder && { cancel: (call: string) => workers.cancelCall(call) }),
    levels: () => levels.all,
    setLevel: (module, level) => workers.setLevel(module, level),
  };
}
