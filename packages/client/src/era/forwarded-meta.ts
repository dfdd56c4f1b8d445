/**
 * The caller's `_meta` as a server may see it, without the members about us and the caller's client, which we write.
 */
import type { JsonObject } from '@sigil/core';

const ours = 'io.modelcontextprotocol/';

const nothing: JsonObject = Object.freeze({});

/** @param progressToken our own, where progress is wanted */
export function forwardMeta(meta: JsonObject | undefined, progressToken: number | undefined): JsonObject {
  if (progressToken === undefined && isEmpty(meta)) return nothing;
  const entries = Object.entries(meta ?? {}).filter(([name]) => name !== 'progressToken' && !name.startsWith(ours));
  const passed = Object.fromEntries(entries);
  return progressToken === undefined ? passed : { ...passed, progressToken };
}

/** Returns whether an object has no members. */
export function isEmpty(object: JsonObject | undefined): boolean {
  for (const _name in object) return false;
  return true;
}
