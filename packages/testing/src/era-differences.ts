/**
 * Compares the outcome in a newer revision with that in an older one, and ignores what the older one cannot express.
 */
import { isJsonObject, type JsonObject, type JsonValue } from '@sigil/core';
import type { Revision } from '@sigil/core/engine';

/** Members of the envelope of results and questions, which carry no content. */
const envelopeMembers: ReadonlySet<string> = new Set([
  'resultType',
  'ttlMs',
  'cacheScope',
  'nextCursor',
  'requestState',
  'elicitationId',
  'mode',
  'protocolVersion',
  'supportedVersions',
]);

/** Members added by a later revision, so an older one may lack them. */
const laterMembers: ReadonlySet<string> = new Set([
  'title',
  'icons',
  'websiteUrl',
  'annotations',
  'lastModified',
  'outputSchema',
  'structuredContent',
  'execution',
  '_meta',
]);

/** Lists the differences, one sentence each, with its path. */
export function differencesBetween(newer: JsonValue, older: JsonValue, revision: Revision): readonly string[] {
  return new Comparison(revision).compare(newer, older, '');
}

class Comparison {
  constructor(private readonly revision: Revision) {}

  compare(newer: JsonValue | undefined, older: JsonValue | undefined, path: string): readonly string[] {
    if (isOtherKind(newer, this.revision)) return [];
    if (Array.isArray(newer) && Array.isArray(older)) return this.#compareItems(newer, older, path);
    if (isJsonObject(newer) && isJsonObject(older)) return this.#compareMembers(newer, older, path);
    return newer === older ? [] : [`${path || 'the outcome'} is ${show(older)} instead of ${show(newer)}`];
  }

  #compareItems(newer: readonly JsonValue[], older: readonly JsonValue[], path: string): readonly string[] {
    if (newer.length !== older.length)
      return [`${path || 'the outcome'} has ${older.length} items instead of ${newer.length}`];
    return newer.flatMap((item, index) => this.compare(item, older[index], `${path}/${index}`));
  }

  #compareMembers(newer: JsonObject, older: JsonObject, path: string): readonly string[] {
    const names = new Set([...Object.keys(newer), ...Object.keys(older)]);
    return [...names].flatMap((name) => {
      const [left, right] = [ownOf(newer, name), ownOf(older, name)];
      if (envelopeMembers.has(name) || (laterMembers.has(name) && right === undefined)) return [];
      return this.compare(left, this.#unwrapped(name, left, right), `${path}/${name}`);
    });
  }

  /** Unwraps a structured result: revisions that require objects carry another JSON root as the member `result` of one. */
  #unwrapped(name: string, newer: JsonValue | undefined, older: JsonValue | undefined): JsonValue | undefined {
    if (this.revision.structuredContent !== 'objects' || !isJsonObject(older)) return older;
    if (name === 'structuredContent' && !isJsonObject(newer)) return ownOf(older, 'result');
    if (name !== 'outputSchema' || !isJsonObject(newer) || newer['type'] === 'object') return older;
    // The wrapped schema has rewritten references, so only the value that fits it is compared.
    return newer;
  }
}

/** Returns whether the revision lacks this kind of content block, and so received another. */
function isOtherKind(newer: JsonValue | undefined, revision: Revision): boolean {
  if (!isJsonObject(newer)) return false;
  const { type } = newer;
  return (type === 'audio' || type === 'resource_link') && !revision.contentTypes.has(type);
}

function ownOf(value: JsonObject, name: string): JsonValue | undefined {
  return Object.hasOwn(value, name) ? value[name] : undefined;
}

function show(value: JsonValue | undefined): string {
  const text = JSON.stringify(value) ?? 'missing';
  return text.length > 200 ? `${text.slice(0, 200)}…` : text;
}
