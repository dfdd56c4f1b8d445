/**
 * The primary process: starts the workers, replaces a worker that ends, and stops or restarts all of them.
 *
 * Serves nothing itself. The first worker starts alone, so that an operator's mistake is reported once.
 */
import cluster, { type Worker } from 'node:cluster';
import { randomBytes } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { backOffMs } from '@sigil/core/internal';
import type { ErrorsByPlugin } from '../building/build-errors.js';
import type { ServerLog } from '../log/server-log.js';
import { channelOf } from './process-channel.js';
import { Fleet } from './fleet.js';
import { openWorkerStore, type WorkerStore } from './serve-shared-store.js';
import { AuditTrails } from './audit-trails.js';
import { defaultWorkerLimits, type WorkerLimits } from '../configuration/worker-limits.js';
import type { FromWorker, ServedBuilds, SetLevel, ToWorker } from './worker-messages.js';
import { coloursOfPrimary, passOnLines } from './worker-output.js';
import { howOf, replaceWorker, secondsOf, send, untilItServes, type Ended } from './worker-process.js';

/** The workers to run. */
export interface WorkersOptions {
  readonly workers: number;
  readonly log: Pick<ServerLog, 'note' | 'problem'>;
  /** The variables for every worker, including secrets. */
  readonly environment: NodeJS.ProcessEnv;
  readonly limits?: Partial<WorkerLimits>;
}

/** The running workers. */
export interface RunningWorkers {
  /** Settles with the program's exit code when no worker is left. */
  readonly ended: Promise<number>;
  /** Makes every worker look for changes. */
  reload(): void;
  /** Gives every worker, also later ones, the errors that its pages show. */
  showErrors(errors: ErrorsByPlugin): void;
  /**
   * Replaces every worker, one after the other: each successor serves before its predecessor ends. If one fails to serve, the restart
   * stops and its predecessor goes on. During a restart, settles at once; another restart follows.
   */
  restart(): Promise<void>;
  /** Lets every worker finish its calls; when called again, kills them. */
  stop(): void;
}

/** The pauses before a worker that ended is replaced. */
const restarts = { firstMs: 100, longestMs: 10_000 };
/** Longest wait for the last lines of workers that have ended. */
const lastLinesMs = 500;
/** A worker that lived this long did not fail at its start. */
const steadyMs = 60_000;

/** Must be called once in a process, before anything listens. */
export function runWorkers(options: WorkersOptions): RunningWorkers {
  return new Primary(options);
}

/** The place of one worker, which a successor can take. */
interface Place {
  readonly number: number;
  /** The serving worker, or one that starts when none serves in this place. */
  worker?: Worker;
  /** A worker that starts beside the serving one, and takes the place when it serves. */
  successor?: Successor;
  failures: number;
}

interface Successor {
  readonly worker: Worker;
  /** Reported before it serves, and counted from then on. */
  builds?: ServedBuilds;
}

class Primary implements RunningWorkers {
  readonly ended: Promise<number>;
  readonly #store: WorkerStore = openWorkerStore();
  readonly #fleet: Fleet;
  readonly #key = randomBytes(32);
  readonly #places: readonly Place[];
  readonly #trails = new AuditTrails<Worker>();
  /** The levels that were set, by module of the log. */
  readonly #levels = new Map<string, string>();
  /** The outputs of workers that are not read to their ends. */
  readonly #printing = new Set<Promise<unknown>>();
  #buildErrors: ErrorsByPlugin = {};
  readonly #started: Promise<void>;
  readonly #limits: WorkerLimits;
  #startTimeoutMs: number;
  #end: (code: number) => void = () => undefined;
  #isStopping = false;
  #hasServed = false;
  #isRestarting = false;
  #isRestartWanted = false;

  constructor(private readonly options: WorkersOptions) {
    const { workers } = options;
    this.#limits = { ...defaultWorkerLimits, ...options.limits };
    this.#startTimeoutMs = this.#limits.workerStartTimeoutMs;
    this.#fleet = new Fleet(workers);
    this.#places = Array.from({ length: workers }, (_, at) => ({ number: at + 1, failures: 0 }));
    this.ended = new Promise((resolve) => (this.#end = resolve));
    // This process writes the workers' lines, so that they stay whole: a pipe takes long texts of several writers in parts.
    cluster.setupPrimary({ serialization: 'advanced', stdio: ['ignore', 'pipe', 'pipe', 'ipc'] });
    this.#started = this.#startAll();
  }

  reload(): void {
    for (const worker of this.#workers()) send(worker, { to: 'worker', kind: 'reload' });
  }

  showErrors(errors: ErrorsByPlugin): void {
    this.#buildErrors = errors;
    for (const worker of this.#workers()) send(worker, { to: 'worker', kind: 'build-errors', errors });
  }

  async restart(): Promise<void> {
    this.#isRestartWanted = true;
    if (this.#isRestarting) return this.options.log.note('workers', 'another restart follows the one that runs');
    this.#isRestarting = true;
    await this.#started;
    while (this.#isRestartWanted && this.#hasServed && !this.#isStopping) {
      this.#isRestartWanted = false;
      await this.#restartAll();
    }
    this.#isRestarting = false;
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
    const startedAt = performance.now();
    if (!(await this.#start(first!))) return;
    this.#hasServed = true;
    this.#startTimeoutMs = Math.max(this.#startTimeoutMs, 3 * (performance.now() - startedAt));
    await Promise.all(others.map((place) => this.#start(place)));
    if (!this.#isStopping)
      this.options.log.note('workers', `${this.#fleet.state.serving} of ${this.#places.length} serve`);
  }

  async #restartAll(): Promise<void> {
    for (const place of this.#places) {
      const before = place.worker;
      if (this.#isStopping) return;
      if (!(await this.#start(place))) return this.#tellRestartStopped(place);
      if (before) await replaceWorker(before, this.#limits, (why) => this.#tellStuck(place, why));
    }
    this.options.log.note('workers', `all ${this.#places.length} were replaced`);
  }

  #tellStuck({ number }: Place, why: string): void {
    this.options.log.problem('workers', `the earlier worker ${number} ${why} and is killed`);
  }

  #tellRestartStopped(at: Place): void {
    if (this.#isStopping) return;
    const kept = this.#places.slice(at.number - 1).filter(({ worker }) => worker);
    const names = kept.map(({ number }) => `worker ${number}`).join(', ');
    const rest = names && `; the earlier configuration stays with ${names}`;
    this.options.log.problem('workers', `the restart has stopped${rest}`);
  }

  /** Starts a worker in the place, or as successor if it is taken. @returns whether it serves */
  async #start(place: Place): Promise<boolean> {
    const worker = cluster.fork({ ...coloursOfPrimary(), ...this.options.environment });
    const printed = passOnLines(worker);
    this.#printing.add(printed);
    void printed.finally(() => this.#printing.delete(printed));
    const channel = channelOf<ToWorker, FromWorker>(worker.process, worker);
    if (place.worker) place.successor = { worker };
    else place.worker = worker;
    this.#trails.take(worker);
    const startedAt = performance.now();
    this.#store.serve({
      send: (body) => channel.send({ to: 'store', body }),
      onMessage: (listener) => channel.onMessage((message) => message.to === 'store' && listener(message.body)),
      onClose: (listener) => channel.onClose(listener),
    });
    channel.onMessage((message) => message.to === 'primary' && this.#receive(place, worker, message));
    worker.once('exit', (code: number | null, signal: string | null) => {
      this.#trails.leave(worker);
      const ended = { code, signal, livedMs: performance.now() - startedAt };
      if (place.worker === worker) this.#onExit(place, ended);
      else if (place.successor?.worker === worker) this.#onSuccessorExit(place, ended);
      else if (this.#isStopping) this.#tellIfLast(0);
    });
    // The first start has no limit, since nobody knows its duration and the operator is watching.
    const timer = this.#hasServed ? setTimeout(() => this.#endLate(place, worker), this.#startTimeoutMs) : undefined;
    const serves = await untilItServes(worker);
    clearTimeout(timer);
    return serves;
  }

  #endLate({ number }: Place, worker: Worker): void {
    const seconds = secondsOf(this.#startTimeoutMs);
    this.options.log.problem('workers', `worker ${number} does not serve after ${seconds} s and is killed`);
    worker.process.kill('SIGKILL');
  }

  #receive(place: Place, worker: Worker, message: Extract<FromWorker, { to: 'primary' }>): void {
    const { log } = this.options;
    if (message.kind === 'hello') {
      const own = { number: place.number, trail: this.#trails.of(worker), isFirst: !this.#hasServed };
      const welcome = { ...own, key: this.#key, levels: Object.fromEntries(this.#levels) };
      send(worker, { to: 'worker', kind: 'welcome', welcome });
      send(worker, { to: 'worker', kind: 'build-errors', errors: this.#buildErrors });
      // The worker could not receive it while it started.
      if (this.#isStopping) send(worker, { to: 'worker', kind: 'stop', isReplaced: false });
    }
    if (message.kind === 'refused')
      log.problem(message.plugin, `worker ${place.number} refuses the build: ${message.why}`);
    if (message.kind === 'reload') this.reload();
    if (message.kind === 'level') this.#setLevel(message);
    const { successor } = place;
    const isSuccessor = successor?.worker === worker;
    if (message.kind === 'serving' && isSuccessor) this.#promote(place, successor);
    if (message.kind !== 'builds') return;
    if (isSuccessor) successor.builds = message.builds;
    if (place.worker === worker) this.#countBuilds(place, message.builds);
    this.#tellFleet();
  }

  /** Includes workers that are stopping, whose calls go on for a while. */
  #setLevel({ module, level }: SetLevel): void {
    this.#levels.set(module, level);
    for (const worker of Object.values(cluster.workers ?? {}))
      if (worker) send(worker, { to: 'worker', kind: 'level', module, level });
  }

  #promote(place: Place, { worker, builds }: Successor): void {
    place.worker = worker;
    delete place.successor;
    if (builds) this.#countBuilds(place, builds);
    this.#tellFleet();
  }

  #countBuilds({ number }: Place, builds: ServedBuilds): void {
    this.#fleet.serves(number, builds, (plugin, { workers, of }) =>
      this.options.log.note(plugin, `${workers} of ${of} swapped`),
    );
  }

  #tellFleet(): void {
    const fleet = this.#fleet.state;
    for (const worker of this.#workers()) send(worker, { to: 'worker', kind: 'fleet', fleet });
  }

  /** Returns the workers and successors in the places, without those that are stopping. */
  #workers(): readonly Worker[] {
    return this.#places.flatMap(({ worker, successor }) =>
      [worker, successor?.worker].filter((it) => it !== undefined),
    );
  }

  #onExit(place: Place, ended: Ended): void {
    const { number, successor } = place;
    const { log } = this.options;
    delete place.worker;
    this.#fleet.left(number);
    // Before any worker has served, the failure is the operator's mistake, which the worker has reported.
    if (this.#isStopping || !this.#hasServed) return this.#tellIfLast(this.#isStopping ? 0 : (ended.code ?? 1));
    if (successor) {
      log.problem('workers', `worker ${number} has ended ${howOf(ended)}; its successor takes its place`);
      return this.#promote(place, successor);
    }
    this.#tellFleet();
    place.failures = ended.livedMs >= steadyMs ? 0 : place.failures + 1;
    const waitMs = place.failures === 0 ? 0 : backOffMs(restarts, place.failures - 1);
    const text = `worker ${number} has ended ${howOf(ended)}; another one takes its place in ${waitMs} ms`;
    log.problem('workers', text);
    void this.#replace(place, waitMs);
  }

  #onSuccessorExit(place: Place, ended: Ended): void {
    delete place.successor;
    if (this.#isStopping) return this.#tellIfLast(0);
    const text = `the successor of worker ${place.number} has ended ${howOf(ended)} before it served`;
    this.options.log.problem('workers', text);
  }

  async #replace(place: Place, waitMs: number): Promise<void> {
    await wait(waitMs);
    // A restart may have filled the place meanwhile.
    if (this.#isStopping || place.worker) return;
    if (await this.#start(place)) this.options.log.note('workers', `worker ${place.number} serves again`);
  }

  #tellIfLast(code: number): void {
    if (Object.values(cluster.workers ?? {}).every((worker) => worker === undefined || worker.isDead())) {
      this.#store.close();
      // Their last lines; a program that a plugin started may keep the pipe open.
      void Promise.race([Promise.all(this.#printing), wait(lastLinesMs)]).then(() => this.#end(code));
    }
  }
}
