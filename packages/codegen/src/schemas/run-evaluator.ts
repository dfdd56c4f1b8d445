/**
 * Runs the evaluator in a process of its own: without environment, without the right to files, processes and workers, and within limits
 * of time and memory.
 */
import { spawn, type ChildProcess } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { bundler } from '../bundle/load-bundler.js';
import { schemaEvaluatorFile } from '../schema-evaluator-file.js';
import type { EvaluationEvent, EvaluationRequest } from './evaluator/evaluation-events.js';
import type { SchemaLimits } from './schema-limits.js';

/** The events of one evaluation, and the reason why it did not end by itself. */
export interface Evaluation {
  readonly events: readonly EvaluationEvent[];
  /** Completes the sentence "the evaluation …". */
  readonly broken?: string;
}

/** More output than any schemas have ends the process. */
const maxOutputLength = 256 * 1024 * 1024;
const measureEveryMs = 100;
const pageBytes = 4096;

/** @param limits `maxLength` is the evaluator's own */
export async function runEvaluator(request: EvaluationRequest, limits: SchemaLimits): Promise<Evaluation> {
  const program = await programText();
  const child = spawn(process.execPath, [...rightsOf(limits), '-'], { env: {}, stdio: ['pipe', 'pipe', 'pipe'] });
  return new Promise((resolve) => {
    const reader = new EventReader();
    let broken: string | undefined;
    let errors = '';
    const stop = (why: string): void => {
      broken ??= why;
      child.kill('SIGKILL');
    };
    const timer = setTimeout(() => stop(`took longer than ${limits.evaluationMs / 1000} seconds`), limits.evaluationMs);
    const meter = setInterval(() => {
      if (residentMib(child) > 2 * limits.heapMib) stop(tooMuchMemory(limits));
    }, measureEveryMs);
    const settle = (): void => {
      clearTimeout(timer);
      clearInterval(meter);
      const isDone = reader.events.some(({ kind }) => kind === 'done');
      const isOutOfMemory = /heap out of memory|Allocation failed/.test(errors);
      const ended = isOutOfMemory ? tooMuchMemory(limits) : 'ended before all schemas were written';
      const why = isDone ? undefined : (broken ?? ended);
      resolve({ events: reader.events, ...(why !== undefined && { broken: why }) });
    };
    child.on('error', (cause) => stop(`could not start: ${cause.message}`));
    child.stdout.on('data', (chunk: Buffer) => {
      reader.read(chunk);
      if (reader.length > maxOutputLength) stop('wrote too much');
    });
    child.stderr.on('data', (chunk: Buffer) => {
      if (errors.length < 65_536) errors += chunk.toString('latin1');
    });
    child.on('close', settle);
    // A process that has ended reads no more of its program.
    child.stdin.on('error', () => undefined);
    child.stdin.end(`${program}\nsigilEvaluator.evaluateSchemas(${JSON.stringify(request)});\n`);
  });
}

function tooMuchMemory({ heapMib }: SchemaLimits): string {
  return `needed more than ${heapMib} MiB of memory`;
}

/** Node calls its permission model experimental before version 23.5. */
function rightsOf({ heapMib }: SchemaLimits): string[] {
  const isStable = process.allowedNodeEnvironmentFlags.has('--permission');
  return [isStable ? '--permission' : '--experimental-permission', '--no-warnings', `--max-old-space-size=${heapMib}`];
}

let compiled: Promise<string> | undefined;

/** Returns the evaluator as one script. */
function programText(): Promise<string> {
  compiled ??= bundler
    .build({
      entryPoints: [fileURLToPath(schemaEvaluatorFile)],
      bundle: true,
      write: false,
      format: 'iife',
      globalName: 'sigilEvaluator',
      platform: 'node',
      charset: 'utf8',
    })
    .then(({ outputFiles }) => outputFiles[0]?.text ?? '');
  return compiled;
}

/** Memory outside of the heap has no limit of Node's own; Linux says how much a process has. */
function residentMib({ pid }: ChildProcess): number {
  if (process.platform !== 'linux' || pid === undefined) return 0;
  try {
    const [, pages] = readFileSync(`/proc/${pid}/statm`, 'utf8').split(' ');
    return (Number(pages) * pageBytes) / 1_048_576;
  } catch {
    // The process has ended.
    return 0;
  }
}

/** Reads events from lines. */
class EventReader {
  readonly events: EvaluationEvent[] = [];
  length = 0;
  readonly #decoder = new TextDecoder();
  #rest = '';

  read(chunk: Buffer): void {
    this.length += chunk.length;
    const lines = (this.#rest + this.#decoder.decode(chunk, { stream: true })).split('\n');
    this.#rest = lines.pop() ?? '';
    for (const line of lines) {
      const event = readEvent(line);
      if (event) this.events.push(event);
    }
  }
}

/** Sound for lines of the evaluator; the code that it runs has no way to its output. */
function readEvent(line: string): EvaluationEvent | undefined {
  try {
    return JSON.parse(line) as EvaluationEvent;
  } catch {
    // The last line of a process that was ended.
    return undefined;
  }
}
