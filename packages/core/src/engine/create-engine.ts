/**
 * Makes the engine of one server.
 */
import type { Client } from '../callers/clients.js';
import { openStateSealer, type StateSealer } from '../asking/seal-state.js';
import { EventLoopYield } from '../catalog/event-loop-yield.js';
import { chooseAbortReason } from '../calls/abort-reasons.js';
import { Call } from '../calls/call.js';
import { announceLists, withDiscoveryTools } from '../calls/discovery-tools.js';
import { ToolConcurrency } from '../calls/tool-concurrency.js';
import { ParkedCalls } from '../calls/parked-calls.js';
import { chooseLimits } from '../calls/limits.js';
import { ServerExtensions } from '../extensions/server-extensions.js';
import { interceptorsOf } from '../interceptors/interceptors.js';
import { listHint } from '../operations/list-hint.js';
import { skillsExtension } from '../operations/skills-extension.js';
import { viewsExtension } from '../operations/views-extension.js';
import type { OperationCall, OperationServer } from '../tasks/operation-call.js';
import { systemClock } from '../model/clock.js';
import { localPrincipal, principalKey, type Principal } from '../model/principal.js';
import { openMemoryTaskStore } from '../tasks/memory-task-store.js';
import { RateLimit, RateLimits } from '../calls/rate-limit.js';
import { CallRateSync } from '../calls/call-rate-sync.js';
import { failureOf, TaskRegistry, type TaskEnding } from '../tasks/task-registry.js';
import type { ResumableCall, Task } from '../tasks/task.js';
import { findRevision } from '../revisions/choose-revision.js';
import type { Engine, EngineOptions, Exchange, Session, SharedSession, Streams } from './engine.js';
import type { Incoming, HeaderClaims, ModernIncoming } from './incoming-message.js';
import type { Outlet } from '../calls/outlet.js';
import { readSender, RequestClient } from './request-client.js';
import { RunningCalls } from './running-calls.js';
import { OpenSessions } from './open-sessions.js';
import { OpenSubscriptions } from './open-subscriptions.js';
import { readIncoming } from './read-incoming.js';
import { receiveNotification } from './receive-notification.js';
import { answerCall } from './run-request.js';
import { openStreamCall, serveStream } from './serve-stream.js';
import { LegacySession } from './session.js';

export function createEngine(options: EngineOptions): Engine {
  return new ServerEngine(options);
}

const subscriptionsMethod = 'subscriptions/listen';
const nothingToDo: Exchange = { done: Promise.resolve(), cancel: () => undefined };

class ServerEngine implements Engine {
  readonly #server: OperationServer;
  readonly #tasks: TaskRegistry;
  readonly #rates: RateLimits;
  readonly #sessions: OpenSessions;
  readonly #subscriptions: OpenSubscriptions;
  readonly #running = new RunningCalls();
  #droppedNoticeCount = 0;

  constructor(options: EngineOptions) {
    const { info, instructions, discovery, requestStateKeys, onFault, observer, clock = systemClock } = options;
    const source = discovery ? withDiscoveryTools(options.source) : options.source;
    const limits = chooseLimits(options.limits);
    const skills = skillsExtension({
      inSessions: options.skillsInSessions ?? false,
      pageSize: limits.pageSize,
      hintOf: (catalog, method) => listHint(this.#server, catalog, method),
      isIntercepted: (method) => this.#server.interceptors?.covers(method) === true,
    });
    const { maxCallsPerSecond } = limits;
    const { callRates: rates } = options;
    const shared = rates && new CallRateSync({ rates, server: info.name, maxCallsPerSecond, clock });
    this.#rates = new RateLimits(maxCallsPerSecond, clock, shared);
    this.#sessions = new OpenSessions(source);
    const store = options.taskStore ?? openMemoryTaskStore(clock);
    const reportFault: OperationServer['reportFault'] = (during, error, incident) =>
      onFault?.(incident === undefined ? { during, error } : { during, error, incident });
    const { extensions = [], compileSchema } = options;
    const isFixed = typeof extensions !== 'function';
    const offered = new ServerExtensions({
      server: info.name,
      own: [skills, viewsExtension],
      compileSchema,
      reportFault,
      current: isFixed ? () => extensions : extensions,
    });
    const canWrap = !isFixed || offered.wrappers.length > 0;
    let sealer: StateSealer | undefined;
    const tasks = new TaskRegistry({
      store,
      limits,
      clock,
      reportFault,
      workers: options.taskWorkers,
      beginAgain: (task, call) => this.#beginAgain(task, call),
    });
    this.#tasks = tasks;
    this.#server = {
      info,
      shownInfo: options.shownInfo,
      instructions,
      source,
      discovery,
      limits,
      listHint: options.listHint,
      clock,
      stateSealer: () =>
        (sealer ??= openStateSealer(requestStateKeys ?? [newStateKey()], limits.requestStateLifetimeMs, clock)),
      parkedCalls: new ParkedCalls(limits, clock, (limit) => observer?.limitHit?.(limit)),
      turns: new ToolConcurrency(limits, clock, (limit) => observer?.limitHit?.(limit)),
      loop: new EventLoopYield({ now: () => clock.now() }),
      ...(options.keepLargeResult ? { keepLargeResult: options.keepLargeResult } : {}),
      reportFault,
      errors: options.errors,
      observer,
      onNoticeDropped: () => void this.#droppedNoticeCount++,
      tasks,
      extensions: offered,
      interceptors: interceptorsOf(info.name, options.interceptors, canWrap ? () => offered.wrappers : undefined),
    };
    this.#subscriptions = new OpenSubscriptions(this.#server);
    if (discovery) announceLists(source, discovery);
  }

  read(text: string, mirror?: HeaderClaims): Incoming {
    return readIncoming(text, mirror, this.#server.limits);
  }

  serve(incoming: ModernIncoming, outlet: Outlet, principal: Principal = localPrincipal): Exchange {
    const { message: request, revision, envelope } = incoming;
    const server = this.#server;
    if (request.kind === 'notification' && server.extensions)
      receiveNotification(server, request, { revision, principal, capabilities: envelope.clientCapabilities });
    if (request.kind !== 'request') return nothingToDo;
    const account = outlet.connection?.client;
    const rate = this.#rates.of(account?.key ?? principalKey(principal));
    const client = new RequestClient(readSender(incoming, request, server, principal), rate, account);
    return this.#answer(new Call({ request, revision, server, client, outlet, principal }));
  }

  openStreams(principal: Principal = localPrincipal, client?: Client): Streams {
    const server = this.#server;
    const own = new RateLimit(server.limits.maxCallsPerSecond, server.clock);
    return {
      start: (request, reader) => {
        const rate = client ? this.#rates.of(client.key) : own;
        const stream = openStreamCall({ request, reader, server, rate, principal });
        return this.#start(stream.call, () => serveStream(stream, request));
      },
    };
  }

  get droppedNoticeCount(): number {
    return this.#droppedNoticeCount;
  }

  get runningTaskCount(): number {
    return this.#tasks.runningCount;
  }

  finishTasks(ending: TaskEnding): Promise<void> {
    return this.#tasks.finish(ending);
  }

  openSession(standing: Outlet, negotiated?: string | SharedSession, principal: Principal = localPrincipal): Session {
    const rates = this.#rates;
    return new LegacySession(this.#server, {
      standing,
      negotiated,
      rates,
      principal,
      open: this.#sessions,
      running: this.#running,
      subscriptions: this.#subscriptions,
    });
  }

  endSubscriptions(): void {
    this.#running.end(subscriptionsMethod);
  }

  close(): void {
    this.#sessions.closeAll();
    this.#running.close();
    this.#tasks.close();
    this.#server.parkedCalls?.close();
  }

  /** Runs the call of a task that this process has taken over. */
  #beginAgain(task: Task, call: ResumableCall): void {
    const server = this.#server;
    const fail = (message: string): void => {
      const failed = this.#tasks.change(task.taskId, () => failureOf(message));
      failed.catch((error: unknown) => server.reportFault(`task "${task.taskId}"`, error));
    };
    const revision = findRevision(call.revision);
    if (!revision) return fail('no server knows the protocol version of this task any more');
    const { tool: name, arguments: given, clientCapabilities, principal } = call;
    const request = {
      kind: 'request',
      id: task.taskId,
      method: 'tools/call',
      params: { name, arguments: given },
    } as const;
    // A client that was asked in its session cannot be asked without it.
    const capabilities = revision.tasks.by === 'server' ? clientCapabilities : {};
    const client = new RequestClient({ server, capabilities, taken: task });
    // The answer is the task, unless the tool is gone or its caller may no longer call it.
    const outlet: Outlet = {
      send: ({ problem, json }) => void (problem && fail(`the task could not be begun again: ${errorIn(json)}`)),
    };
    this.#answer(new Call({ request, revision, server, client, outlet, principal })).done.catch((error: unknown) =>
      server.reportFault(`task "${task.taskId}"`, error),
    );
  }

  #answer(call: OperationCall): Exchange {
    return this.#start(call, (running) => answerCall(running, this.#subscriptions));
  }

  #start(call: OperationCall, serve: (call: OperationCall) => Promise<void>): Exchange {
    const done = this.#running.run(call, serve);
    return { done, cancel: (why) => call.abort(chooseAbortReason(why)) };
  }
}

/** @param json an error response of ours */
function errorIn(json: string): string {
  return (JSON.parse(json) as { readonly error: { readonly message: string } }).error.message;
}

function newStateKey(): Uint8Array {
  return globalThis.crypto.getRandomValues(new Uint8Array(32));
}
