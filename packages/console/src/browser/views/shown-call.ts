/**
 * The call that a view shows: of the form, or a recorded one. Grows while it runs.
 */
import type { JsonObject } from '@sigil/core';

export interface ShownCall {
  /** Another number is another call, which a new instance of the view shows. */
  readonly id: number;
  /** The arguments so far, before the call. */
  readonly partialInput?: JsonObject;
  /** The recorded arguments on the way to the complete ones, in order; each instance gets them one after another. */
  readonly partialInputs?: readonly JsonObject[];
  /** The complete arguments; absent until the call is sent. */
  readonly input?: JsonObject;
  /** The tool's result as it came. */
  readonly result?: JsonObject;
  /** The reason why there will be no result. */
  readonly cancelled?: string;
}
