/**
 * Publishes an upstream MCP server as a catalog: connects, reads its lists, keeps them up to date, and reports its status.
 *
 * While the upstream is away, its last lists stay, and calls fail with the reason. Spec: docs/operate/gateway.md
 */
import { join } from 'node:path';
import { isJsonObject, type JsonObject } from '@sigil/core';
import type { ComponentKind, FormerTool } from '@sigil/core/catalog';
import { backOffMs } from '@sigil/core/internal';
import { ownCapabilities } from './calls/askable-capabilities.js';
import { PageRequests } from './calls/page-requests.js';
import { ErrorSecrets } from './calls/error-secrets.js';
import type { Relay } from './calls/relay.js';
import { UpstreamExtensions } from './reading/upstream-extensions.js';
import { SharedAccountRelay } from './calls/shared-account-relay.js';
import { CallerAccountRelay } from './calls/caller-account-relay.js';
import { openAccess, type Access } from './open-access.js';
import {
  ConnectionError,
  countDown,
  escapeInvisible,
  OpeningLimiter,
  ReconnectingClient,
  type ServerFacts,
  viewsExtension,
} from '@sigil/client/internal';
import { valuesIn } from './fill-variables.js';
import { upstreamStatus, type Listed } from './upstream-status.js';
import { openConnector, type ConnectorOptions } from './open-connection.js';
import { PinFile } from './pins/pin-file.js';
import { formerToolsOf, judgeLists, type Judgement, type PinPlace } from './pins/pinned-lists.js';
import { ListReader } from './reading/list-reader.js';
import { readComponents } from './reading/read-components.js';
import { viewAddressesOf } from './reading/named-views.js';
import { kindsOf, listsHoldMs, readsFolders, type UpstreamLists } from './reading/read-lists.js';
import { ViewReader } from './reading/read-views.js';
import { digestsOf } from './reading/skill-digests.js';
import { scanTexts } from './reading/scan-texts.js';
import { taskSupport } from './reading/task-support.js';
import { readRemoteConfiguration, RemoteConfigurationError, type RemoteConfiguration } from './remote-configuration.js';
import { RefreshTimer } from './refresh-timer.js';
import type { RemoteOptions, RemoteServer } from './remote-server.js';
import { RemoteSource } from './remote-source.js';
import { formerSignIn, signInComponents, signInLists, type SignInPlace } from './sign-in/sign-in-tool.js';
import type { RemoteStatus } from './trouble/remote-status.js';
import { describeFailure } from './trouble/describe-failure.js';
import { WatchedResources } from './watched-resources.js';

/** @throws RemoteConfigurationError when the configuration does not fit */
export function openRemote(given: JsonObject, options: RemoteOptions): RemoteServer {
  const configuration = readRemoteConfiguration(given);
  if (configuration.validate === 'arguments' && !options.checkOf)
    throw new RemoteConfigurationError(['remote: "validate" is not offered here']);
  return new OpenRemote(configuration, options);
}

/** The pauses between readings that fail. */
const readAgain = { firstMs: 500, longestMs: 40_000, jitter: 0.25 };

function isHeldBack(error: unknown): error is ConnectionError {
  return error instanceof ConnectionError && error.failure === 'held-back';
}

/** Failures of a call that say something of the upstream; a refusal is an answer, and others are our own. */
const withoutAnswer: ReadonlySet<ConnectionError['failure']> = new Set([
  'unreachable',
  'broken',
  'busy',
  'unreadable',
  'timeout',
] as const);

const heldBackNote =
  'its sessions or connections fail or get lost again and again: from now on, it is opened at most twice a minute';

class OpenRemote implements RemoteServer {
  readonly source = new RemoteSource();
  readonly ready: Promise<void>;
  readonly #openings = new OpeningLimiter({ onHeldBack: () => this.options.onProblem?.(heldBackNote) });
  readonly #upstream: ReconnectingClient;
  readonly #lists: ListReader;
  readonly #relay: Relay;
  readonly #extensions: UpstreamExtensions;
  /** The ids of the extensions that the upstream offers now. */
  #offered: ReadonlySet<string> = new Set();
  #hasViews = false;
  readonly #views = new ViewReader();
  readonly #access: Access;
  readonly #pins: PinPlace;
  readonly #unwatch: (() => void) | undefined;
  readonly #pages = new PageRequests();
  readonly #secrets: ErrorSecrets;
  readonly #watched = new WatchedResources((uris) => {
    // A resource that cannot be watched is taken never to change.
    this.#upstream.watch(uris).catch(() => undefined);
  });
  /** Schedules another reading; changes announced during a reading lead to the next one. */
  readonly #hasNews = (): void => {
    if (this.#reading) this.#isStale = true;
    else this.#next.refreshSoon();
  };
  #status: RemoteStatus = { state: 'connecting' };
  #leftOut: readonly string[] = [];
  /** The lists that the upstream has announced as changed, until clients are notified; empty unless they get all notices. */
  #announced = new Set<ComponentKind>();
  #reading: Promise<void> | undefined;
  #isStale = false;
  #failures = 0;
  /** The scopes that the upstream demanded when it last refused its lists. */
  #wantedScope: string | undefined;
  readonly #next = new RefreshTimer(
    () => void this.#refresh(),
    (now) => void this.#check(now),
  );
  #nextListAt = 0;
  /** True if the latest call was refused for lack of valid credentials. */
  #refusesCalls = false;
  #isClosed = false;

  constructor(
    readonly configuration: RemoteConfiguration,
    private readonly options: RemoteOptions,
  ) {
    const { folder = process.cwd(), environment = process.env, client, isOfOneClient, clientCapabilities } = options;
    const onSignedIn = (): void => {
      // Another account may see other lists.
      this.#lists.expire();
      this.#next.refreshIn(0);
    };
    this.#access = openAccess(configuration, { ...options, environment, onSignedIn });
    const { own, ownHeaders } = this.#access;
    this.#upstream = new ReconnectingClient({
      ...configuration,
      openings: this.#openings,
      startTimeoutMs: configuration.url === undefined ? configuration.startTimeoutMs : undefined,
      ...openConnector(configuration, { folder, environment, headers: ownHeaders, authorization: own, isOfOneClient }),
      client,
      isOfOneClient,
      forwardsReleases: true,
      ...(clientCapabilities ? { clientCapabilities: ownCapabilities(clientCapabilities) } : {}),
      events: {
        onListChanged: (kind) => {
          if (configuration.listNotices === 'all') this.#announced.add(kind);
          this.#lists.expire(kind);
          this.#hasNews();
        },
        onResourceUpdated: (uri) => this.source.announceUpdate(uri),
        onPageDone: (params) => this.#pages.done(params),
        onRenewed: () => {
          this.#lists.expire();
          this.#hasNews();
        },
        onLost: (error) => this.#failed(error),
        onLog: (line) => options.onNote?.(line),
      },
    });
    this.#secrets = new ErrorSecrets(valuesIn(configuration, environment));
    this.#lists = new ListReader(this.#upstream, { ...configuration, needsEveryList: configuration.pins !== 'off' });
    this.#relay = this.#openRelay({ folder, environment });
    this.#extensions = new UpstreamExtensions(this.#relay);
    const file = new PinFile(options.pinFile ?? join(folder, 'mcps.lock.json'));
    this.#pins = { server: options.name, rule: configuration.pins, file };
    // Another process approves by changing the file.
    if (configuration.pins !== 'off') this.#unwatch = file.watch(this.#hasNews);
    this.ready = this.#refresh();
  }

  get status(): RemoteStatus {
    const isOpen = this.#upstream.openForMs !== undefined && this.#status.state !== 'unauthorized';
    return isOpen ? { ...this.#status, state: 'open' } : this.#status;
  }

  get facts(): ServerFacts | undefined {
    return this.#upstream.facts;
  }

  get openings(): number {
    return this.#openings.total;
  }

  get leftOut(): readonly string[] {
    return this.#leftOut;
  }

  async close(graceMs = 0): Promise<void> {
    this.#isClosed = true;
    this.#next.close();
    this.#watched.close();
    this.#unwatch?.();
    // Calls in flight may send more requests to the upstream.
    const left = countDown(graceMs);
    await this.#relay.close(graceMs);
    await this.#upstream.close(left());
  }

  /** Opens one relay for all callers, or one for each of them. */
  #openRelay(surroundings: ConnectorOptions): Relay {
    const { configuration } = this;
    const offersExtension = (id: string): boolean => this.#offered.has(id);
    const hasViews = (): boolean => this.#hasViews;
    const shared = { ...this.options, pages: this.#pages, secrets: this.#secrets, offersExtension, hasViews };
    const { callers } = this.#access;
    // The credentials of one caller say nothing about the upstream.
    const options = callers ? shared : { ...shared, onEnded: (error: unknown) => this.#judgeCall(error) };
    const relayOver = (upstream: ReconnectingClient): Relay => new SharedAccountRelay(options, upstream, configuration);
    if (!callers) return relayOver(this.#upstream);
    return new CallerAccountRelay(callers, configuration, (authorization) => {
      const upstream = this.#upstream.over(openConnector(configuration, { ...surroundings, authorization }));
      return { upstream, relay: relayOver(upstream) };
    });
  }

  /** Reads everything once at a time; a change during a reading leads to another. */
  #refresh(): Promise<void> {
    if (this.#reading) {
      this.#isStale = true;
      return this.#reading;
    }
    this.#isStale = false;
    const end = this.#next.beginReading();
    this.#reading = this.#readAll().finally(() => {
      this.#reading = undefined;
      end();
      if (this.#isStale) this.#next.refreshSoon();
    });
    return this.#reading;
  }

  async #readAll(): Promise<void> {
    if (this.#isClosed) return;
    const { configuration } = this;
    const begun = performance.now();
    try {
      await this.#upstream.connect();
      // Everything is read from here on, whatever was announced before.
      this.#isStale = false;
      const connectedMs = performance.now() - begun;
      const signal = AbortSignal.timeout(configuration.listTimeoutMs);
      const facts = await this.#upstream.connectAnew(signal);
      const read = await this.#lists.read(facts, signal);
      const lists = configuration.pins === 'off' ? read : { ...read, views: await this.#readViews(read, signal) };
      if (this.#isClosed) return;
      const leftOut: string[] = [];
      const judged = await judgeLists(lists, this.#pins);
      if (this.#isClosed) return;
      const parts = this.#partsFor(facts, judged.lists, leftOut);
      // An upstream that was deployed again may offer more with the same lists.
      const terms = JSON.stringify({
        ...parts,
        relay: undefined,
        extensionServer: undefined,
        extensions: judged.lists.extensions,
      });
      const unread = kindsOf(lists.failed);
      const announced = new Set([...this.#announced].filter((kind) => !unread.has(kind)));
      this.#offered = new Set(judged.lists.extensions.map(({ id }) => String(id)));
      this.#hasViews = viewAddressesOf(judged.lists).length > 0;
      const isNew = this.source.replace({ ...judged, announced, terms }, () => ({
        ...readComponents(judged.lists, parts),
        formerTools: this.#formerTools(judged),
      }));
      this.#announced = new Set([...this.#announced].filter((kind) => unread.has(kind)));
      if (isNew) {
        this.#leftOut = [...leftOut, ...judged.problems, ...scanTexts(judged.lists)].map(escapeInvisible);
        for (const why of this.#leftOut) this.options.onProblem?.(why);
      }
      const [failure] = lists.failed.values();
      this.#listed(facts, { latencyMs: lists.latencyMs ?? connectedMs, isPinned: judged.isPinned, failure });
      if (failure) return;
      const holdMs = listsHoldMs(facts, lists, configuration.healthMs);
      this.#nextListAt = Date.now() + Math.min(holdMs, this.#lists.waitMs ?? Infinity);
      this.#beat();
    } catch (error) {
      this.#failed(error);
    }
  }

  /** Reads the pages for pins, as a client that shows views. */
  #readViews(lists: UpstreamLists, signal: AbortSignal): Promise<UpstreamLists['views']> {
    const capabilities = this.#upstream.clientCapabilities ? {} : { extensions: viewsExtension };
    return this.#views.read(lists, (exchange) => this.#upstream.exchange({ ...exchange, capabilities, signal }, true));
  }

  #partsFor(
    facts: ServerFacts,
    { views, skills }: UpstreamLists,
    leftOut: string[],
  ): Parameters<typeof readComponents>[1] {
    const { resources, completions } = facts.capabilities;
    return {
      relay: this.#relay,
      extensionServer: this.#extensions,
      timeoutMs: this.configuration.timeoutMs,
      announcesUpdates: isJsonObject(resources) && resources['subscribe'] === true,
      hasCompletions: isJsonObject(completions),
      // They are not in the set that was approved.
      passesOthers: this.configuration.pins === 'off',
      readsFolders: readsFolders(facts.capabilities),
      approvedViews: this.configuration.pins === 'block' ? views : undefined,
      approvedFiles: this.configuration.pins === 'block' ? digestsOf(skills) : undefined,
      onUnapproved: this.#hasNews,
      // A resource outside the lists cannot have been approved.
      hasUnlisted: isJsonObject(resources) && this.configuration.pins !== 'block',
      tasks: taskSupport(facts),
      checkOf: this.configuration.validate === 'arguments' ? this.options.checkOf : undefined,
      onUnchecked: (why) => this.options.onProblem?.(escapeInvisible(why)),
      watch: (uri) => this.#watched.add(uri),
      leaveOut: (why) => leftOut.push(why),
    };
  }

  /** Schedules the next check that the upstream answers, or the next reading of expired lists. */
  #beat(): void {
    const listsDueMs = Math.max(0, this.#nextListAt - Date.now());
    this.#next.checkIn(Math.min(this.configuration.healthMs, listsDueMs));
  }

  async #check(now: number): Promise<void> {
    if (now >= this.#nextListAt) return this.#refresh();
    // Answered calls already show that the upstream is alive; calls without an answer do not.
    if (this.#upstream.isAnswering(this.configuration.healthMs)) return this.#beat();
    try {
      const begun = performance.now();
      await this.#upstream.ping(AbortSignal.timeout(this.configuration.connectTimeoutMs));
      const { state: before } = this.#status;
      const state = before === 'pinned' || this.#refusesCalls ? before : 'serving';
      this.#tell({ ...this.#status, state, latencyMs: performance.now() - begun });
      this.#beat();
    } catch (error) {
      this.#failed(error);
    }
  }

  /**
   * An upstream may show its lists to everybody and refuse calls; its state is then that of the latest call. Calls may also be the first to
   * find that it is gone.
   */
  #judgeCall(error: unknown): void {
    if (error instanceof ConnectionError && withoutAnswer.has(error.failure)) {
      const lastError = { at: new Date(), message: this.#secrets.fromText(describeFailure(error)) };
      this.#status = { ...this.#status, lastError };
    }
    if (error instanceof ConnectionError && error.failure === 'unauthorized' && error.status === 401) {
      this.#refusesCalls = true;
      return this.#failed(error);
    }
    if (error !== undefined || !this.#refusesCalls) return;
    this.#refusesCalls = false;
    this.#next.refreshIn(0);
  }

  /** Notes that the lists were read: all of them, or all but those of the failure, which are read again soon. */
  #listed(facts: ServerFacts, listed: Omit<Listed, 'refusesCalls'>): void {
    const wasServing = this.#status.state === 'serving' || this.#status.state === 'pinned';
    this.#wantedScope = undefined;
    const status = upstreamStatus(facts, { ...listed, refusesCalls: this.#refusesCalls }, this.#status);
    if (listed.failure) {
      this.#status = status;
      return this.#failed(listed.failure);
    }
    this.#failures = 0;
    this.#tell(status);
    if (!wasServing && status.state !== 'unauthorized')
      this.options.onNote?.(`${status.server ?? 'the upstream server'} serves, over MCP ${facts.revision}`);
  }

  #failed(error: unknown): void {
    if (this.#isClosed) return;
    if (isHeldBack(error) && this.#status.lastError) {
      // The reason for the pause is known already.
      this.#tell({ ...this.#status, state: this.#status.listedAt ? 'degraded' : 'failed' });
      return this.#next.refreshIn(error.retryAfterMs ?? readAgain.longestMs);
    }
    const message = this.#secrets.fromText(describeFailure(error));
    const isNews = this.#status.lastError?.message !== message || this.#status.state === 'serving';
    const isUnauthorized = error instanceof ConnectionError && error.failure === 'unauthorized';
    this.#wantedScope = isUnauthorized ? error.wantedScope : undefined;
    if (isUnauthorized) this.#offerSignIn();
    const state = isUnauthorized ? 'unauthorized' : this.#status.listedAt ? 'degraded' : 'failed';
    this.#tell({ ...this.#status, state, lastError: { at: new Date(), message } });
    if (isNews) this.options.onProblem?.(message);
    this.#next.refreshIn(backOffMs(readAgain, this.#failures++));
  }

  #formerTools(judged: Judgement): readonly FormerTool[] {
    const place = this.#signInPlace();
    return [...formerToolsOf(judged), ...(place ? [formerSignIn(place)] : [])];
  }

  /** Publishes the sign-in tool: nobody knows the lists until somebody has signed in. */
  #offerSignIn(): void {
    const place = this.#signInPlace();
    if (!place || this.#status.listedAt) return;
    const offered = { lists: signInLists, withheldTools: new Map(), problems: [], isPending: true };
    this.source.replace(offered, () => signInComponents(place));
  }

  #signInPlace(): SignInPlace | undefined {
    const { users } = this.#access;
    return users && { server: this.options.name, users, wantedScope: () => this.#wantedScope };
  }

  #tell(status: RemoteStatus): void {
    this.#status = status;
    this.options.onStatus?.(status);
  }
}
