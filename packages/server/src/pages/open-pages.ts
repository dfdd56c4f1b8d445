/**
 * The pages beside the endpoints: an introduction, the components of each server, and the health of all.
 *
 * On Koa, so that operators can put their own middleware in front.
 */
import type { JsonObject } from '@sigil/core';
import type Koa from 'koa';
import type { Context } from 'koa';
import { describeForbidden } from '@sigil/transport-http';
import type { LeftOutFolder } from '../configuration/find-left-out.js';
import type { ShownServer } from '../mounts/mount.js';
import { answerProblem, shownName, type Problem } from './answer-problem.js';
import { buildInstructionPage } from './instruction-page.js';
import { readable } from './describe-failure.js';
import { buildMetaPage } from './meta-page.js';
import { DashboardStream, maxDashboardReaders, type DashboardReader } from './dashboard-stream.js';
import { readPageAssets, type PageAssets } from './page-assets.js';
import { pageHeaders } from './page-headers.js';
import { answerIfModified } from './answer-if-modified.js';
import { readOrigin } from './reader-origin.js';
import { renderPage } from './render-page.js';
import { buildSkillPage } from './skill-page.js';
import { viewOf, type ViewOptions } from './server-view.js';

/** Returns the servers that the reader of a page may see. */
export type ShownMounts = (context: Context) => readonly ShownServer[];

/** The options of serving the pages. */
export interface PagesOptions extends ViewOptions {
  /** Host names that readers may use, in addition to loopback. */
  readonly allowedHosts?: readonly string[];
  /** Reports a refused host. */
  readonly onForbidden?: ((message: string) => void) | undefined;
  /** Returns the folders that look like plugins and are not served as they are. */
  readonly leftOut?: () => readonly LeftOutFolder[];
  /** Returns the active configuration of all servers. */
  readonly describe?: () => JsonObject;
  /** Makes the dashboard's reader for a request; absent if no calls are recorded. */
  readonly dashboard?: ((context: Context) => DashboardReader) | undefined;
  /** Tells whether the server is stopping. */
  readonly isEnding?: () => boolean;
  /** Called with the error of a failed page; the reader learns only that it failed. */
  readonly onError?: (error: unknown) => void;
}

/**
 * Adds the pages to an application, and an answer for every other address.
 *
 * @param mounts called for each request, since the list may change and depend on the reader
 */
export function openPages(app: Koa, mounts: ShownMounts, options: PagesOptions = {}): void {
  const assets = readPageAssets();
  const stream = new DashboardStream(options);
  const assetsPath = `${assetsRoot}${assets.hash}/`;
  const siteOf = (context: Context): Site => ({ mounts: () => mounts(context), options, assets, assetsPath, stream });
  app.use(async (context, next) => {
    const site = siteOf(context);
    context.set(pageHeaders);
    try {
      await next();
      if (context.status === 404 && context.body === undefined) refuse(context, site, noSuchPage);
    } catch (error) {
      options.onError?.(error);
      refuse(context, site, { status: 500, message: 'The server failed on this request.' });
    }
  });
  app.use((context, next) => {
    const site = siteOf(context);
    const page = findPage(context, site);
    if (!page) return next();
    if (typeof page !== 'function') return refuse(context, site, page);
    if (context.method === 'GET' || context.method === 'HEAD') return page();
    const where = isIntroduction(context.path) ? endpointsHint(site) : '';
    return refuse(context, site, { status: 405, message: `This address answers GET, not ${context.method}${where}.` });
  });
}

interface Site {
  readonly mounts: () => readonly ShownServer[];
  readonly options: PagesOptions;
  readonly assets: PageAssets;
  readonly assetsPath: string;
  readonly stream: DashboardStream;
}

const assetsRoot = '/mcp/assets/';
const metaRoot = '/mcp/meta/';
const dashboardPath = '/dashboard';
/** No server may be called `meta`, so the address is free. */
const configurationPath = '/mcp/meta';
const noSuchPage: Problem = { status: 404, message: 'There is no page at this address.' };
/** A page shows the present state, and only to its reader. */
const revalidated = 'private, no-cache';
const aYear = 'public, max-age=31536000, immutable';

type ServePage = () => void | Promise<void>;

/** @returns the function that serves the page, or the problem; `undefined` for other addresses */
function findPage(context: Context, site: Site): ServePage | Problem | undefined {
  const { path } = context;
  if (path === '/mcp') return () => serveInstructions(context, site);
  if (isIntroduction(path)) return () => context.redirect('/mcp');
  if (path.startsWith(dashboardPath) && site.options.dashboard) return findDashboard(context, site);
  if (path === configurationPath && site.options.describe) return () => serveConfiguration(context, site);
  if (path.startsWith(assetsRoot)) return () => serveAsset(context, site);
  if (path.startsWith(metaRoot)) return findMeta(context, site);
  if (path.startsWith('/mcp/')) return findEndpoint(context, site);
  return undefined;
}

function isIntroduction(path: string): boolean {
  return path === '/' || path === '/mcp' || path === '/mcp/';
}

/** Helps clients that were given the address of the introduction in place of an endpoint. */
function endpointsHint({ mounts }: Site): string {
  const last = mounts().at(-1);
  if (!last) return '';
  return `: MCP is served at ${last.shortPath ?? `/mcp/{server}, such as ${last.path}`}`;
}

function refuse(context: Context, site: Site, problem: Problem): void {
  answerProblem(context, problem, site.assetsPath);
}

function serveInstructions(context: Context, site: Site): void {
  const origin = requireOrigin(context, site);
  if (origin === undefined) return;
  const views = site.mounts().map((mount) => viewOf(mount, site.options));
  sendHtml(
    context,
    buildInstructionPage(views, {
      origin,
      assets: site.assetsPath,
      leftOut: site.options.leftOut?.() ?? [],
      ...(site.options.describe ? { configurationPath } : {}),
      ...dashboardOf(site),
    }),
  );
}

/** Finds the dashboard's page, its data as JSON, or its event stream. */
function findDashboard(context: Context, site: Site): ServePage | undefined {
  const { dashboard } = site.options;
  const rest = context.path.slice(dashboardPath.length);
  if (!dashboard) return undefined;
  if (rest === '.json') return async () => serveJson(context, site, await dashboard(context).read());
  if (rest === '/events') return () => serveEvents(context, site, dashboard(context));
  if (rest !== '') return undefined;
  return () => {
    if (requireOrigin(context, site) === undefined) return;
    const frame = { title: 'Dashboard · Sigil', assets: site.assetsPath, script: 'dashboard.js', ...dashboardOf(site) };
    sendHtml(context, renderPage('dashboard', frame));
  };
}

function serveEvents(context: Context, site: Site, reader: DashboardReader): void {
  if (requireOrigin(context, site) === undefined) return;
  const headers = { 'Content-Type': 'text/event-stream', 'Cache-Control': 'no-store', 'X-Accel-Buffering': 'no' };
  if (context.method === 'HEAD') {
    context.set(headers);
    context.status = 200;
    context.body = '';
    return;
  }
  const body = site.stream.open(reader);
  if (!body) {
    refuse(context, site, { status: 503, message: `More than ${maxDashboardReaders} look at the dashboard.` });
    return;
  }
  const { res: response } = context;
  // As the body of an answer, a stream whose reader leaves would cause an error.
  context.respond = false;
  response.writeHead(200, headers).flushHeaders();
  response.on('close', () => body.destroy());
  body.pipe(response);
}

function dashboardOf({ options }: Site): { readonly dashboardPath?: string } {
  return options.dashboard ? { dashboardPath } : {};
}

/** Finds the page of a server, or the definitions for its forms. */
function findMeta(context: Context, site: Site): (() => void) | Problem {
  const asked = readName(context.path.slice(metaRoot.length));
  const mount = findMount(site, asked);
  if (mount) return () => serveMeta(context, site, mount);
  const described = findSuffixed(site, asked, '.json');
  if (described) return () => serveMetaJson(context, site, viewOf(described).offers());
  const followed = findSuffixed(site, asked, '.changes.json');
  const skill = findSkillPage(context, site);
  if (skill) return skill;
  const changes = followed && site.options.changes;
  return changes ? () => serveMetaJson(context, site, changes()) : noSuchServer(asked);
}

/** Finds the page of a skill, at `/mcp/meta/{server}/skills/{the URI of its SKILL.md, encoded}`. */
function findSkillPage(context: Context, site: Site): (() => void) | undefined {
  const [, server, uri] = /^([^/]+)\/skills\/([^/]+)$/.exec(context.path.slice(metaRoot.length)) ?? [];
  const mount = server === undefined ? undefined : findMount(site, readName(server));
  if (!mount || uri === undefined) return undefined;
  const frame = { title: `${mount.name} · Sigil`, assets: site.assetsPath, server: mount.name, ...dashboardOf(site) };
  const page = buildSkillPage(mount.source.current(), readName(uri), frame);
  if (page === undefined) return undefined;
  return () => {
    if (requireOrigin(context, site) !== undefined) sendHtml(context, page);
  };
}

function serveMeta(context: Context, site: Site, mount: ShownServer): void {
  const origin = requireOrigin(context, site);
  if (origin === undefined) return;
  const view = viewOf(mount, site.options);
  sendHtml(context, buildMetaPage(view, { origin, assets: site.assetsPath, ...dashboardOf(site) }));
}

function serveJson(context: Context, site: Site, value: object): void {
  if (requireOrigin(context, site) === undefined) return;
  context.type = 'json';
  context.set('Cache-Control', 'no-store');
  context.body = JSON.stringify(value);
}

function serveMetaJson(context: Context, site: Site, value: object): void {
  if (requireOrigin(context, site) === undefined) return;
  context.type = 'json';
  context.set('Cache-Control', revalidated);
  answerIfModified(context, JSON.stringify(value));
}

function findSuffixed(site: Site, asked: string, suffix: string): ShownServer | undefined {
  return asked.endsWith(suffix) ? findMount(site, asked.slice(0, -suffix.length)) : undefined;
}

function serveConfiguration(context: Context, site: Site): void {
  if (requireOrigin(context, site) === undefined) return;
  context.type = 'json';
  context.set('Cache-Control', 'no-store');
  context.body = JSON.stringify(site.options.describe?.(), null, 2);
}

function serveAsset(context: Context, site: Site): void {
  const { assets, assetsPath } = site;
  const isCurrent = context.path.startsWith(assetsPath);
  const asset = isCurrent ? assets.find(context.path.slice(assetsPath.length)) : undefined;
  if (!asset) return refuse(context, site, noSuchPage);
  context.status = 200;
  context.type = asset.type;
  context.set('Cache-Control', aYear);
  context.etag = assets.hash;
  if (context.fresh) context.status = 304;
  else context.body = Buffer.from(asset.bytes);
}

/** Redirects to a server's page. The endpoints have answered clients already, so only a browser gets here. */
function findEndpoint(context: Context, site: Site): (() => void) | Problem {
  const asked = readName(context.path.slice('/mcp/'.length));
  const mount = findMount(site, asked);
  if (!mount || mount.isRefused) return noEndpoint(site, asked);
  return () => {
    if (requireOrigin(context, site) === undefined) return;
    context.set('Vary', 'Accept');
    context.set('Cache-Control', 'no-store');
    context.redirect(metaRoot + encodeURIComponent(mount.name));
  };
}

/** Explains a refused server at its address, so that it is not taken for a wrong address. */
function noEndpoint(site: Site, asked: string): Problem {
  const [name = ''] = asked.split('/', 1);
  const refused = findMount(site, name);
  if (!refused?.isRefused) return noSuchServer(asked);
  const why = refused.problems.map(readable).join('; ');
  return { status: 503, message: `The server “${shownName(name)}” is not served: ${why}` };
}

function noSuchServer(asked: string): Problem {
  return { status: 404, message: `There is no server “${shownName(asked)}”.` };
}

function findMount({ mounts }: Site, name: string): ShownServer | undefined {
  return mounts().find((mount) => mount.name === name);
}

/** Decodes a part of an address; an invalid one stays unchanged, and names no server. */
function readName(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

/** @returns the origin at which the reader reached us; `undefined` when the request has been refused */
function requireOrigin(context: Context, site: Site): string | undefined {
  const origin = readOrigin(context.headers, site.options.allowedHosts ?? []);
  if (origin !== undefined) return origin;
  const message = describeForbidden('Host', context.get('host'));
  site.options.onForbidden?.(message);
  refuse(context, site, { status: 403, message });
  return undefined;
}

function sendHtml(context: Context, html: string): void {
  context.type = 'html';
  context.set('Cache-Control', revalidated);
  answerIfModified(context, html);
}
