/**
 * The caller's `_meta` as an upstream server may see it: what is said of us and of the caller's client is ours to say.
 */
import type { JsonObject } from '@sigil/core';

const ours = 'io.modelcontextprotocol/';

/** @param progressToken of our own, where progress is wanted */
export function passOnMeta(meta: JsonObject | undefined, progressToken: number | undefined): JsonObject {
  const entries = Object.entries(meta ?? {}).filter(([name]) => name !== 'progressToken' && !name.startsWith(ours));
  const passed = Object.fromEntries(entries);
  return progressToken === undefined ? passed : { ...passed, progressToken };
}
