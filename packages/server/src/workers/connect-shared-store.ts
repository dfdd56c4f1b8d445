/**
 * A worker's end of the store that the workers of one primary share. Every operation goes to the primary, over the channel between the two.
 */
import type { JsonValue } from '@sigil/core';
import type { TaskStore } from '@sigil/core/internal';
import type { EventStore, SharedStore, StoredEvent, StoreStatus } from '@sigil/core/stores';
import type { Stop } from '@sigil/transport-http';
import type { Channel, StoreReply, StoreRequest } from './channel.js';
import { callableMethods, type PartName } from './store-parts.js';

/** A shared store that reports how many workers a notice reaches. */
export interface ConnectedStore extends SharedStore {
  /** Publishes a notice. @returns the number of workers that follow the topic, and so receive it */
  tell(topic: string, notice: JsonValue): Promise<number>;
}

/** Asks the primary for the address of this worker's mailbox first. The store ends when the channel closes. */
export async function connectSharedStore(channel: Channel<StoreRequest, StoreReply>): Promise<ConnectedStore> {
  const remote = new RemoteStore(channel);
  // The address is what the primary named it.
  const address = (await remote.call('mailbox', 'address', [])) as string;
  const tasks = new Map<string, TaskStore>();
  const tasksOf = (server: string): TaskStore => {
    const part: PartName = `tasks:${server}`;
    const store = tasks.get(server) ?? {
      ...remote.callsOf<Omit<TaskStore, 'onChange'>>(part),
      onChange: (listener) => remote.follow(part, 'onChange', [], ([id]) => listener(String(id))),
    };
    tasks.set(server, store);
    return store;
  };
  // The primary returns the number of workers.
  const tell = async (topic: string, notice: JsonValue): Promise<number> =>
    Number(await remote.call('notices', 'publish', [topic, notice]));
  return {
    kind: 'workers',
    tell,
    sessions: {
      ...remote.callsOf<Omit<SharedStore['sessions'], 'onChange'>>('sessions'),
      onChange: (listener) =>
        remote.follow('sessions', 'onChange', [], (args) => listener(...(args as Parameters<typeof listener>))),
    },
    events: connectEvents(remote),
    tasksOf,
    notices: {
      publish: async (topic, notice) => void (await tell(topic, notice)),
      follow: (topic, listener) => remote.follow('notices', 'follow', [topic], tellValue(listener)),
      // The channel loses nothing while both ends live.
      onGap: () => () => undefined,
    },
    mailbox: {
      address,
      send: async (to, topic, letter) => (await remote.call('mailbox', 'send', [to, topic, letter])) === true,
      receive: (topic, listener) => remote.follow('mailbox', 'receive', [topic], tellValue(listener)),
    },
    leases: remote.callsOf<SharedStore['leases']>('leases'),
    rates: remote.callsOf<SharedStore['rates']>('rates'),
    get status() {
      return remote.status;
    },
    onStatus: (listener) => remote.onStatus(listener),
    close: () => Promise.resolve(remote.close(new Error('the store was closed'))),
  };
}

function tellValue(listener: (value: JsonValue) => void): RemoteListener {
  // Notices and letters are JSON at both ends.
  return ([value]) => listener(value as JsonValue);
}

function connectEvents(remote: RemoteStore): EventStore {
  const calls = remote.callsOf<Omit<EventStore, 'onAppend'>>('events');
  return {
    ...calls,
    async replayAfter(session, place, send) {
      // The primary sends replayed events as a list, or nothing if the list would be incomplete.
      const events = (await remote.call('events', 'replayAfter', [session, place])) as StoredEvent[] | undefined;
      for (const event of events ?? []) send(event);
      return events !== undefined;
    },
    onAppend: (session, stream, listener) => remote.follow('events', 'onAppend', [session, stream], () => listener()),
  };
}

interface Waiting {
  resolve(value: unknown): void;
  reject(error: Error): void;
}

/** Called with the arguments of each call that the primary passes on. */
type RemoteListener = (args: readonly unknown[]) => void;

class RemoteStore {
  readonly #waiting = new Map<number, Waiting>();
  readonly #following = new Map<number, RemoteListener>();
  readonly #listeners = new Set<(status: StoreStatus) => void>();
  #status: StoreStatus = { state: 'serving', since: new Date(), warnings: [] };
  #lastId = 0;
  #gone: Error | undefined;

  constructor(private readonly channel: Channel<StoreRequest, StoreReply>) {
    channel.onMessage((reply) => this.#receive(reply));
    channel.onClose(() => this.close(new Error('the primary process has ended')));
  }

  get status(): StoreStatus {
    return this.#status;
  }

  onStatus(listener: (status: StoreStatus) => void): Stop {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Builds the methods of a part, each of which asks the primary. */
  callsOf<Part extends object>(part: PartName): Part {
    const kind = part.startsWith('tasks:') ? 'tasks' : part;
    const methods = callableMethods[kind]!.map((name) => [name, (...args: unknown[]) => this.call(part, name, args)]);
    // The primary has the same methods with the same arguments.
    return Object.fromEntries(methods) as Part;
  }

  call(part: PartName, method: string, args: unknown[]): Promise<unknown> {
    if (this.#gone) return Promise.reject(this.#gone);
    const id = ++this.#lastId;
    return new Promise((resolve, reject) => {
      this.#waiting.set(id, { resolve, reject });
      this.channel.send({ kind: 'call', id, part, method, args });
    });
  }

  follow(part: PartName, method: string, args: readonly unknown[], listener: RemoteListener): Stop {
    const id = ++this.#lastId;
    this.#following.set(id, listener);
    if (!this.#gone) this.channel.send({ kind: 'follow', id, part, method, args: [...args] });
    return () => {
      if (this.#following.delete(id) && !this.#gone) this.channel.send({ kind: 'unfollow', id });
    };
  }

  close(why: Error): void {
    if (this.#gone) return;
    this.#gone = why;
    for (const { reject } of this.#waiting.values()) reject(why);
    this.#waiting.clear();
    this.#following.clear();
    this.#status = { state: 'away', since: new Date(), lastError: why.message, warnings: [] };
    for (const listener of this.#listeners) listener(this.#status);
  }

  #receive(reply: StoreReply): void {
    if (reply.kind === 'told') {
      this.#following.get(reply.id)?.(reply.args);
      return;
    }
    const waiting = this.#waiting.get(reply.id);
    this.#waiting.delete(reply.id);
    if (reply.kind === 'done') waiting?.resolve(reply.value);
    else waiting?.reject(new Error(reply.message));
  }
}
