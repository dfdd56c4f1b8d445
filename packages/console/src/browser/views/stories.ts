/**
 * Recorded inputs of a tool's view, which `sigil dev` serves.
 */
import type { JsonObject } from '@sigil/core';
import { isObject, listOf, objectOf, textOf } from '../json.js';

/** A recorded call. */
export interface RecordedCall {
  readonly name: string;
  /** Absent for a call whose arguments are still being written. */
  readonly input?: JsonObject;
  readonly partialInputs: readonly JsonObject[];
  /** The tool's result as it would come over the wire; absent for a call that was cancelled, or has not ended. */
  readonly result?: JsonObject;
  readonly cancelled?: string;
}

/** The recorded calls of one tool, and what is wrong with others of the plugin. */
export interface RecordedCalls {
  readonly calls: readonly RecordedCall[];
  readonly problems: readonly string[];
}

/** @throws Error if the server does not answer */
export async function readStories(path: string, tool: string): Promise<RecordedCalls> {
  const response = await fetch(path);
  if (!response.ok) throw new Error(`The recorded inputs could not be read: the server answered ${response.status}.`);
  const { stories, problems } = objectOf(await response.json());
  const calls = listOf(stories)
    .filter(isObject)
    .filter((story) => story['tool'] === tool)
    .map(({ name, input, partialInputs, result, cancelled }) => ({
      name: textOf(name) ?? '',
      partialInputs: listOf(partialInputs).filter(isObject),
      ...(isObject(input) ? { input } : {}),
      ...(isObject(result) ? { result } : {}),
      ...(typeof cancelled === 'string' ? { cancelled } : {}),
    }));
  return { calls, problems: listOf(problems).map(String) };
}
