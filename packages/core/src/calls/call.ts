/**
 * One request on its way through its operation, the server it works for, and the results that operations answer with.
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
import type { ToolConcurrency } from './tool-concurrency.js';
import type { OperationLimits } from './limits.js';

/** A tool's result that is too long to be sent. */
export interface LargeResult {
  /** The tool's answer: its text, or JSON text where the answer was structured or more than one text. */
  readonly text: string;
  readonly mimeType: string;
  /** The tool's name. */
  readonly tool: string;
  /** Tells the caller from others, who must not read it; empty where nobody is asked who they are. */
  readonly owner: string;
}

/** Keeps a large result where the client can read it. @returns where; `undefined` when it is not kept */
export type KeepLargeResult = (result: LargeResult) => Promise<ResourceLink | undefined>;

/** `masked`: of errors other than a `ToolError` callers read a fixed text. */
export type ErrorDisclosure = 'plain' | 'masked';

/** The part of a server that a call may use. */
export interface ServerFacts {
  readonly info: Implementation;
  readonly instructions: string | undefined;
  readonly source: CatalogSource;
  readonly limits: OperationLimits;
  readonly clock: Clock;
  /** Seals what modern calls remember between their rounds. Made when first needed. */
  readonly stateSealer: () => StateSealer;
  /** The turns of tools that may not run as often at a time as they are called. */
  readonly turns: ToolConcurrency;
  /** Keeps calls that never wait from holding up all others. */
  readonly loop: EventLoopYield;
  /** Without it the part of a large result that cannot be sent is lost. */
  readonly keepLargeResult?: KeepLargeResult;
  /** Tells the operator of an error that the peer sees only as a plain one. */
  readonly reportFault: (during: string, error: unknown, incident?: string) => void;
  /** Tells how much of an author's errors callers read; `plain` where left out. */
  readonly errors?: (() => ErrorDisclosure) | undefined;
  /** Told of calls and of limits that they ran into. */
  readonly observer?: CallObserver | undefined;
  /** Counts a progress notification that was left out because a newer one followed too fast. */
  readonly onNoticeDropped: () => void;
}

/** One request on its way through its operation. */
export interface Call {
  readonly requestId: RequestId;
  readonly params: JsonObject;
  readonly revision: Revision;
  /** As it was when it was first read. Looking at it holds no generation: what only lists, or may last for days, needs none. */
  readonly catalog: Catalog;
  /**
   * Holds the generation of a component for as long as the call runs. Called once it is found, before anything is waited for; a call
   * that does not wait needs no hold.
   */
  hold(component: object): void;
  /**
   * Notes the component whose code runs next.
   *
   * @throws ToolError when an earlier round of the call ran steps in another build of it, which cannot be gone on from
   */
  enter(component: RunComponent): void;
  readonly server: ServerFacts;
  readonly context: CallContext;
  /** Tells whether the request carries anything of an earlier round. */
  readonly isLaterRound: boolean;
  /** The caller. */
  readonly principal: Principal;
  /** Tells whether its result says that its tool failed; set where the result is written. */
  hasFailedTool: boolean;
  /** The argument that a gateway saw in a header; `undefined` where nothing is mirrored beside the body. */
  readonly mirroredArgument: MirroredArgument | undefined;
}

/**
 * The text that was mirrored under a header name, given without the `Mcp-Param-` prefix; `null` for one that cannot be decoded.
 */
export type MirroredArgument = (headerName: string) => string | null | undefined;

/** Members of a result object as JSON text without the braces (`"tools":[]`); the empty text for an empty result. */
export type ResultMembers = string;

/** A result with members of its own for `_meta`, beside those that every result of the revision carries. */
export interface ResultWithMeta {
  readonly members: ResultMembers;
  readonly meta: JsonObject;
}

/** A result of another type than the complete ones, in revisions whose results have a type. */
export interface TypedResult {
  readonly members: ResultMembers;
  readonly type: string;
}

/** A result that is the same for many requests: its bytes are kept too, for transports that write bytes. */
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
