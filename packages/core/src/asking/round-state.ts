/**
 * The state of a modern call between its rounds, as JSON to be sealed and as it is read from a request.
 *
 * Spec: 2026-07-28 basic/patterns/mrtr
 */
import { McpError } from '../errors/mcp-error.js';
import { isJsonObject, type JsonObject, type JsonValue } from '../model/json.js';
import { encodeBase64Url } from './base64-url.js';
import { digestExactly } from './exact-digest.js';
import type { StateBinding, StateSealer } from './seal-state.js';
import type { DoneStep, DoneSteps } from './step-memory.js';

/** A question as its author and its client know it. */
export interface AskedQuestion {
  /** By which its author names it. */
  readonly key: string;
  readonly method: string;
  readonly params: JsonObject;
}

/** An answer that came in an earlier round. */
export interface GivenAnswer {
  /** The key that its question went out under. */
  readonly key: string;
  readonly answer: JsonValue;
}

/** The state that a call keeps of its earlier rounds. */
export interface RoundState {
  /** By the digests of the questions that they were given to. */
  readonly answers: ReadonlyMap<string, GivenAnswer>;
  readonly steps: DoneSteps;
  /** Answers to nothing that was asked, by the keys that their client gave them. */
  readonly volunteered: ReadonlyMap<string, JsonValue>;
}

/** The state of a call's first round. */
export const firstRound: RoundState = { answers: new Map(), steps: new Map(), volunteered: new Map() };

/** Returns the digest of a question: of its key, its kind and everything that the client was shown. */
export async function digestQuestion({ key, method, params }: AskedQuestion): Promise<string> {
  return encodeBase64Url(await digestExactly([key, method, params]));
}

/** @param asked the digests of the questions that go out now, by the keys that the client sees */
export function writeRoundState({
  asked,
  answers,
  steps,
}: Omit<RoundState, 'volunteered'> & { readonly asked: ReadonlyMap<string, string> }): JsonObject {
  return {
    asked: Object.fromEntries(asked),
    answers: Object.fromEntries([...answers].map(([digest, { key, answer }]) => [digest, { key, answer }])),
    steps: Object.fromEntries([...steps].map(([name, step]) => [name, writeStep(step)])),
  };
}

function writeStep({ value, build, isStable }: DoneStep): JsonObject {
  return { value, isStable, ...(build === undefined ? {} : { build }) };
}

/**
 * Reads the state and the answers that a request brought along. An answer counts for the question that was sealed under its
 * key. Without a state it answers nothing that was asked: it is the client's own to give, as an argument is.
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
    answers,
    steps: new Map(entriesOf(state['steps']).map(([name, step]) => [name, readStep(step)])),
  };
}

/** As later rounds will see it: the state is JSON text, which has no -0 and nothing infinite. */
function asSealed(answer: JsonValue): JsonValue {
  return JSON.parse(JSON.stringify(answer)) as JsonValue;
}

// The state was sealed by us: each member is as it was written.
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
