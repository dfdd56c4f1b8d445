/**
 * Runs the module of a transform in a separate process, which ends with this one.
 *
 * The process has no environment variables, files, child processes or threads, and its output is discarded. Its time, its
 * processor time and its heap are limited. It is not a sandbox for hostile code: the network is open to it.
 */
import { spawn, type ChildProcess, type SpawnOptions } from 'node:child_process';
import { existsSync } from 'node:fs';
import { parse } from 'node:path';
import { isJsonObject, type JsonObject } from '@sigil/core';
import { Semaphore } from './semaphore.js';

/** The request to a module. */
export interface TransformRequest {
  readonly source: string;
  /** The input of the module's function; without it, the module is only loaded. */
  readonly input?: { readonly serverName: string; readonly catalog: object };
  /** Limit from the start of the process to the whole answer, in milliseconds. */
  readonly timeoutMs: number;
}

/** Heap of the process, in MiB. */
const maxHeapMb = 64;
/** The number of these processes at a time; other transforms wait before their time limit begins. */
const maxProcesses = 4;

// The list is sent as JSON text: a value that JSON cannot express fails there, with the module's own error.
const program = `
for (const name of Object.keys(process.env)) delete process.env[name];
process.once('disconnect', () => process.exit());
process.once('message', async ({ url, input }) => {
  const answer = (message) => process.send(message, () => process.exit());
  try {
    const module = await import(url);
    const functions = Object.values(module).filter((it) => typeof it === 'function');
    if (new Set(functions).size !== 1) throw new Error('the module must export one function, it exports ' + functions.length);
    if (input === undefined) answer({ json: '[]' });
    else answer({ json: JSON.stringify(await functions[0](input.serverName, input.catalog)) });
  } catch (error) {
    answer({ error: String(error?.message ?? error) });
  }
});
`;

/** Forbids everything that Node can forbid. */
const permissionFlag = process.allowedNodeEnvironmentFlags.has('--permission')
  ? '--permission'
  : '--experimental-permission';
const nodeArguments = [permissionFlag, `--max-old-space-size=${maxHeapMb}`, '--input-type=module', '-e', program];
const shell = '/bin/sh';

const turns = new Semaphore(maxProcesses);

/** @throws Error with a sentence for the operator when the module fails or takes too long */
export function askTransform(request: TransformRequest): Promise<unknown> {
  return turns.take(() => askInProcess(request));
}

async function askInProcess({ source, input, timeoutMs }: TransformRequest): Promise<unknown> {
  const child = start(timeoutMs);
  const ended = new Promise<unknown>((resolve) => child.once('exit', resolve));
  let timer: NodeJS.Timeout | undefined;
  try {
    const answer = await new Promise<JsonObject>((resolve, reject) => {
      timer = setTimeout(() => reject(new Error(`it took longer than ${timeoutMs} ms`)), timeoutMs);
      child.once('message', (message) => resolve(isJsonObject(message) ? message : {}));
      child.on('error', reject);
      // The exit event may come before the answer is read; the channel closes after all messages.
      child.once('disconnect', () => reject(new Error('it ended without an answer')));
      child.send({ url: moduleUrl(source), input }, () => undefined); // if the process is gone, the channel closes
    });
    if (typeof answer['error'] === 'string') throw new Error(answer['error']);
    return typeof answer['json'] === 'string' ? JSON.parse(answer['json']) : undefined;
  } finally {
    clearTimeout(timer);
    child.kill('SIGKILL');
    // A process that could not be started has no exit event.
    if (child.pid !== undefined) await ended;
  }
}

/**
 * Starts the process. If its own code blocks it, it does not notice the end of this process; where there is a shell, the system ends it
 * when its processor time is used up.
 */
function start(timeoutMs: number): ChildProcess {
  const options: SpawnOptions = {
    env: {},
    cwd: parse(process.execPath).root,
    // The module's output is discarded, since standard output may carry the protocol.
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  };
  if (!existsSync(shell)) return spawn(process.execPath, nodeArguments, options);
  const limited = `ulimit -t ${Math.ceil(timeoutMs / 1_000) + 1}; exec "$0" "$@"`;
  return spawn(shell, ['-c', limited, process.execPath, ...nodeArguments], options);
}

function moduleUrl(source: string): string {
  return `data:text/javascript;base64,${Buffer.from(source).toString('base64')}`;
}
