/**
 * Runs a transform: a module with one function, in a separate process, so that an endless loop costs only its time limit.
 */
import type { JsonObject } from '@sigil/core';
import { askTransform } from './transform-process.js';

/** The input of a transform. */
export interface TransformInput {
  readonly serverName: string;
  readonly catalog: TransformCatalog;
}

/** The components that a server could offer, as definitions by kind. */
export interface TransformCatalog {
  readonly tools: readonly JsonObject[];
  readonly resources: readonly JsonObject[];
  readonly prompts: readonly JsonObject[];
}

/** Longest time from the start of the process to the whole list, in milliseconds. */
const transformTimeoutMs = 5_000;
/** The limit of a list; a longer one is refused. */
const mostEntries = 1_000;

/** @throws Error with a sentence for the operator when the function fails, takes too long, or does not return a list of objects */
export async function runTransform(
  source: string,
  input: TransformInput,
  timeoutMs = transformTimeoutMs,
): Promise<readonly JsonObject[]> {
  const list: unknown = await askTransform({ source, input, timeoutMs });
  if (!Array.isArray(list)) throw new Error('it must return a list');
  if (list.length > mostEntries)
    throw new Error(`it must return at most ${mostEntries} entries, it returned ${list.length}`);
  const wrong = list.findIndex((entry) => typeof entry !== 'object' || entry === null || Array.isArray(entry));
  if (wrong >= 0) throw new Error(`entry ${wrong} of its list must be an object`);
  return list as readonly JsonObject[]; // each was just checked, and came from JSON
}

/** Loads the module without calling its function. @throws Error when it is not a module with one function */
export async function checkTransform(source: string): Promise<void> {
  await askTransform({ source, timeoutMs: transformTimeoutMs });
}
