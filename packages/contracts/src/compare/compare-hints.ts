/**
 * Compares the promises of a tool's hints to a host's policy: a host that runs read-only tools without asking must ask again
 * when one is no longer read-only.
 *
 * Hints left out have the protocol's defaults, which promise nothing.
 * Spec: 2025-11-25 server/tools#data-types
 */
import type { ToolAnnotations } from '@sigil/core';
import type { ToolDefinition } from '@sigil/core/building';
import { isSameJson } from '../schema/schema.js';
import { compareWords } from './compare-words.js';
import type { ManifestChange } from './changes/manifest-change.js';
import type { Pair } from './schemas/schema-change.js';

interface Promised {
  /** Words for a tool that keeps the promise. */
  readonly words: string;
  isGiven(hints: ToolAnnotations): boolean;
}

/** A read-only tool destroys nothing and may be repeated, whatever its other hints say. */
const promises: readonly Promised[] = [
  { words: 'read-only', isGiven: ({ readOnlyHint }) => readOnlyHint === true },
  {
    words: 'not destructive',
    isGiven: ({ readOnlyHint, destructiveHint }) => readOnlyHint === true || destructiveHint === false,
  },
  {
    words: 'idempotent',
    isGiven: ({ readOnlyHint, idempotentHint }) => readOnlyHint === true || idempotentHint === true,
  },
  { words: 'confined to a closed world', isGiven: ({ openWorldHint }) => openWorldHint === false },
];

/** Compares the promises; a change that keeps all promises is documentation. */
export function compareHints({ before, after }: Pair<ToolDefinition>, component: string): ManifestChange[] {
  const hints = { before: before.annotations ?? {}, after: after.annotations ?? {} };
  if (isSameJson(hints.before, hints.after)) return [];
  const changes = promises.flatMap((promise) => comparePromise(promise, hints, component));
  if (changes.length > 0 && hints.before.title === hints.after.title) return changes;
  const members = ['title', 'readOnlyHint', 'destructiveHint', 'idempotentHint', 'openWorldHint'];
  const reworded = changes.length > 0 ? ['title'] : members;
  return [
    ...changes,
    ...compareWords(hints, component, { members: reworded, level: 'patch', kind: 'documentation-changed' }),
  ];
}

function comparePromise(
  { words, isGiven }: Promised,
  hints: Pair<ToolAnnotations>,
  component: string,
): ManifestChange[] {
  const [was, is] = [isGiven(hints.before), isGiven(hints.after)];
  if (was === is) return [];
  if (is) return [{ level: 'minor', kind: 'promise-given', component, says: `it says that it is ${words} now` }];
  const says = `it no longer says that it is ${words}: hosts may ask before they call it, or hide it`;
  return [{ level: 'breaking', kind: 'promise-withdrawn', component, says }];
}
