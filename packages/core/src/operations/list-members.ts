/**
 * Lists as text: each page of a catalog's list is written once per revision, and a request copies it.
 *
 * Spec: 2025-11-25 server/utilities/pagination
 */
import type { Catalog } from '../catalog/catalog.js';
import { McpError } from '../errors/mcp-error.js';
import type { CacheHint } from '../model/definitions.js';
import { writeWithoutHalves, type JsonObject, type JsonValue } from '../model/json.js';
import { listHint, uncached } from './list-hint.js';
import { answerIfModified, readKnownValidator, type ValidatedList } from './not-modified.js';
import type { Revision } from '../revisions/revision.js';
import type { Call } from '../calls/call.js';
import type { EncodedResult, ResultMembers } from '../calls/operation-result.js';
import type { Operation } from './operation.js';

/** The items of a list operation: the member's name on the wire, and a function that writes the items. */
export interface Listing {
  readonly method: string;
  readonly member: string;
  readonly items: (catalog: Catalog, revision: Revision) => readonly JsonObject[];
  /** Chooses the catalog whose items a client reads; default: the call's own. */
  readonly choose?: (call: Call) => Catalog;
  /** Returns whether some clients read another list than others do, so that they cannot share it. Default: false. */
  readonly differs?: (call: Call) => boolean;
}

/** Makes the operation that answers with the whole list of a catalog. */
export function listOperation(listing: Listing): Operation {
  const written = new WeakMap<Catalog, Map<string, Pages>>();

  return (call) => {
    const { params, revision, server } = call;
    const catalog = listing.choose ? listing.choose(call) : call.catalog;
    const { pageSize } = server.limits;
    const whole = listHint(server, call.catalog, listing.method);
    const hint: CacheHint = listing.differs?.(call) ? { ...whole, scope: 'private' } : whole;
    const known = written.get(catalog) ?? new Map<string, Pages>();
    written.set(catalog, known);
    // Servers in one process may share a catalog but have different settings.
    const form = `${revision.date} by ${pageSize} for ${hint.ttlMs} ${hint.scope}`;
    const pages = known.get(form) ?? writePages(listing, { catalog, revision, pageSize, hint });
    known.set(form, pages);
    const cursor = params['cursor'] ?? undefined;
    const page = requirePage(pages, cursor);
    // The other pages belong to the list whose first page had the validator.
    const validator = cursor === undefined ? readKnownValidator(call, listing.method) : undefined;
    return validator === undefined ? page : answerIfModified(pages.list, page, validator);
  };
}

/** One list as it was written. */
interface Pages {
  readonly list: ValidatedList;
  /** The pages by cursor; the first has none. */
  readonly byCursor: ReadonlyMap<JsonValue | undefined, EncodedResult>;
}

/**
 * Finds the page for a cursor. A cursor of another list or an older catalog is refused. Some clients write `null` for no cursor,
 * which requests the first page.
 */
function requirePage(pages: Pages, cursor: JsonValue | undefined): EncodedResult {
  const page = pages.byCursor.get(cursor);
  if (page === undefined) throw unknownCursor();
  return page;
}

function unknownCursor(): McpError {
  return new McpError('invalid-params', '"cursor" is not one that this list gave out, or no longer');
}

interface ListToWrite {
  readonly catalog: Catalog;
  readonly revision: Revision;
  readonly pageSize: number;
  readonly hint: CacheHint;
}

function writePages({ member, items }: Listing, { catalog, revision, pageSize, hint }: ListToWrite): Pages {
  const listed = items(catalog, revision);
  const hints = cacheHints(revision, hint);
  // A single page has no cursors, so only the whole text of its items is needed.
  if (listed.length <= pageSize) {
    const items = JSON.stringify(listed);
    const page = new Page(`"${member}":${items}${hints}`);
    return { list: { member, items, hints }, byCursor: new Map([[undefined, page]]) };
  }
  const all = listed.map((item) => JSON.stringify(item));
  const fingerprint = fingerprintOf(member, all);
  const cursorAt = (start: number): string => btoa(`${fingerprint}.${start}`);
  const pages = new Map<string | undefined, EncodedResult>();
  for (let start = 0; start < all.length; start += pageSize) {
    const next = start + pageSize < all.length ? `,"nextCursor":"${cursorAt(start + pageSize)}"` : '';
    const list = `"${member}":[${all.slice(start, start + pageSize).join(',')}]`;
    pages.set(start === 0 ? undefined : cursorAt(start), new Page(list + next + hints));
  }
  return { list: { member, items: `[${all.join(',')}]`, hints }, byCursor: pages };
}

/** A list that is computed for each request, and the texts that it depends on and that do not change between its pages. */
export interface FreshList {
  readonly member: string;
  readonly items: readonly JsonObject[];
  readonly basis: readonly string[];
}

/**
 * Writes the requested page. A cursor stays valid while `basis` is the same, so the list may grow or shrink between two pages.
 */
export function writePageOf(list: FreshList, { params, revision, server }: Call): ResultMembers {
  const { items, nextCursor } = cutPage(list, params['cursor'], server.limits.pageSize);
  const next = nextCursor === undefined ? '' : `,"nextCursor":"${nextCursor}"`;
  return `"${list.member}":${JSON.stringify(items)}${next}${cacheHints(revision)}`;
}

/** One page of a list. */
export interface CutPage {
  readonly items: readonly JsonObject[];
  /** Absent on the last page. */
  readonly nextCursor?: string;
}

/** Cuts the requested page out of a list. @throws McpError for a cursor of another list */
export function cutPage({ member, items, basis }: FreshList, cursor: JsonValue | undefined, pageSize: number): CutPage {
  const head = `${fingerprintOf(member, basis)}.`;
  const start = readStart(cursor ?? undefined, head);
  const end = start + pageSize;
  const page = items.slice(start, end);
  return end < items.length ? { items: page, nextCursor: btoa(`${head}${end}`) } : { items: page };
}

function readStart(cursor: JsonValue | undefined, head: string): number {
  if (cursor === undefined) return 0;
  const text = typeof cursor === 'string' ? decodeCursor(cursor) : '';
  const start =
    text.startsWith(head) && /^[1-9]\d{0,8}$/.test(text.slice(head.length)) ? Number(text.slice(head.length)) : 0;
  if (start === 0) throw unknownCursor();
  return start;
}

function decodeCursor(cursor: string): string {
  try {
    return atob(cursor);
  } catch {
    // Not base64, so not a cursor of ours.
    return '';
  }
}

/** Encoded once, when it is first sent as bytes. */
class Page implements EncodedResult {
  readonly members: ResultMembers;
  #bytes: Uint8Array | undefined;

  constructor(members: ResultMembers) {
    this.members = writeWithoutHalves(members);
  }

  get bytes(): Uint8Array {
    this.#bytes ??= new TextEncoder().encode(this.members);
    return this.#bytes;
  }
}

// Equal lists have equal cursors on every replica; FNV-1a suffices to distinguish lists, and nothing secret depends on it.
function fingerprintOf(member: string, items: readonly string[]): string {
  let hash = 0x811c9dc5;
  for (const text of [member, ...items]) {
    for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  }
  return (hash >>> 0).toString(36);
}

/**
 * Writes the cache hints of a list or read, in revisions that have them. Without a hint nothing is cached or shared.
 *
 * Spec: 2026-07-28 server/utilities/caching
 */
export function cacheHints(revision: Revision, hint: CacheHint = uncached): ResultMembers {
  return revision.cacheHints === 'required' ? `,"ttlMs":${hint.ttlMs},"cacheScope":"${hint.scope}"` : '';
}
