/**
 * Runs one request of either era and sends its answer: operation, neutral result, the revision's result object, outlet.
 */
import type { Asker } from '../asking/asker.js';
import { InputRequired } from '../asking/round-trips.js';
import type { EventLoopYield } from '../catalog/event-loop-yield.js';
import { reportIncident } from '../calls/describe-fault.js';
import { McpError } from '../errors/mcp-error.js';
import type { PeerRequest } from '../json-rpc/read-message.js';
import { writeResponse } from '../json-rpc/write-message.js';
import type { LogLevel } from '../model/asking.js';
import { isPromise, type MaybePromise } from '../model/maybe-promise.js';
import { CallCancelled, ServerClosing } from '../calls/abort-reasons.js';
import { CallContext } from '../calls/call-context.js';
import type { CallPeer } from '../calls/call-peer.js';
import type { OperationLimits } from '../calls/limits.js';
import type { OperationResult } from '../calls/call.js';
import type { OperationCall, OperationServer } from '../tasks/operation-call.js';
import type { RateLimit } from '../calls/rate-limit.js';
import { operations } from '../operations/operations.js';
import { SubscriptionRequest } from '../operations/subscription-request.js';
import type { Revision } from '../revisions/revision.js';
import { errorOutgoing } from './error-outgoing.js';
import type { Outgoing, Outlet } from './outlet.js';
import { PinningCall } from './pinning-call.js';
import type { Subscription } from './subscription.js';
import { writeInputRequired, writeResult } from './write-result.js';

/** A request that has not been answered yet. */
export interface RunningRequest {
  readonly method: string;
  readonly context: CallContext;
  /** Settles, without rejecting, when nothing more will be sent for it. */
  readonly done: Promise<void>;
}

/** Who sent a request, and how its era reaches them. */
export interface RequestPeer
  extends
    Pick<CallPeer<CallContext>, 'openAsker' | 'logThreshold'>,
    Pick<OperationCall, 'tasks' | 'mirroredArgument' | 'refuseOtherBuild'> {
  readonly rate: RateLimit;
  /** Reads what the request brought along of earlier rounds, where it did. @throws McpError when that cannot be used */
  prepare?(): Promise<void> | undefined;
  /** Makes the subscription that a request to listen becomes; there where such requests are. */
  listen?(outlet: Outlet): Subscription;
}

/** What a request needs to run. */
export interface RequestToRun {
  readonly peer: RequestPeer;
  readonly request: PeerRequest;
  readonly revision: Revision;
  readonly server: OperationServer;
  readonly outlet: Outlet;
}

/**
 * Runs a request; a catalog that it uses is pinned until it is done.
 *
 * @returns `undefined` when it is done already: its method answered at once, and its answer is on its way
 */
export function runRequest(toRun: RequestToRun): RunningRequest | undefined {
  const context = new CallContext(toRun.request.params, new RequestReach(toRun));
  const call = new PinningCall(toRun, context);
  const done = answer(toRun, call);
  return done && { method: toRun.request.method, context, done };
}

/** What a call reaches of its peer while its request lives. */
class RequestReach implements CallPeer<CallContext> {
  readonly revision: Revision;
  readonly limits: OperationLimits;
  readonly loop: EventLoopYield;

  constructor(private readonly running: RequestToRun) {
    this.revision = running.revision;
    this.limits = running.server.limits;
    this.loop = running.server.loop;
  }

  notify(json: string): Promise<void> | undefined {
    return this.running.outlet.send({ kind: 'notification', json });
  }

  openAsker(context: CallContext): Asker {
    return this.running.peer.openAsker(context);
  }

  logThreshold(): LogLevel | undefined {
    return this.running.peer.logThreshold();
  }

  releaseConnection(): void {
    this.running.outlet.releaseConnection?.();
  }

  onNoticeDropped(): void {
    this.running.server.onNoticeDropped();
  }
}

/** What is sent for a request, or what it becomes; `undefined` for one that gets no answer. */
type Outcome = Outgoing | SubscriptionRequest | undefined;

/** @returns `undefined` when there is nothing to wait for any more */
function answer(running: RequestToRun, call: PinningCall): Promise<void> | undefined {
  const outgoing = outcomeOf(running, call);
  if (isPromise(outgoing)) return answerLater(running, call, outgoing);
  if (outgoing instanceof SubscriptionRequest) {
    release(call);
    const subscription = running.peer.listen?.(running.outlet);
    if (subscription) beginListening(running, subscription, outgoing);
    return undefined;
  }
  const held = call.context.flushNotices();
  if (held)
    return answerLater(
      running,
      call,
      held.then(() => outgoing),
    );
  try {
    return end(running, call, outgoing);
  } finally {
    release(call);
  }
}

async function answerLater(running: RequestToRun, call: PinningCall, pending: Promise<Outcome>): Promise<void> {
  try {
    const outgoing = await pending;
    if (outgoing instanceof SubscriptionRequest) {
      await listen(running, call, outgoing);
      return;
    }
    const held = call.context.flushNotices();
    if (held) await held;
    await end(running, call, outgoing);
  } finally {
    release(call);
  }
}

/** Whoever ends the call, also before this, ends the subscription that it becomes. */
async function listen(running: RequestToRun, { context }: PinningCall, wish: SubscriptionRequest): Promise<void> {
  const subscription = running.peer.listen?.(running.outlet);
  if (!subscription) return;
  context.onAbort((reason) => {
    if (reason instanceof ServerClosing) subscription.close();
    else subscription.cancel();
  });
  beginListening(running, subscription, wish);
  await subscription.done;
}

/** What goes wrong with that is the answer. */
function beginListening(running: RequestToRun, subscription: Subscription, wish: SubscriptionRequest): void {
  try {
    subscription.begin(wish);
  } catch (error) {
    subscription.cancel();
    const failure = writeFailure(running, error);
    if (failure) void running.outlet.send(failure);
  }
}

/** Nothing else is sent from here on, unless the call goes on as a task. */
function end(
  { outlet }: RequestToRun,
  { context }: PinningCall,
  outgoing: Outgoing | undefined,
): Promise<void> | undefined {
  if (!context.detachedUntil) context.finish();
  return outgoing && outlet.send(outgoing);
}

/** A call that goes on as a task stays on the catalog that it began with. */
function release(call: PinningCall): void {
  const { detachedUntil } = call.context;
  if (detachedUntil) {
    void detachedUntil.then(() => call.release());
    return;
  }
  call.context.finish();
  call.release();
}

/** Stands where bytes go; no JSON text holds it as it is. */
const gap = '\0';
/** Characters; below it one text is written faster than three parts. */
const encodedFrom = 16 * 1024;

function outcomeOf(running: RequestToRun, call: OperationCall): MaybePromise<Outcome> {
  const { request, revision, peer } = running;
  try {
    const operation = revision.requests.has(request.method) ? operations.get(request.method) : undefined;
    if (!operation) throw new McpError('method-not-found', `method not found: ${request.method.slice(0, 128)}`);
    peer.rate.count(request.method);
    const prepared = peer.prepare?.();
    const result = prepared ? prepared.then(() => operation(call)) : operation(call);
    return isPromise(result) ? outcomeLater(running, result) : writeAnswer(running, result);
  } catch (error) {
    return writeFailure(running, error);
  }
}

async function outcomeLater(
  running: RequestToRun,
  pending: Promise<OperationResult | SubscriptionRequest>,
): Promise<Outcome> {
  try {
    return writeAnswer(running, await pending);
  } catch (error) {
    return writeFailure(running, error);
  }
}

function writeAnswer(
  { request, revision, server }: RequestToRun,
  result: OperationResult | SubscriptionRequest,
): Outcome {
  if (result instanceof SubscriptionRequest) return result;
  const json = writeResponse(request.id, writeResult(result, revision, server));
  if (typeof result === 'string' || !('bytes' in result) || result.members.length < encodedFrom)
    return { kind: 'response', json };
  const around = writeResponse(request.id, writeResult({ members: gap }, revision, server)).split(gap);
  const encoded = { before: around[0]!, body: result, after: around[1]! };
  return { kind: 'response', json, encoded };
}

function writeFailure(running: RequestToRun, error: unknown): Outgoing | undefined {
  const { request, revision, server } = running;
  // A cancelled request gets no answer.
  if (error instanceof CallCancelled) return undefined;
  if (error instanceof InputRequired) {
    return { kind: 'response', json: writeResponse(request.id, writeInputRequired(error, revision, server)) };
  }
  return errorOutgoing(request.id, publicError(error, running), revision);
}

function publicError(error: unknown, { request, server }: RequestToRun): McpError {
  if (error instanceof McpError) return error;
  return new McpError('internal-error', reportIncident(server, { during: `request "${request.method}"`, error }));
}
