/**
 * Runs one request of either era and sends its answer: the operation's neutral result becomes the revision's result object, which
 * goes to the outlet.
 */
import { InputRequired } from '../asking/round-trips.js';
import { reportIncident } from '../calls/describe-fault.js';
import { McpError } from '../errors/mcp-error.js';
import { writeResponse } from '../json-rpc/messages.js';
import { isPromise } from '../model/later.js';
import { CallCancelled, ServerClosing } from '../calls/abort-reasons.js';
import type { CallContext } from '../calls/call-context.js';
import type { CallEnd } from '../calls/call-observer.js';
import { unknownMethod } from '../calls/unknown-method.js';
import type { OperationResult } from '../calls/call.js';
import type { Operation } from '../operations/operation.js';
import { operations } from '../operations/operations.js';
import { SubscriptionRequest } from '../operations/subscription-request.js';
import { errorOutgoing } from './error-outgoing.js';
import type { Outgoing } from './outlet.js';
import type { Subscription } from './subscription.js';
import { writeInputRequired, writeResult } from './write-result.js';
import { RequestCall, type RequestParts } from './served-call.js';

/** A request that has not been answered yet. */
export interface RunningRequest {
  readonly method: string;
  readonly context: CallContext;
  /** Settles, without rejecting, when nothing more will be sent for the request. */
  readonly done: PromiseLike<void>;
}

/**
 * Runs a request; pins the catalog that it uses until it is done.
 *
 * @param operation serves it; default: that of its method
 * @returns `undefined` when it is already done: its method answered synchronously, and its answer is on its way
 */
export function runRequest(parts: RequestParts, operation = operationOf(parts)): RunningRequest | undefined {
  const call = new RequestCall(parts);
  const done = answer(call, operation);
  return done && { method: call.request.method, context: call.context, done };
}

/** @returns `undefined` when there is nothing left to wait for */
function answer(call: RequestCall, operation: Operation | undefined): PromiseLike<void> | undefined {
  let result;
  try {
    result = operate(call, operation);
  } catch (error) {
    return sendFailure(call, error);
  }
  if (isPromise(result)) {
    return result.then(
      (settled) => (settled instanceof SubscriptionRequest ? listen(call, settled) : sendResult(call, settled)),
      (error: unknown) => sendFailure(call, error),
    );
  }
  if (!(result instanceof SubscriptionRequest)) return sendResult(call, result);
  release(call);
  const subscription = call.client.listen(call.outlet);
  if (subscription) beginListening(call, subscription, result);
  return undefined;
}

function sendResult(call: RequestCall, result: OperationResult): PromiseLike<void> | undefined {
  let outgoing;
  try {
    outgoing = writeAnswer(call, result);
  } catch (error) {
    return sendFailure(call, error);
  }
  return sendAnswer(call, outgoing);
}

/** Rethrows an internal fault after the call has released everything. */
function sendFailure(call: RequestCall, error: unknown): PromiseLike<void> | undefined {
  let outgoing;
  try {
    outgoing = writeFailure(call, error);
  } catch (fault) {
    release(call);
    throw fault;
  }
  return sendAnswer(call, outgoing);
}

/** @returns resolves when the outlet can take more; `undefined` when it can at once */
function sendAnswer(call: RequestCall, outgoing: Outgoing | undefined): PromiseLike<void> | undefined {
  const held = call.context.flushNotices();
  if (held) return held.then(() => end(call, outgoing)).finally(() => release(call));
  try {
    return end(call, outgoing);
  } finally {
    release(call);
  }
}

/** Serves a subscription until its end. The end of the call, even before that, ends the subscription. */
async function listen(call: RequestCall, wish: SubscriptionRequest): Promise<void> {
  const subscription = call.client.listen(call.outlet);
  try {
    if (!subscription) return;
    call.context.onAbort((reason) => {
      if (reason instanceof ServerClosing) subscription.close();
      else subscription.cancel();
    });
    beginListening(call, subscription, wish);
    await subscription.done;
  } finally {
    release(call);
  }
}

/** Begins the subscription; an error here becomes the answer. */
function beginListening(call: RequestCall, subscription: Subscription, wish: SubscriptionRequest): void {
  try {
    subscription.begin(wish);
  } catch (error) {
    subscription.cancel();
    const failure = writeFailure(call, error);
    if (failure) void call.outlet.send(failure);
  }
}

/** Ends the request: nothing more is sent, unless the call continues as a task. */
function end(call: RequestCall, outgoing: Outgoing | undefined): Promise<void> | undefined {
  const { outlet, context } = call;
  if (call.follower) tellEnd(call, endOf(call, outgoing));
  if (!context.detachedUntil) context.finish();
  return outgoing && outlet.send(outgoing);
}

function tellEnd(call: RequestCall, how: CallEnd): void {
  const { follower } = call;
  call.follower = undefined;
  follower?.ended(how);
}

function endOf({ context, hasFailedTool, isAsking }: RequestCall, outgoing: Outgoing | undefined): CallEnd {
  if (!outgoing) return { outcome: 'cancelled' };
  if ('problem' in outgoing && outgoing.problem) return { outcome: 'error', problem: outgoing.problem };
  if (isAsking) return { outcome: 'input-required' };
  if (context.detachedUntil) return { outcome: 'task' };
  return { outcome: hasFailedTool ? 'tool-error' : 'ok' };
}

/** Releases the catalog, unless the call continues as a task: a task stays on the catalog that it began with. */
function release(call: RequestCall): void {
  if (call.follower) tellEnd(call, { outcome: 'listening' });
  const { detachedUntil } = call.context;
  if (detachedUntil) {
    void detachedUntil.then(() => call.release());
    return;
  }
  call.context.finish();
  call.release();
}

/** Marks the place of the bytes; JSON text never contains this character unescaped. */
const gap = '\0';
/** Length in characters; a shorter result is written faster as one text than as three parts. */
const encodedFrom = 16 * 1024;

function operationOf({ request: { method }, revision, server }: RequestParts): Operation | undefined {
  return revision.requests.has(method) ? operations.get(method) : server.extensions?.operationOf(method);
}

/** @throws McpError for a request that the revision does not have, or that exceeds a limit */
function operate(call: RequestCall, operation: Operation | undefined): ReturnType<Operation> {
  const { request, client, server } = call;
  if (server.observer) {
    call.follower = server.observer.began(call);
    call.span = call.follower?.span;
  }
  if (!operation) throw unknownMethod(request.method);
  client.rate.count(request.method);
  const prepared = client.prepare();
  return prepared ? prepared.then(() => performPrepared(operation, call)) : perform(operation, call);
}

/** An observer may have read the catalog before the wait, and its tool may be retired by now. A later round runs on the code that asked. */
function performPrepared(operation: Operation, call: RequestCall): ReturnType<Operation> {
  call.forgetCatalog();
  call.continueParked();
  return perform(operation, call);
}

function perform(operation: Operation, call: RequestCall): ReturnType<Operation> {
  const run = (): ReturnType<Operation> => operation(call);
  const { interceptors } = call.server;
  const covered = interceptors ? () => interceptors.aroundOperation(call, call.request.method, run) : run;
  return call.span ? call.span.run(covered) : covered();
}

function writeAnswer({ request, revision, server }: RequestCall, result: OperationResult): Outgoing {
  const json = writeResponse(request.id, writeResult(result, revision, server));
  if (typeof result === 'string' || !('bytes' in result) || result.members.length < encodedFrom)
    return { kind: 'response', json };
  const around = writeResponse(request.id, writeResult({ members: gap }, revision, server)).split(gap);
  const encoded = { before: around[0]!, body: result, after: around[1]! };
  return { kind: 'response', json, encoded };
}

function writeFailure(call: RequestCall, error: unknown): Outgoing | undefined {
  const { request, revision, server } = call;
  // A cancelled request gets no answer.
  if (error instanceof CallCancelled) return undefined;
  if (error instanceof InputRequired) {
    call.isAsking = true;
    return { kind: 'response', json: writeResponse(request.id, writeInputRequired(error, revision, server)) };
  }
  const failure = publicError(error, call);
  if (failure.kind === 'rate-exceeded') server.observer?.limitHit?.('maxCallsPerSecond');
  return errorOutgoing(request.id, failure, revision);
}

function publicError(error: unknown, { request, server }: RequestCall): McpError {
  if (error instanceof McpError) return error;
  return new McpError('internal-error', reportIncident(server, { during: `request "${request.method}"`, error }));
}
