/**
 * The state of a modern call between its rounds: written as JSON for sealing, and read back from a request.
 *
 * Spec: 2026-07-28 basic/patterns/mrtr
 */
import { McpError } from '../errors/mcp-error.js';
import { isJsonObject, type JsonObject, type JsonValue } from '../model/json.js';
import { encodeBase64Url } from './base64-url.js';
import { digestExactly } from './exact-digest.js';
import type { StateBinding, StateSealer } from './seal-state.js';
import type { DoneStep, DoneSteps } from './step-memory.js';

/** A question, as known to both its author and its client. */
export interface AskedQuestion {
  /** The author's name for it. */
  readonly key: string;
  readonly method: string;
  readonly params: JsonObject;
}

/** An answer from an earlier round. */
export interface GivenAnswer {
  /** The key under which its question was sent. */
  readonly key: string;
  readonly answer: JsonValue;
}

/** The state that a call keeps from its earlier rounds. */
export interface RoundState {
  /** Keyed by the digest of the question that each one answers. */
  readonly answers: ReadonlyMap<string, GivenAnswer>;
  readonly steps: DoneSteps;
  /** Answers to questions that were not asked, by the client's keys. */
  readonly volunteered: ReadonlyMap<string, JsonValue>;
  /** Identifies the call among those that wait in the process that asked; undefined in its first round. */
  readonly callKey: string | undefined;
}

/** The state of a call's first round. */
export const firstRound: RoundState = {
  answers: new Map(),
  steps: new Map(),
  volunteered: new Map(),
  callKey: undefined,
};

/** Returns the digest of a question: of its key, its kind and everything shown to the client. */
export async function digestQuestion({ key, method, params }: AskedQuestion): Promise<string> {
  return encodeBase64Url(await digestExactly([key, method, params]));
}

/** @param asked the digests of the questions sent now, by the keys that the client sees */
export function writeRoundState({
  asked,
  answers,
  steps,
  callKey,
}: Omit<RoundState, 'volunteered'> & { readonly asked: ReadonlyMap<string, string> }): JsonObject {
  return {
    ...(callKey === undefined ? {} : { callKey }),
    asked: Object.fromEntries(asked),
    answers: Object.fromEntries([...answers].map(([digest, { key, answer }]) => [digest, { key, answer }])),
    steps: Object.fromEntries([...steps].map(([name, step]) => [name, writeStep(step)])),
  };
}

function writeStep({ value, build, isStable }: DoneStep): JsonObject {
  return { value, isStable, ...(build === undefined ? {} : { build }) };
}

/**
 * Reads the state and the answers in a request. An answer belongs to the question sealed under its key. Without a state, an
 * answer responds to no question: like an argument, it is the client's own to provide.
 *
 * @throws McpError `invalid-params` when they are malformed or the state does not open
 */
export async function readRoundState(
  params: JsonObject,
  sealer: StateSealer,
  binding: StateBinding,
): Promise<RoundState> {
  const { requestState, inputResponses } = params;
  if (inputResponses !== undefined && !isJsonObject(inputResponses)) {
    throw new McpError('invalid-params', '"inputResponses" must be an object');
  }
  const given = entriesOf(inputResponses).map(([key, answer]) => [key, asSealed(answer)] as const);
  if (requestState === undefined) return { ...firstRound, volunteered: new Map(given) };
  if (typeof requestState !== 'string') throw new McpError('invalid-params', '"requestState" must be a string');
  const state = await sealer.open(requestState, binding);
  const asked = new Map(entriesOf(state['asked']));
  const answers = new Map(entriesOf(state['answers']).map(([digest, given]) => [digest, readGiven(given)]));
  for (const [key, answer] of given) {
    const digest = asked.get(key);
    if (typeof digest === 'string') answers.set(digest, { key, answer });
  }
  return {
    ...firstRound,
    callKey: typeof state['callKey'] === 'string' ? state['callKey'] : undefined,
    answers,
    steps: new Map(entriesOf(state['steps']).map(([name, step]) => [name, readStep(step)])),
  };
}

/**
 * Returns the answer as later rounds will see it: JSON text has neither -0 nor infinities. An infinity becomes an object, which
 * fits no field, since null would be an empty one.
 */
function asSealed(answer: JsonValue): JsonValue {
  const write = (_name: string, value: JsonValue): JsonValue =>
    value === Infinity || value === -Infinity ? {} : value;
  return JSON.parse(JSON.stringify(answer, write)) as JsonValue;
}

// We sealed the state, so each member has the shape that was written.
function readGiven(given: JsonValue): GivenAnswer {
  const { key, answer } = given as JsonObject;
  return { key: String(key), answer: answer ?? null };
}

function readStep(step: JsonValue): DoneStep {
  const { value, build, isStable } = step as JsonObject;
  return { value: value ?? null, build: typeof build === 'string' ? build : undefined, isStable: isStable === true };
}

function entriesOf(value: JsonValue | undefined): [string, JsonValue][] {
  return isJsonObject(value) ? Object.entries(value) : [];
}
