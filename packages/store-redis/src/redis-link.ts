/**
 * The connections to Redis: one for commands, one for what is published, and one for what is large, opened with its first use. Nothing
 * small waits in a queue for a Redis that is away: a command fails at once, and the caller goes on without it.
 *
 * Knows nothing of what is kept.
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
  /** The longest that a command may take before Redis counts as away. */
  readonly commandTimeoutMs: number;
  /** The longest that a command with large values may take. */
  readonly contentTimeoutMs: number;
  /** A key and a channel where nothing is ever kept: whether it can be written and followed tells of all others. */
  readonly probe: string;
}

/** A script with its name among Redis's own. */
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

/** Begins to connect, and goes on trying until it is closed. */
export class RedisLink {
  readonly commands: Redis;
  /** For values so large that others would wait too long behind them. It connects with its first command. */
  readonly contents: Redis;
  readonly #subscriber: Redis;
  readonly #channels = new Map<string, Set<Listener>>();
  readonly #gapListeners = new Set<() => void>();
  readonly #statusListeners = new Set<(status: StoreStatus) => void>();
  readonly #heartbeat: NodeJS.Timeout;
  readonly #place: string;
  readonly #probe: string;
  /** Connections that Redis accepted without serving what is needed: each is opened anew with the next beat. */
  readonly #refused = new Set<Redis>();
  #status: StoreStatus = { state: 'away', since: new Date(), lastError: 'not connected yet', warnings: [] };
  /** Whether the subscriber's connection of now has asked for all channels. */
  #isFollowing = false;
  #wasServing = false;
  #isClosed = false;
  #refusal: RefusedRedisError | undefined;
  #unreadMessages = 0;
  #lastUnread = '';

  constructor({ url, commandTimeoutMs, contentTimeoutMs, probe }: LinkOptions) {
    // Never with the password that may stand in it.
    this.#place = new URL(url).host;
    this.#probe = probe;
    this.commands = openConnection(url, commandTimeoutMs, {
      enableOfflineQueue: false,
      reconnectOnError: (error) => this.#isDemotion(error),
    });
    this.#subscriber = openConnection(url, commandTimeoutMs, { enableOfflineQueue: false });
    // A network that was cut is noticed by the silence: no heartbeat could come through between large values.
    this.contents = openConnection(url, contentTimeoutMs, { socketTimeout: contentTimeoutMs });
    this.contents.on('error', ignore);
    for (const connection of [this.commands, this.#subscriber]) {
      connection.on('error', (error: Error) => this.#fail(error));
      connection.on('close', () => {
        this.#refused.delete(connection);
        if (connection === this.#subscriber) this.#isFollowing = false;
        // While it is away, errors say more.
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

  /** Settles once Redis serves, or after a while without it. @throws RefusedRedisError for one that never will */
  async started(): Promise<void> {
    const until = Date.now() + startTimeoutMs;
    while (this.#status.state === 'away' && !this.#refusal && Date.now() < until) await setTimeout(startPollMs);
    if (this.#refusal) throw this.#refusal;
  }

  onStatus(listener: (status: StoreStatus) => void): () => void {
    this.#statusListeners.add(listener);
    return () => void this.#statusListeners.delete(listener);
  }

  /** Runs a script, which Redis is told once. @throws Error when Redis is away, or the script fails */
  async run(script: Script, keys: readonly string[], values: readonly (string | number)[]): Promise<unknown> {
    try {
      return await this.commands.evalsha(script.sha, keys.length, ...keys, ...values);
    } catch (error) {
      if (!(error instanceof Error) || !error.message.startsWith('NOSCRIPT')) throw error;
      return this.commands.eval(script.text, keys.length, ...keys, ...values);
    }
  }

  /** @param listener what it throws is a message that it could not read: it is dropped, and told of @returns stops calling back */
  follow(channel: string, listener: Listener): () => void {
    const listeners = this.#channels.get(channel) ?? new Set();
    this.#channels.set(channel, listeners);
    listeners.add(listener);
    // While there is no connection there is nothing to do: all channels are asked for again with the next one.
    if (listeners.size === 1)
      this.#subscriber.subscribe(channel).catch((error: Error) => this.#refuse(this.#subscriber, error));
    return () => {
      listeners.delete(listener);
      if (listeners.size > 0 || this.#channels.get(channel) !== listeners) return;
      this.#channels.delete(channel);
      this.#subscriber.unsubscribe(channel).catch(ignore);
    };
  }

  /** Calls back when messages may have been lost, once they come again. @returns stops calling back */
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
      // The connection that is ready second goes on.
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

  /** A Redis that refuses is asked again by a new connection, which may lead to another one: the name may have moved. */
  #refuse(connection: Redis, error: Error): void {
    // Where there is no connection the next one makes up for it.
    if (connection.status !== 'ready') return;
    this.#refused.add(connection);
    this.#fail(error);
  }

  /** Within scripts the word stands further behind. */
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
      // Whoever can publish here could end the process otherwise.
      this.#unreadMessages += 1;
      this.#lastUnread = `on the channel "${channel}" (${(error as Error).message})`;
      if (this.#unreadMessages === 1) this.#tell(this.#status);
    }
  }

  /** A Redis that stands still or became a replica, and a network that was cut, break no connection by themselves. */
  #beat(): void {
    for (const connection of [this.commands, this.#subscriber]) {
      if (connection.status !== 'ready') continue;
      if (this.#refused.has(connection)) {
        connection.disconnect(true);
        continue;
      }
      const answer = connection === this.commands ? connection.del(this.#probe) : connection.ping();
      answer.catch((error: unknown) => {
        this.#fail(error as Error);
        // With READONLY it is on its way already.
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

/** The status says it, and the next connection makes up for it. */
function ignore(): void {
  // A rejection that nobody handles would end the process.
}
