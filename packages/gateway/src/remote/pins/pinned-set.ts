/**
 * The part of an upstream's lists that an operator approves: what a model reads of it, and what it can be called with.
 *
 * It is one set and not a pin for each name, since a tool that comes back under another name would have no pin to differ from.
 */
import type { JsonObject } from '@sigil/core';
import { canonicalJson } from '@sigil/core/building';
import type { UpstreamLists } from '../reading/read-lists.js';

/** Definitions with the members that are pinned, in the order of their names. */
export interface PinnedSet {
  readonly tools: readonly JsonObject[];
  readonly prompts: readonly JsonObject[];
  readonly resourceTemplates: readonly JsonObject[];
}

/** The kinds of components that are pinned. */
export type PinnedKind = keyof PinnedSet;

const described = ['title', 'description', 'icons'];
const forms: Readonly<Record<PinnedKind, { noun: string; key: string; members: readonly string[] }>> = {
  tools: { noun: 'tool', key: 'name', members: [...described, 'inputSchema', 'outputSchema', 'annotations'] },
  prompts: { noun: 'prompt', key: 'name', members: [...described, 'arguments'] },
  resourceTemplates: {
    noun: 'resource template',
    key: 'uriTemplate',
    members: [...described, 'name', 'mimeType', 'annotations'],
  },
};
const kinds = Object.keys(forms) as PinnedKind[];

/** The pinned members of everything that is listed. */
export function pinnedSetOf(lists: UpstreamLists): PinnedSet {
  return {
    tools: pin('tools', lists),
    prompts: pin('prompts', lists),
    resourceTemplates: pin('resourceTemplates', lists),
  };
}

function pin(kind: PinnedKind, lists: UpstreamLists): readonly JsonObject[] {
  const { key, members } = forms[kind];
  const pinned = lists[kind].map((item) =>
    Object.fromEntries(Object.entries(item).filter(([name]) => name === key || members.includes(name))),
  );
  return pinned.toSorted((a, b) => compareTexts(String(a[key]), String(b[key])));
}

function compareTexts(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}

/** Returns whether both are the same, whatever the order of members. */
export function isSameSet(a: PinnedSet, b: PinnedSet): boolean {
  return canonicalJson({ ...a }) === canonicalJson({ ...b });
}

/** One component that is not as it was approved. */
export interface Difference {
  readonly kind: PinnedKind;
  readonly name: string;
  readonly what: 'changed' | 'new' | 'gone';
}

/** @returns what is not as it was approved, by kind and name */
export function findDifferences(approved: PinnedSet, offered: PinnedSet): readonly Difference[] {
  return kinds.flatMap((kind) => {
    const before = byName(kind, approved);
    const after = byName(kind, offered);
    const differences: Difference[] = [];
    for (const [name, text] of after) {
      const known = before.get(name);
      if (known !== text) differences.push({ kind, name, what: known === undefined ? 'new' : 'changed' });
    }
    for (const name of before.keys()) if (!after.has(name)) differences.push({ kind, name, what: 'gone' });
    return differences;
  });
}

function byName(kind: PinnedKind, set: PinnedSet): ReadonlyMap<string, string> {
  return new Map(set[kind].map((item) => [String(item[forms[kind].key]), canonicalJson(item)]));
}

/** `tool "search" changed`. */
export function describeDifference({ kind, name, what }: Difference): string {
  return `${forms[kind].noun} "${name.slice(0, 128)}" ${what === 'changed' ? 'changed' : `is ${what}`}`;
}

/** The lists without what is not as it was approved. */
export function withoutUnapproved(lists: UpstreamLists, differences: readonly Difference[]): UpstreamLists {
  const left = (kind: PinnedKind): readonly JsonObject[] => {
    const unapproved = new Set(
      differences.filter((it) => it.kind === kind && it.what !== 'gone').map(({ name }) => name),
    );
    return lists[kind].filter((item) => !unapproved.has(String(item[forms[kind].key])));
  };
  return { ...lists, tools: left('tools'), prompts: left('prompts'), resourceTemplates: left('resourceTemplates') };
}
