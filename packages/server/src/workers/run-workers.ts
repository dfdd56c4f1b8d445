/**
 * The primary process: starts the workers, gives a worker that ends a successor, and stops or replaces all of them.
 *
 * Serves nothing itself. The first worker starts alone, so that a mistake of the operator is told once.
 */
import cluster, { type Worker } from 'node:cluster';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { setTimeout as wait } from 'node:timers/promises';
import type { ServerLog } from '../log/server-log.js';
import { channelOf } from './process-channel.js';
import { Fleet } from './fleet.js';
import { openWorkerStore, type WorkerStore } from './serve-shared-store.js';
import type { FromWorker, ToWorker } from './worker-messages.js';

/** The workers to run. */
export interface WorkersOptions {
  readonly workers: number;
  readonly log: Pick<ServerLog, 'note' | 'problem'>;
  /** The variables that every worker starts with; secrets among them. */
  readonly environment: NodeJS.ProcessEnv;
}

/** Workers that run. */
export interface RunningWorkers {
  /** Settles when no worker is left: with the code that the program ends with. */
  readonly ended: Promise<number>;
  /** Lets every worker look for what is new. */
  reload(): void;
  /** Gives every worker a successor, one after the other: each serves before its predecessor ends. */
  restart(): Promise<void>;
  /** Lets every worker end its calls; told again, kills them. */
  stop(): void;
}

const shortestBackOffMs = 100;
const longestBackOffMs = 10_000;
/** A worker that served for so long did not fail at its start. */
const steadyMs = 60_000;

/** To be called once in a process, before anything listens. */
export function runWorkers(options: WorkersOptions): RunningWorkers {
  return new Primary(options);
}

/** The place of one worker, whoever takes it. */
interface Place {
  readonly number: number;
  worker?: Worker;
  failures: number;
}

class Primary implements RunningWorkers {
  readonly ended: Promise<number>;
  readonly #store: WorkerStore = openWorkerStore();
  readonly #fleet: Fleet;
  readonly #key = randomBytes(32);
  readonly #places: readonly Place[];
  #end: (code: number) => void = () => undefined;
  #isStopping = false;
  #hasServed = false;

  constructor(private readonly options: WorkersOptions) {
    const { workers } = options;
    this.#fleet = new Fleet(workers);
    this.#places = Array.from({ length: workers }, (_, at) => ({ number: at + 1, failures: 0 }));
    this.ended = new Promise((resolve) => (this.#end = resolve));
    cluster.setupPrimary({ serialization: 'advanced' });
    void this.#startAll();
  }

  reload(): void {
    for (const { worker } of this.#places) if (worker) send(worker, { to: 'worker', kind: 'reload' });
  }

  async restart(): Promise<void> {
    for (const place of this.#places) {
      const before = place.worker;
      if (this.#isStopping) return;
      if (!(await this.#start(place))) return;
      if (before) send(before, { to: 'worker', kind: 'stop', isReplaced: true });
      if (before && !before.isDead()) await once(before, 'exit');
    }
    this.options.log.note('workers', `all ${this.#places.length} were replaced`);
  }

  stop(): void {
    const workers = Object.values(cluster.workers ?? {}).filter((worker) => worker !== undefined);
    if (workers.length === 0) this.#end(0);
    for (const worker of workers) {
      if (this.#isStopping) worker.process.kill('SIGKILL');
      else send(worker, { to: 'worker', kind: 'stop', isReplaced: false });
    }
    this.#isStopping = true;
  }

  async #startAll(): Promise<void> {
    const [first, ...others] = this.#places;
    if (!(await this.#start(first!))) return;
    this.#hasServed = true;
    await Promise.all(others.map((place) => this.#start(place)));
    if (!this.#isStopping)
      this.options.log.note('workers', `${this.#fleet.state.serving} of ${this.#places.length} serve`);
  }

  /** @returns whether it serves */
  async #start(place: Place): Promise<boolean> {
    const worker = cluster.fork(this.options.environment);
    const channel = channelOf<ToWorker, FromWorker>(worker.process, worker);
    place.worker = worker;
    const startedAt = performance.now();
    this.#store.serve({
      send: (body) => channel.send({ to: 'store', body }),
      onMessage: (listener) => channel.onMessage((message) => message.to === 'store' && listener(message.body)),
      onClose: (listener) => channel.onClose(listener),
    });
    worker.once('exit', (code: number | null, signal: string | null) => {
      if (place.worker === worker) this.#onExit(place, { code, signal, livedMs: performance.now() - startedAt });
      else this.#tellIfLast(0);
    });
    return new Promise((resolve) => {
      worker.once('exit', () => resolve(false));
      channel.onMessage((message) => {
        if (message.to === 'primary') this.#receive(place, worker, message);
        if (message.to === 'primary' && message.kind === 'serving') resolve(true);
      });
    });
  }

  #receive(place: Place, worker: Worker, message: Extract<FromWorker, { to: 'primary' }>): void {
    const { log } = this.options;
    if (message.kind === 'hello') {
      const welcome = { number: place.number, key: this.#key, isFirst: !this.#hasServed };
      send(worker, { to: 'worker', kind: 'welcome', welcome });
      // It heard nothing while it started.
      if (this.#isStopping) send(worker, { to: 'worker', kind: 'stop', isReplaced: false });
    }
    if (message.kind === 'refused')
      log.problem(message.plugin, `worker ${place.number} refuses the build: ${message.why}`);
    if (message.kind === 'reload') this.reload();
    if (message.kind !== 'builds' || place.worker !== worker) return;
    this.#fleet.serves(place.number, message.builds, (plugin, { workers, of }) =>
      log.note(plugin, `${workers} of ${of} swapped`),
    );
    this.#tellFleet();
  }

  #tellFleet(): void {
    const fleet = this.#fleet.state;
    for (const { worker } of this.#places) if (worker) send(worker, { to: 'worker', kind: 'fleet', fleet });
  }

  #onExit(
    place: Place,
    { code, signal, livedMs }: { code: number | null; signal: string | null; livedMs: number },
  ): void {
    delete place.worker;
    this.#fleet.left(place.number);
    // Before anything served, it is the operator's mistake: the worker has said which.
    if (this.#isStopping || !this.#hasServed) return this.#tellIfLast(this.#isStopping ? 0 : (code ?? 1));
    this.#tellFleet();
    place.failures = livedMs >= steadyMs ? 0 : place.failures + 1;
    const backOffMs = Math.min(shortestBackOffMs * 2 ** (place.failures - 1), longestBackOffMs);
    const waitMs = place.failures === 0 ? 0 : backOffMs;
    const why = signal ? `by ${signal}` : `with code ${code}`;
    const text = `worker ${place.number} has ended ${why}; another one takes its place in ${waitMs} ms`;
    this.options.log.problem('workers', text);
    void this.#replace(place, waitMs);
  }

  async #replace(place: Place, waitMs: number): Promise<void> {
    await wait(waitMs);
    if (this.#isStopping) return;
    if (await this.#start(place)) this.options.log.note('workers', `worker ${place.number} serves again`);
  }

  #tellIfLast(code: number): void {
    if (Object.values(cluster.workers ?? {}).every((worker) => worker === undefined || worker.isDead())) {
      this.#store.close();
      this.#end(code);
    }
  }
}

function send(worker: Worker, message: ToWorker): void {
  // A worker that is ending hears nothing.
  if (worker.isConnected()) worker.process.send?.(message, () => undefined);
}
