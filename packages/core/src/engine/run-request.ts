/**
 * Runs one request of either era and sends its answer: operation, neutral result, the revision's result object, outlet.
 */
import { InputRequired } from '../asking/round-trips.js';
import { McpError } from '../errors/mcp-error.js';
import type { PeerRequest } from '../json-rpc/read-message.js';
import { writeResponse } from '../json-rpc/write-message.js';
import { CallCancelled } from '../operations/abort-reasons.js';
import { CallContext } from '../operations/call-context.js';
import type { CallPeer } from '../operations/call-peer.js';
import type { OperationCall, OperationResult, ServerFacts } from '../operations/operation.js';
import type { RateLimit } from '../operations/rate-limit.js';
import { operations } from '../operations/operations.js';
import { metaKeys } from '../revisions/meta-keys.js';
import type { Revision } from '../revisions/revision.js';
import { writeImplementation } from '../revisions/write-fields.js';
import { errorOutgoing } from './error-outgoing.js';
import type { Outgoing, Outlet } from './outlet.js';
import { PinningCall } from './pinning-call.js';

/** A request while it runs. */
export interface RunningRequest {
  readonly method: string;
  readonly context: CallContext;
  /** Settles, without rejecting, when nothing more will be sent for it. */
  readonly done: Promise<void>;
}

/** Who sent a request, and how its era reaches them. */
export interface RequestPeer
  extends Pick<CallPeer<CallContext>, 'openAsker' | 'logThreshold'>, Pick<OperationCall, 'tasks' | 'mirroredArgument'> {
  readonly rate: RateLimit;
  /** Reads what the request brought along of earlier rounds, where it did. @throws McpError when that cannot be used */
  prepare?(): Promise<void> | undefined;
}

/** What a request needs to run. */
export interface RequestToRun {
  readonly peer: RequestPeer;
  readonly request: PeerRequest;
  readonly revision: Revision;
  readonly server: ServerFacts;
  readonly outlet: Outlet;
}

/** Starts a request; a catalog that it uses is pinned until it is done. */
export function runRequest(toRun: RequestToRun): RunningRequest {
  const { request, revision, server, outlet, peer } = toRun;
  const context = new CallContext(request.params, {
    revision,
    limits: server.limits,
    onNoticeDropped: server.onNoticeDropped,
    notify: (json) => outlet.send({ kind: 'notification', json }),
    openAsker: peer.openAsker,
    logThreshold: peer.logThreshold,
    letGo: () => outlet.letGo?.(),
  });
  return { method: request.method, context, done: answer(toRun, context) };
}

async function answer(running: RequestToRun, context: CallContext): Promise<void> {
  const call = new PinningCall(running, context);
  try {
    const outgoing = await outcomeOf(running, call);
    const held = context.flushNotices();
    if (held) await held;
    if (!context.detachedUntil) context.finish();
    if (outgoing) await running.outlet.send(outgoing);
  } finally {
    if (!context.detachedUntil) context.finish();
    // A call that goes on as a task stays on the catalog that it began with.
    if (context.detachedUntil) void context.detachedUntil.then(() => call.release());
    else call.release();
  }
}

/** Stands where bytes go; no JSON text holds it as it is. */
const gap = '\0';
/** Characters; below it one text is written faster than three parts. */
const encodedFrom = 16 * 1024;

async function outcomeOf(running: RequestToRun, call: OperationCall): Promise<Outgoing | undefined> {
  const { request, revision, server, peer } = running;
  try {
    const operation = revision.requests.has(request.method) ? operations.get(request.method) : undefined;
    if (!operation) throw new McpError('method-not-found', `method not found: ${request.method.slice(0, 128)}`);
    peer.rate.count(request.method);
    // Waited for even when there is nothing to prepare: whoever started the request keeps it in hand before its method runs.
    if (peer.prepare) await peer.prepare();
    const result = await operation(call);
    const json = writeResponse(request.id, writeResult(result, revision, server));
    if (typeof result === 'string' || !('bytes' in result) || result.members.length < encodedFrom)
      return { kind: 'response', json };
    const around = writeResponse(request.id, writeResult({ members: gap }, revision, server)).split(gap);
    const encoded = { before: around[0]!, body: result, after: around[1]! };
    return { kind: 'response', json, encoded };
  } catch (error) {
    // A cancelled request gets no answer.
    if (error instanceof CallCancelled) return undefined;
    if (error instanceof InputRequired) {
      return { kind: 'response', json: writeResponse(request.id, writeInputRequired(error, revision, server)) };
    }
    return errorOutgoing(request.id, publicError(error, running), revision);
  }
}

function publicError(error: unknown, { request, server }: RequestToRun): McpError {
  if (error instanceof McpError) return error;
  server.reportFault(`request "${request.method}"`, error);
  return new McpError('internal-error', 'internal error');
}

// Written once per server and revision: the tail is the same for every result.
const tails = new WeakMap<ServerFacts, Map<Revision, string>>();

function writeResult(
  result: OperationResult | { readonly members: string },
  revision: Revision,
  server: ServerFacts,
): string {
  const members = typeof result === 'string' ? result : result.members;
  if (revision.results === 'bare') return `{${members}}`;
  const hasMeta = typeof result !== 'string' && 'meta' in result;
  const ownMeta = hasMeta ? `${JSON.stringify(result.meta).slice(1, -1)},` : '';
  const type = typeof result !== 'string' && 'type' in result ? result.type : 'complete';
  const body = members === '' ? '' : `,${members}`;
  return `{"resultType":"${type}"${body},"_meta":{${ownMeta}${serverInfoMember(revision, server)}}}`;
}

/** Spec: 2026-07-28 basic/patterns/mrtr */
function writeInputRequired(
  { inputRequests, requestState }: InputRequired,
  revision: Revision,
  server: ServerFacts,
): string {
  const members = JSON.stringify({ resultType: 'input_required', inputRequests, requestState }).slice(1, -1);
  return `{${members},"_meta":{${serverInfoMember(revision, server)}}}`;
}

function serverInfoMember(revision: Revision, server: ServerFacts): string {
  const byRevision = tails.get(server) ?? new Map<Revision, string>();
  tails.set(server, byRevision);
  const known = byRevision.get(revision);
  if (known !== undefined) return known;
  const written = `"${metaKeys.serverInfo}":${JSON.stringify(writeImplementation(server.info, revision))}`;
  byRevision.set(revision, written);
  return written;
}
