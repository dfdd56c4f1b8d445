/**
 * Runs a transform: a module with one function, in a thread of its own that ends with it.
 *
 * The module has no path, no environment variables and no file beside it; a loop without end costs its time limit and no more.
 */
import { Worker } from 'node:worker_threads';
import type { JsonObject } from '@sigil/core';

/** What a transform is called with. */
export interface TransformInput {
  readonly serverName: string;
  readonly catalog: TransformCatalog;
}

/** What a server could offer, as definitions by kind. */
export interface TransformCatalog {
  readonly tools: readonly JsonObject[];
  readonly resources: readonly JsonObject[];
  readonly prompts: readonly JsonObject[];
}

/** Longest time from the start of the thread to the whole list, in milliseconds. */
const transformTimeoutMs = 5_000;
/** Heap of the thread, in MiB. */
const maxHeapMb = 64;
/** A list of more entries is refused. */
const mostEntries = 1_000;

// The list crosses as JSON text: what JSON cannot say fails there, with the module's own error.
const program = `
import { parentPort, workerData } from 'node:worker_threads';
const answer = (message) => parentPort.postMessage(message);
try {
  const module = await import(workerData.url);
  const functions = Object.values(module).filter((it) => typeof it === 'function');
  if (new Set(functions).size !== 1) throw new Error('the module must export one function, it exports ' + functions.length);
  if (workerData.input === undefined) answer({ json: '[]' });
  else answer({ json: JSON.stringify(await functions[0](workerData.input.serverName, workerData.input.catalog)) });
} catch (error) {
  answer({ error: String(error?.message ?? error) });
}
`;

/** @throws Error in words for the operator: the function failed, took too long, or gave no list of objects */
export async function runTransform(
  source: string,
  input: TransformInput,
  timeoutMs = transformTimeoutMs,
): Promise<readonly JsonObject[]> {
  const list: unknown = await inThread(source, input, timeoutMs);
  if (!Array.isArray(list)) throw new Error('it must return a list');
  if (list.length > mostEntries)
    throw new Error(`it must return at most ${mostEntries} entries, it returned ${list.length}`);
  const wrong = list.findIndex((entry) => typeof entry !== 'object' || entry === null || Array.isArray(entry));
  if (wrong >= 0) throw new Error(`entry ${wrong} of its list must be an object`);
  return list as readonly JsonObject[]; // each was just checked, and came from JSON
}

/** Loads the module without calling its function. @throws Error when that is no module with one function */
export async function checkTransform(source: string): Promise<void> {
  await inThread(source, undefined, transformTimeoutMs);
}

async function inThread(source: string, input: TransformInput | undefined, timeoutMs: number): Promise<unknown> {
  const worker = new Worker(moduleUrl(program), {
    workerData: { url: moduleUrl(source).href, input },
    env: {},
    execArgv: [],
    // What the module prints goes nowhere: standard output may be the protocol's.
    stdout: true,
    stderr: true,
    resourceLimits: { maxOldGenerationSizeMb: maxHeapMb },
  });
  let timer: NodeJS.Timeout | undefined;
  try {
    const answer = await new Promise<Answer>((resolve, reject) => {
      timer = setTimeout(() => reject(new Error(`it took longer than ${timeoutMs} ms`)), timeoutMs);
      worker.once('message', resolve);
      // Also one that comes when nobody waits any more.
      worker.on('error', reject);
      worker.once('exit', () => reject(new Error('it ended without an answer')));
    });
    if (answer.error !== undefined) throw new Error(answer.error);
    return answer.json === undefined ? undefined : JSON.parse(answer.json);
  } finally {
    clearTimeout(timer);
    void worker.terminate();
  }
}

interface Answer {
  readonly json?: string;
  readonly error?: string;
}

function moduleUrl(source: string): URL {
  return new URL(`data:text/javascript;base64,${Buffer.from(source).toString('base64')}`);
}
