/**
 * Modules of the operator, which are loaded again when a file changes that they are, import or name. A version that cannot be loaded changes
 * nothing: the modules before it stay in force.
 */
import { PathWatcher, pollMsOf } from '@sigil/plugin-host';
import type { ServerLog } from '../log/server-log.js';
import { collectImports } from './imported-files.js';

/** The parts that one module exports, and the files whose change loads it again, besides its own. */
export interface LoadedModule<Part> {
  readonly parts: readonly Part[];
  readonly files: readonly string[];
}

/** The kind of the modules. */
export interface ModuleKind<Part> {
  /** The key of the configuration that names them. */
  readonly key: string;
  /** @throws ConfigurationError naming the file and the fault */
  load(file: string): LoadedModule<Part> | Promise<LoadedModule<Part>>;
  /** Returns the name of a part, for the log. */
  nameOf(part: Part): string;
}

/** Events within this time are one change: a file is truncated and then written. */
const settleMs = 100;

/** The code that opens it closes it. */
export class FollowedModules<Part> {
  #loaded: readonly LoadedModule<Part>[] = [];
  #current: readonly Part[] = [];
  #watched: readonly string[] = [];
  #watcher: PathWatcher | undefined;
  #settling: NodeJS.Timeout | undefined;
  // Loads run one after another, so that the last one read the last change.
  #lastLoad: Promise<void> = Promise.resolve();

  /** @param files absolute paths, in order */
  constructor(
    private readonly files: readonly string[],
    private readonly kind: ModuleKind<Part>,
    private readonly log: Pick<ServerLog, 'note' | 'failure'>,
  ) {}

  /** True without any module. */
  get isEmpty(): boolean {
    return this.files.length === 0;
  }

  /** Returns the parts of all modules in order; another list after each successful load. */
  current(): readonly Part[] {
    return this.#current;
  }

  /** @throws ConfigurationError naming the file and the fault */
  async load(): Promise<void> {
    this.#loaded = await Promise.all(this.files.map(async (file) => this.kind.load(file)));
    this.#current = this.#loaded.flatMap(({ parts }) => parts);
    this.#watch();
  }

  /** Loads all of them again. Never rejects: a problem is logged. */
  reload(): Promise<void> {
    const { key, nameOf } = this.kind;
    this.#lastLoad = this.#lastLoad.then(async () => {
      try {
        await this.load();
        this.log.note(key, `loaded again: ${this.#current.map(nameOf).join(', ')}`);
      } catch (error) {
        this.log.failure(key, error);
        this.#watch();
      }
    });
    return this.#lastLoad;
  }

  /** Begins to follow changes of the files. */
  follow(): void {
    this.#watcher = new PathWatcher((path) => this.#notice(path), pollMsOf(process.env));
    this.#watch();
  }

  close(): void {
    clearTimeout(this.#settling);
    this.#watcher?.close();
  }

  #notice(path: string): void {
    if (!this.#watched.includes(path)) return;
    clearTimeout(this.#settling);
    this.#settling = setTimeout(() => void this.reload(), settleMs).unref();
  }

  #watch(): void {
    if (!this.#watcher) return;
    // A version that cannot be loaded may import other files than the one in force.
    const imported = this.files.flatMap(collectImports);
    const wanted = [...new Set([...this.files, ...imported, ...this.#loaded.flatMap(({ files }) => files)])];
    for (const path of wanted) this.#watcher.add(path);
    for (const path of this.#watched) this.#watcher.remove(path);
    this.#watched = wanted;
  }
}
