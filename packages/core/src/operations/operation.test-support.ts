import { catalogOf, swappableSource, type SwappableSource } from '../catalog/catalog.test-support.js';
import type { Catalog } from '../catalog/catalog.js';
import { EventLoopYield } from '../catalog/event-loop-yield.js';
import { systemClock } from '../model/clock.js';
import type { JsonObject } from '../model/json.js';
import { revisions } from '../revisions/choose-revision.js';
import type { Revision } from '../revisions/revision.js';
import { openStateSealer } from '../asking/seal-state.js';
import { CallContext } from '../calls/call-context.js';
import { metaIn, type CallPeer } from '../calls/call-peer.js';
import { ToolConcurrency } from '../calls/tool-concurrency.js';
import { defaultLimits, type OperationLimits } from '../calls/limits.js';
import { SubscriptionRequest } from './subscription-request.js';
import type { ErrorDisclosure, KeepLargeResult } from '../calls/call.js';
import type { OperationCall } from '../tasks/operation-call.js';
import { localPrincipal } from '../model/principal.js';
import type { Operation } from './operation.js';

export interface Fault {
  readonly during: string;
  readonly error: unknown;
  readonly incident?: string | undefined;
}

export interface TestCall extends OperationCall {
  /** The faults reported to the operator. */
  readonly faults: readonly Fault[];
  /** The notifications sent for the call. */
  readonly notified: readonly JsonObject[];
  readonly source: SwappableSource;
}

export interface TestCallOptions {
  readonly revision?: Revision;
  readonly catalog?: Catalog;
  readonly params?: JsonObject;
  readonly limits?: Partial<OperationLimits>;
  readonly instructions?: string;
  readonly keepLargeResult?: KeepLargeResult;
  readonly errors?: ErrorDisclosure;
}

export const newest = revisions.at(-1)!;

/** A peer that supports no questions and wants no log messages, by default. */
export function peerOf(members: Partial<CallPeer<CallContext>> = {}): CallPeer<CallContext> {
  return {
    revision: newest,
    server: { limits: defaultLimits, clock: systemClock, loop: new EventLoopYield(), onNoticeDropped: () => undefined },
    delivery: {
      asEvents: false,
      maxLength: defaultLimits.maxResultLength,
      maxResourceBytes: defaultLimits.maxResourceBytes,
    },
    notify: async () => undefined,
    openAsker: () => {
      throw new Error('this peer cannot be asked');
    },
    logThreshold: () => undefined,
    meta: {},
    principal: localPrincipal,
    span: undefined,
    isLaterRound: false,
    session: undefined,
    releaseConnection: () => undefined,
    ...members,
  };
}

/** Makes a call as the engine does, with all its parts visible. */
export function callWith(options: TestCallOptions = {}): TestCall {
  const { revision = newest, catalog = catalogOf(), params = {}, instructions, keepLargeResult, errors } = options;
  const limits = { ...defaultLimits, ...options.limits };
  const faults: Fault[] = [];
  const notified: JsonObject[] = [];
  const source = swappableSource(catalog);
  const server = {
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
  const context = new CallContext(
    peerOf({ meta: metaIn(params), revision, server, notify: async (json) => void notified.push(JSON.parse(json)) }),
  );
  return {
    requestId: 'r1',
    params,
    isLaterRound: false,
    replaceParams: () => undefined,
    noteForAudit: () => undefined,
    revision,
    catalog,
    server,
    context,
    principal: localPrincipal,
    tasks: undefined,
    mirroredArgument: undefined,
    hasFailedTool: false,
    hold: () => undefined,
    enter: (component) => void (context.component = component),
    faults,
    notified,
    source,
  };
}

/** Runs an operation and reads the result object it answers with. */
export async function resultOf(operation: Operation, call: OperationCall): Promise<JsonObject> {
  const answered = await operation(call);
  if (answered instanceof SubscriptionRequest) throw new Error('a wish to listen has no result yet');
  return JSON.parse(`{${typeof answered === 'string' ? answered : answered.members}}`);
}
