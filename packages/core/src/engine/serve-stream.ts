/**
 * Serves one call of the native view: context, catalog and rate as for any call, but with events instead of one answer.
 */
import type { Asker } from '../asking/asker.js';
import { CallCancelled } from '../calls/abort-reasons.js';
import type { CallEnd, CallFollower } from '../calls/call-observer.js';
import { McpError } from '../errors/mcp-error.js';
import type { LogLevel } from '../model/asking.js';
import type { JsonValue } from '../model/json.js';
import type { RunningEvent } from '../model/stream-event.js';
import { reportIncident } from '../calls/describe-fault.js';
import { EventSequence, type StreamReader } from '../calls/event-sequence.js';
import type { OperationServer } from '../tasks/operation-call.js';
import { cutText } from '../model/cut-text.js';
import type { Principal } from '../model/principal.js';
import type { RateLimit } from '../calls/rate-limit.js';
import { streamTool, type StreamRequest } from './stream-tool.js';
import { nativeFacts } from '../revisions/native-facts.js';
import { ServedCall } from './served-call.js';
import type { RunningRequest } from './run-request.js';

/** The parts that serve a stream. */
export interface StreamParts {
  readonly server: OperationServer;
  readonly rate: RateLimit;
  readonly reader: StreamReader;
  readonly principal: Principal;
}

/** Starts a call; holds the component that it runs until the call is done. */
export function serveStream(request: StreamRequest, { server, rate, reader, principal }: StreamParts): RunningRequest {
  const call = new StreamCall(server, request, { events: new EventSequence(reader), principal });
  return { method, context: call.context, done: run(call, request, rate) };
}

const method = 'tools/call';

/** A call whose client reads its events and supports no questions or notifications. */
class StreamCall extends ServedCall {
  readonly method = method;
  readonly requestId = 0;
  readonly deliversEvents = true;
  readonly tasks = undefined;
  readonly mirroredArgument = undefined;
  readonly session = undefined;
  readonly events: EventSequence;
  readonly principal: Principal;

  constructor(
    server: OperationServer,
    request: StreamRequest,
    { events, principal }: { readonly events: EventSequence; readonly principal: Principal },
  ) {
    super({ name: request.method, arguments: request.params as JsonValue }, nativeFacts, server); // JSON of both kinds
    this.events = events;
    this.principal = principal;
  }

  emit(event: RunningEvent): Promise<void> {
    return this.events.emit(event);
  }

  notify(): undefined {
    return undefined;
  }

  openAsker(): Asker {
    return askingNobody;
  }

  logThreshold(): LogLevel {
    return 'debug';
  }

  releaseConnection(): void {
    // A reader of events has no request to answer.
  }
}

async function run(call: StreamCall, request: StreamRequest, rate: RateLimit): Promise<void> {
  const { server, context, events } = call;
  let follower: CallFollower | undefined;
  let end: CallEnd = { outcome: 'cancelled' };
  try {
    follower = server.observer?.began(call);
    call.span = follower?.span;
    rate.count(method);
    await (call.span ? call.span.run(() => streamTool(call, request, events)) : streamTool(call, request, events));
    end = { outcome: call.hasFailedTool ? 'tool-error' : 'ok' };
  } catch (error) {
    if (error instanceof CallCancelled) return events.drop();
    const during = `stream "${cutText(request.method, 128)}"`;
    const told =
      error instanceof McpError ? error : new McpError('internal-error', reportIncident(server, { during, error }));
    end = { outcome: 'error', problem: told.kind };
    if (told.kind === 'rate-exceeded') server.observer?.limitHit?.('maxCallsPerSecond');
    await events.fail(told, nativeFacts.errorCodes[told.kind]);
  } finally {
    follower?.ended(end);
    context.finish();
    call.release();
  }
}

const askingNobody: Asker = {
  capabilities: {},
  ask: () => Promise.reject(new Error('a reader of events can be asked nothing')),
  step: (_name, effect) => effect(),
};
