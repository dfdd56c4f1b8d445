/**
 * The answers of operations in the neutral model: members of a result object, which the revision's row completes.
 */
import type { JsonObject } from '../model/json.js';

/** Members of a result object as JSON text without the braces (`"tools":[]`); empty for an empty result. */
export type ResultMembers = string;

/** A result with its own members for `_meta`, beside those that every result of the revision carries. */
export interface ResultWithMeta {
  readonly members: ResultMembers;
  readonly meta: JsonObject;
}

/** A result of a type other than complete, in revisions whose results have a type. */
export interface TypedResult {
  readonly members: ResultMembers;
  readonly type: string;
}

/** A result shared by many requests; its bytes are cached too, for transports that write bytes. It has no half of a character. */
export interface EncodedResult {
  readonly members: ResultMembers;
  /** The members in UTF-8. */
  readonly bytes: Uint8Array;
  /** Members for `_meta`, beside those that every result of the revision carries. */
  readonly meta?: JsonObject;
}

/** The answer of an operation. */
export type OperationResult = ResultMembers | ResultWithMeta | TypedResult | EncodedResult | CallOutcome;

/** The answer of a tool, unless its call becomes a task. */
export interface CallOutcome {
  readonly members: ResultMembers;
  readonly isError: boolean;
  /** Members for `_meta`, beside those that every result of the revision carries. */
  readonly meta?: JsonObject;
}
