/**
 * The engine of one server, which answers its messages in every revision. Transports call in; it does no I/O.
 */
import type { Client } from '../callers/clients.js';
import type { CatalogSource } from '../catalog/catalog.js';
import type { Clock } from '../model/clock.js';
import type { Principal } from '../model/principal.js';
import type { Implementation } from '../model/definitions.js';
import type { JsonObject } from '../model/json.js';
import type { StreamReader } from '../calls/event-sequence.js';
import type { OperationLimits } from '../calls/limits.js';
import type { CallObserver } from '../calls/call-observer.js';
import type { ErrorDisclosure, KeepLargeResult } from '../calls/call.js';
import type { StreamRequest } from './stream-tool.js';
import type { TaskWorkers } from '../tasks/task-registry.js';
import type { TaskStore } from '../tasks/task-store.js';
import type { Revision } from '../revisions/revision.js';
import type { CallRates } from '../stores/call-rates.js';
import type { SessionWish, SessionWishes } from '../stores/session-store.js';
import type { BatchIncoming, Incoming, LegacyIncoming, HeaderClaims, ModernIncoming } from './incoming.js';
import type { Outlet } from './outlet.js';

/** The options of an engine. Limits that make no sense are a RangeError. */
export interface EngineOptions {
  readonly info: Implementation;
  /** For the model: how to use this server. */
  readonly instructions?: string;
  readonly source: CatalogSource;
  /**
   * 32 bytes that seal what modern clients carry between the rounds of a call. Replicas that share it accept each other's
   * rounds; without one each engine makes its own.
   */
  readonly requestStateKey?: Uint8Array;
  /** The store of tasks; replicas that share a store serve each other's tasks. Without a store, memory keeps them. */
  readonly taskStore?: TaskStore;
  /** The processes that share `taskStore`: a task whose process is gone has failed. Left out where this process alone runs tasks. */
  readonly taskWorkers?: TaskWorkers;
  /** Counts the calls of each client on all processes together. Without it each process counts its own. */
  readonly callRates?: CallRates;
  /** The clock of all deadlines, dates and rates; the machine's own when left out. */
  readonly clock?: Clock;
  /** Offered the whole of each tool's result that is too long to be sent. Without it the rest is lost. */
  readonly keepLargeResult?: KeepLargeResult;
  /** Those left out have their defaults. */
  readonly limits?: Partial<OperationLimits>;
  /**
   * Tells how much callers read of errors other than `ToolError`: the errors' messages (`plain`, the default), or a fixed
   * text (`masked`). Asked at each failure.
   */
  readonly errors?: (() => ErrorDisclosure) | undefined;
  /** Told of every call that an operation serves, and of limits that calls ran into. */
  readonly observer?: CallObserver | undefined;
  /** Told of what went wrong behind a message that the peer only sees as a plain error. */
  readonly onFault?: (fault: Fault) => void;
}

/** For the operator's log. */
export interface Fault {
  /** The work that failed, such as `tool "forecast"`. */
  readonly during: string;
  readonly error: unknown;
  /** The id that the caller read with its failure, where a caller did. */
  readonly incident?: string;
}

/** One request being served. */
export interface Exchange {
  /** Tells whether the exchange was over before there was anything to wait for. */
  readonly isDone: boolean;
  /** Settles, without rejecting, when nothing more will be sent. */
  readonly done: PromiseLike<void>;
  /** Aborts the call. @param why is its answer; left out where the peer no longer wants it: nothing more is sent */
  cancel(why?: string): void;
  /**
   * There for one that may last for days. Tells of its end instead of `done`, which is a promise of its own only once it is read:
   * one of the two, to one follower.
   */
  follow?(follower: ExchangeFollower): void;
}

/** An object that is told of an exchange's end, in place of a promise. */
export interface ExchangeFollower {
  /** Nothing more will be sent. Called once. */
  exchangeDone(): void;
}

/** A session that several processes serve, as one of them knows it. */
export interface SharedSession {
  /** Names the session on every process. */
  readonly name: string;
  /** The process: the ids of its questions begin with it, so that answers find their way back. Letters and digits. */
  readonly process: string;
  /** The terms that its handshake agreed on; absent where it begins here. */
  readonly begun?: BegunSession;
  /** Keeps a wish of the client, as far as that can be done. Never rejects. */
  keepWish(wish: SessionWish): Promise<void>;
}

/** A session that began on another process. */
export interface BegunSession {
  /** The version that the client offered. */
  readonly offered: string;
  readonly clientCapabilities: JsonObject;
  readonly wishes: SessionWishes;
}

/** Our side of one legacy conversation, from its `initialize` to its end. */
export interface Session {
  /** Undefined until the handshake has negotiated one. */
  readonly revision: Revision | undefined;
  /** The client is ready for notifications, as it may have said to another process. */
  confirm(): void;
  /** The client expressed this wish to another process. */
  applyWish(wish: SessionWish): void;
  /** These are all wishes that the client expressed to any process. */
  setWishes(wishes: SessionWishes): void;
  /**
   * Handles a message; replies and what belongs to it go to `outlet`.
   * @param principal the caller, where each message is authenticated; else the one that the session was opened for
   * @returns settles, without rejecting, when nothing more will be sent there; `undefined` when nothing will be
   */
  receive(
    incoming: LegacyIncoming | BatchIncoming,
    outlet: Outlet,
    principal?: Principal,
  ): PromiseLike<void> | undefined;
  /**
   * Aborts what runs here and forgets the peer. A session that other processes serve too goes on there. May be called again.
   *
   * @param why answers the calls that run, such as `the server is closing`; left out where the peer has left: they get no answer
   */
  close(why?: string): void;
  /** Closes a session that is over everywhere: its tasks are forgotten too. @param why as for `close` */
  end(why?: string): void;
}

/** Calls of one caller whose events are read one by one. */
export interface Streams {
  start(request: StreamRequest, reader: StreamReader): Exchange;
}

export interface Engine {
  /** Parses a text and says which era it belongs to. Never throws. */
  read(text: string, mirror?: HeaderClaims): Incoming;
  /**
   * Serves a modern message; nothing of it is kept afterwards.
   * @param principal the caller; left out where nobody is asked who they are
   */
  serve(incoming: ModernIncoming, outlet: Outlet, principal?: Principal): Exchange;
  /**
   * Begins a legacy conversation.
   * @param standing where messages go that belong to no request
   * @param negotiated starts after the handshake, for transports that keep no sessions: the revision's date; or what the session
   * shares with other processes
   * @param principal the caller; left out where nobody is asked who they are
   */
  openSession(standing: Outlet, negotiated?: string | SharedSession, principal?: Principal): Session;
  /**
   * For one caller that calls tools as streams of events; its calls are counted together.
   *
   * @param client whose other calls count too; left out where clients are not told apart
   */
  openStreams(principal?: Principal, client?: Client): Streams;
  /** The number of progress notifications left out because newer ones of the same call followed too fast. */
  readonly droppedNoticeCount: number;
  /** Tasks whose calls run in this process now. */
  readonly runningTaskCount: number;
  /** Ends what would never end by itself, with its proper last message, while other calls run on: the subscriptions. */
  endSubscriptions(): void;
  /** Ends every session and everything that still runs. */
  close(): void;
}
