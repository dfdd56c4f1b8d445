/**
 * The peer of a call: the channels to it while the request lives, and those that stay when the call goes on without one.
 */
import type { Asker } from '../asking/asker.js';
import type { EventLoopYield } from '../catalog/event-loop-yield.js';
import type { StreamDelivery } from '../catalog/stream-carrier.js';
import type { LogLevel } from '../model/asking.js';
import type { JsonObject } from '../model/json.js';
import type { RunningEvent } from '../model/stream-event.js';
import type { Revision } from '../revisions/revision.js';
import type { OperationLimits } from './limits.js';

/** The channels from a call to its peer. */
export interface CallPeer<Call> {
  readonly revision: Revision;
  readonly server: {
    readonly limits: Pick<OperationLimits, 'maxProgressPerSecond' | 'maxResultLength' | 'maxResourceBytes'>;
    readonly loop: EventLoopYield;
    /** Told of each progress notification that a newer one replaced. */
    readonly onNoticeDropped: () => void;
  };
  /** Sends a notification that belongs to the call. @returns resolves when the transport can take more; `undefined` when it can at once */
  notify(json: string): Promise<void> | undefined;
  /** Made when the call first asks something. */
  openAsker(context: Call): Asker;
  /** The lowest level of log messages that the peer wants; `undefined` for none. */
  logThreshold(): LogLevel | undefined;
  /** Lets the connection go, where the transport can do without. */
  releaseConnection(): void;
  /** Takes every event, where the peer reads events instead of notifications and one answer. */
  emit?(event: RunningEvent): Promise<void>;
}

/** Chooses how a stream that a call returns is delivered. */
export function deliveryTo<Call>({ emit, server }: CallPeer<Call>): StreamDelivery {
  const { maxResultLength, maxResourceBytes } = server.limits;
  return { asEvents: emit !== undefined, maxLength: maxResultLength, maxResourceBytes };
}

/** The channels that a call keeps to its peer when it goes on without its request. */
export interface DetachedPeer {
  readonly notify: (json: string) => Promise<void> | undefined;
  /** @param before how the call asked until now */
  readonly openAsker: (before: Asker) => Asker;
  /** Goes into the `_meta` of the call's notifications. */
  readonly meta?: JsonObject;
  /** Told of each progress message. */
  readonly onProgress: (message: string) => void;
  /** Settles, without rejecting, when the call is over. */
  readonly ended: Promise<void>;
}
