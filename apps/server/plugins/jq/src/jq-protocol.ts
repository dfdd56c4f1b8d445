/**
 * The messages between the plugin and its workers. Everything here can be cloned from one thread to another.
 */

/** One run of jq: its command line, and what it reads from standard input. */
export interface JqJob {
  readonly args: readonly string[];
  readonly input: string;
}

/** The outcome of a run inside the worker. `ended` says nothing of success: the exit code does. */
export type JqAnswer =
  | { readonly kind: 'ended'; readonly exitCode: number; readonly output: string; readonly errors: string }
  | { readonly kind: 'output-limit' }
  | { readonly kind: 'memory-limit' };

/** The settings that a worker is started with. */
export interface JqWorkerSettings {
  /** Absolute path of jq's Emscripten module: a worker that runs from text cannot resolve packages by itself. */
  readonly jqFile: string;
  readonly outputLimitBytes: number;
  readonly memoryLimitBytes: number;
}
