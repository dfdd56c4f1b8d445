/**
 * Writes result objects: the operation's members, and the members that every result of the revision carries.
 */
import type { InputRequired } from '../asking/round-trips.js';
import type { OperationResult } from '../calls/operation-result.js';
import type { Implementation } from '../model/definitions.js';
import type { JsonObject } from '../model/json.js';
import type { OperationServer } from '../tasks/operation-call.js';
import { metaKeys } from '../revisions/meta-keys.js';
import type { Revision } from '../revisions/revision.js';
import { writeImplementation } from '../revisions/write-fields.js';

// Written once for the facts of a server and a revision: the tail is the same for every result.
const tails = new WeakMap<Implementation, Map<Revision, string>>();

/** @returns JSON text */
export function writeResult(
  result: OperationResult | { readonly members: string; readonly meta?: JsonObject },
  revision: Revision,
  server: OperationServer,
): string {
  const members = typeof result === 'string' ? result : result.members;
  const meta = typeof result !== 'string' && 'meta' in result ? result.meta : undefined;
  if (revision.results === 'bare')
    return meta ? `{${members}${members === '' ? '' : ','}"_meta":${JSON.stringify(meta)}}` : `{${members}}`;
  const ownMeta = meta ? `${JSON.stringify(meta).slice(1, -1)},` : '';
  const type = typeof result !== 'string' && 'type' in result ? JSON.stringify(result.type) : '"complete"';
  const body = members === '' ? '' : `,${members}`;
  return `{"resultType":${type}${body},"_meta":{${ownMeta}${serverInfoMember(revision, server)}}}`;
}

/** Writes a result that asks instead of answering, as JSON text. Spec: 2026-07-28 basic/patterns/mrtr */
export function writeInputRequired(
  { inputRequests, requestState }: InputRequired,
  revision: Revision,
  server: OperationServer,
): string {
  const members = JSON.stringify({ resultType: 'input_required', inputRequests, requestState }).slice(1, -1);
  return `{${members},"_meta":{${serverInfoMember(revision, server)}}}`;
}

function serverInfoMember(revision: Revision, server: OperationServer): string {
  const info = server.shownInfo?.() ?? server.info;
  const byRevision = tails.get(info) ?? new Map<Revision, string>();
  const known = byRevision.get(revision);
  if (known !== undefined) return known;
  const written = `"${metaKeys.serverInfo}":${JSON.stringify(writeImplementation(info, revision))}`;
  tails.set(info, byRevision.set(revision, written));
  return written;
}
