/**
 * Writes a result from another server: its members unchanged, except those that the client's revision cannot carry.
 *
 * Spec: 2026-07-28 basic/index#results
 */
import type { WireMembers } from '../catalog/catalog.js';
import { isJsonObject, type JsonObject } from '../model/json.js';
import type { Revision } from '../revisions/revision.js';
import type { ResultMembers, ResultWithMeta } from './operation-result.js';

/** Replacements for members of the same name, only where they differ; `undefined` removes a member. */
export type RewrittenMembers = Readonly<Record<string, string | undefined>>;

/** @returns the members, and separately the additions to this server's own `_meta` */
export function writeWireMembers(wire: WireMembers, rewritten: RewrittenMembers): ResultMembers | ResultWithMeta {
  if (wire.whole !== undefined && isEmpty(rewritten)) return wire.whole;
  const written: string[] = [];
  for (const [name, text] of wire) {
    if (name === '_meta') continue;
    const value = name in rewritten ? rewritten[name] : text;
    if (value !== undefined) written.push(`${JSON.stringify(name)}:${value}`);
  }
  const members = written.join(',');
  const meta = readMeta(wire.get('_meta'));
  return meta ? { members, meta } : members;
}

/** Returns whether clients of the revision know every kind of content, so that no block needs rewriting. */
export function carriesAllContent({ contentTypes }: Revision): boolean {
  return contentTypes.has('audio') && contentTypes.has('resource_link');
}

function isEmpty(rewritten: RewrittenMembers): boolean {
  for (const _name in rewritten) return false;
  return true;
}

function readMeta(text: string | undefined): JsonObject | undefined {
  if (text === undefined) return undefined;
  const meta: unknown = JSON.parse(text);
  return isJsonObject(meta) && Object.keys(meta).length > 0 ? meta : undefined;
}
