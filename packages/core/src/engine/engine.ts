/**
 * The engine of one server, which answers messages of every revision. Transports call it; it does no I/O.
 */
import type { Client } from '../callers/clients.js';
import type { CatalogSource } from '../catalog/catalog.js';
import type { Clock } from '../model/clock.js';
import type { Principal } from '../model/principal.js';
import type { CacheHint, Implementation } from '../model/definitions.js';
import type { McpError } from '../errors/mcp-error.js';
import type { Extension } from '../extensions/extension.js';
import type { CompileSchema } from '../extensions/server-extensions.js';
import type { Interceptor } from '../interceptors/interceptor.js';
import type { JsonObject, JsonValue } from '../model/json.js';
import type { StreamReader } from '../calls/event-sequence.js';
import type { OperationLimits } from '../calls/limits.js';
import type { CallObserver } from '../calls/call-observer.js';
import type { ErrorDisclosure, KeepLargeResult } from '../calls/server-facts.js';
import type { ToolDiscovery } from '../calls/tool-discovery.js';
import type { StreamRequest } from './stream-tool.js';
import type { TaskEnding, TaskWorkers } from '../tasks/task-registry.js';
import type { TaskStore } from '../tasks/task-store.js';
import type { Revision } from '../revisions/revision.js';
import type { CallRates } from '../stores/call-rates.js';
import type { StreamedComponent } from '../stores/event-store.js';
import type { SessionWish, SessionWishes } from '../stores/session-store.js';
import type { BatchIncoming, Incoming, LegacyIncoming, HeaderClaims, ModernIncoming } from './incoming-message.js';
import type { Outlet } from '../calls/outlet.js';

/** The options of an engine. Limits that make no sense cause a RangeError. */
export interface EngineOptions {
  readonly info: Implementation;
  /**
   * Returns the facts that clients get instead of `info`: those of the server that this one represents, or of the present build. Called
   * for each answer; the same object means the same facts.
   */
  readonly shownInfo?: (() => Implementation | undefined) | undefined;
  /** Instructions for the model on how to use this server. */
  readonly instructions?: string;
  readonly source: CatalogSource;
  /** Lists few tools, and offers a search for the others. Default: every tool is listed. */
  readonly discovery?: ToolDiscovery | undefined;
  /**
   * Keys of 32 bytes for the state that modern clients carry between the rounds of a call: the first one seals, all of them open.
   * Replicas with the same keys accept each other's rounds; by default each engine makes its own.
   */
  readonly requestStateKeys?: readonly Uint8Array[];
  /** The store of tasks; replicas that share a store serve each other's tasks. Default: in memory. */
  readonly taskStore?: TaskStore;
  /** The processes that share `taskStore`: a task whose process is gone has failed. Omit it where only this process runs tasks. */
  readonly taskWorkers?: TaskWorkers;
  /** Counts the calls of each client across all processes. Default: each process counts its own. */
  readonly callRates?: CallRates;
  /** The clock of all deadlines, dates and rates. Default: the system clock. */
  readonly clock?: Clock;
  /** Receives each tool result that is too long to send, in full. Default: the excess is lost. */
  readonly keepLargeResult?: KeepLargeResult;
  /**
   * How long clients may keep lists that change only with the catalog, and `server/discover`. Default: a minute, shared. A list that depends
   * on its caller is never shared.
   */
  readonly listHint?: Partial<CacheHint> | undefined;
  /** Limits that are left out take their defaults. */
  readonly limits?: Partial<OperationLimits>;
  /**
   * Returns how much of an error other than a `ToolError` callers see: its message (`plain`, the default), or a fixed text
   * (`masked`). Called at each failure.
   */
  readonly errors?: (() => ErrorDisclosure) | undefined;
  /** Serves the methods of skills in sessions too, for clients that know them there. Default: false. */
  readonly skillsInSessions?: boolean | undefined;
  /**
   * Extensions of the protocol, besides that of skills. A faulty definition causes a TypeError. A function returns another list after they
   * were loaded again, and is called for each request; a later list that is faulty is reported to `onFault`, and the one before it stays.
   */
  readonly extensions?: readonly Extension[] | (() => readonly Extension[]) | undefined;
  /**
   * Returns the interceptors of all requests, the outermost first; another list after they were loaded again. Called for each request.
   */
  readonly interceptors?: (() => readonly Interceptor[]) | undefined;
  /** Compiles the JSON Schemas of extensions; needed if one has schemas. */
  readonly compileSchema?: CompileSchema | undefined;
  /** Observes every call that an operation serves, and every limit that calls run into. */
  readonly observer?: CallObserver | undefined;
  /** Receives the cause of each failure that the peer sees only as a plain error. */
  readonly onFault?: (fault: Fault) => void;
}

/** A failure, for the operator's log. */
export interface Fault {
  /** The work that failed, such as `tool "forecast"`. */
  readonly during: string;
  readonly error: unknown;
  /** The id that the caller received with the failure, if any. */
  readonly incident?: string;
}

/** One request being served. */
export interface Exchange {
  /** Settles when nothing more will be sent. Rejects only for an internal fault. */
  readonly done: Promise<void>;
  /** Aborts the call. @param why becomes its answer; without it, the peer no longer wants the call and nothing more is sent */
  cancel(why?: string): void;
}

/** A session served by several processes, as one of them sees it. */
export interface SharedSession {
  /** Identifies the session in every process. */
  readonly name: string;
  /** The process. The ids of its questions begin with it, so that answers are routed back. Letters and digits. */
  readonly process: string;
  /** The terms that its handshake agreed on; absent where the session begins in this process. */
  readonly begun?: BegunSession;
  /** Stores a wish of the client, on a best-effort basis. Never rejects. */
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
  /** Describes the components that requests use and that not every caller may use, for `refuseReader`. */
  componentsOf(incoming: LegacyIncoming | BatchIncoming): readonly StreamedComponent[];
  /** @returns the error that their requests would be answered with now; `undefined` for a caller that may read their answers */
  refuseReader(components: readonly StreamedComponent[], principal: Principal): Promise<McpError | undefined>;
  /** Returns whether a request with that id is in flight in this process. */
  isServing(requestId: JsonValue | undefined): boolean;
  /** Marks the client ready for notifications; it may have announced this to another process. */
  confirm(): void;
  /**
   * Refuses requests other than `ping` and `logging/setLevel` until the client has confirmed the handshake.
   * Spec: 2025-11-25 basic/lifecycle#initialization
   */
  requireConfirmation(): void;
  /** Applies a wish that the client sent to another process. */
  applyWish(wish: SessionWish): void;
  /** Replaces all wishes with those that the client has sent to any process. */
  setWishes(wishes: SessionWishes): void;
  /**
   * Handles a message; replies and related messages go to `outlet`.
   * @param principal the caller, where each message is authenticated; defaults to the session's caller
   * @returns settles when nothing more will be sent there; rejects only for an internal fault
   */
  receive(incoming: LegacyIncoming | BatchIncoming, outlet: Outlet, principal?: Principal): Promise<void>;
  /**
   * Aborts work running in this process and forgets the peer. A session shared with other processes continues there. May be
   * called again.
   *
   * @param why answers the running calls, such as `the server is closing`; omit it where the peer has left, and they get no
   * answer
   */
  close(why?: string): void;
  /** Closes a session that has ended in every process, and forgets its tasks. @param why as for `close` */
  end(why?: string): void;
}

/** Calls of one caller that reads their events one by one. */
export interface Streams {
  start(request: StreamRequest, reader: StreamReader): Exchange;
}

export interface Engine {
  /** Parses a text and determines its era. Never throws. */
  read(text: string, mirror?: HeaderClaims): Incoming;
  /**
   * Serves a modern message; keeps no state of it afterwards.
   * @param principal the caller; omit it where callers are not authenticated
   */
  serve(incoming: ModernIncoming, outlet: Outlet, principal?: Principal): Exchange;
  /**
   * Begins a legacy conversation.
   * @param standing receives messages that belong to no request
   * @param negotiated starts after the handshake: the revision's date, for transports that keep no sessions; or the session's
   * shared state
   * @param principal the caller; omit it where callers are not authenticated
   */
  openSession(standing: Outlet, negotiated?: string | SharedSession, principal?: Principal): Session;
  /**
   * Opens streams for one caller that reads tool calls as events; its calls share one rate limit.
   *
   * @param client whose other calls count too; omit it where clients are not distinguished
   */
  openStreams(principal?: Principal, client?: Client): Streams;
  /** The number of progress notifications dropped because newer ones of the same call followed too fast. */
  readonly droppedNoticeCount: number;
  /** The number of tasks whose calls run in this process now. */
  readonly runningTaskCount: number;
  /** Ends all subscriptions, which would never end by themselves, each with its closing message. Other calls keep running. */
  endSubscriptions(): void;
  /**
   * Lets the tasks of this process end for a while; then a resumable one is handed over to another process, and others fail with a message.
   * Settles, without rejecting, when none runs here any more.
   */
  finishTasks(ending: TaskEnding): Promise<void>;
  /** Ends every session and all running work. */
  close(): void;
}
