/**
 * The server that answers a call, as far as the call may use it.
 */
import type { StateSealer } from '../asking/seal-state.js';
import type { CatalogSource } from '../catalog/catalog.js';
import type { EventLoopYield } from '../catalog/event-loop-yield.js';
import type { Clock } from '../model/clock.js';
import type { ResourceLink } from '../model/content.js';
import type { CacheHint, Implementation } from '../model/definitions.js';
import type { Principal } from '../model/principal.js';
import type { CallObserver } from './call-observer.js';
import type { ParkedCalls } from './parked-calls.js';
import type { ToolDiscovery } from './tool-discovery.js';
import type { ToolConcurrency } from './tool-concurrency.js';
import type { OperationLimits } from './limits.js';

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
  /** The hint for lists that change only with the catalog, and for discovery; default: see `listHint`. */
  readonly listHint?: Partial<CacheHint> | undefined;
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
  /** Searches for tools that are not listed; absent if every tool is listed. */
  readonly discovery?: ToolDiscovery | undefined;
  /** Observes calls, and the limits that they hit. */
  readonly observer?: CallObserver | undefined;
  /** Counts a progress notification dropped because a newer one followed too fast. */
  readonly onNoticeDropped: () => void;
}
