/**
 * The open legacy sessions of one engine. Listens once for changes of the engine's catalog and notifies every session.
 *
 * Spec: 2025-11-25 server/tools#list-changed-notification, server/resources#subscriptions
 */
import type { CatalogSource, ComponentKind } from '../catalog/catalog.js';
import { writeNotification } from '../json-rpc/messages.js';
import { listChanges } from '../operations/list-changed.js';

/** The part of a session that changes concern. */
export interface OpenSession {
  /** Sends a notification that belongs to no request, once the client is ready for notifications. */
  broadcast(json: string): void;
  /** Returns the URI as the session's client wrote it, if the client subscribed to the resource. */
  hearsResourceAs(uri: string): string | undefined;
  /** Handles a catalog swap: awaited resources may now exist. */
  catalogChanged(): void;
  close(why?: string): void;
}

export class OpenSessions {
  readonly #sessions = new Set<OpenSession>();
  #stopListening: (() => void) | undefined;

  constructor(private readonly source: CatalogSource) {}

  /** Adds a session, which is notified of changes from now on. */
  add(session: OpenSession): void {
    this.#sessions.add(session);
    this.#stopListening ??= this.#listen();
  }

  /** Removes an ended session. The catalog holds no listener once there are no sessions. */
  delete(session: OpenSession): void {
    if (!this.#sessions.delete(session) || this.#sessions.size > 0) return;
    this.#stopListening?.();
    this.#stopListening = undefined;
  }

  /** Closes every session. */
  closeAll(): void {
    for (const session of this.#sessions) session.close('the server is closing');
  }

  #listen(): () => void {
    const stopLists = this.source.onChange((changed) => this.#notifyChanged(changed));
    const stopResources = this.source.onResourceUpdated((uri) => this.#notifyUpdated(uri));
    return () => {
      stopLists();
      stopResources();
    };
  }

  #notifyChanged(changed: ReadonlySet<ComponentKind>): void {
    const notices = listChanges.filter(({ kind }) => changed.has(kind)).map(({ method }) => writeNotification(method));
    for (const session of this.#sessions) {
      session.catalogChanged();
      for (const json of notices) session.broadcast(json);
    }
  }

  #notifyUpdated(uri: string): void {
    const write = (spelled: string): string => writeNotification('notifications/resources/updated', { uri: spelled });
    const json = write(uri);
    for (const session of this.#sessions) {
      const spelled = session.hearsResourceAs(uri);
      if (spelled !== undefined) session.broadcast(spelled === uri ? json : write(spelled));
    }
  }
}
