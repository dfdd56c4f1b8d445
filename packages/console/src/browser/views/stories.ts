/**
 * Recorded inputs of a tool's view, which `sigil dev` serves.
 */
import type { JsonObject } from '@sigil/core';
import { isObject, listOf, textOf } from '../json.js';
import type { ShownCall } from './shown-call.js';

/** A recorded call. */
export interface RecordedCall {
  readonly name: string;
  readonly input: JsonObject;
  readonly partialInputs: readonly JsonObject[];
  /** The tool's result as it would come over the wire. */
  readonly result: JsonObject;
}

/** Reads the recorded calls of one tool. @throws Error if the server does not answer */
export async function readStories(path: string, tool: string): Promise<readonly RecordedCall[]> {
  const response = await fetch(path);
  if (!response.ok) throw new Error(`The recorded inputs could not be read: the server answered ${response.status}.`);
  const stories = listOf(await response.json()).filter(isObject);
  return stories.flatMap(({ tool: of, name, input, partialInputs, result }) =>
    of === tool && isObject(input) && isObject(result)
      ? [{ name: textOf(name) ?? '', input, partialInputs: listOf(partialInputs).filter(isObject), result }]
      : [],
  );
}

const pauseMs = 120;

/** Shows a recorded call step by step, as a host does while a model writes the arguments. */
export async function playStory(
  story: RecordedCall,
  id: number,
  show: (call: ShownCall) => void,
  signal: AbortSignal,
): Promise<void> {
  for (const partialInput of story.partialInputs) {
    show({ id, partialInput });
    await new Promise((resolve) => setTimeout(resolve, pauseMs));
    if (signal.aborted) return;
  }
  show({ id, input: story.input, result: story.result });
}
