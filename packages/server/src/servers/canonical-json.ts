/**
 * Writes JSON in its one canonical form, so that equal configurations have equal bytes and equal CIDs.
 *
 * Spec: RFC 8785
 */
import { isJsonObject, type JsonValue } from '@sigil/core';

export function canonicalJson(value: JsonValue): string {
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`;
  if (!isJsonObject(value)) return JSON.stringify(value);
  const members = Object.keys(value)
    .sort()
    .map((name) => `${JSON.stringify(name)}:${canonicalJson(value[name]!)}`);
  return `{${members.join(',')}}`;
}
