/**
 * Declares the messages between the host and a plugin's worker or process. Both ends come from one build, so there are no versions.
 *
 * Messages travel in batches: arrays, in the order of sending.
 */
import type { Context, JsonObject } from '@sigil/core';
import type { Manifest } from '@sigil/core/building';
import type { CarriedState, StreamDelivery } from '@sigil/core/catalog';
import type { WireError } from './error-codec.js';

/** The members of `Components`, which are the kinds of callable components. */
export type ComponentList = 'tools' | 'resources' | 'resourceTemplates' | 'prompts';

/** The method and component of a call; both ends have the components of one manifest, in its order. */
export interface CallTarget {
  readonly list: ComponentList;
  readonly index: number;
  readonly operation: 'run' | 'read' | 'get' | 'complete' | 'list';
  /** All arguments except the context. */
  readonly args: readonly unknown[];
}

/** The build for the plugin process to evaluate. */
export interface RemoteBuild {
  readonly manifest: Manifest;
  readonly code: string;
  readonly codePath: string;
}

/** A method of the context that waits for an answer. */
export type AskMethod =
  | 'emit'
  | 'reportProgress'
  | 'log'
  | 'elicit'
  | 'elicitUrl'
  | 'sample'
  | 'listRoots'
  | 'beginTask'
  | 'beginSpan'
  | 'step';

/** A method of the context that waits for nothing. */
export type TellMethod = 'releaseConnection' | 'resourceUpdated' | 'listChanged' | 'endSpan';

/** A step of a plugin's life that the host requests. */
export type LifeStep = 'start' | 'health' | 'stop';

/** The beginning of a call. */
export interface CallMessage {
  readonly kind: 'call';
  readonly call: number;
  readonly target: CallTarget;
  readonly meta?: JsonObject;
  readonly capabilities?: JsonObject;
  /** The caller. */
  readonly principal: Context['principal'];
  /** Whether the call's spans are recorded. */
  readonly isTraced?: boolean;
  /** Absent when the host's own context takes no events. */
  readonly delivery?: StreamDelivery;
}

/** The answer to a question of the plugin process, or the error that the question throws there. */
export interface AnswerMessage {
  readonly kind: 'answer';
  readonly call: number;
  readonly id: number;
  readonly value?: unknown;
  readonly error?: WireError;
}

/** A message from the host. */
export type ToFar =
  | {
      readonly kind: 'open';
      readonly id: number;
      readonly build: RemoteBuild;
      readonly configuration?: JsonObject;
      readonly maxDecodeSteps?: number;
    }
  | { readonly kind: 'life'; readonly id: number; readonly step: LifeStep }
  | { readonly kind: 'carry-out'; readonly id: number; readonly maxLength: number }
  | { readonly kind: 'carry-in'; readonly id: number; readonly state: CarriedState }
  | CallMessage
  | AnswerMessage
  | { readonly kind: 'run-step'; readonly call: number; readonly id: number }
  /** Aborts the call. Open questions may still be answered until the call is forgotten. */
  | { readonly kind: 'abort'; readonly call: number; readonly reason: WireError }
  | { readonly kind: 'forget'; readonly call: number }
  | { readonly kind: 'ping' };

/** A question of a call; the answer has the same id. */
export interface AskMessage {
  readonly kind: 'ask';
  readonly call: number;
  readonly id: number;
  readonly method: AskMethod;
  readonly args: readonly unknown[];
}

/** A notice of a call. */
export interface TellMessage {
  readonly kind: 'tell';
  readonly call: number;
  readonly method: TellMethod;
  readonly args: readonly unknown[];
}

/** The result of a step's effect, as JSON text. */
export interface StepDoneMessage {
  readonly kind: 'step-done';
  readonly call: number;
  readonly id: number;
  readonly json: string;
}

/** The messages that belong to one call. */
export type CallReport =
  | { readonly kind: 'result'; readonly call: number; readonly value: unknown }
  | { readonly kind: 'failed'; readonly call: number; readonly error: WireError }
  /** The client lacks what the call needs; the host words the error for the client's revision. */
  | { readonly kind: 'lacking'; readonly call: number; readonly needed: JsonObject }
  | AskMessage
  | StepDoneMessage
  | { readonly kind: 'step-failed'; readonly call: number; readonly id: number; readonly error: WireError }
  | TellMessage;

/** A message from the plugin process. */
export type FromFar =
  | { readonly kind: 'reply'; readonly id: number; readonly value?: unknown; readonly error?: WireError }
  | CallReport
  | { readonly kind: 'announce'; readonly method: 'resourceUpdated' | 'listChanged'; readonly args: readonly unknown[] }
  | { readonly kind: 'pong' };

/** Reads a batch. A plugin may send messages of its own over the same port; those are not batches. */
export function readBatch<Message extends ToFar | FromFar>(batch: unknown): readonly Message[] {
  if (!Array.isArray(batch)) return [];
  // The other end is this package's own code; each handler checks `kind` and ignores unknown calls.
  return batch.filter((it) => typeof it === 'object' && it !== null && 'kind' in it) as Message[];
}
