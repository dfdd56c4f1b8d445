/**
 * Serves one call of the native view: a call as any other, but with events instead of one answer.
 */
import { CallCancelled } from '../calls/abort-reasons.js';
import { Call } from '../calls/call.js';
import type { CallEnd } from '../calls/call-observer.js';
import { reportIncident } from '../calls/describe-fault.js';
import { EventSequence, type StreamReader } from '../calls/event-sequence.js';
import type { Outlet } from '../calls/outlet.js';
import type { RateLimit } from '../calls/rate-limit.js';
import { McpError } from '../errors/mcp-error.js';
import { cutText } from '../model/cut-text.js';
import type { JsonValue } from '../model/json.js';
import type { Principal } from '../model/principal.js';
import { nativeFacts } from '../revisions/native-facts.js';
import type { OperationCall, OperationServer } from '../tasks/operation-call.js';
import { RequestClient } from './request-client.js';
import { streamTool, type StreamRequest } from './stream-tool.js';

const method = 'tools/call';

/** A reader of events gets no other messages. */
const nowhere: Outlet = { send: () => undefined };

/** A call, and the events that its reader gets. */
export interface StreamCall {
  readonly call: OperationCall;
  readonly events: EventSequence;
}

/** The request of a stream, and the parties between which it runs. */
interface StreamParts {
  readonly request: StreamRequest;
  readonly reader: StreamReader;
  readonly server: OperationServer;
  readonly rate: RateLimit;
  readonly principal: Principal;
}

/** Makes the call of a stream; its client cannot be asked anything. */
export function openStreamCall({ request: asked, reader, server, rate, principal }: StreamParts): StreamCall {
  const { method: name, params } = asked;
  const events = new EventSequence(reader);
  const client = new RequestClient({ server, capabilities: {}, logLevel: 'debug', events }, rate);
  // Positions and names are JSON alike.
  const request = { kind: 'request', id: 0, method, params: { name, arguments: params as JsonValue } } as const;
  const call = new Call({ request, revision: nativeFacts, server, client, outlet: nowhere, principal });
  return { call, events };
}

/** Runs the tool; resolves after its last event. */
export async function serveStream({ call, events }: StreamCall, request: StreamRequest): Promise<void> {
  const { server } = call;
  let end: CallEnd = { outcome: 'cancelled' };
  try {
    call.follower = server.observer?.began(call);
    call.trace = call.follower?.span;
    call.client.rateOf(call.outlet)?.count(method);
    const stream = (): Promise<void> => streamTool(call, request, events);
    await (call.trace ? call.trace.run(stream) : stream());
    end = call.hasFailedTool ? { outcome: 'tool-error', message: call.failureText ?? '' } : { outcome: 'ok' };
  } catch (error) {
    if (error instanceof CallCancelled) return events.drop();
    const during = `stream "${cutText(request.method, 128)}"`;
    const failure =
      error instanceof McpError ? error : new McpError('internal-error', reportIncident(server, { during, error }));
    end = { outcome: 'error', problem: failure.kind, message: failure.message };
    if (failure.kind === 'rate-exceeded') server.observer?.limitHit?.('maxCallsPerSecond');
    await events.fail(failure, nativeFacts.errorCodes[failure.kind]);
  } finally {
    call.follower?.ended(end);
    call.finish();
    call.release();
  }
}
