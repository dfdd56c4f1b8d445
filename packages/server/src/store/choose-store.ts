/**
 * Opens the store of a configuration, or the one that workers share without any. Loads nothing if this process serves alone.
 */
import type { ServingConfiguration } from '../configuration/serving-configuration.js';
import type { SharedByWorkers } from '../workers/membership.js';
import type { OpenStore, StoreLog } from './open-shared-store.js';

/**
 * Opens no store for a server over stdio, which has only one client.
 *
 * @param shared what workers share; `undefined` if this process serves alone
 * @returns `undefined` if nothing is shared
 */
export async function chooseStore(
  { store, requestStateKeys: keys, stdioMount }: ServingConfiguration,
  log: StoreLog,
  shared: SharedByWorkers | undefined,
): Promise<OpenStore | undefined> {
  if (stdioMount !== undefined || (!store && !shared)) return undefined;
  const { openSharedStore, openWorkersStore } = await import('./open-shared-store.js');
  if (!store || !keys) return shared && openWorkersStore(shared, log);
  return openSharedStore(store, keys, log);
}
