/**
 * The notifications that say a list changed, by kind.
 *
 * Spec: 2025-11-25 server/tools#list-changed-notification, 2026-07-28 basic/patterns/subscriptions
 */
import type { ComponentKind } from '../catalog/catalog.js';

/** One kind of list and the notification that it changed. */
export interface ListChange {
  readonly kind: ComponentKind;
  readonly method: string;
  /** The member of a modern subscription's filter that asks for it. */
  readonly filter: string;
}

export const listChanges: readonly ListChange[] = [
  { kind: 'tools', method: 'notifications/tools/list_changed', filter: 'toolsListChanged' },
  { kind: 'resources', method: 'notifications/resources/list_changed', filter: 'resourcesListChanged' },
  { kind: 'prompts', method: 'notifications/prompts/list_changed', filter: 'promptsListChanged' },
];
