/**
 * Lists as text: each list of a catalog is written once per revision, and a request copies it.
 */
import type { Catalog } from '../catalog/catalog.js';
import { McpError } from '../errors/mcp-error.js';
import type { JsonObject } from '../model/json.js';
import type { Revision } from '../revisions/revision.js';
import type { Operation, ResultMembers } from './operation.js';

/** What a list operation lists: the member's name on the wire, and how its items are written. */
export interface Listing {
  readonly member: string;
  readonly items: (catalog: Catalog, revision: Revision) => readonly JsonObject[];
}

/** Makes the operation that answers with the whole list of a catalog. */
export function listOperation(listing: Listing): Operation {
  const written = new WeakMap<Catalog, Map<Revision, ResultMembers>>();

  return ({ params, catalog, revision }) => {
    if (params['cursor'] !== undefined) {
      throw new McpError('invalid-params', 'unknown "cursor": this list has one page');
    }
    const byRevision = written.get(catalog) ?? new Map<Revision, ResultMembers>();
    written.set(catalog, byRevision);
    const members = byRevision.get(revision) ?? writeList(listing, catalog, revision);
    byRevision.set(revision, members);
    return members;
  };
}

function writeList({ member, items }: Listing, catalog: Catalog, revision: Revision): ResultMembers {
  const list = `"${member}":${JSON.stringify(items(catalog, revision))}`;
  return list + cacheHints(revision);
}

/**
 * How long a list or read may be kept, where the revision has such hints. Catalogs can change at any time, so: not at all,
 * and by nobody else.
 *
 * Spec: 2026-07-28 server/utilities/caching
 */
export function cacheHints(revision: Revision): ResultMembers {
  return revision.cacheHints === 'required' ? ',"ttlMs":0,"cacheScope":"private"' : '';
}
