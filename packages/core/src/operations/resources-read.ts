/**
 * `resources/read`: reads one resource, listed by itself or matched by a template.
 *
 * Spec: 2025-11-25 server/resources#reading-resources
 */
import { isLaterRound } from '../asking/round-trips.js';
import { McpError } from '../errors/mcp-error.js';
import { writeContents } from '../revisions/write-fields.js';
import { describeProblems } from './describe-problems.js';
import { cacheHints } from './list-members.js';
import type { OperationCall, ResultMembers } from './operation.js';
import { requireShort } from './result-length.js';
import { runOrFail } from './run-or-fail.js';

export async function resourcesRead(call: OperationCall): Promise<ResultMembers> {
  const uri = call.params['uri'];
  if (typeof uri !== 'string') throw new McpError('invalid-params', '"uri" must be the URI of a resource');
  const resource = call.catalog.findResource(uri);
  if (!resource) throw notFound(uri);

  if (resource.component) call.holdOnly?.(resource.component);
  call.context.announcer = resource.announcer;
  const outcome = await runOrFail(call, `resource "${uri}"`, () => resource.read(call.context));
  // A template whose variables do not fit describes no such resource.
  if (outcome.kind === 'bad-arguments') throw notFound(uri, describeProblems(outcome.problems));

  const contents = outcome.contents.map((it) => writeContents(it, call.revision));
  const members = `"contents":${JSON.stringify(contents)}${cacheHints(call.revision, isLaterRound(call.params) ? undefined : resource.cache)}`;
  return requireShort(call, `resource "${uri}"`, members);
}

function notFound(uri: string, why?: string): McpError {
  return new McpError('resource-not-found', why ? `resource not found: ${why}` : 'resource not found', { uri });
}
