/**
 * One call on its way to an upstream server, with the facts of its client that every step needs, read once for speed.
 */
import type { Context, JsonObject } from '@sigil/core';
import { carrierOf, type AbortSource, type ClientFacts, type StreamCarrier } from '@sigil/core/catalog';
import { askableCapabilities } from './askable-capabilities.js';
import type { RelayedCall } from './call-relay.js';

/** One call on its way. */
export interface Passing {
  readonly call: RelayedCall;
  readonly context: Context;
  readonly carrier: StreamCarrier | undefined;
  readonly client: ClientFacts | undefined;
  /** The questions that the call's client can be asked, as capabilities. */
  readonly capabilities: JsonObject;
  /** Aborts when the call ends. */
  readonly signal: AbortSource;
}

/** Begins to pass a call on. */
export function beginPassing(call: RelayedCall, context: Context): Passing {
  const carrier = carrierOf(context);
  return {
    call,
    context,
    carrier,
    client: carrier?.clientFacts,
    capabilities: askableCapabilities(context.clientCapabilities),
    signal: carrier?.abortSource ?? context.signal,
  };
}

/** Returns whether the call is a task, or can become one. */
export function canBeTask({ client }: Passing): boolean {
  return client !== undefined && client.task !== 'none';
}
