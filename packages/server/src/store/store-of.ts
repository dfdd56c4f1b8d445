/**
 * Opens the store of a configuration, or the one that workers have without any; nothing of it is loaded where this process serves alone.
 */
import type { ServingConfiguration } from '../configuration/serving-configuration.js';
import type { Membership } from '../workers/join-primary.js';
import type { OpenStore, StoreLog } from './open-shared-store.js';

/** A server over one pipe has nobody to share with. @returns `undefined` where there is none */
export async function storeOf(
  { store, requestStateKey, stdioMount }: ServingConfiguration,
  log: StoreLog,
  member?: Membership,
): Promise<OpenStore | undefined> {
  if (stdioMount !== undefined || (!store && !member)) return undefined;
  const { openSharedStore, openWorkersStore } = await import('./open-shared-store.js');
  if (!store || !requestStateKey) return member && openWorkersStore(member, log);
  return openSharedStore(store, { key: requestStateKey, log });
}
