/**
 * Reads the key that the author of an upstream gave a question, where the upstream says it: older revisions have no member for it.
 */
import { isJsonObject, type JsonObject } from '@sigil/core';
import { ownMetaKeys } from '@sigil/core/engine';

const longestKey = 128;

/** @returns `undefined` where the upstream says none */
export function readQuestionKey({ _meta: meta }: JsonObject): string | undefined {
  const key = isJsonObject(meta) ? meta[ownMetaKeys.questionKey] : undefined;
  return typeof key === 'string' && key !== '' && key.length <= longestKey ? key : undefined;
}
