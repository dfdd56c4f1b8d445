/**
 * Makes the engine of one server.
 */
import type { Client } from '../callers/clients.js';
import { openStateSealer, type StateSealer } from '../asking/seal-state.js';
import { EventLoopYield } from '../catalog/event-loop-yield.js';
import { endOfCall, ServerClosing } from '../calls/abort-reasons.js';
import { withDiscoveryTools } from '../calls/discovery-tools.js';
import { ToolConcurrency } from '../calls/tool-concurrency.js';
import { ParkedCalls } from '../calls/parked-calls.js';
import { chooseLimits } from '../calls/limits.js';
import { OfferedExtensions } from '../extensions/offered-extensions.js';
import { coversName } from '../interceptors/covers-name.js';
import { interceptorsOf } from '../interceptors/interceptors.js';
import { skillsExtension } from '../operations/skills-extension.js';
import type { OperationServer } from '../tasks/operation-call.js';
import { systemClock } from '../model/clock.js';
import { localPrincipal, type Principal } from '../model/principal.js';
import { beginAll, beginOnceWaiting } from '../model/later.js';
import { RunningList } from '../model/running-list.js';
import { openMemoryTaskStore } from '../tasks/memory-task-store.js';
import { RateLimit, RateLimits } from '../calls/rate-limit.js';
import { SharedCalls } from '../calls/shared-calls.js';
import { failureOf, TaskRegistry, type TaskEnding } from '../tasks/task-registry.js';
import type { ResumableCall, Task } from '../tasks/task.js';
import { findRevision } from '../revisions/choose-revision.js';
import { ResumedClient } from './resumed-client.js';
import type { Engine, EngineOptions, Exchange, ExchangeFollower, Session, SharedSession, Streams } from './engine.js';
import type { Incoming, HeaderClaims, ModernIncoming } from './incoming.js';
import type { Outlet } from './outlet.js';
import { RequestClient } from './request-client.js';
import { OpenSessions } from './open-sessions.js';
import { OpenSubscriptions } from './open-subscriptions.js';
import { readIncoming } from './read-incoming.js';
import { receiveNotification } from './receive-notification.js';
import { runRequest, type RunningRequest } from './run-request.js';
import { serveStream } from './serve-stream.js';
import { LegacySession } from './session.js';
import type { Subscription } from './subscription.js';

export function createEngine(options: EngineOptions): Engine {
  return new ServerEngine(options);
}

const subscriptionsMethod = 'subscriptions/listen';
const nothingToDo: Exchange = { isDone: true, done: Promise.resolve(), cancel: () => undefined };

class ServerEngine implements Engine {
  readonly #server: OperationServer;
  readonly #tasks: TaskRegistry;
  readonly #rates: RateLimits;
  readonly #sessions: OpenSessions;
  readonly #subscriptions: OpenSubscriptions;
  readonly #running = new RunningList<RunningRequest>();
  #droppedNoticeCount = 0;
  #isClosed = false;

  constructor(options: EngineOptions) {
    const { info, instructions, discovery, requestStateKeys, onFault, observer, clock = systemClock } = options;
    const extensions = (options.extensions ?? []).filter(({ servers }) => coversName(servers, info.name));
    const source = discovery ? withDiscoveryTools(options.source) : options.source;
    const limits = chooseLimits(options.limits);
    const skills = skillsExtension({ inSessions: options.skillsInSessions ?? false, pageSize: limits.pageSize });
    const offered = new OfferedExtensions([skills, ...extensions], options.compileSchema);
    const { maxCallsPerSecond } = limits;
    const { callRates: rates } = options;
    const shared = rates && new SharedCalls({ rates, server: info.name, maxCallsPerSecond, clock });
    this.#rates = new RateLimits(maxCallsPerSecond, clock, shared);
    this.#sessions = new OpenSessions(source);
    const store = options.taskStore ?? openMemoryTaskStore(clock);
    const reportFault: OperationServer['reportFault'] = (during, error, incident) =>
      onFault?.(incident === undefined ? { during, error } : { during, error, incident });
    let sealer: StateSealer | undefined;
    const tasks = new TaskRegistry({
      ...{ store, limits, clock, reportFault, workers: options.taskWorkers },
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
      interceptors: interceptorsOf(info.name, options.interceptors, offered.wrappers),
    };
    this.#subscriptions = new OpenSubscriptions(this.#server);
  }

  read(text: string, mirror?: HeaderClaims): Incoming {
    return readIncoming(text, mirror, this.#server.limits);
  }

  serve(
    { message, revision, envelope, mirror }: ModernIncoming,
    outlet: Outlet,
    principal: Principal = localPrincipal,
  ): Exchange {
    const server = this.#server;
    if (message.kind === 'notification' && server.extensions) {
      receiveNotification(server, message, { revision, principal, capabilities: envelope.clientCapabilities });
    }
    if (message.kind !== 'request') return nothingToDo;
    const subscriptions = this.#subscriptions;
    const client = new RequestClient({
      request: message,
      revision,
      envelope,
      server,
      mirror,
      rates: this.#rates,
      subscriptions,
      client: outlet.connection?.client,
      principal,
    });
    const running = runRequest({ request: message, revision, server, outlet, client });
    if (running) return this.#followable(running);
    return client.subscription ? this.#keepOpen(client.subscription) : nothingToDo;
  }

  openStreams(principal: Principal = localPrincipal, client?: Client): Streams {
    const server = this.#server;
    const own = new RateLimit(server.limits.maxCallsPerSecond, server.clock);
    return {
      start: (request, reader) => {
        const rate = client ? this.#rates.of(client.key) : own;
        return this.#track(serveStream(request, { server, rate, reader, principal }));
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
    beginAll();
    return this.#tasks.finish(ending);
  }

  openSession(standing: Outlet, negotiated?: string | SharedSession, principal: Principal = localPrincipal): Session {
    const rates = this.#rates;
    return new LegacySession(this.#server, { standing, negotiated, rates, principal, open: this.#sessions });
  }

  endSubscriptions(): void {
    beginAll();
    this.#subscriptions.closeAll();
    // Requests to listen that are not open yet.
    for (const { context, method } of this.#running.items()) {
      if (method === subscriptionsMethod) context.abort(new ServerClosing('the server is closing'));
    }
  }

  close(): void {
    beginAll();
    this.#isClosed = true;
    this.#sessions.closeAll();
    this.#subscriptions.closeAll();
    for (const { context } of this.#running.items()) context.abort(new ServerClosing('the server is closing'));
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
    const params = { name: call.tool, arguments: call.arguments };
    const running = runRequest({
      request: { kind: 'request', id: task.taskId, method: 'tools/call', params },
      revision,
      server,
      client: new ResumedClient({ task, call, revision, registry: this.#tasks, server }),
      // The answer is the task, unless the tool is gone or its caller may no longer call it.
      outlet: {
        send: ({ problem, json }) => void (problem && fail(`the task could not be begun again: ${errorIn(json)}`)),
      },
    });
    if (running) this.#track(running);
  }

  #keepOpen(subscription: Subscription): Exchange {
    if (this.#isClosed) subscription.close();
    return subscription;
  }

  /** A request to listen that first looks up tasks is not open yet, and may last as long as an open one. */
  #followable(running: RunningRequest): Exchange {
    const exchange = this.#track(running);
    if (running.method !== subscriptionsMethod) return exchange;
    const follow = (follower: ExchangeFollower): void => {
      const tell = (): void => follower.exchangeDone();
      void exchange.done.then(tell, (error: unknown) => {
        this.#server.reportFault('a subscription', error);
        tell();
      });
    };
    return { ...exchange, follow };
  }

  #track(running: RunningRequest): Exchange {
    const { context, done } = running;
    beginOnceWaiting(done, () => {
      const entry = this.#running.add(running);
      // The method may have closed the server before its first wait.
      if (this.#isClosed) context.abort(new ServerClosing('the server is closing'));
      const forget = (): void => void this.#running.remove(entry);
      void done.then(forget, forget);
    });
    return { isDone: false, done, cancel: (why) => context.abort(endOfCall(why)) };
  }
}

/** @param json an error response of ours */
function errorIn(json: string): string {
  return (JSON.parse(json) as { readonly error: { readonly message: string } }).error.message;
}

function newStateKey(): Uint8Array {
  return globalThis.crypto.getRandomValues(new Uint8Array(32));
}
