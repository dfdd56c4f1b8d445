import { catalogOf, swappableSource, type SwappableSource } from '../catalog/catalog.test-support.js';
import type { Catalog } from '../catalog/catalog.js';
import { EventLoopYield } from '../catalog/event-loop-yield.js';
import { systemClock } from '../model/clock.js';
import type { JsonObject } from '../model/json.js';
import { revisions } from '../revisions/choose-revision.js';
import type { Revision } from '../revisions/revision.js';
import { openStateSealer } from '../asking/seal-state.js';
import { Call } from '../calls/call.js';
import type { Outlet } from '../calls/outlet.js';
import { ToolConcurrency } from '../calls/tool-concurrency.js';
import { defaultLimits, type OperationLimits } from '../calls/limits.js';
import { SubscriptionRequest } from './subscription-request.js';
import type { ErrorDisclosure, KeepLargeResult } from '../calls/server-facts.js';
import type { OperationCall, OperationServer, TaskClient } from '../tasks/operation-call.js';
import { localPrincipal } from '../model/principal.js';
import type { Operation } from './operation.js';

export interface Fault {
  readonly during: string;
  readonly error: unknown;
  readonly incident?: string | undefined;
}

export interface Watched {
  /** The faults reported to the operator. */
  readonly faults: readonly Fault[];
  /** The notifications sent for the call. */
  readonly notified: readonly JsonObject[];
  readonly source: SwappableSource;
}

export type TestCall = OperationCall & Watched;

export interface TestCallOptions {
  readonly revision?: Revision;
  readonly catalog?: Catalog;
  readonly params?: JsonObject;
  readonly limits?: Partial<OperationLimits>;
  readonly instructions?: string;
  readonly keepLargeResult?: KeepLargeResult;
  readonly errors?: ErrorDisclosure;
  /** Its calls share the limits of one server. */
  readonly server?: OperationServer;
  readonly client?: Partial<TaskClient>;
  readonly send?: Outlet['send'];
}

export const newest = revisions.at(-1)!;

/** Makes a call as the engine does. By default its client supports no questions and wants no log messages. */
export function callWith(options: TestCallOptions = {}): TestCall {
  const { revision = newest, catalog = catalogOf(), params = {}, instructions, keepLargeResult, errors } = options;
  const limits = { ...defaultLimits, ...options.limits };
  const faults: Fault[] = [];
  const notified: JsonObject[] = [];
  const source = swappableSource(catalog);
  const server: OperationServer = options.server ?? {
    info: { name: 'sky', version: '1.0.0' },
    instructions,
    source,
    limits,
    clock: systemClock,
    turns: new ToolConcurrency(limits, systemClock),
    loop: new EventLoopYield(),
    ...(keepLargeResult ? { keepLargeResult } : {}),
    stateSealer: () => openStateSealer([new Uint8Array(32)], defaultLimits.requestStateLifetimeMs, systemClock),
    reportFault: (during: string, error: unknown, incident?: string) => void faults.push({ during, error, incident }),
    ...(errors ? { errors: () => errors } : {}),
    onNoticeDropped: () => undefined,
  };
  const client: TaskClient = {
    session: undefined,
    showsViews: false,
    logThreshold: undefined,
    mirroredArgument: undefined,
    rounds: undefined,
    events: undefined,
    rateOf: () => undefined,
    tasksOf: () => undefined,
    openAsker: () => {
      throw new Error('this client cannot be asked');
    },
    ...options.client,
  };
  const request = { kind: 'request', id: 'r1', method: 'tools/call', params } as const;
  const send = options.send ?? (async ({ json }) => void notified.push(JSON.parse(json)));
  const call = new Call({ request, revision, server, client, outlet: { send }, principal: localPrincipal });
  return Object.assign(call, { faults, notified, source });
}

/** Runs an operation and reads the result object it answers with. */
export async function resultOf(operation: Operation, call: OperationCall): Promise<JsonObject> {
  const answered = await operation(call);
  if (answered instanceof SubscriptionRequest) throw new Error('a wish to listen has no result yet');
  return JSON.parse(`{${typeof answered === 'string' ? answered : answered.members}}`);
}
