/**
 * Loads the operator's interceptors, and loads them again when a file changes that they are, import or name. A version that cannot be loaded changes nothing: the
 * interceptors before it stay in force.
 */
import { basename, dirname, extname, resolve } from 'node:path';
import { isJsonObject } from '@sigil/core';
import type { Intercept, Interceptor } from '@sigil/core/engine';
import { PathWatcher, pollMsOf } from '@sigil/plugin-host';
import { ConfigurationError } from '../configuration/configuration-error.js';
import type { ServerLog } from '../log/server-log.js';
import { collectImports } from './imported-files.js';
import { loadModule } from './load-module.js';

/** The interceptors in force. The code that opens them closes them. */
export interface OpenInterceptors {
  /** Returns them, the outermost first; another list after each successful load. */
  current(): readonly Interceptor[];
  /** Loads all of them again. Never rejects: a problem is logged. */
  reload(): Promise<void>;
  /** Begins to follow changes of their files. */
  follow(): void;
  close(): void;
}

const key = 'interceptors';
/** Events within this time are one change: a file is truncated and then written. */
const settleMs = 100;

/** An interceptor, and the files whose change loads it again. */
interface Loaded {
  readonly interceptor: Interceptor;
  readonly files: readonly string[];
}

/**
 * @param files absolute paths of modules whose default export is an interceptor or its function, the outermost first
 * @throws ConfigurationError naming the file and the fault
 */
export async function openInterceptors(
  files: readonly string[],
  log: Pick<ServerLog, 'note' | 'failure'>,
): Promise<OpenInterceptors> {
  const opened = new FollowedInterceptors(files, log);
  await opened.load();
  return opened;
}

class FollowedInterceptors implements OpenInterceptors {
  #loaded: readonly Loaded[] = [];
  #current: readonly Interceptor[] = [];
  #watched: readonly string[] = [];
  #watcher: PathWatcher | undefined;
  #settling: NodeJS.Timeout | undefined;
  // Loads run one after another, so that the last one read the last change.
  #lastLoad: Promise<void> = Promise.resolve();

  constructor(
    private readonly files: readonly string[],
    private readonly log: Pick<ServerLog, 'note' | 'failure'>,
  ) {}

  current(): readonly Interceptor[] {
    return this.#current;
  }

  /** @throws ConfigurationError */
  async load(): Promise<void> {
    this.#loaded = await Promise.all(this.files.map(loadInterceptor));
    this.#current = this.#loaded.map(({ interceptor }) => interceptor);
    this.#watch();
  }

  reload(): Promise<void> {
    this.#lastLoad = this.#lastLoad.then(async () => {
      try {
        await this.load();
        this.log.note(key, `loaded again: ${this.#current.map(({ name }) => name).join(', ')}`);
      } catch (error) {
        this.log.failure(key, error);
      }
    });
    return this.#lastLoad;
  }

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
    const wanted = [...new Set([...this.files, ...this.#loaded.flatMap(({ files }) => files)])];
    for (const path of wanted) this.#watcher.add(path);
    for (const path of this.#watched) this.#watcher.remove(path);
    this.#watched = wanted;
  }
}

async function loadInterceptor(file: string): Promise<Loaded> {
  const exported = loadModule(key, file);
  const name = basename(file, extname(file));
  const imported = collectImports(file);
  if (typeof exported === 'function')
    return { interceptor: { name, intercept: exported as Intercept }, files: imported };
  const refuse = (why: string): ConfigurationError => new ConfigurationError(`"${key}": "${file}": ${why}`);
  if (!isJsonObject(exported)) throw refuse('it must export a function or an interceptor by default');
  const given = exported as Readonly<Record<string, unknown>>;
  for (const member of Object.keys(given)) if (!members.has(member)) throw refuse(`it has no member "${member}"`);
  const { intercept, methods, servers, files = [], timeoutMs } = given;
  if (typeof intercept !== 'function') throw refuse('"intercept" must be a function');
  for (const [member, value] of Object.entries({ methods, servers, files })) {
    if (value !== undefined && !isTexts(value)) throw refuse(`"${member}" must be a list of strings`);
  }
  if (timeoutMs !== undefined && !isDuration(timeoutMs))
    throw refuse('"timeoutMs" must be a whole number of at least 1');
  const { files: _, ...interceptor } = given;
  return {
    interceptor: { name, ...interceptor } as unknown as Interceptor, // its members were checked above
    files: [...imported, ...(files as readonly string[]).map((it) => resolve(dirname(file), it))],
  };
}

const members: ReadonlySet<string> = new Set(['name', 'methods', 'servers', 'timeoutMs', 'intercept', 'files']);

function isTexts(value: unknown): boolean {
  return Array.isArray(value) && value.every((it) => typeof it === 'string');
}

function isDuration(value: unknown): boolean {
  return Number.isSafeInteger(value) && Number(value) >= 1;
}
