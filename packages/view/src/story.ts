/**
 * A recorded input of a view, which `sigil dev` shows without running its tool.
 */
import type { NamedTool, Partially } from './view-tool.js';

/** A call of a tool as it went once: `export const six: Story<typeof roll> = { … }` in `views/board.story.ts`. */
export type Story<Tool> =
  Tool extends NamedTool<infer Input, infer Result>
    ? {
        /** The name to choose it by. */
        readonly name: string;
        /** The arguments of the call. */
        readonly input: Input;
        /** The arguments while a model was writing them, in order. */
        readonly partialInputs?: readonly Partially<Input>[];
        /** The value that the tool's method returned. */
        readonly result: Result;
      }
    : never;
