/**
 * The other side of the worker thread: runs one jq program at a time, each in a fresh instance of the WebAssembly module.
 *
 * Workers are started from the text of these two functions, so that they survive bundling. They may use each other and
 * types, and nothing else from outside themselves.
 */
import type { JqAnswer, JqJob, JqWorkerSettings } from './jq-protocol.js';

/** The part of jq's Emscripten module that we use: `main`, which returns the exit code. */
interface JqProgram {
  callMain(args: string[]): number;
}

type JqFactory = (options: { readonly thisProgram: string }) => Promise<JqProgram>;

type SystemCall = (...args: number[]) => number;

/** WebAssembly as far as it is needed here; Node's own types leave it to the browser's. */
interface WebAssemblyApi {
  compile(binary: Uint8Array): Promise<object>;
  instantiate(
    code: object,
    imports: { readonly a: Record<string, SystemCall> },
  ): Promise<{ readonly exports: Record<string, unknown> }>;
}

/** The memory of an instance; its buffer is replaced whenever it grows. */
interface WasmMemory {
  readonly buffer: ArrayBuffer;
}

/** Standard input, output and error of one run, and the system calls that lead there. */
interface Streams {
  isOverLimit(): boolean;
  readOutput(): string;
  readErrors(): string;
  /** Gives our version of a system call, or the call itself when we have none. */
  replace(call: SystemCall): SystemCall;
  connect(memory: WasmMemory): void;
}

/**
 * jq-wasm's own streams copy all they hold for every single byte (one megabyte takes minutes), and lose an error that comes
 * after output. These take whole chunks and keep both.
 */
function openStreams(inputText: string, settings: JqWorkerSettings): Streams {
  let input = Buffer.from(inputText);
  const output: Buffer[] = [];
  const errors: Buffer[] = [];
  let written = 0;
  let memory: WasmMemory;

  const chunksAt = (vectors: number, count: number): Buffer[] => {
    const view = new DataView(memory.buffer);
    const chunkAt = (at: number) => Buffer.from(memory.buffer, view.getUint32(at, true), view.getUint32(at + 4, true));
    return Array.from({ length: count }, (_, index) => chunkAt(vectors + index * 8));
  };
  const succeed = (countAt: number, bytes: number): number => {
    new DataView(memory.buffer).setUint32(countAt, bytes, true);
    return 0;
  };
  const read = (_file: number, vectors: number, count: number, countAt: number): number => {
    const before = input.length;
    for (const chunk of chunksAt(vectors, count)) input = input.subarray(input.copy(chunk));
    return succeed(countAt, before - input.length);
  };
  const write = (file: number, vectors: number, count: number, countAt: number): number => {
    const bytes = Buffer.concat(chunksAt(vectors, count));
    written += bytes.length;
    if (written > settings.outputLimitBytes) throw new Error('output limit');
    (file === 2 ? errors : output).push(bytes);
    return succeed(countAt, bytes.length);
  };

  return {
    isOverLimit: () => written > settings.outputLimitBytes,
    readOutput: () => Buffer.concat(output).toString(),
    readErrors: () => Buffer.concat(errors).toString(),
    connect: (instanceMemory) => void (memory = instanceMemory),
    replace(call) {
      if (call.name === '_fd_read') return read as SystemCall;
      if (call.name === '_fd_write') return write as SystemCall;
      if (call.name !== '_emscripten_resize_heap') return call;
      return (bytes = 0) => (bytes > settings.memoryLimitBytes ? 0 : call(bytes));
    },
  };
}

/** Answers jobs, one after another, until the worker is terminated. */
function serveJq(requireModule: NodeJS.Require): void {
  const { parentPort, workerData }: typeof import('node:worker_threads') = requireModule('node:worker_threads');
  const settings: JqWorkerSettings = workerData;
  const jqModule: { readonly default: JqFactory } = requireModule(settings.jqFile);
  const { WebAssembly } = globalThis as unknown as { WebAssembly: WebAssemblyApi };
  const instantiate = WebAssembly.instantiate;
  let code: object | undefined;
  let streams: Streams;

  // The one door through which our streams can reach the instance. This thread runs nothing but jq.
  Object.assign(WebAssembly, {
    async instantiate(binary: Uint8Array, imports: { readonly a: Record<string, SystemCall> }) {
      code ??= await WebAssembly.compile(binary);
      const calls = Object.entries(imports.a).map(([name, call]) => [name, streams.replace(call)] as const);
      const instance = await instantiate(code, { a: Object.fromEntries(calls) });
      const isMemory = (value: unknown) => String(value) === '[object WebAssembly.Memory]';
      streams.connect(Object.values(instance.exports).find(isMemory) as WasmMemory);
      return { instance };
    },
  });

  const run = async (job: JqJob): Promise<JqAnswer> => {
    streams = openStreams(job.input, settings);
    try {
      const jq = await jqModule.default({ thisProgram: 'jq' });
      const exitCode = jq.callMain([...job.args]);
      return { kind: 'ended', exitCode, output: streams.readOutput(), errors: streams.readErrors() };
    } catch {
      // Only two things throw in here: our own limit, and Emscripten when memory or stack runs out.
      return { kind: streams.isOverLimit() ? 'output-limit' : 'memory-limit' };
    }
  };
  parentPort?.on('message', async (job: JqJob) => parentPort.postMessage(await run(job)));
}

// The bundle of a plugin keeps the names of functions by passing them through this helper, which is not part of their text.
const nameKeeper = 'const __name = (target) => target;';

/** The program of a worker: plain JavaScript, to be started with `eval: true`. */
export const jqWorkerSource = [nameKeeper, openStreams, `(${serveJq})(require);`].join('\n');
