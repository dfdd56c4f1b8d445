/**
 * The connections to Redis: one for commands and one for what is published. Nothing waits in a queue for a Redis that is away: a command
 * fails at once, and the caller goes on without it.
 *
 * Knows nothing of what is kept.
 */
import { createHash } from 'node:crypto';
import { Redis } from 'ioredis';
import type { StoreStatus } from '@sigil/core/stores';
import { findWarnings } from './find-warnings.js';

/** The connections' settings. */
export interface LinkOptions {
  /** `redis://[user:password@]host:port/database`; `rediss://` for TLS. */
  readonly url: string;
  /** The longest that a command may take before Redis counts as away. */
  readonly commandTimeoutMs: number;
}

/** A script with its name among Redis's own. */
export interface Script {
  readonly text: string;
  readonly sha: string;
}

type Listener = (message: string) => void;

const longestRetryMs = 400;
const retryJitterMs = 100;
const connectTimeoutMs = 1_000;
const heartbeatMs = 1_000;
const startTimeoutMs = 2_000;

/** @param text Lua that reads `KEYS` and `ARGV` */
export function scriptOf(text: string): Script {
  return { text, sha: createHash('sha1').update(text).digest('hex') };
}

/** Begins to connect, and goes on trying until it is closed. */
export class RedisLink {
  readonly commands: Redis;
  readonly #subscriber: Redis;
  readonly #channels = new Map<string, Set<Listener>>();
  readonly #gapListeners = new Set<() => void>();
  readonly #statusListeners = new Set<(status: StoreStatus) => void>();
  readonly #heartbeat: NodeJS.Timeout;
  readonly #place: string;
  #status: StoreStatus = { state: 'away', since: new Date(), lastError: 'not connected yet', warnings: [] };
  /** Whether the subscriber's connection of now has asked for all channels. */
  #isFollowing = false;
  #wasServing = false;
  #isClosed = false;

  constructor({ url, commandTimeoutMs }: LinkOptions) {
    const options = {
      lazyConnect: true,
      enableOfflineQueue: false,
      autoResubscribe: false,
      autoResendUnfulfilledCommands: false,
      maxRetriesPerRequest: 1,
      commandTimeout: commandTimeoutMs,
      connectTimeout: connectTimeoutMs,
      retryStrategy: (times: number) =>
        Math.min(25 * 2 ** Math.min(times, 10), longestRetryMs) + Math.random() * retryJitterMs,
    };
    // Never with the password that may stand in it.
    this.#place = new URL(url).host;
    this.commands = new Redis(url, options);
    this.#subscriber = new Redis(url, options);
    for (const connection of [this.commands, this.#subscriber]) {
      connection.on('error', (error: Error) => this.#fail(error));
      connection.on('close', () => {
        if (connection === this.#subscriber) this.#isFollowing = false;
        // While it is away, errors say more.
        if (this.#status.state === 'serving') this.#fail(new Error('the connection was closed'));
      });
      connection.on('ready', () => void this.#begin(connection));
      connection.connect().catch(ignore);
    }
    this.#subscriber.on('message', (channel: string, message: string) => {
      for (const listener of [...(this.#channels.get(channel) ?? [])]) listener(message);
    });
    this.#heartbeat = setInterval(() => this.#beat(), heartbeatMs);
    this.#heartbeat.unref();
  }

  get status(): StoreStatus {
    return this.#status;
  }

  /** Settles once Redis serves, or after a while without it. */
  async started(): Promise<void> {
    if (this.#status.state === 'serving') return;
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, startTimeoutMs);
      this.onStatus(({ state }) => {
        if (state !== 'serving') return;
        clearTimeout(timer);
        resolve();
      });
    });
  }

  onStatus(listener: (status: StoreStatus) => void): () => void {
    this.#statusListeners.add(listener);
    return () => void this.#statusListeners.delete(listener);
  }

  /** Runs a script, which Redis is told once. @throws Error when Redis is away, or the script fails */
  async run(script: Script, keys: readonly string[], values: readonly (string | number | Buffer)[]): Promise<unknown> {
    try {
      return await this.commands.evalsha(script.sha, keys.length, ...keys, ...values);
    } catch (error) {
      if (!(error instanceof Error) || !error.message.startsWith('NOSCRIPT')) throw error;
      return this.commands.eval(script.text, keys.length, ...keys, ...values);
    }
  }

  /** @returns stops calling back */
  follow(channel: string, listener: Listener): () => void {
    const listeners = this.#channels.get(channel) ?? new Set();
    this.#channels.set(channel, listeners);
    listeners.add(listener);
    // While there is no connection there is nothing to do: all channels are asked for again with the next one.
    if (listeners.size === 1) this.#subscriber.subscribe(channel).catch(ignore);
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
  }

  async #begin(connection: Redis): Promise<void> {
    try {
      if (connection === this.#subscriber) await this.#subscribeAll();
      // The connection that is ready second goes on.
      if (this.commands.status !== 'ready' || !this.#isFollowing) return;
      const warnings = await findWarnings(this.commands);
      const lastError = this.#wasServing ? this.#status.lastError : undefined;
      this.#tell({ state: 'serving', since: new Date(), ...(lastError ? { lastError } : {}), warnings });
      if (this.#wasServing) for (const listener of [...this.#gapListeners]) listener();
      this.#wasServing = true;
    } catch (error) {
      this.#fail(error as Error);
      connection.disconnect(true);
    }
  }

  async #subscribeAll(): Promise<void> {
    const channels = [...this.#channels.keys()];
    if (channels.length > 0) await this.#subscriber.subscribe(...channels);
    this.#isFollowing = true;
  }

  /** A Redis that stands still, and a network that was cut, break no connection by themselves. */
  #beat(): void {
    for (const connection of [this.commands, this.#subscriber]) {
      if (connection.status !== 'ready') continue;
      connection.ping().catch((error: unknown) => {
        this.#fail(error as Error);
        connection.disconnect(true);
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
    for (const listener of [...this.#statusListeners]) listener(status);
  }
}

/** The status says it, and the next connection makes up for it. */
function ignore(): void {
  // A rejection that nobody handles would end the process.
}
