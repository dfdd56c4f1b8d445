/**
 * A difference between two schemas by what it does to the set of values they hold, whichever way the values travel.
 */
import type { Schema } from '../../schema/schema.js';
import type { ChangeKind } from '../changes/manifest-change.js';

/** The same thing in the older and in the newer manifest. */
export interface Pair<Side> {
  readonly before: Side;
  readonly after: Side;
}

/**
 * `widens`: every older value still belongs, and new ones do. `narrows`: the reverse. `changes`: neither, or it cannot be
 * told. `declares`: the same values, and more is known of them. `documents`: the same values, in other words.
 */
export type Effect = 'widens' | 'narrows' | 'changes' | 'declares' | 'documents';

/** One difference, at one spot. */
export interface SchemaChange {
  readonly kind: ChangeKind;
  readonly effect: Effect;
  readonly path: string;
  /** The difference, without what follows from it. */
  readonly fact: string;
  readonly hint?: string;
}

/** Compares schemas inside of the two that a comparison began with. */
export interface SchemaComparer {
  compare(pair: Pair<Schema>, path: string): SchemaChange[];
}

/** Returns whether any of the changes may take away values that were there. */
export function losesValues(changes: readonly SchemaChange[]): boolean {
  return changes.some(({ effect }) => effect === 'narrows' || effect === 'changes');
}

/** Returns whether any of the changes may bring values that were not there. */
export function gainsValues(changes: readonly SchemaChange[]): boolean {
  return changes.some(({ effect }) => effect === 'widens' || effect === 'changes');
}

/** Joins the effects of all changes into one. */
export function joinEffects(changes: readonly SchemaChange[]): Effect {
  if (losesValues(changes)) return gainsValues(changes) ? 'changes' : 'narrows';
  return gainsValues(changes) ? 'widens' : 'declares';
}
