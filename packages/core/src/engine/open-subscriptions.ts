/**
 * The modern subscriptions of one engine that are open. A change of the engine's catalog is heard once, and all are notified.
 *
 * Spec: 2026-07-28 basic/patterns/subscriptions
 */
import type { ComponentKind } from '../catalog/catalog.js';
import type { OperationServer } from '../tasks/operation-call.js';

/** A subscription as far as changes concern it. */
export interface OpenSubscription {
  /** Tells of the lists that changed, where they are wanted. */
  tellChanged(changed: ReadonlySet<ComponentKind>): void;
  /** Tells of the resource, where it is wanted. */
  tellUpdated(uri: string): void;
  /** Ends with its proper last message. */
  close(): void;
}

export class OpenSubscriptions {
  readonly #subscriptions = new Set<OpenSubscription>();
  #stopListening: (() => void) | undefined;

  constructor(readonly server: OperationServer) {}

  /** From here on it is told of changes. */
  add(subscription: OpenSubscription): void {
    this.#subscriptions.add(subscription);
    this.#stopListening ??= this.#listen();
  }

  /** Forgets a subscription that has ended. The catalog holds no listener once there are no subscriptions. */
  delete(subscription: OpenSubscription): void {
    if (!this.#subscriptions.delete(subscription) || this.#subscriptions.size > 0) return;
    this.#stopListening?.();
    this.#stopListening = undefined;
  }

  /** Ends all of them. */
  closeAll(): void {
    for (const subscription of this.#subscriptions) subscription.close();
  }

  #listen(): () => void {
    const { source } = this.server;
    const stopLists = source.onChange((changed) => {
      for (const subscription of this.#subscriptions) subscription.tellChanged(changed);
    });
    const stopResources = source.onResourceUpdated((uri) => {
      for (const subscription of this.#subscriptions) subscription.tellUpdated(uri);
    });
    return () => {
      stopLists();
      stopResources();
    };
  }
}
