/**
 * A recorded input of a view, which `sigil dev` shows without running its tool.
 */
import type { ContentBlock } from './content.js';
import type { NamedTool, Partially } from './view-tool.js';

/**
 * A call of a tool as it went once: `export const six: Story<typeof roll> = { … }` in `views/board.story.ts`.
 *
 * It has one of `result`, `error`, `cancelled` and `pending`.
 */
export type Story<Tool> =
  Tool extends NamedTool<infer Input, infer Result>
    ? {
        /** The name to choose it by. */
        readonly name: string;
        /** The arguments while a model was writing them, in order. */
        readonly partialInputs?: readonly Partially<Input>[];
      } & (ReturnedStory<Input, Result> | FailedStory<Input> | CancelledStory<Input> | PendingStory<Input>)
    : never;

interface ReturnedStory<Input, Result> {
  /** The arguments of the call. */
  readonly input: Input;
  /** The value that the tool's method returned. */
  readonly result: Result;
  /** The content that it returned beside the value. */
  readonly content?: readonly ContentBlock[];
}

interface FailedStory<Input> {
  readonly input: Input;
  /** The message of the tool's error. */
  readonly error: string;
}

interface CancelledStory<Input> {
  readonly input: Input;
  /** The reason for the cancellation. */
  readonly cancelled: string;
}

interface PendingStory<Input> {
  /** Absent while the model is still writing them. */
  readonly input?: Input;
  /** The call has not ended. */
  readonly pending: true;
}
