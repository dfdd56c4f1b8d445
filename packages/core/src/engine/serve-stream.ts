/**
 * Serves one call of the native view: context, catalog and rate as for any call, but events instead of one answer.
 */
import type { Asker } from '../asking/asker.js';
import { McpError } from '../errors/mcp-error.js';
import type { PeerRequest } from '../json-rpc/read-message.js';
import { CallContext } from '../calls/call-context.js';
import { reportIncident } from '../calls/describe-fault.js';
import { EventSequence, type StreamReader } from '../calls/event-sequence.js';
import type { OperationServer } from '../tasks/operation-call.js';
import type { RateLimit } from '../calls/rate-limit.js';
import { streamTool, type StreamRequest } from './stream-tool.js';
import { nativeFacts } from '../revisions/native-facts.js';
import { PinningCall } from './pinning-call.js';
import type { RunningRequest } from './run-request.js';

/** What a stream is served with. */
export interface StreamParts {
  readonly server: OperationServer;
  readonly rate: RateLimit;
  readonly reader: StreamReader;
}

/** Starts a call; the catalog that it uses is pinned until it is done. */
export function serveStream(request: StreamRequest, parts: StreamParts): RunningRequest {
  const events = new EventSequence(parts.reader);
  const context = new CallContext(
    {},
    {
      revision: nativeFacts,
      limits: parts.server.limits,
      loop: parts.server.loop,
      notify: async () => undefined,
      emit: (event) => events.emit(event),
      openAsker: () => askingNobody,
      logThreshold: () => 'debug',
      releaseConnection: () => undefined,
      onNoticeDropped: () => undefined,
    },
  );
  return { method, context, done: run(request, { ...parts, context, events }) };
}

const method = 'tools/call';

interface RunningStream extends StreamParts {
  readonly context: CallContext;
  readonly events: EventSequence;
}

async function run(request: StreamRequest, { server, rate, context, events }: RunningStream): Promise<void> {
  const call = new PinningCall({ request: wireless, revision: nativeFacts, server, peer: {} }, context);
  try {
    rate.count(method);
    await streamTool(call, request, events);
  } catch (error) {
    const during = `stream "${request.method.slice(0, 128)}"`;
    const told =
      error instanceof McpError ? error : new McpError('internal-error', reportIncident(server, { during, error }));
    await events.fail(told, nativeFacts.errorCodes[told.kind]);
  } finally {
    context.finish();
    call.release();
  }
}

// A stream has no request of MCP behind it; nothing that runs a tool looks at one.
const wireless: PeerRequest = { kind: 'request', id: 0, method, params: {} };

const askingNobody: Asker = {
  capabilities: {},
  ask: () => Promise.reject(new Error('a reader of events can be asked nothing')),
  step: (_name, effect) => effect(),
};
