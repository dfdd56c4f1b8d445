/**
 * The peer of a call: the channels that exist while the request lives, and those that remain when the call continues without it.
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
    /** Called for each progress notification that a newer one replaced. */
    readonly onNoticeDropped: () => void;
  };
  /** The delivery of a stream that the call returns. */
  readonly delivery: StreamDelivery;
  /** Sends a notification that belongs to the call. @returns resolves when the transport can take more; `undefined` when it can at once */
  notify(json: string): Promise<void> | undefined;
  /** Opens the asker; called on the call's first question. */
  openAsker(context: Call): Asker;
  /** The lowest level of log messages that the peer wants; `undefined` for none. */
  logThreshold(): LogLevel | undefined;
  /** The request's `_meta`, with the trace context of its span if it is traced. */
  readonly meta: JsonObject;
  /** The caller. */
  readonly principal: Principal;
  /** The call's own span, if it is traced. */
  readonly span: TraceSpan | undefined;
  /** True when the request continues an earlier round. */
  readonly isLaterRound: boolean;
  /** Identifies the session of the request; `undefined` where no session outlives the request. */
  readonly session: CallSession | undefined;
  /** Releases the connection, if the transport can do without it. */
  releaseConnection(): void;
  /** Receives every event, where the peer reads events instead of notifications and one answer. */
  emit?(event: RunningEvent): Promise<void>;
}

/** Returns the `_meta` of a request, unchanged. */
export function metaIn({ _meta: meta }: JsonObject): JsonObject {
  return isJsonObject(meta) ? meta : noMeta;
}

const noMeta: JsonObject = Object.freeze({});

/** Collects the facts about the client for code that forwards the call. */
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

/** Makes the peer's progress notifications, limited to the allowed rate. */
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

/** The channels to the peer that remain when a call continues without its request. */
export interface DetachedPeer {
  readonly notify: (json: string) => Promise<void> | undefined;
  /** @param before the asker that the call used until now */
  readonly openAsker: (before: Asker) => Asker;
  /** Added to the `_meta` of the call's notifications. */
  readonly meta?: JsonObject;
  /** Called with each progress message. */
  readonly onProgress: (message: string) => void;
  /** Settles, without rejecting, when the call is over. */
  readonly ended: Promise<void>;
}
