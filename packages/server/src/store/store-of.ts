/**
 * Opens the store of a configuration, or the one that workers share without any. Loads nothing if this process serves alone.
 */
import type { ServingConfiguration } from '../configuration/serving-configuration.js';
import type { Membership } from '../workers/join-primary.js';
import type { OpenStore, StoreLog } from './open-shared-store.js';

/** Opens no store for a server over stdio, which has only one client. @returns `undefined` if there is no store */
export async function storeOf(
  { store, requestStateKeys: keys, stdioMount }: ServingConfiguration,
  log: StoreLog,
  member?: Membership,
): Promise<OpenStore | undefined> {
  if (stdioMount !== undefined || (!store && !member)) return undefined;
  const { openSharedStore, openWorkersStore } = await import('./open-shared-store.js');
  if (!store || !keys) return member && openWorkersStore(member, log);
  return openSharedStore(store, { keys, log });
}
