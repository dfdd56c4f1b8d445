/**
 * A catalog source whose announcements of changed resources reach every replica: a client listens at one of them, whichever one it is
 * that knows of the change.
 *
 * Changes of lists stay where they are: each replica swaps for itself.
 */
import type { CatalogSource } from '@sigil/core/catalog';
import type { Notices } from '@sigil/core/stores';

/** @param server its name @returns follows the other replicas while somebody listens here, and tells them as long as `source` does */
export function shareUpdates(source: CatalogSource, server: string, notices: Notices): CatalogSource {
  const topic = `updated:${server}`;
  const listeners = new Set<(uri: string) => void>();
  let stopFollowing: (() => void) | undefined;
  const tell = (uri: string): void => {
    for (const listener of [...listeners]) listener(uri);
  };
  source.onResourceUpdated((uri) => {
    // While the store is away those who listen here still hear it.
    notices.publish(topic, uri).catch(() => tell(uri));
  });
  return {
    current: () => source.current(),
    hold: (component, holder) => source.hold(component, holder),
    onChange: (listener) => source.onChange(listener),
    onResourceUpdated(listener) {
      listeners.add(listener);
      stopFollowing ??= notices.follow(topic, (uri) => tell(String(uri)));
      return () => {
        listeners.delete(listener);
        if (listeners.size > 0) return;
        stopFollowing?.();
        stopFollowing = undefined;
      };
    },
  };
}
