/**
 * Runs a process for each package in use, and ends it when it is idle or when a query does not end.
 */
import { spawn, type ChildProcess } from 'node:child_process';
import { createRequire } from 'node:module';
import { ToolError } from '@sigil/core';
import type { ModelAnswer, ModelInfo, ModelRequest, ModelSettings, QueryJob, QueryOutcome } from './model-protocol.js';
import { modelProgram } from './model-process.js';
import { ModelRefused } from './model-refused.js';

/** Settings of the processes. */
export interface ModelLimits {
  /** Longest run of one query or compilation, in milliseconds @integer @minimum 100 @maximum 600000 */
  queryTimeoutMs?: number;
  /** Memory of the database of one package, in MiB @integer @minimum 64 @maximum 65536 */
  maxMemoryMb?: number;
  /** Most packages that have a process at a time @integer @minimum 1 @maximum 64 */
  maxPackages?: number;
  /** Longest model, in bytes @integer @minimum 1000 @maximum 100000000 */
  maxModelBytes?: number;
}

interface Waiting {
  readonly resolve: (answer: ModelAnswer) => void;
  readonly reject: (error: unknown) => void;
}

type Asked = { kind: 'compile'; model: string } | { kind: 'run'; job: QueryJob };

/** Compiles models and runs their queries, each package in a process of its own. */
export class ModelHost {
  /** Processes in the order of their last use. */
  readonly #processes = new Map<string, PackageProcess>();
  /** All processes that have not ended, including those abandoned in a query. */
  readonly #living = new Set<PackageProcess>();
  readonly #limits: Required<ModelLimits>;

  constructor(limits: ModelLimits = {}) {
    const { queryTimeoutMs = 30_000, maxMemoryMb = 512, maxPackages = 8, maxModelBytes = 1_000_000 } = limits;
    this.#limits = { queryTimeoutMs, maxMemoryMb, maxPackages, maxModelBytes };
  }

  /** @param folder of the package, absolute @throws ModelRefused when Malloy does not accept the model */
  async compile(folder: string, model: string): Promise<ModelInfo> {
    const answer = await this.#ask(folder, { kind: 'compile', model });
    if ('model' in answer) return answer.model;
    throw new ModelRefused('problems' in answer ? answer.problems : []);
  }

  /** @throws ModelRefused when Malloy does not accept the query @throws ToolError when it takes too long */
  async run(folder: string, job: QueryJob, signal: AbortSignal): Promise<QueryOutcome> {
    const answer = await this.#ask(folder, { kind: 'run', job }, signal);
    if ('outcome' in answer) return answer.outcome;
    throw new ModelRefused('problems' in answer ? answer.problems : []);
  }

  stop(): void {
    for (const process of this.#living) process.end();
    this.#processes.clear();
  }

  #ask(folder: string, asked: Asked, signal?: AbortSignal): Promise<ModelAnswer> {
    const known = this.#processes.get(folder);
    const used = known?.isOver === false ? known : this.#open(folder);
    this.#processes.delete(folder);
    this.#processes.set(folder, used);
    for (const [other, process] of this.#processes) {
      if (this.#processes.size <= this.#limits.maxPackages) break;
      if (process.isBusy) continue;
      process.end();
      this.#processes.delete(other);
    }
    return used.ask(asked, signal);
  }

  #open(folder: string): PackageProcess {
    const opened: PackageProcess = new PackageProcess(folder, this.#limits, () => this.#living.delete(opened));
    this.#living.add(opened);
    return opened;
  }
}

class PackageProcess {
  readonly #child: ChildProcess;
  readonly #waiting = new Map<number, Waiting>();
  #lastId = 0;
  isOver = false;

  constructor(
    folder: string,
    private readonly limits: Required<ModelLimits>,
    onExit: () => void,
  ) {
    const { resolve } = createRequire(import.meta.url);
    const settings: ModelSettings = {
      malloy: resolve('@malloydata/malloy'),
      duckdb: resolve('@malloydata/db-duckdb'),
      maxMemoryMb: limits.maxMemoryMb,
      maxModelBytes: limits.maxModelBytes,
    };
    // Malloy reports on standard error which extensions of DuckDB it could not fetch.
    this.#child = spawn(
      process.execPath,
      [`--max-old-space-size=${limits.maxMemoryMb}`, '--eval', modelProgram, JSON.stringify(settings)],
      {
        cwd: folder,
        env: {},
        stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
      },
    );
    this.#child.on('message', (answer: ModelAnswer) => this.#take(answer));
    this.#child.on('error', (error) => this.#fail(error));
    const suggestions = ['Ask for less: add a filter, or group by fewer fields'];
    this.#child.on('exit', onExit);
    this.#child.on('exit', () => this.#fail(new ToolError('the process of the package ended', { suggestions })));
  }

  get isBusy(): boolean {
    return this.#waiting.size > 0;
  }

  /**
   * Sends a request. A query cannot be interrupted: an abandoned one ends the process once no other waits, and the next starts another.
   */
  async ask(asked: Asked, signal?: AbortSignal): Promise<ModelAnswer> {
    signal?.throwIfAborted();
    const id = ++this.#lastId;
    const { queryTimeoutMs } = this.limits;
    const tooLate = new ToolError(`Malloy took longer than ${queryTimeoutMs} ms (limit queryTimeoutMs)`, {
      suggestions: ['Ask for less: add a filter, or group by fewer fields'],
    });
    const timer = setTimeout(() => this.#leave(id, tooLate), queryTimeoutMs);
    const leave = (): void => this.#leave(id, signal?.reason);
    signal?.addEventListener('abort', leave);
    try {
      return await new Promise<ModelAnswer>((resolve, reject) => {
        this.#waiting.set(id, { resolve, reject });
        this.#child.send({ id, ...asked } satisfies ModelRequest, (error) => error && reject(error));
      });
    } finally {
      clearTimeout(timer);
      signal?.removeEventListener('abort', leave);
      this.#waiting.delete(id);
      if (this.isOver && !this.isBusy) this.#child.kill('SIGKILL');
    }
  }

  #leave(id: number, why: unknown): void {
    this.isOver = true;
    this.#waiting.get(id)?.reject(why);
  }

  end(why: unknown = new Error('the plugin was stopped')): void {
    this.#fail(why);
    this.#child.kill('SIGKILL');
  }

  #take(answer: ModelAnswer): void {
    this.#waiting.get(answer.id)?.resolve(answer);
  }

  #fail(error: unknown): void {
    this.isOver = true;
    for (const { reject } of this.#waiting.values()) reject(error);
  }
}
