/**
 * Runs jq in worker threads, so that an endless program costs one thread for a few seconds, not the server.
 *
 * Starts, reuses and stops workers; `jq.ts` interprets the outcomes for callers.
 */
import { createRequire } from 'node:module';
import { Worker } from 'node:worker_threads';
import type { JqAnswer, JqJob, JqWorkerSettings } from './jq-protocol.js';
import { jqWorkerSource } from './jq-worker.js';

/** The limits of one run, and the number of runs side by side; more wait for their turn. */
export interface JqLimits {
  readonly timeLimitMs: number;
  readonly outputLimitBytes: number;
  readonly memoryLimitBytes: number;
  readonly workers: number;
}

/** The outcome of a run. */
export type JqOutcome = JqAnswer | { readonly kind: 'time-limit' };

/** The limits of a runner that was given none. */
export const defaultLimits: JqLimits = {
  timeLimitMs: 5_000,
  outputLimitBytes: 1024 * 1024,
  memoryLimitBytes: 256 * 1024 * 1024,
  workers: 2,
};

export class JqRunner {
  private readonly idle: Worker[] = [];
  private readonly waiting: (() => void)[] = [];
  private running = 0;
  private isClosed = false;

  constructor(private readonly limits: JqLimits = defaultLimits) {}

  /**
   * Runs one job as soon as a worker is free. The time limit counts from then on.
   *
   * @throws the signal's reason when it aborts, waiting or running; the run is then over
   */
  async run(job: JqJob, signal: AbortSignal): Promise<JqOutcome> {
    await this.takeTurn(signal);
    const worker = this.idle.pop() ?? this.startWorker();
    let outcome: JqOutcome | undefined;
    try {
      outcome = await this.runOn(worker, job, signal);
      return outcome;
    } finally {
      if (outcome?.kind === 'ended' && !this.isClosed) this.keep(worker);
      else await worker.terminate();
      this.endTurn();
    }
  }

  /** Ends idle workers now and busy ones after their run. */
  async close(): Promise<void> {
    this.isClosed = true;
    await Promise.all(this.idle.splice(0).map((worker) => worker.terminate()));
  }

  private async takeTurn(signal: AbortSignal): Promise<void> {
    signal.throwIfAborted();
    if (this.running < this.limits.workers) {
      this.running += 1;
      return;
    }
    await new Promise<void>((resolve, reject) => {
      const turn = () => {
        signal.removeEventListener('abort', leave);
        resolve();
      };
      const leave = () => {
        this.waiting.splice(this.waiting.indexOf(turn), 1);
        reject(signal.reason);
      };
      this.waiting.push(turn);
      signal.addEventListener('abort', leave, { once: true });
    });
  }

  private endTurn(): void {
    const next = this.waiting.shift();
    if (next) next();
    else this.running -= 1;
  }

  private startWorker(): Worker {
    const { outputLimitBytes, memoryLimitBytes } = this.limits;
    const jqFile = createRequire(import.meta.url).resolve('jq-wasm/dist/build/jq.js');
    const workerData: JqWorkerSettings = { jqFile, outputLimitBytes, memoryLimitBytes };
    // jq's module prints when it runs out of memory; capturing both streams keeps that out of the server's.
    return new Worker(jqWorkerSource, { eval: true, workerData, env: {}, stdout: true, stderr: true });
  }

  private keep(worker: Worker): void {
    worker.unref();
    this.idle.push(worker);
  }

  private runOn(worker: Worker, job: JqJob, signal: AbortSignal): Promise<JqOutcome> {
    return new Promise<JqOutcome>((resolve, reject) => {
      const answered = (answer: JqAnswer) => settle(() => resolve(answer));
      const failed = (cause: unknown) => settle(() => reject(new Error('the jq worker failed', { cause })));
      const abandoned = () => settle(() => reject(signal.reason));
      const late = () => settle(() => resolve({ kind: 'time-limit' }));
      const settle = (how: () => void) => {
        clearTimeout(timer);
        signal.removeEventListener('abort', abandoned);
        worker.off('message', answered).off('error', failed);
        how();
      };
      const timer = setTimeout(late, this.limits.timeLimitMs);
      signal.addEventListener('abort', abandoned);
      worker.on('message', answered).on('error', failed);
      worker.ref();
      worker.postMessage(job);
    });
  }
}
