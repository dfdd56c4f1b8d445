/**
 * Changes the contents of a resource that was read, also where another server wrote them.
 */
import { isJsonObject, type JsonObject } from '../model/json.js';
import type { ResourceContents } from '../model/content.js';
import type { ResourceResult } from './catalog.js';

/** @param change returns the same object for contents that stay; it must keep the members that it does not know */
export function mapContents(
  result: ResourceResult,
  change: (contents: ResourceContents) => ResourceContents,
): ResourceResult {
  const { wire } = result;
  const contents = result.contents.map(change);
  if (contents.every((it, index) => it === result.contents[index])) return result;
  if (!wire) return { ...result, contents };
  const members = new Map([...wire]);
  members.set('contents', JSON.stringify(readItems(members.get('contents')).map((item) => changeItem(item, change))));
  return { ...result, contents, wire: members };
}

function readItems(text: string | undefined): readonly JsonObject[] {
  const items: unknown = JSON.parse(text ?? '[]');
  return Array.isArray(items) ? items.filter(isJsonObject) : [];
}

/** Another server's item may be neither text nor bytes; it stays as it is. */
function changeItem(item: JsonObject, change: (contents: ResourceContents) => ResourceContents): object {
  const isContents = typeof item['text'] === 'string' || typeof item['blob'] === 'string';
  return isContents ? change(item as JsonObject & ResourceContents) : item;
}
