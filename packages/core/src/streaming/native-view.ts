/**
 * The native view of one connection: JSON-RPC 2.0 in which every tool is a method that answers with a subscription, whose
 * events follow as notifications under the method's name.
 *
 * Knows nothing of MCP's messages or of the transport.
 */
import { describeFull } from '../callers/describe-full.js';
import type { Engine, Exchange, Streams } from '../engine/engine.js';
import type { Outlet } from '../calls/outlet.js';
import { McpError } from '../errors/mcp-error.js';
import { findRequestIds, requestIdsIn, type UnreadText } from '../json-rpc/find-request-ids.js';
import { parseJson, writeErrorResponse, writeResponse, type RequestId } from '../json-rpc/messages.js';
import { writeWithoutHalves, type JsonValue } from '../model/json.js';
import type { Principal } from '../model/principal.js';
import type { StreamEvent } from '../model/stream-event.js';
import { nativeFacts } from '../revisions/native-facts.js';
import type { StreamRequest } from '../engine/stream-tool.js';
import { readNativeMessage, type NativeMessage } from './read-native-message.js';

/** The limits of a conversation, all with defaults. */
export interface NativeLimits {
  /** Most concurrent subscriptions of one conversation. */
  readonly maxStreams: number;
  /** Deepest nesting of an incoming message. */
  readonly maxJsonDepth: number;
  /** Most members, objects and arrays of an incoming message. */
  readonly maxJsonMembers: number;
  /** Longest id of a request, in characters. */
  readonly maxIdLength: number;
}

/** The defaults, which an operator may override. */
const defaultNativeLimits: NativeLimits = {
  maxStreams: 10_000,
  maxJsonDepth: 64,
  maxJsonMembers: 250_000,
  maxIdLength: 1_024,
};

interface NativeOptions {
  readonly limits?: Partial<NativeLimits>;
  /** The caller at the other end; omit it where callers are not authenticated. */
  readonly principal?: Principal | undefined;
}

/** One native conversation: the subscriptions of one connection. */
export interface NativeConversation {
  /**
   * Reads one JSON-RPC text and answers through the outlet; a subscription's events follow as notifications under the method's
   * name.
   *
   * @returns settles, without rejecting, when nothing more will be sent for this text
   */
  receive(text: string): Promise<void>;
  /** Reports to the peer that its input could not be read as text, and why: under each request id found in the part that was kept. */
  refuse(why: string, unread?: UnreadText): Promise<void>;
  /** The number of running subscriptions. */
  readonly subscriptionCount: number;
  /** Ends every subscription without a message; generators run their `finally`. May be called again. */
  close(): void;
}

/**
 * Begins a conversation. The code that opens it must close it when the connection is gone.
 *
 * @throws RangeError when a limit is not a whole number of at least 1
 */
export function openNativeConversation(
  engine: Engine,
  outlet: Outlet,
  { limits = {}, principal }: NativeOptions = {},
): NativeConversation {
  return new Subscriptions(
    engine.openStreams(principal, outlet.connection?.client),
    outlet,
    chooseNativeLimits(limits),
  );
}

function chooseNativeLimits(given: Partial<NativeLimits>): NativeLimits {
  const chosen = { ...defaultNativeLimits, ...given };
  for (const [name, value] of Object.entries<unknown>(chosen)) {
    if (Number.isSafeInteger(value) && Number(value) >= 1) continue;
    throw new RangeError(`limit ${name} must be a whole number of at least 1, got ${String(value)}`);
  }
  return chosen;
}

/** A call from the peer's request to its last event; it gets a number once it runs. */
interface Subscription {
  exchange?: Exchange;
  isOver: boolean;
}

class Subscriptions implements NativeConversation {
  readonly #running = new Map<number, Subscription>();
  /** Calls that were neither refused nor started yet. */
  readonly #beginning = new Set<Subscription>();
  #lastNumber = 0;
  #isClosed = false;

  constructor(
    private readonly streams: Streams,
    private readonly outlet: Outlet,
    private readonly limits: NativeLimits,
  ) {}

  get subscriptionCount(): number {
    return this.#running.size;
  }

  async receive(text: string): Promise<void> {
    if (this.#isClosed) return;
    let raw: unknown;
    try {
      raw = parseJson(text, this.limits);
      const message = readNativeMessage(raw, this.limits.maxIdLength);
      if (message.method === 'unsubscribe') await this.#unsubscribe(message);
      else if (message.id !== undefined) await this.#subscribe(message, message.id);
    } catch (error) {
      if (!(error instanceof McpError)) throw error;
      await this.#failEach(raw === undefined ? findRequestIds({ beginning: text }) : idsIn(raw), error);
    }
  }

  refuse(why: string, unread?: UnreadText): Promise<void> {
    return this.#failEach(unread ? findRequestIds(unread) : [], new McpError('parse-error', why));
  }

  close(): void {
    this.#isClosed = true;
    for (const subscription of [...this.#beginning, ...this.#running.values()]) end(subscription);
    this.#beginning.clear();
    this.#running.clear();
  }

  async #subscribe({ method, params }: NativeMessage, id: RequestId): Promise<void> {
    const { maxStreams } = this.limits;
    if (this.#running.size + this.#beginning.size >= maxStreams) {
      const message = `more than ${maxStreams} subscriptions run already (limit maxStreams)`;
      throw new McpError('rate-exceeded', message);
    }
    const counted = this.outlet.connection?.client.nativeStreams;
    const full = counted?.take(1);
    if (full) throw new McpError('rate-exceeded', describeFull(full));
    try {
      await this.#run({ method, params }, id);
    } finally {
      counted?.give(1);
    }
  }

  /** @returns settles when nothing more will be sent for the call */
  async #run({ method, params }: StreamRequest, id: RequestId): Promise<void> {
    const subscription: Subscription = { isOver: false };
    let number = 0;
    const deliver = (event: StreamEvent): Promise<void> => {
      if (subscription.isOver) return done;
      if (event.type === 'start') {
        number = this.#begin(subscription);
        void this.#answer(id, JSON.stringify({ subscription: number }));
      } else if (event.type === 'complete' || event.type === 'error') this.#forget(subscription, number);
      return this.#notify(method, number, event) ?? done;
    };
    this.#beginning.add(subscription);
    const exchange = this.streams.start({ method, params }, { deliver, refuse: (error) => this.#fail(id, error) });
    subscription.exchange = exchange;
    // The peer may have left while the call started.
    if (subscription.isOver) exchange.cancel();
    await exchange.done;
    this.#forget(subscription, number);
  }

  #begin(subscription: Subscription): number {
    this.#beginning.delete(subscription);
    const number = ++this.#lastNumber;
    this.#running.set(number, subscription);
    return number;
  }

  #forget(subscription: Subscription, number: number): void {
    subscription.isOver = true;
    this.#beginning.delete(subscription);
    this.#running.delete(number);
  }

  async #unsubscribe({ id, params }: NativeMessage): Promise<void> {
    const number = readSubscription(params);
    const subscription = this.#running.get(number);
    this.#running.delete(number);
    if (subscription) end(subscription);
    if (id !== undefined) await this.#answer(id, String(subscription !== undefined));
  }

  #answer(id: RequestId, resultJson: string): Promise<void> | undefined {
    return this.outlet.send({ kind: 'response', json: writeResponse(id, resultJson) });
  }

  #notify(method: string, subscription: number, result: StreamEvent): Promise<void> | undefined {
    const json = writeWithoutHalves(JSON.stringify({ jsonrpc: '2.0', method, params: { subscription, result } }));
    return this.outlet.send({ kind: 'notification', json });
  }

  async #failEach(ids: readonly RequestId[], error: McpError): Promise<void> {
    if (ids.length === 0) await this.#fail(undefined, error);
    for (const id of ids) await this.#fail(id, error);
  }

  async #fail(id: RequestId | undefined, error: McpError): Promise<void> {
    if (this.#isClosed) return;
    const code = nativeFacts.errorCodes[error.kind];
    const { message, data } = error;
    const json = writeErrorResponse(id, { code, message, ...(data === undefined ? {} : { data }) });
    await this.outlet.send({ kind: 'response', json, problem: error.kind, lacksId: id === undefined });
  }
}

const done = Promise.resolve();

function idsIn(raw: unknown): readonly RequestId[] {
  return requestIdsIn(Array.isArray(raw) ? raw : [raw]);
}

function end(subscription: Subscription): void {
  subscription.isOver = true;
  subscription.exchange?.cancel();
}

/** Reads `[7]` or `{"subscription": 7}`. */
function readSubscription(params: NativeMessage['params']): number {
  const given: JsonValue | undefined = Array.isArray(params) ? params[0] : Reflect.get(params, 'subscription');
  if (typeof given === 'number') return given;
  throw new McpError('invalid-params', '"unsubscribe" needs the number of a subscription: [7] or {"subscription": 7}');
}
