/**
 * The peer of a call: the channels to it while the request lives, and those that stay when the call goes on without one.
 */
import type { Asker } from '../asking/asker.js';
import type { EventLoopYield } from '../catalog/event-loop-yield.js';
import type { CallSession, ClientFacts, StreamDelivery } from '../catalog/stream-carrier.js';
import type { Clock } from '../model/clock.js';
import type { LogLevel } from '../model/asking.js';
import { isJsonObject, type JsonObject } from '../model/json.js';
import type { RunningEvent } from '../model/stream-event.js';
import type { Principal } from '../model/principal.js';
import type { TraceSpan } from '../model/trace.js';
import type { Revision } from '../revisions/revision.js';
import type { CallObserver } from './call-observer.js';
import type { OperationLimits } from './limits.js';
import { ProgressNotices, type NoticeOptions } from './progress-notices.js';

/** The channels from a call to its peer. */
export interface CallPeer<Call> {
  readonly revision: Revision;
  readonly server: {
    readonly limits: Pick<OperationLimits, 'maxProgressPerSecond'>;
    readonly clock: Clock;
    readonly observer?: CallObserver | undefined;
    readonly loop: EventLoopYield;
    /** Told of each progress notification that a newer one replaced. */
    readonly onNoticeDropped: () => void;
  };
  /** The way in which a stream that the call returns is delivered. */
  readonly delivery: StreamDelivery;
  /** Sends a notification that belongs to the call. @returns resolves when the transport can take more; `undefined` when it can at once */
  notify(json: string): Promise<void> | undefined;
  /** Made when the call first asks something. */
  openAsker(context: Call): Asker;
  /** The lowest level of log messages that the peer wants; `undefined` for none. */
  logThreshold(): LogLevel | undefined;
  /** The request's `_meta`, with the trace context of its span where it is traced. */
  readonly meta: JsonObject;
  /** The caller. */
  readonly principal: Principal;
  /** The call's own span, where it is traced. */
  readonly span: TraceSpan | undefined;
  /** Tells whether the request carries anything of an earlier round. */
  readonly isLaterRound: boolean;
  /** Stands for the session that the request is of; `undefined` where there is none that outlives the request. */
  readonly session: CallSession | undefined;
  /** Lets the connection go, where the transport can do without. */
  releaseConnection(): void;
  /** Takes every event, where the peer reads events instead of notifications and one answer. */
  emit?(event: RunningEvent): Promise<void>;
}

/** The `_meta` of a request, as it came. */
export function metaIn({ _meta: meta }: JsonObject): JsonObject {
  return isJsonObject(meta) ? meta : noMeta;
}

const noMeta: JsonObject = Object.freeze({});

/** The facts of the client for code that passes the call on. */
export function clientFactsOf<Call>(peer: CallPeer<Call>, { endsCall }: Asker, task: ClientFacts['task']): ClientFacts {
  return {
    task,
    isLaterRound: peer.isLaterRound,
    questionsEndCall: endsCall === true,
    logThreshold: peer.logThreshold(),
    session: peer.session,
    knowsPageErrors: peer.revision.asking.urlHasId,
  };
}

/** Makes the notices of progress for the peer, as often as it may be told. */
export function noticesTo<Call>(
  { revision, server }: CallPeer<Call>,
  options: Pick<NoticeOptions, 'progressToken' | 'send' | 'follower'>,
): ProgressNotices {
  return new ProgressNotices({
    ...options,
    hasMessages: revision.progressMessage === 'known',
    maxPerSecond: server.limits.maxProgressPerSecond,
    clock: server.clock,
    onDropped: () => server.onNoticeDropped(),
  });
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
