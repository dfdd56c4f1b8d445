/**
 * Reads the key that the upstream's author gave a question. Older revisions have no member for it, so it stands in `_meta`.
 */
import { isJsonObject, type JsonObject } from '@sigil/core';
import { sigilMetaKeys } from '@sigil/core/internal';

const longestKey = 128;

/** @returns `undefined` where the upstream gives no key */
export function readQuestionKey({ _meta: meta }: JsonObject): string | undefined {
  const key = isJsonObject(meta) ? meta[sigilMetaKeys.questionKey] : undefined;
  return typeof key === 'string' && key !== '' && key.length <= longestKey ? key : undefined;
}
