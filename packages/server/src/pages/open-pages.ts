/**
 * The pages beside the endpoints: an introduction, the components of each server, and the health of all.
 *
 * On Koa, so that operators can put their own middleware in front.
 */
import type Router from '@koa/router';
import { readPageAssets, type PageAssets } from '@sigil/console';
import type { JsonObject } from '@sigil/core';
import type { PassThrough } from 'node:stream';
import type Koa from 'koa';
import type { Context, Middleware } from 'koa';
import type { LeftOutFolder } from '../configuration/find-left-out.js';
import type { ShownServer } from '../mounts/mount.js';
import { newRouter, serveRoutes } from '../routing/new-router.js';
import { originOf, requireHost, type HostRules } from '../routing/require-host.js';
import { answerProblem, shownName, type Problem } from './answer-problem.js';
import { buildInstructionPage } from './instruction-page.js';
import { readable } from './describe-failure.js';
import { buildMetaPage } from './meta-page.js';
import { namesView } from './view-marks.js';
import { DashboardStream, maxDashboardReaders, type DashboardReader } from './dashboard-stream.js';
import { headersWithFrame, pageHeaders } from './page-headers.js';
import { readPageName, type PageForm } from '../routing/page-name.js';
import { answerIfModified } from './answer-if-modified.js';
import { failuresOf, readOffers, viewOf, type ViewOptions } from './server-view.js';
import { buildSkillPage } from './skill-page.js';
import { SwapStream, maxSwapReaders } from './swap-stream.js';
import type { RecordedStories } from '../views/recorded-story.js';
import type { ViewSandbox } from '../views/view-sandbox.js';

/** Returns the servers that the reader of a page may see. */
export type ShownMounts = (context: Context) => readonly ShownServer[];

/** The options of serving the pages. */
export interface PagesOptions extends ViewOptions, Omit<HostRules, 'refuse'> {
  /** Returns the folders that look like plugins and are not served as they are. */
  readonly leftOut: () => readonly LeftOutFolder[];
  /** Returns the active configuration of all servers; `undefined` if nobody may read it. */
  readonly describe: (() => JsonObject) | undefined;
  /** Opens the dashboard for the reader of a request; `undefined` if no calls are recorded. */
  readonly openDashboard: ((context: Context) => DashboardReader) | undefined;
  /** The sandbox in which the pages show views. */
  readonly sandbox: ViewSandbox;
  /** Reads the recorded inputs of views; `undefined` if none are served. */
  readonly stories: (() => Promise<RecordedStories>) | undefined;
  /** Whether the server is stopping. */
  readonly isEnding: () => boolean;
  /** Called with the error of a failed page; the reader sees only that it failed. */
  readonly onError: (error: unknown) => void;
}

/**
 * Adds the pages to an application, and an answer for every other address.
 *
 * @param mounts called for each request, since the list may change and depend on the reader
 */
export function openPages(app: Koa, mounts: ShownMounts, options: PagesOptions): void {
  const site = new Site(mounts, options);
  app.use(answerProblems(site));
  app.use(serveRoutes(routePages(site)));
}

class Site {
  readonly stream: DashboardStream;
  readonly swaps: SwapStream;
  #assets: PageAssets | undefined;

  constructor(
    readonly mounts: ShownMounts,
    readonly options: PagesOptions,
  ) {
    this.stream = new DashboardStream(options);
    this.swaps = new SwapStream(options);
  }

  /** Read for the first page: most servers are visited by clients alone. */
  get assets(): PageAssets {
    return (this.#assets ??= readPageAssets());
  }

  readonly readAssets = (): PageAssets => this.assets;

  get assetsPath(): string {
    return `${assetsRoot}${this.assets.hash}/`;
  }
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

/** Answers for addresses without a page, and for pages that fail. */
function answerProblems(site: Site): Middleware {
  return async (context, next) => {
    context.set(pageHeaders);
    try {
      await next();
      if (context.status === 404 && context.body === undefined) refuse(context, site, noSuchPage);
    } catch (error) {
      site.options.onError(error);
      refuse(context, site, { status: 500, message: 'The server failed on this request.' });
    }
  };
}

function routePages(site: Site): Router {
  const { describe, openDashboard } = site.options;
  const checkHost = requireHost({
    ...site.options,
    refuse: (context, message) => refuse(context, site, { status: 403, message }),
  });
  const checks = [requireReading(site), checkHost];
  const router = newRouter();
  router.all('/mcp', requireReading(site, endpointsHint), checkHost, (context) => showInstructions(context, site));
  router.all(['/', '/mcp/'], requireReading(site, endpointsHint), (context) => context.redirect('/mcp'));
  if (openDashboard) {
    router.all(dashboardPath, ...checks, (context) => showDashboard(context, site, openDashboard(context)));
    router.all(`${dashboardPath}.json`, ...checks, async (context) =>
      sendJson(context, await openDashboard(context).read()),
    );
    router.all(`${dashboardPath}/events`, ...checks, (context) => sendEvents(context, site, openDashboard(context)));
  }
  if (describe) router.all(configurationPath, ...checks, (context) => sendJson(context, describe(), 2));
  router.all(`${assetsRoot}*file`, requireReading(site), (context) => sendAsset(context, site));
  // The second part is the URI of a SKILL.md, encoded.
  router.all(`${metaRoot}:name/skills/:skill`, findSkill(site), ...checks, showSkill);
  router.all(`${metaRoot}{*name}`, requirePaged(site), ...checks, (context) => showPaged(context, site));
  router.all('/mcp/*server', requireServed(site), ...checks, redirectToPage);
  return router;
}

/** Refuses every method but GET and HEAD. @param hint added to the refusal */
function requireReading(site: Site, hint: (servers: readonly ShownServer[]) => string = () => ''): Middleware {
  return (context, next) => {
    const { method } = context;
    if (method === 'GET' || method === 'HEAD') return next();
    const message = `This address answers GET, not ${method}${hint(site.mounts(context))}.`;
    return refuse(context, site, { status: 405, message });
  };
}

/** Helps clients that were given the address of the introduction in place of an endpoint. */
function endpointsHint(servers: readonly ShownServer[]): string {
  const last = servers.at(-1);
  if (!last) return '';
  return `: MCP is served at ${last.shortPath ?? `/mcp/{server}, such as ${last.path}`}`;
}

function refuse(context: Context, site: Site, problem: Problem): void {
  answerProblem(context, problem, () => site.assetsPath);
}

function showInstructions(context: Context, site: Site): void {
  const { options } = site;
  const views = site.mounts(context).map((mount) => viewOf(mount, options));
  sendHtml(
    context,
    buildInstructionPage(views, {
      origin: originOf(context),
      assets: site.assetsPath,
      leftOut: options.leftOut(),
      ...(options.describe ? { configurationPath } : {}),
      ...dashboardLink(site),
    }),
  );
}

async function showDashboard(context: Context, site: Site, reader: DashboardReader): Promise<void> {
  // Loaded with the first page: it formats numbers, which most servers never do.
  const { buildDashboardPage } = await import('./dashboard-page.js');
  sendHtml(context, buildDashboardPage(await reader.read(), { assets: site.assetsPath, ...dashboardLink(site) }));
}

function sendEvents(context: Context, site: Site, reader: DashboardReader): void {
  sendStream(context, site, () => site.stream.open(reader), `More than ${maxDashboardReaders} look at the dashboard.`);
}

/** @param open returns `undefined` if there are too many readers, which `message` says */
function sendStream(context: Context, site: Site, open: () => PassThrough | undefined, message: string): void {
  const headers = { 'Content-Type': 'text/event-stream', 'Cache-Control': 'no-store', 'X-Accel-Buffering': 'no' };
  if (context.method === 'HEAD') {
    context.set(headers);
    context.status = 200;
    context.body = '';
    return;
  }
  const body = open();
  if (!body) {
    refuse(context, site, { status: 503, message });
    return;
  }
  const { res: response } = context;
  // As the body of an answer, a stream whose reader leaves would cause an error.
  context.respond = false;
  response.writeHead(200, headers).flushHeaders();
  response.on('close', () => body.destroy());
  body.pipe(response);
}

function dashboardLink({ options }: Site): { readonly dashboardPath?: string } {
  return options.openDashboard ? { dashboardPath } : {};
}

/** Refuses the address of a server that does not exist, or of data that it does not have. */
function requirePaged(site: Site): Middleware {
  return (context, next) => {
    const asked = nameIn(context, 'name');
    const found = readPageName(asked, site.mounts(context));
    if (!found || !hasForm(found.form, site)) return refuse(context, site, noSuchServer(asked));
    context.state['paged'] = found;
    return next();
  };
}

function hasForm(form: PageForm, { options }: Site): boolean {
  if (form === 'changes' || form === 'failures') return options.changes !== undefined;
  return form !== 'stories' || options.stories !== undefined;
}

/** Builds the page of a skill; an unknown one has the answer of an unknown server. */
function findSkill(site: Site): Middleware {
  return (context, next) => {
    const server = site.mounts(context).find(({ name }) => name === nameIn(context, 'name'));
    if (!server) return refuse(context, site, noSuchServer(context.path.slice(metaRoot.length)));
    const frame = {
      title: `${server.name} · Sigil`,
      assets: site.assetsPath,
      server: server.name,
      ...dashboardLink(site),
    };
    const page = buildSkillPage(server.source.current(), nameIn(context, 'skill'), frame);
    if (page === undefined) return refuse(context, site, noSuchServer(context.path.slice(metaRoot.length)));
    context.state['skill'] = page;
    return next();
  };
}

function showSkill(context: Context): void {
  sendHtml(context, context.state['skill'] as string); // set only above
}

async function showPaged(context: Context, site: Site): Promise<void> {
  const { server, form } = context.state['paged'] as NonNullable<ReturnType<typeof readPageName<ShownServer>>>; // set only above
  if (form === 'offers') return sendPaged(context, readOffers(server));
  if (form === 'changes') return sendPaged(context, site.options.changes?.() ?? []);
  if (form === 'stories') return sendPaged(context, (await site.options.stories?.()) ?? {});
  if (form === 'swaps') return sendStream(context, site, () => site.swaps.open(server.source), tooManySwapReaders);
  const view = viewOf(server, site.options);
  if (form === 'failures') return sendPaged(context, failuresOf(view));
  const origin = originOf(context);
  const hasViews = view.offers().tools.some(namesView);
  const sandbox = hasViews ? await site.options.sandbox.at(origin, site.readAssets) : undefined;
  // The only frame that any page may have.
  if (sandbox && 'url' in sandbox) context.set(headersWithFrame(new URL(sandbox.url).origin));
  const frame = { origin, assets: site.assetsPath, ...dashboardLink(site) };
  return sendHtml(context, buildMetaPage(view, frame, sandbox && { sandbox, hasStories: !!site.options.stories }));
}

const tooManySwapReaders = `More than ${maxSwapReaders} look at views.`;

function sendJson(context: Context, value: object, indent?: number): void {
  context.type = 'json';
  context.set('Cache-Control', 'no-store');
  context.body = JSON.stringify(value, null, indent);
}

/** Sends data of a server's page, unless its reader has it already. */
function sendPaged(context: Context, value: object): void {
  context.type = 'json';
  context.set('Cache-Control', revalidated);
  answerIfModified(context, JSON.stringify(value));
}

function sendAsset(context: Context, site: Site): void {
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

/** Refuses addresses of no server. Explains a refused server at its address, so that it is not taken for a wrong address. */
function requireServed(site: Site): Middleware {
  return (context, next) => {
    const servers = site.mounts(context);
    const asked = nameIn(context, 'server');
    const server = servers.find(({ name }) => name === asked);
    if (server && !server.isRefused) return next();
    const [name = ''] = asked.split('/', 1);
    const refused = servers.find((it) => it.name === name);
    if (!refused?.isRefused) return refuse(context, site, noSuchServer(asked));
    const why = refused.problems.map(readable).join('; ');
    return refuse(context, site, { status: 503, message: `The server “${shownName(name)}” is not served: ${why}` });
  };
}

/** Redirects to a server's page. The endpoints have answered clients already, so only a browser gets here. */
function redirectToPage(context: Context): void {
  context.set('Vary', 'Accept');
  context.set('Cache-Control', 'no-store');
  context.redirect(metaRoot + encodeURIComponent(nameIn(context, 'server')));
}

function noSuchServer(asked: string): Problem {
  return { status: 404, message: `There is no server “${shownName(asked)}”.` };
}

/** Returns a part of the address, decoded by the router; an invalid one is unchanged, and names no server. */
function nameIn(context: Context, parameter: 'name' | 'server' | 'skill'): string {
  return String((context['params'] as Readonly<Record<string, unknown>>)[parameter] ?? '');
}

function sendHtml(context: Context, html: string): void {
  context.type = 'html';
  context.set('Cache-Control', revalidated);
  answerIfModified(context, html);
}
