/**
 * `resources/read`: reads one resource, listed itself or matched by a template.
 *
 * Spec: 2025-11-25 server/resources#reading-resources
 */
import { McpError } from '../errors/mcp-error.js';
import { describeLongResource } from '../catalog/describe-long-resource.js';
import type { FoundResource, ResourceResult } from '../catalog/catalog.js';
import type { CacheHint } from '../model/definitions.js';
import { bytesInBase64 } from '../model/base64.js';
import type { ResourceContents } from '../model/content.js';
import type { Revision } from '../revisions/revision.js';
import { writeContents } from '../revisions/write-fields.js';
import { describeProblems } from '../calls/describe-problems.js';
import { isGuarded } from '../calls/producer.js';
import { cacheHints } from './list-members.js';
import type { OperationResult, ResultMembers, ResultWithMeta } from '../calls/operation-result.js';
import { writeWireMembers } from '../calls/write-wire-result.js';
import type { OperationCall } from '../tasks/operation-call.js';
import { resourceNotFound, withUri } from './resource-not-found.js';
import { requireScopes } from '../calls/require-scopes.js';
import { requireShort } from '../calls/result-length.js';
import { utf8Length } from '../calls/utf8.js';
import { runOrFail } from '../calls/run-method.js';

export async function resourcesRead(call: OperationCall): Promise<OperationResult> {
  const uri = call.params['uri'];
  if (typeof uri !== 'string') throw new McpError('invalid-params', '"uri" must be the URI of a resource');
  const resource = call.catalog.findResource(uri);
  if (!resource) throw resourceNotFound(call.catalog, uri);
  requireScopes(call.principal, resource);

  call.hold(resource.component ?? resource);
  const during = describeFound(resource);
  const outcome = await runOrFail(call, during, () => {
    call.enter(resource);
    return resource.read(call);
  }).catch((error: unknown) => {
    throw error instanceof McpError && error.kind === 'resource-not-found' ? withUri(error, uri) : error;
  });
  // A template whose variables do not fit describes no such resource.
  if (outcome.kind === 'bad-arguments') {
    throw new McpError('resource-not-found', `resource not found: ${describeProblems(outcome.problems)}`, { uri });
  }

  requireSmall(outcome.contents, call.server.limits.maxResourceBytes);
  const hints = cacheHints(call.revision, call.isLaterRound ? undefined : cacheFor(call, resource, outcome));
  if (outcome.wire) return requireShort(call, during, withHints(writeWireMembers(outcome.wire, {}), hints));
  const contents = outcome.contents.map((it) => writeOne(it, call.revision)).join(',');
  return requireShort(call, during, `"contents":[${contents}]${hints}`);
}

/** Describes the resource by its catalog entry: variables in a URI may be secrets, and the operator's log records failures. */
function describeFound({ component }: FoundResource): string {
  if (!component || !('definition' in component)) return 'a resource';
  const { definition } = component;
  return `resource "${'uri' in definition ? definition.uri : definition.uriTemplate}"`;
}

/** Forbids sharing a cached answer that some callers may not get. */
function cacheFor(
  { server }: OperationCall,
  resource: FoundResource,
  { cache }: ResourceResult,
): CacheHint | undefined {
  const hint = cache ?? resource.cache;
  const isPrivate = isGuarded(resource) || server.interceptors?.covers('resources/read') === true;
  return hint && isPrivate ? { ...hint, scope: 'private' } : hint;
}

function withHints(written: ResultMembers | ResultWithMeta, hints: string): ResultMembers | ResultWithMeta {
  return typeof written === 'string' ? written + hints : { ...written, members: written.members + hints };
}

/** Four characters of base64 are three bytes. Most texts need no exact count, since a character takes at most three bytes. */
function requireSmall(contents: readonly ResourceContents[], maxBytes: number): void {
  const isLong = contents.some((it) => {
    if ('blob' in it) return bytesInBase64(it.blob) > maxBytes;
    return it.text.length * 3 > maxBytes && utf8Length(it.text) > maxBytes;
  });
  if (isLong) throw new McpError('internal-error', describeLongResource(maxBytes));
}

const base64 = /^[\w+/=-]*$/;

/** Inserts base64 without copying it, since it needs no JSON escapes. */
function writeOne(contents: ResourceContents, revision: Revision): string {
  const { blob, ...others } = writeContents(contents, revision);
  if (typeof blob !== 'string' || !base64.test(blob)) return JSON.stringify(writeContents(contents, revision));
  return `{"blob":"${blob}",${JSON.stringify(others).slice(1)}`;
}
