/**
 * Runs one request of either era and sends its answer: the operation's neutral result becomes the revision's result object, which
 * goes to the outlet.
 */
import { InputRequired } from '../asking/round-trips.js';
import { reportIncident } from '../calls/describe-fault.js';
import { McpError } from '../errors/mcp-error.js';
import { writeResponse } from '../json-rpc/messages.js';
import { CallCancelled, ServerClosing } from '../calls/abort-reasons.js';
import type { CallEnd } from '../calls/call-observer.js';
import { unknownMethod } from '../calls/unknown-method.js';
import type { OperationResult } from '../calls/operation-result.js';
import type { Operation } from '../operations/operation.js';
import { operations } from '../operations/operations.js';
import { SubscriptionRequest } from '../operations/subscription-request.js';
import { writeError } from './write-error.js';
import type { Outgoing } from '../calls/outlet.js';
import { writeInputRequired, writeResult } from './write-result.js';
import type { OperationCall } from '../tasks/operation-call.js';
import type { OpenSubscriptions } from './open-subscriptions.js';
import { Subscription } from './subscription.js';

/**
 * Runs the operation of a call and answers; resolves when nothing more will be sent for it. Rejects only for an internal fault.
 *
 * @param operation serves the call; default: that of its method
 */
export async function answerCall(
  call: OperationCall,
  subscriptions: OpenSubscriptions,
  operation = findOperation(call),
): Promise<void> {
  try {
    const result = await outcomeOf(call, subscriptions, operation);
    if (result instanceof Subscription) {
      reportEnd(call, { outcome: 'listening' });
      return await result.done;
    }
    const flushed = call.flushNotices();
    if (flushed) await flushed;
    reportEnd(call, endOf(call, result));
    // A call that continues as a task may still send.
    if (!call.detachedUntil) call.finish();
    const sent = result && call.outlet.send(result);
    // Its next round may come before a slow reader has taken the whole answer.
    release(call);
    if (sent) await sent;
  } finally {
    // Both have happened, unless this is an internal fault.
    reportEnd(call, { outcome: 'error', problem: 'internal-error' });
    release(call);
  }
}

function reportEnd(call: OperationCall, how: CallEnd): void {
  const { follower } = call;
  call.follower = undefined;
  follower?.ended(how);
}

/** @returns the answer, or the subscription that has begun; `undefined` for a cancelled request, which gets no answer */
async function outcomeOf(
  call: OperationCall,
  subscriptions: OpenSubscriptions,
  operation: Operation | undefined,
): Promise<Outgoing | Subscription | undefined> {
  try {
    const { observer } = call.server;
    if (observer) {
      call.follower = observer.began(call);
      call.trace = call.follower?.span;
    }
    if (!operation) throw unknownMethod(call.method);
    call.client.rateOf(call.outlet)?.count(call.method);
    if (call.isLaterRound) await call.continueEarlierRounds();
    const result = await (call.trace ? call.trace.run(() => perform(operation, call)) : perform(operation, call));
    return result instanceof SubscriptionRequest ? listen(call, result, subscriptions) : writeAnswer(call, result);
  } catch (error) {
    return writeFailure(call, error);
  }
}

/** Begins a subscription, which ends with its call. A server that is closing acknowledges it first. */
function listen(call: OperationCall, wanted: SubscriptionRequest, open: OpenSubscriptions): Subscription {
  if (call.abortReason instanceof CallCancelled) throw call.abortReason;
  const subscription = new Subscription(call, open);
  try {
    subscription.begin(wanted);
  } catch (error) {
    subscription.cancel();
    throw error;
  }
  call.onAbort((reason) => {
    if (reason instanceof ServerClosing) subscription.close();
    else subscription.cancel();
  });
  call.forgetCatalog();
  return subscription;
}

function endOf(call: OperationCall, outgoing: Outgoing | undefined): CallEnd {
  const message = call.failureText ?? '';
  if (!outgoing) return { outcome: 'cancelled' };
  if (outgoing.problem) return { outcome: 'error', problem: outgoing.problem, message };
  if (call.endsWithQuestion) return { outcome: 'input-required' };
  if (call.detachedUntil) return { outcome: 'task' };
  return call.hasFailedTool ? { outcome: 'tool-error', message } : { outcome: 'ok' };
}

/** Releases the catalog, unless the call continues as a task: a task stays on the catalog that it began with. */
function release(call: OperationCall): void {
  const { detachedUntil } = call;
  if (detachedUntil) {
    void detachedUntil.then(() => call.release());
    return;
  }
  call.finish();
  call.release();
}

/** Marks the place of the bytes; JSON text never contains this character unescaped. */
const gap = '\0';
/** Length in characters; a shorter result is written faster as one text than as three parts. */
const encodedFrom = 16 * 1024;

/** @returns `undefined` for a method that neither the revision nor an extension has */
function findOperation(call: OperationCall): Operation | undefined {
  const { method, revision, server } = call;
  return revision.requests.has(method) ? operations.get(method) : server.extensions?.operationOf(call);
}

function perform(operation: Operation, call: OperationCall): ReturnType<Operation> {
  const { interceptors } = call.server;
  return interceptors ? interceptors.aroundOperation(call, call.method, async () => operation(call)) : operation(call);
}

function writeAnswer({ request, revision, server }: OperationCall, result: OperationResult): Outgoing {
  if (typeof result === 'string' || !('bytes' in result) || result.members.length < encodedFrom)
    return { kind: 'response', json: writeResponse(request.id, writeResult(result, revision, server)) };
  const { members, meta } = result;
  const frame = writeResult(meta ? { members: gap, meta } : gap, revision, server);
  const [before = '', after = ''] = writeResponse(request.id, frame).split(gap);
  return { kind: 'response', json: before + members + after, encoded: { before, body: result, after } };
}

function writeFailure(call: OperationCall, error: unknown): Outgoing | undefined {
  const { request, revision, server } = call;
  // A cancelled request gets no answer.
  if (error instanceof CallCancelled) return undefined;
  if (error instanceof InputRequired) {
    call.endsWithQuestion = true;
    return { kind: 'response', json: writeResponse(request.id, writeInputRequired(error, revision, server)) };
  }
  const failure = publicError(error, call);
  call.failureText = failure.message;
  if (failure.kind === 'rate-exceeded') server.observer?.limitHit?.('maxCallsPerSecond');
  return writeError(request.id, failure, revision);
}

function publicError(error: unknown, { request, server }: OperationCall): McpError {
  if (error instanceof McpError) return error;
  return new McpError('internal-error', reportIncident(server, { during: `request "${request.method}"`, error }));
}
