/**
 * A recorded input of a view, as its tool would have been called and would have answered.
 */
import type { JsonObject } from '@sigil/core';

export interface RecordedStory {
  /** The name of the tool. */
  readonly tool: string;
  /** The name for the reader. */
  readonly name: string;
  /** Absent for a call whose arguments are still being written. */
  readonly input?: JsonObject;
  /** The arguments while they were being written, in order. */
  readonly partialInputs?: readonly JsonObject[];
  /** A result of the tool, as it comes over the wire; absent for a call that was cancelled, or has not ended. */
  readonly result?: JsonObject;
  /** The reason for the cancellation. */
  readonly cancelled?: string;
}

/** All recorded inputs of a plugin, and what is wrong with others, a sentence each. */
export interface RecordedStories {
  readonly stories: readonly RecordedStory[];
  readonly problems: readonly string[];
}
