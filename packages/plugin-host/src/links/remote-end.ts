/**
 * The host's end of one worker or process, from its start to its end: requests, calls, heartbeat.
 *
 * Knows nothing of what follows a crash.
 */
import type { Announcer, Context } from '@sigil/core';
import { PluginError } from '@sigil/core/building';
import { ErrorCodec } from './error-codec.js';
import { startHeartbeat, type Heartbeat } from './heartbeat.js';
import { readBatch, type CallTarget, type FromFar, type ToFar } from './link-messages.js';
import { openMessageBatch, type Send } from './message-batch.js';
import type { LinkLimits } from './plugin-link.js';
import { RemoteCall } from './remote-call.js';
import type { ProcessEnd, PluginProcess, SpawnPluginProcess, SpawnOptions } from './spawn-plugin-process.js';

/** The data with which the host starts a worker or process. */
export interface RemoteEndOptions extends Pick<SpawnOptions, 'environment' | 'onPrinted'> {
  readonly spawn: SpawnPluginProcess;
  /** Name of the plugin. */
  readonly name: string;
  readonly limits: LinkLimits;
  readonly announcer: Announcer;
  /** Called once, when it ended without being asked to. */
  readonly onCrash: (error: PluginError) => void;
}

/** Requests of the host to the plugin outside of calls. */
export type LifeRequest =
  | Omit<Extract<ToFar, { kind: 'open' }>, 'id'>
  | Omit<Extract<ToFar, { kind: 'life' }>, 'id'>
  | Omit<Extract<ToFar, { kind: 'carry-out' }>, 'id'>
  | Omit<Extract<ToFar, { kind: 'carry-in' }>, 'id'>;

interface OpenRequest {
  readonly resolve: (value: unknown) => void;
  readonly reject: (error: unknown) => void;
}

export class RemoteEnd {
  readonly #options: RemoteEndOptions;
  readonly #process: PluginProcess;
  readonly #send: Send<ToFar>;
  readonly #heartbeat: Heartbeat;
  readonly #requests = new Map<number, OpenRequest>();
  readonly #calls = new Map<number, RemoteCall>();
  #lastId = 0;
  #endedBy: PluginError | undefined;

  constructor(options: RemoteEndOptions) {
    this.#options = options;
    const { spawn, name, limits, environment, onPrinted } = options;
    this.#process = spawn({
      name,
      maxHeapMb: limits.maxHeapMb,
      environment,
      onPrinted,
      onBatch: (batch) => this.#receive(batch),
      onEnded: (end) => this.#ended(end),
    });
    this.#send = openMessageBatch((batch) => this.#process.post(batch));
    this.#heartbeat = startHeartbeat(
      limits.stuckMs,
      () => this.#send({ kind: 'ping' }),
      () => this.#stuck(),
    );
  }

  /** @throws what the plugin threw, or the PluginError `crashed` that it ended with */
  request(message: LifeRequest): Promise<unknown> {
    if (this.#endedBy) return Promise.reject(this.#endedBy);
    const id = ++this.#lastId;
    return new Promise((resolve, reject) => {
      this.#requests.set(id, { resolve, reject });
      this.#send({ ...message, id }, reject);
    });
  }

  /** @throws what the plugin threw, or a PluginError `crashed` with a sentence for the caller */
  call(target: CallTarget, context: Context): Promise<unknown> {
    if (this.#endedBy) return Promise.reject(this.#callLost(this.#endedBy));
    const call = ++this.#lastId;
    const running = new RemoteCall({
      call,
      target,
      context,
      send: this.#send,
      onOver: () => this.#calls.delete(call),
    });
    this.#calls.set(call, running);
    running.begin();
    return running.outcome;
  }

  /** Ends it on purpose; open requests and calls fail with `why`. @returns settles when it has ended */
  async end(why: PluginError): Promise<void> {
    this.#fail(why);
    await this.#process.end();
  }

  #receive(batch: unknown): void {
    this.#heartbeat.heard();
    try {
      for (const message of readBatch<FromFar>(batch)) this.#take(message);
    } catch (cause) {
      // Our own code sends nothing unreadable, so the plugin's code wrote this message.
      this.#giveUp({ how: 'said what no plugin says, and was ended', cause });
    }
  }

  #take(message: FromFar): void {
    if (message.kind === 'pong') return;
    if (message.kind === 'reply') this.#takeReply(message);
    else if (message.kind === 'announce') this.#announce(message);
    else this.#calls.get(message.call)?.receive(message);
  }

  #takeReply({ id, value, error }: Extract<FromFar, { kind: 'reply' }>): void {
    const request = this.#requests.get(id);
    this.#requests.delete(id);
    if (error) request?.reject(new ErrorCodec().read(error));
    else request?.resolve(value);
  }

  #announce({ method, args }: Extract<FromFar, { kind: 'announce' }>): void {
    const { announcer } = this.#options;
    if (method === 'resourceUpdated' || method === 'listChanged') Reflect.apply(announcer[method], announcer, args);
  }

  #stuck(): void {
    this.#giveUp({ how: `gave no sign of life for ${this.#options.limits.stuckMs} ms (limit stuckMs) and was ended` });
  }

  #giveUp(end: ProcessEnd): void {
    this.#ended(end);
    void this.#process.end();
  }

  #ended(end: ProcessEnd): void {
    if (!this.#endedBy) this.#crash(end);
  }

  #crash({ how, cause }: ProcessEnd): void {
    const { name, onCrash } = this.#options;
    const error = new PluginError(
      'crashed',
      `the code of plugin "${name}" ${how}`,
      cause === undefined ? {} : { cause },
    );
    this.#fail(error);
    onCrash(error);
  }

  #fail(why: PluginError): void {
    if (this.#endedBy) return;
    this.#endedBy = why;
    this.#heartbeat.stop();
    for (const request of this.#requests.values()) request.reject(why);
    this.#requests.clear();
    for (const call of this.#calls.values()) call.fail(this.#callLost(why));
    this.#calls.clear();
  }

  #callLost(cause: PluginError): PluginError {
    const message = `plugin "${this.#options.name}" was stopped or restarted before this was done; try again`;
    return new PluginError('crashed', message, { cause });
  }
}
