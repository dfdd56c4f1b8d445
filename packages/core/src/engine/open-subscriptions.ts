/**
 * The open modern subscriptions of one engine. Listens once for changes of the engine's catalog and notifies every subscription.
 *
 * Spec: 2026-07-28 basic/patterns/subscriptions
 */
import type { ComponentKind } from '../catalog/catalog.js';
import type { OperationServer } from '../tasks/operation-call.js';

/** The part of a subscription that changes concern. */
export interface OpenSubscription {
  /** Notifies the client of changed lists that it asked for. */
  notifyChanged(changed: ReadonlySet<ComponentKind>): void;
  /** Notifies the client of an updated resource if it asked for it. */
  notifyUpdated(uri: string): void;
}

export class OpenSubscriptions {
  readonly #subscriptions = new Set<OpenSubscription>();
  #stopListening: (() => void) | undefined;

  constructor(readonly server: OperationServer) {}

  /** Adds a subscription, which is notified of changes from now on. */
  add(subscription: OpenSubscription): void {
    this.#subscriptions.add(subscription);
    this.#stopListening ??= this.#listen();
  }

  /** Removes an ended subscription. The catalog holds no listener once there are no subscriptions. */
  delete(subscription: OpenSubscription): void {
    if (!this.#subscriptions.delete(subscription) || this.#subscriptions.size > 0) return;
    this.#stopListening?.();
    this.#stopListening = undefined;
  }

  #listen(): () => void {
    const { source } = this.server;
    const stopLists = source.onChange((changed) => {
      for (const subscription of this.#subscriptions) subscription.notifyChanged(changed);
    });
    const stopResources = source.onResourceUpdated((uri) => {
      for (const subscription of this.#subscriptions) subscription.notifyUpdated(uri);
    });
    return () => {
      stopLists();
      stopResources();
    };
  }
}
