/**
 * A difference between two schemas by its effect on the set of accepted values, in either direction.
 */
import type { Schema } from '../../schema/schema.js';
import type { ChangeKind } from '../changes/manifest-change.js';

/** The same item in the older and in the newer manifest. */
export interface Pair<Side> {
  readonly before: Side;
  readonly after: Side;
}

/**
 * `widens`: all older values stay valid, and new ones become so. `narrows`: the reverse. `changes`: neither, or undecidable.
 * `declares`: the same values, more precisely described. `documents`: the same values, in other words.
 */
export type Effect = 'widens' | 'narrows' | 'changes' | 'declares' | 'documents';

/** One difference, at one place. */
export interface SchemaChange {
  readonly kind: ChangeKind;
  readonly effect: Effect;
  readonly path: string;
  /** The difference, without its consequences. */
  readonly fact: string;
  readonly hint?: string;
}

/** Compares schemas nested in the two compared documents. */
export interface SchemaComparer {
  compare(pair: Pair<Schema>, path: string): SchemaChange[];
}

/** Returns whether any of the changes may remove valid values. */
export function losesValues(changes: readonly SchemaChange[]): boolean {
  return changes.some(({ effect }) => effect === 'narrows' || effect === 'changes');
}

/** Returns whether any of the changes may add valid values. */
export function gainsValues(changes: readonly SchemaChange[]): boolean {
  return changes.some(({ effect }) => effect === 'widens' || effect === 'changes');
}

/** Joins the effects of all changes into one. */
export function joinEffects(changes: readonly SchemaChange[]): Effect {
  if (losesValues(changes)) return gainsValues(changes) ? 'changes' : 'narrows';
  return gainsValues(changes) ? 'widens' : 'declares';
}
