/**
 * The reports of one call to its client: progress, log messages and other notifications, or the events of a stream.
 *
 * Nothing is sent for a call that is over or aborted.
 */
import type { LogLevel } from '../model/asking.js';
import type { JsonObject, JsonValue } from '../model/json.js';
import type { RunningEvent } from '../model/stream-event.js';
import { writeNotification, writeNotificationWith } from '../json-rpc/messages.js';
import type { Revision } from '../revisions/revision.js';
import type { CallLifetime } from './call-lifetime.js';
import type { Client } from './client.js';
import type { DetachedPeer } from './detached-peer.js';
import { isLogged, buildLogMessage } from './log-messages.js';
import type { Outlet } from './outlet.js';
import { ProgressNotices } from './progress-notices.js';
import type { ServerFacts } from './server-facts.js';

/** A call, as its reports see it. */
interface ReportedCall {
  readonly revision: Revision;
  readonly server: ServerFacts;
  readonly client: Client;
  readonly outlet: Outlet;
  readonly meta: JsonObject;
}

export class CallReports {
  #notices: ProgressNotices | undefined = undefined;
  #detached: DetachedPeer | undefined = undefined;

  constructor(
    private readonly call: ReportedCall,
    private readonly lifetime: CallLifetime,
  ) {}

  /** Allocates no promise where nothing waits, since events may be many. A call that is over still yields to the event loop. */
  emit(event: RunningEvent): Promise<void> {
    const { loop } = this.call.server;
    if (!this.lifetime.isRunning) return loop.after(undefined);
    this.lifetime.extendDeadline();
    try {
      return loop.after(this.#deliver(event));
    } catch (error) {
      return Promise.reject(error);
    }
  }

  #deliver(event: RunningEvent): Promise<void> | undefined {
    const { events } = this.call.client;
    if (events) return events.emit(event);
    if (event.type === 'log') return this.log(event.level, event.data, event.logger);
    return this.#openNotices().report(event);
  }

  /** Sends a log message, if the client wants its level. */
  async log(level: LogLevel, data: JsonValue, logger: string | undefined): Promise<void> {
    const { server, client } = this.call;
    if (!isLogged(level, client.logThreshold)) return server.loop.after(undefined);
    const message = buildLogMessage(level, data, logger);
    if (client.events) return this.emit({ type: 'log', ...message });
    return server.loop.after(this.notify('notifications/message', message));
  }

  /** @returns resolves when the transport can take more */
  async notify(method: string, params: JsonObject): Promise<void> {
    const meta = this.#detached?.meta;
    await this.#send(writeNotification(method, meta ? { ...params, _meta: meta } : params));
  }

  /** Sends the delayed progress notification, if there is one. */
  flush(): Promise<void> | undefined {
    return this.#detached ? undefined : this.#notices?.flush();
  }

  /** Notifies this peer from now on. */
  detach(peer: DetachedPeer): void {
    this.#detached = peer;
  }

  close(): void {
    this.#notices?.close();
  }

  #openNotices(): ProgressNotices {
    const { meta, revision, server } = this.call;
    this.#notices ??= new ProgressNotices({
      progressToken: meta['progressToken'],
      hasMessages: revision.progressMessage === 'known',
      maxPerSecond: server.limits.maxProgressPerSecond,
      clock: server.clock,
      send: (members) => this.#send(writeNotificationWith('notifications/progress', members, this.#detached?.meta)),
      onDropped: () => server.onNoticeDropped(),
      follower: () => this.#detached?.onProgress,
    });
    return this.#notices;
  }

  #send(json: string): Promise<void> | undefined {
    if (!this.lifetime.isRunning) return undefined;
    return this.#detached ? this.#detached.notify(json) : this.call.outlet.send({ kind: 'notification', json });
  }
}
