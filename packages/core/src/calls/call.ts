/**
 * One request and the operation that serves it: the server it may use, and the results that operations return.
 */
import type { StateSealer } from '../asking/seal-state.js';
import type { Catalog, CatalogSource, RunComponent } from '../catalog/catalog.js';
import type { EventLoopYield } from '../catalog/event-loop-yield.js';
import type { Clock } from '../model/clock.js';
import type { ResourceLink } from '../model/content.js';
import type { Implementation } from '../model/definitions.js';
import type { RequestId } from '../json-rpc/messages.js';
import type { JsonObject } from '../model/json.js';
import type { Principal } from '../model/principal.js';
import type { Revision } from '../revisions/revision.js';
import type { CallContext } from './call-context.js';
import type { CallObserver } from './call-observer.js';
import type { Interception } from './interception.js';
import type { ParkedCalls } from './parked-calls.js';
import type { ToolConcurrency } from './tool-concurrency.js';
import type { OperationLimits } from './limits.js';
import type { ToolDiscovery } from './tool-discovery.js';

/** A tool result that is too long to send. */
export interface LargeResult {
  /** The tool's answer: its text, or JSON text if the answer was structured or not a single text. */
  readonly text: string;
  readonly mimeType: string;
  /** The tool's name. */
  readonly tool: string;
  /** The key of the caller, the only one who may read it; empty where callers are not authenticated. */
  readonly owner: string;
  /**
   * Decides whether a caller with this key may read it now.
   *
   * @returns whether it exists for the caller
   * @throws McpError `insufficient-scope` when the caller may not call the tool now
   */
  readonly isReadableBy: (principal: Principal) => boolean;
}

/** Keeps a large result where the client can read it. @returns a link to it; `undefined` when it is not kept */
export type KeepLargeResult = (result: LargeResult) => Promise<ResourceLink | undefined>;

/** `masked`: callers see a fixed text for any error other than a `ToolError`. */
export type ErrorDisclosure = 'plain' | 'masked';

/** The part of a server that a call may use. */
export interface ServerFacts {
  /** The name in metrics, logs and stores. */
  readonly info: Implementation;
  /** Returns the facts that clients get instead. */
  readonly shownInfo?: (() => Implementation | undefined) | undefined;
  readonly instructions: string | undefined;
  readonly source: CatalogSource;
  readonly limits: OperationLimits;
  readonly clock: Clock;
  /** Returns the sealer for the state of modern calls between their rounds. Created on first use. */
  readonly stateSealer: () => StateSealer;
  /** The modern calls that wait for their clients' answers. */
  readonly parkedCalls?: ParkedCalls;
  /** Limits the concurrency of tools that declare `maxConcurrentCalls`. */
  readonly turns: ToolConcurrency;
  /** Keeps calls that never wait from blocking all others. */
  readonly loop: EventLoopYield;
  /** Keeps large results. Without it, the part of a result that cannot be sent is lost. */
  readonly keepLargeResult?: KeepLargeResult;
  /** Reports to the operator an error that the peer sees only as a plain one. */
  readonly reportFault: (during: string, error: unknown, incident?: string) => void;
  /** Returns how much of an author's errors callers see; default: `plain`. */
  readonly errors?: (() => ErrorDisclosure) | undefined;
  /** Runs code of the operator around requests; `undefined` where there is none. */
  readonly interceptors?: Interception | undefined;
  /** Searches for tools that are not listed; absent where every tool is listed. */
  readonly discovery?: ToolDiscovery | undefined;
  /** Observes calls, and the limits that they hit. */
  readonly observer?: CallObserver | undefined;
  /** Counts a progress notification dropped because a newer one followed too fast. */
  readonly onNoticeDropped: () => void;
}

/** One request being served by its operation. */
export interface Call {
  readonly requestId: RequestId;
  readonly params: JsonObject;
  readonly revision: Revision;
  /**
   * The catalog at the first read. Reading it holds no generation: lists, and subscriptions that may last for days, need none.
   */
  readonly catalog: Catalog;
  /**
   * Holds the generation of a component while the call runs. Call it as soon as the component is found, before any wait; a call
   * that does not wait needs no hold.
   */
  hold(component: object): void;
  /**
   * Records the component whose code runs next.
   *
   * @throws ToolError when an earlier round of the call ran steps in a build that this build cannot continue from
   */
  enter(component: RunComponent): void;
  readonly server: ServerFacts;
  readonly context: CallContext;
  /** True when the request continues an earlier round. */
  readonly isLaterRound: boolean;
  /** The caller. */
  readonly principal: Principal;
  /** Goes on with other params, of an interceptor. */
  replaceParams(params: JsonObject): void;
  /** Adds to the call's line in the audit trail. @param interceptor names the source of the fields */
  noteForAudit(interceptor: string, fields: JsonObject): void;
  /** True when the tool failed; set where the result is written. */
  hasFailedTool: boolean;
  /** The argument that a gateway saw in a header; `undefined` where no arguments are mirrored. */
  readonly mirroredArgument: MirroredArgument | undefined;
}

/** Returns the text mirrored under a header name, given without the `Mcp-Param-` prefix; `null` if it cannot be decoded. */
export type MirroredArgument = (headerName: string) => string | null | undefined;

/** Members of a result object as JSON text without the braces (`"tools":[]`); empty for an empty result. */
export type ResultMembers = string;

/** A result with its own members for `_meta`, beside those that every result of the revision carries. */
export interface ResultWithMeta {
  readonly members: ResultMembers;
  readonly meta: JsonObject;
}

/** A result of a type other than complete, in revisions whose results have a type. */
export interface TypedResult {
  readonly members: ResultMembers;
  readonly type: string;
}

/** A result shared by many requests; its bytes are cached too, for transports that write bytes. */
export interface EncodedResult {
  readonly members: ResultMembers;
  /** The members in UTF-8. */
  readonly bytes: Uint8Array;
}

/** The answer of an operation. */
export type OperationResult = ResultMembers | ResultWithMeta | TypedResult | EncodedResult | CallOutcome;

/** The answer of a tool, unless its call becomes a task. */
export interface CallOutcome {
  readonly members: ResultMembers;
  readonly isError: boolean;
  /** Members for `_meta`, beside those that every result of the revision carries. */
  readonly meta?: JsonObject;
}
