/**
 * Holds the connections to Redis: for commands, for subscriptions and, opened on first use, for large values. Commands are not
 * queued while Redis is away: they fail at once, and the caller goes on without it. Only large values wait.
 *
 * Knows nothing of the stored data.
 */
import { createHash } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import type { Redis } from 'ioredis';
import type { StoreStatus } from '@sigil/core/stores';
import { checkPlace, RefusedRedisError } from './check-place.js';
import { openConnection } from './open-connection.js';
import { findWarnings } from './find-warnings.js';

/** The connections' settings. */
export interface LinkOptions {
  /** `redis://[user:password@]host:port/database`; `rediss://` for TLS. */
  readonly url: string;
  /** Longest time for one command before Redis counts as away. */
  readonly commandTimeoutMs: number;
  /** Longest time for a command with large values. */
  readonly contentTimeoutMs: number;
  /** A key and a channel that stay empty: if they can be written and subscribed to, all others can. */
  readonly probe: string;
}

/** A Lua script and its SHA-1, by which Redis caches it. */
export interface Script {
  readonly text: string;
  readonly sha: string;
}

type Listener = (message: string) => void;

const heartbeatMs = 1_000;
const startTimeoutMs = 2_000;
const startPollMs = 5;

/** @param text Lua that reads `KEYS` and `ARGV` */
export function scriptOf(text: string): Script {
  return { text, sha: createHash('sha1').update(text).digest('hex') };
}

/** Connects, and reconnects until it is closed. */
export class RedisLink {
  readonly commands: Redis;
  /** Carries large values, which would delay other commands. Connects with its first command. */
  readonly contents: Redis;
  readonly #subscriber: Redis;
  readonly #channels = new Map<string, Set<Listener>>();
  readonly #gapListeners = new Set<() => void>();
  readonly #statusListeners = new Set<(status: StoreStatus) => void>();
  readonly #heartbeat: NodeJS.Timeout;
  readonly #place: string;
  readonly #probe: string;
  /** Connections that Redis accepted but that cannot serve: the next heartbeat reopens each. */
  readonly #refused = new Set<Redis>();
  #status: StoreStatus = { state: 'away', since: new Date(), lastError: 'not connected yet', warnings: [] };
  /** Whether the subscriber's current connection has subscribed to all channels. */
  #isFollowing = false;
  #wasServing = false;
  #isClosed = false;
  #refusal: RefusedRedisError | undefined;
  #unreadMessages = 0;
  #lastUnread = '';

  constructor({ url, commandTimeoutMs, contentTimeoutMs, probe }: LinkOptions) {
    // `host` leaves out the password that the URL may contain.
    this.#place = new URL(url).host;
    this.#probe = probe;
    this.commands = openConnection(url, commandTimeoutMs, {
      enableOfflineQueue: false,
      reconnectOnError: (error) => this.#isDemotion(error),
    });
    this.#subscriber = openConnection(url, commandTimeoutMs, { enableOfflineQueue: false });
    // A timeout of silence detects a broken network: a heartbeat would wait behind large values.
    this.contents = openConnection(url, contentTimeoutMs, { socketTimeout: contentTimeoutMs });
    this.contents.on('error', ignore);
    for (const connection of [this.commands, this.#subscriber]) {
      connection.on('error', (error: Error) => this.#fail(error));
      connection.on('close', () => {
        this.#refused.delete(connection);
        if (connection === this.#subscriber) this.#isFollowing = false;
        // While Redis is away, other errors say more than this one.
        if (this.#status.state === 'serving') this.#fail(new Error('the connection was closed'));
      });
      connection.on('ready', () => void this.#begin(connection));
      connection.connect().catch(ignore);
    }
    this.#subscriber.on('message', (channel: string, message: string) => {
      for (const listener of [...(this.#channels.get(channel) ?? [])]) this.#deliver(message, listener, channel);
    });
    this.#heartbeat = setInterval(() => this.#beat(), heartbeatMs);
    this.#heartbeat.unref();
  }

  get status(): StoreStatus {
    if (this.#unreadMessages === 0) return this.#status;
    const unread =
      `messages that cannot be read were dropped (${this.#unreadMessages} until now): does something else publish there? ` +
      `The last was ${this.#lastUnread}`;
    return { ...this.#status, warnings: [...this.#status.warnings, unread] };
  }

  /** Resolves once Redis serves, or after a timeout without it. @throws RefusedRedisError for one that never will */
  async started(): Promise<void> {
    const until = Date.now() + startTimeoutMs;
    while (this.#status.state === 'away' && !this.#refusal && Date.now() < until) await setTimeout(startPollMs);
    if (this.#refusal) throw this.#refusal;
  }

  onStatus(listener: (status: StoreStatus) => void): () => void {
    this.#statusListeners.add(listener);
    return () => void this.#statusListeners.delete(listener);
  }

  /** Runs a script; its text is sent only if Redis has not cached it. @throws Error when Redis is away, or the script fails */
  async run(script: Script, keys: readonly string[], values: readonly (string | number)[]): Promise<unknown> {
    try {
      return await this.commands.evalsha(script.sha, keys.length, ...keys, ...values);
    } catch (error) {
      if (!(error instanceof Error) || !error.message.startsWith('NOSCRIPT')) throw error;
      return this.commands.eval(script.text, keys.length, ...keys, ...values);
    }
  }

  /**
   * @param listener throws on a message that it cannot read, which is then dropped and reported
   * @returns a function that unsubscribes
   */
  follow(channel: string, listener: Listener): () => void {
    const listeners = this.#channels.get(channel) ?? new Set();
    this.#channels.set(channel, listeners);
    listeners.add(listener);
    // Without a connection this fails harmlessly: the next connection subscribes to all channels.
    if (listeners.size === 1)
      this.#subscriber.subscribe(channel).catch((error: Error) => this.#refuse(this.#subscriber, error));
    return () => {
      listeners.delete(listener);
      if (listeners.size > 0 || this.#channels.get(channel) !== listeners) return;
      this.#channels.delete(channel);
      this.#subscriber.unsubscribe(channel).catch(ignore);
    };
  }

  /** Calls back after an outage, when messages may have been lost. @returns a function that stops it */
  onGap(listener: () => void): () => void {
    this.#gapListeners.add(listener);
    return () => void this.#gapListeners.delete(listener);
  }

  close(): void {
    this.#isClosed = true;
    clearInterval(this.#heartbeat);
    this.commands.disconnect();
    this.#subscriber.disconnect();
    this.contents.disconnect();
  }

  async #begin(connection: Redis): Promise<void> {
    try {
      if (connection === this.#subscriber) await this.#subscribeAll();
      // Only the connection that is ready second continues.
      if (this.commands.status !== 'ready' || !this.#isFollowing) return;
      await checkPlace(this.commands, this.#probe);
      const warnings = await findWarnings(this.commands);
      const lastError = this.#wasServing ? this.#status.lastError : undefined;
      this.#tell({ state: 'serving', since: new Date(), ...(lastError ? { lastError } : {}), warnings });
      if (this.#wasServing) for (const listener of [...this.#gapListeners]) listener();
      this.#wasServing = true;
    } catch (error) {
      if (error instanceof RefusedRedisError) this.#refusal = error;
      this.#refuse(connection, error as Error);
    }
  }

  async #subscribeAll(): Promise<void> {
    await this.#subscriber.subscribe(this.#probe, ...this.#channels.keys());
    this.#isFollowing = true;
  }

  /** Marks a connection that Redis refuses to serve for reopening: the host name may then resolve to another Redis. */
  #refuse(connection: Redis, error: Error): void {
    // A lost connection is repaired by the next one.
    if (connection.status !== 'ready' || isLost(error)) return;
    this.#refused.add(connection);
    this.#fail(error);
  }

  /** Detects READONLY, which errors of scripts contain further back. */
  #isDemotion(error: Error): boolean {
    if (!/\bREADONLY\b/.test(error.message) || this.#status.state === 'away') return false;
    this.#fail(error);
    if (this.#subscriber.status === 'ready') this.#subscriber.disconnect(true);
    return true;
  }

  #deliver(message: string, listener: Listener, channel: string): void {
    try {
      listener(message);
    } catch (error) {
      // An exception here would let anyone who can publish end the process.
      this.#unreadMessages += 1;
      this.#lastUnread = `on the channel "${channel}" (${(error as Error).message})`;
      if (this.#unreadMessages === 1) this.#tell(this.#status);
    }
  }

  /** Probes both connections: a hung or demoted Redis, or a cut network, does not close them. */
  #beat(): void {
    for (const connection of [this.commands, this.#subscriber]) {
      if (connection.status !== 'ready') continue;
      if (this.#refused.has(connection)) {
        connection.disconnect(true);
        continue;
      }
      const answer = connection === this.commands ? connection.del(this.#probe) : connection.ping();
      answer.catch((error: Error) => {
        // While Redis is away, its own answers say more.
        if (this.#status.state === 'serving' || !isLost(error)) this.#fail(error);
        // After READONLY it is reconnecting already.
        if (connection.status === 'ready') connection.disconnect(true);
      });
    }
  }

  #fail({ message }: Error): void {
    if (this.#isClosed) return;
    const lastError = `Redis at ${this.#place}: ${message || 'cannot be reached'}`;
    if (this.#status.state === 'away') this.#status = { ...this.#status, lastError };
    else this.#tell({ state: 'away', since: new Date(), lastError, warnings: this.#status.warnings });
  }

  #tell(status: StoreStatus): void {
    this.#status = status;
    for (const listener of [...this.#statusListeners]) listener(this.status);
  }
}

/** Returns whether ioredis had no connection to send the command over, or lost it before the answer. */
function isLost({ message }: Error): boolean {
  return message.startsWith("Stream isn't writeable") || message === 'Connection is closed.';
}

/** Ignores an error that `status` reports and the next connection repairs. */
function ignore(): void {
  // An unhandled rejection would end the process.
}
