/**
 * Opens the store of a configuration; nothing of it is loaded where none is configured.
 */
import type { ServingConfiguration } from '../configuration/serving-configuration.js';
import type { OpenStore, StoreLog } from './open-shared-store.js';

/** A server over one pipe has nobody to share with. @returns `undefined` where there is none */
export async function storeOf(
  { store, requestStateKey, stdioMount }: ServingConfiguration,
  log: StoreLog,
): Promise<OpenStore | undefined> {
  if (!store || !requestStateKey || stdioMount !== undefined) return undefined;
  const { openSharedStore } = await import('./open-shared-store.js');
  return openSharedStore(store, { key: requestStateKey, log });
}
