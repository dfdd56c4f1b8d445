/**
 * The primary's end of the store that its workers share: all content is in the primary's memory, and outlives each worker.
 */
import type { JsonValue } from '@sigil/core';
import { openMemoryTaskStore, type TaskStore } from '@sigil/core/internal';
import {
  openMemoryCallRates,
  openMemoryLeases,
  openMemoryPost,
  openMemorySessionStore,
  type EventStore,
  type Notices,
  type StoredEvent,
} from '@sigil/core/stores';
import { defaultEndpointLimits, MemoryEventStore } from '@sigil/transport-http';
import type { Channel, StoreReply, StoreRequest } from './channel.js';
import { callableMethods, followableMethods, kindOf, type PartName } from './store-parts.js';

/** The store that the workers of one primary share. */
export interface WorkerStore {
  /** Serves one worker until its channel closes, then releases what it held. */
  serve(channel: Channel<StoreReply, StoreRequest>): void;
  close(): void;
}

type Method = (...args: unknown[]) => unknown;
type Parts = Readonly<Record<string, object>>;

/** Timers of the primary, which lives as long as its workers. */
const clock = {
  now: () => Date.now(),
  after(ms: number, run: () => void) {
    const timer = setTimeout(run, ms).unref();
    return () => clearTimeout(timer);
  },
  every(ms: number, run: () => void) {
    const timer = setInterval(run, ms).unref();
    return () => clearInterval(timer);
  },
};

/** Keeps nothing until a worker stores something. */
export function openWorkerStore(): WorkerStore {
  const events = new MemoryEventStore(defaultEndpointLimits, clock);
  const post = openMemoryPost();
  const tasks = new Map<string, TaskStore>();
  const shared = {
    sessions: openMemorySessionStore(clock),
    events: overChannel(events),
    notices: withCounts(post.notices),
    leases: openMemoryLeases(clock),
    rates: openMemoryCallRates(clock),
  };
  const tasksOf = (server: string): TaskStore => {
    const store = tasks.get(server) ?? openMemoryTaskStore(clock);
    tasks.set(server, store);
    return store;
  };
  return {
    serve(channel) {
      const mailbox = post.openMailbox();
      const held = new Map<string, string>();
      const leases = withMemory(shared.leases, held);
      const own = { ...mailbox, address: () => Promise.resolve(mailbox.address) };
      const client = new WorkerClient(channel, { ...shared, leases, mailbox: own }, tasksOf);
      channel.onClose(() => {
        client.close();
        mailbox.close();
        // No worker renews them any more.
        for (const [name, holder] of held) void shared.leases.release(name, holder);
      });
    },
    close: () => events.close(),
  };
}

/** Sends replayed events as one list. */
function overChannel(events: EventStore): object {
  return {
    append: (...args: Parameters<EventStore['append']>) => events.append(...args),
    findStream: (...args: Parameters<EventStore['findStream']>) => events.findStream(...args),
    endStream: (...args: Parameters<EventStore['endStream']>) => events.endStream(...args),
    onAppend: (...args: Parameters<EventStore['onAppend']>) => events.onAppend(...args),
    forget: (session: string) => events.forget(session),
    async replayAfter(...[session, place]: Parameters<EventStore['replayAfter']>) {
      const replayed: StoredEvent[] = [];
      const isAll = await events.replayAfter(session, place, (event) => void replayed.push(event));
      return isAll ? replayed : undefined;
    },
  };
}

/** Returns for each notice the number of workers that receive it. */
function withCounts(notices: Notices): object {
  const followers = new Map<string, number>();
  const count = (topic: string, more: number): void => void followers.set(topic, (followers.get(topic) ?? 0) + more);
  return {
    async publish(topic: string, notice: JsonValue) {
      await notices.publish(topic, notice);
      return followers.get(topic) ?? 0;
    },
    follow(topic: string, listener: (notice: JsonValue) => void) {
      const stop = notices.follow(topic, listener);
      count(topic, 1);
      return () => {
        stop();
        count(topic, -1);
      };
    },
  };
}

function withMemory(leases: ReturnType<typeof openMemoryLeases>, held: Map<string, string>): typeof leases {
  return {
    async hold(name, holder, ms) {
      const isHeld = await leases.hold(name, holder, ms);
      if (isHeld) held.set(name, holder);
      return isHeld;
    },
    findHolder: (name) => leases.findHolder(name),
    release(name, holder) {
      held.delete(name);
      return leases.release(name, holder);
    },
  };
}

/** One worker, on the primary's side. */
class WorkerClient {
  readonly #following = new Map<number, () => void>();

  constructor(
    private readonly channel: Channel<StoreReply, StoreRequest>,
    private readonly parts: Parts,
    private readonly tasksOf: (server: string) => TaskStore,
  ) {
    channel.onMessage((request) => {
      if (request.kind === 'call') void this.#call(request);
      else if (request.kind === 'follow') this.#follow(request);
      else this.#unfollow(request.id);
    });
  }

  close(): void {
    for (const id of [...this.#following.keys()]) this.#unfollow(id);
  }

  async #call({ id, part, method, args }: Extract<StoreRequest, { kind: 'call' }>): Promise<void> {
    try {
      const isKnown = callableMethods[kindOf(part)]?.includes(method) ?? false;
      const value = await this.#method(part, method, isKnown || (part === 'mailbox' && method === 'address'))(...args);
      this.channel.send({ kind: 'done', id, value });
    } catch (error) {
      this.channel.send({ kind: 'failed', id, message: error instanceof Error ? error.message : String(error) });
    }
  }

  #follow({ id, part, method, args }: Extract<StoreRequest, { kind: 'follow' }>): void {
    const isKnown = followableMethods[kindOf(part)]?.includes(method) ?? false;
    const listener = (...told: unknown[]): void => this.channel.send({ kind: 'told', id, args: told });
    const stop = this.#method(part, method, isKnown)(...args, listener);
    // Every followable method returns the function that ends it.
    this.#following.set(id, stop as () => void);
  }

  #unfollow(id: number): void {
    this.#following.get(id)?.();
    this.#following.delete(id);
  }

  #method(part: PartName, name: string, isKnown: boolean): Method {
    const owner = part.startsWith('tasks:') ? this.tasksOf(part.slice('tasks:'.length)) : this.parts[part];
    const method = isKnown && owner ? (owner as Record<string, unknown>)[name] : undefined;
    if (typeof method !== 'function') throw new Error(`workers share no "${part}" with a method "${name}"`);
    return (method as Method).bind(owner);
  }
}
