/**
 * Runs the builder, a process that keeps plugins built, and starts another one when it ends.
 *
 * Nothing of a build runs in this process. A new builder compares the builds with the disk, so no change is lost between two.
 */
import { spawn, type ChildProcess } from 'node:child_process';
import { backOffMs } from '@sigil/core/internal';
import { childEnvironment } from '@sigil/plugin-host';
import type { BuilderMessage, BuildReport, SettleRequest, WatchedFolders } from './builder-messages.js';

/** The builder to run, and the listeners to its work. */
export interface BuilderOptions {
  /** Program and arguments. */
  readonly command: readonly string[];
  /** The plugins, as absolute folders. */
  readonly folders: readonly string[];
  /** The options of every build. */
  readonly options?: object;
  /** The folder that paths in reports are relative to. Default: that of this process. */
  readonly cwd?: string;
  readonly onReport: (report: BuildReport) => void;
  /** Called when a build could not run. */
  readonly onFailure: (folder: string, why: string) => void;
  /** Called when the builder has ended by itself, with the pause before the next one starts. */
  readonly onEnded: (why: string) => void;
}

/** A running builder. The code that starts it closes it. */
export interface BuilderProcess {
  /** Resolves when every folder has been reported once. */
  readonly watching: Promise<void>;
  /** Resolves when a builder has ended by itself. */
  readonly stumbled: Promise<void>;
  /** Replaces the plugins. A folder that is named again is looked at again, since its link may lead elsewhere. */
  watch(folders: readonly string[]): void;
  /**
   * Resolves when every change that was on the disk by now has been built and reported. A builder that ends meanwhile is waited for, and so
   * is the next one.
   */
  settle(): Promise<void>;
  /** Ends the builder at once, also in the middle of a build: what it has written is complete. */
  close(): void;
}

/** The pauses before a builder that ended is started again. */
const restarts = { firstMs: 200, longestMs: 30_000 };
/** A builder that lived this long did not fail at its start. */
const steadyMs = 60_000;

export function openBuilderProcess(options: BuilderOptions): BuilderProcess {
  return new SupervisedBuilder(options);
}

class SupervisedBuilder implements BuilderProcess {
  readonly watching: Promise<void>;
  readonly stumbled: Promise<void>;
  #folders: readonly string[];
  readonly #suspects = new Set<string>();
  /** The last outcome of each folder. */
  readonly #reported = new Map<string, string>();
  /** The folders whose outcome a new builder repeats. */
  #repeated = new Set<string>();
  #child: ChildProcess | undefined;
  #building: string | undefined;
  #isRecycling = false;
  /** The requests to settle that are not answered yet. A new builder gets them again. */
  readonly #settling = new Map<number, () => void>();
  #settleCount = 0;
  #failures = 0;
  #timer: NodeJS.Timeout | undefined;
  #isClosed = false;
  #resolveWatching: () => void = () => undefined;
  #resolveStumbled: () => void = () => undefined;

  constructor(private readonly options: BuilderOptions) {
    this.#folders = options.folders;
    this.watching = new Promise((resolve) => (this.#resolveWatching = resolve));
    this.stumbled = new Promise((resolve) => (this.#resolveStumbled = resolve));
    this.#start();
  }

  watch(folders: readonly string[]): void {
    this.#folders = folders;
    for (const folder of this.#reported.keys()) if (!folders.includes(folder)) this.#reported.delete(folder);
    this.#send();
  }

  settle(): Promise<void> {
    if (this.#isClosed) return Promise.resolve();
    const id = ++this.#settleCount;
    return new Promise((resolve) => {
      this.#settling.set(id, resolve);
      this.#post({ kind: 'settle', id });
    });
  }

  close(): void {
    this.#isClosed = true;
    for (const resolve of this.#settling.values()) resolve();
    this.#settling.clear();
    clearTimeout(this.#timer);
    if (this.#child) endGroup(this.#child);
  }

  #start(): void {
    const [program = '', ...args] = this.options.command;
    const { SIGIL_POLL_MS: pollMs } = process.env;
    const { cwd } = this.options;
    const child = spawn(program, args, {
      ...(cwd !== undefined && { cwd }),
      env: childEnvironment(pollMs === undefined ? {} : { SIGIL_POLL_MS: pollMs }),
      // The channel closes however this process ends, and the builder ends with it.
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
      // A group of its own, so that its compilers end with it, and a terminal's Ctrl+C leaves the order of ending to this process.
      detached: process.platform !== 'win32',
    });
    const startedAt = performance.now();
    this.#child = child;
    this.#isRecycling = false;
    // The builder prints nothing itself; standard output may carry the protocol.
    child.stdout?.pipe(process.stderr, { end: false });
    child.stderr?.pipe(process.stderr, { end: false });
    child.on('message', (message) => this.#receive(message as BuilderMessage)); // sound: our own program sends them
    let isOver = false;
    const end = (how: string): void => {
      if (isOver) return;
      isOver = true;
      this.#onEnd(how, performance.now() - startedAt);
    };
    child.once('error', (cause) => end(`could not be started: ${cause.message}`));
    child.once('exit', (code, signal) => end(signal ? `was ended by ${signal}` : `ended with code ${code}`));
    this.#send();
  }

  #send(): void {
    const message: WatchedFolders = {
      kind: 'watch',
      folders: this.#folders,
      options: this.options.options ?? {},
      suspects: [...this.#suspects],
    };
    this.#post(message);
    for (const id of this.#settling.keys()) this.#post({ kind: 'settle', id });
  }

  #post(message: WatchedFolders | SettleRequest): void {
    // A message to a builder that has ended fails when its end is reported.
    if (this.#child?.connected) this.#child.send(message, () => undefined);
  }

  #receive(message: BuilderMessage): void {
    if (this.#isClosed) return;
    if (message.kind === 'watching') return this.#resolveWatching();
    if (message.kind === 'settled') return this.#resolveSettled(message.id);
    if (message.kind === 'recycling') return void (this.#isRecycling = true);
    if (message.kind === 'building') return void (this.#building = message.folder);
    this.#building = undefined;
    if (message.kind === 'dropped') return;
    if (message.kind === 'failed') return this.options.onFailure(message.folder, message.why);
    const { report } = message;
    this.#suspects.delete(report.folder);
    const told = JSON.stringify([report.isBuilt, report.diagnostics]);
    const isSame = this.#reported.get(report.folder) === told && !report.wroteFiles;
    const isRepeated = this.#repeated.delete(report.folder) && isSame;
    this.#reported.set(report.folder, told);
    if (!isRepeated) this.options.onReport(report);
  }

  #resolveSettled(id: number): void {
    this.#settling.get(id)?.();
    this.#settling.delete(id);
  }

  #onEnd(how: string, livedMs: number): void {
    this.#child = undefined;
    if (this.#isClosed) return;
    this.#repeated = new Set(this.#reported.keys());
    if (this.#isRecycling) return this.#start();
    this.#resolveStumbled();
    if (this.#building !== undefined) this.#suspects.add(this.#building);
    this.#failures = livedMs >= steadyMs ? 1 : this.#failures + 1;
    const waitMs = backOffMs(restarts, this.#failures - 1);
    const during = this.#building === undefined ? '' : ` while it built "${this.#building}"`;
    this.#building = undefined;
    this.options.onEnded(`the builder ${how}${during}; another one starts in ${waitMs} ms`);
    this.#timer = setTimeout(() => this.#start(), waitMs);
  }
}

/** Ends the builder with the compilers that it started. */
function endGroup(child: ChildProcess): void {
  try {
    if (child.pid !== undefined && process.platform !== 'win32') process.kill(-child.pid, 'SIGKILL');
    else child.kill('SIGKILL');
  } catch {
    // It has ended already.
  }
}
