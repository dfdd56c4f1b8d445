/**
 * One call of a published method, as the application's guards, interceptors and filters see it.
 */
import { AsyncLocalStorage } from 'node:async_hooks';
import type { Context, JsonObject } from '@sigil/core';

/** The kind and the arguments of a call, and its context. */
export interface McpCall {
  readonly kind: 'tool' | 'resource' | 'prompt' | 'completion' | 'listing';
  /** The name of the tool or prompt, or the URI or URI template of the resource; for a completion, that of its component. */
  readonly name: string;
  /** The input before decoding, already checked against the schema. */
  readonly input: JsonObject;
  /** The context that the method gets if it has a parameter of this type. */
  readonly context: Context;
}

/** The call that the current code belongs to. */
export const currentCall: AsyncLocalStorage<McpCall> = new AsyncLocalStorage();
