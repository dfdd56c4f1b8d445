/**
 * The models of a folder and their databases. A changed file is read again: running queries finish on the old model, later
 * ones use the new, and a broken file leaves the model unchanged.
 */
import { watch, type FSWatcher } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { basename, dirname, extname, join } from 'node:path';
import type { Announcer } from '@sigil/core';
import { DuckDbEngine } from './duckdb-engine.js';
import type { Batch, Engine, EngineLimits, Statement } from './engine.js';
import type { Model } from './model.js';
import { PostgresEngine } from './postgres-engine.js';
import { readModel } from './read-model.js';
import { refuse } from './write-select.js';

/** A model and its database, which is opened with the first query. */
export class OpenModel {
  #engine: Promise<Engine> | undefined;
  #users = 0;
  #isClosing = false;

  constructor(
    readonly model: Model,
    private readonly limits: EngineLimits,
    private readonly connectionString?: string,
  ) {}

  /** Runs a statement on the database, which stays open for as long as that takes. One that a caller wrote must be one SELECT. */
  async *stream(statement: Statement): AsyncGenerator<Batch> {
    this.#users += 1;
    try {
      const engine = await this.#open();
      if (statement.isForeign) await engine.requireSelect(statement);
      yield* engine.stream(statement);
    } finally {
      this.#users -= 1;
      if (this.#isClosing) await this.close();
    }
  }

  /** Ends the database once nothing of it runs any more. */
  async close(): Promise<void> {
    this.#isClosing = true;
    if (this.#users > 0) return;
    const engine = await this.#engine?.catch(() => undefined);
    this.#engine = undefined;
    engine?.close();
  }

  #open(): Promise<Engine> {
    if (this.connectionString !== undefined) {
      this.#engine ??= Promise.resolve(new PostgresEngine(this.connectionString, this.limits));
      return this.#engine;
    }
    this.#engine ??= DuckDbEngine.open(this.model, this.limits).catch((cause: unknown) => {
      this.#engine = undefined;
      // The engine's words name files.
      throw new Error(`the data of the model "${this.model.name}" could not be loaded`, { cause });
    });
    return this.#engine;
  }
}

/** Settings of the models. */
export interface ModelSettings {
  /** Folder of models, `*.yaml`, and of their data; the bookshop of this plugin when left out */
  models?: string;
  /** Connection strings of Postgres by the names that models use for them, such as `postgres://reader@db/shop` */
  databases?: Record<string, string>;
  /** Memory of one model's database, and most bytes of one batch from Postgres, in MiB @integer @minimum 64 @maximum 65536 */
  maxMemoryMb?: number;
  /** Longest run of one query, in milliseconds @integer @minimum 10 @maximum 600000 */
  queryTimeoutMs?: number;
}

const settleMs = 100;

export class Models {
  readonly #open = new Map<string, OpenModel>();
  readonly #faults = new Map<string, string>();
  readonly #folder: string;
  readonly #limits: EngineLimits;
  readonly #databases: ReadonlyMap<string, string>;
  #announcer: Announcer | undefined;
  #watcher: FSWatcher | undefined;
  #timer: NodeJS.Timeout | undefined;
  #reading: Promise<void> = Promise.resolve();

  constructor(settings: ModelSettings = {}) {
    const { models, databases = {}, maxMemoryMb = 512, queryTimeoutMs = 30_000 } = settings;
    this.#folder = models ?? join(dirname(import.meta.dirname), 'models');
    this.#databases = new Map(Object.entries(databases));
    this.#limits = { maxMemoryMb, threads: 2, queryTimeoutMs };
  }

  /** What is wrong with files that could not be read, each in one line. */
  get faults(): readonly string[] {
    return [...this.#faults.values()];
  }

  get all(): readonly Model[] {
    return [...this.#open.values()].map(({ model }) => model);
  }

  /** @throws ToolError with the names that there are */
  require(name: string | undefined): OpenModel {
    const [only, ...others] = this.#open.values();
    if (name === undefined && only && others.length === 0) return only;
    const found = name === undefined ? undefined : this.#open.get(name);
    if (found) return found;
    const message = name === undefined ? 'say which "model" is meant' : `there is no model "${name}"`;
    return refuse(message, name ?? '', this.#open.keys());
  }

  /** Reads every model, and again each time that the folder changes. */
  async start(announcer?: Announcer): Promise<void> {
    await readdir(this.#folder).catch((cause: unknown) => {
      throw new Error('the folder of models cannot be read; the setting "models" names it', { cause });
    });
    this.#watcher = watch(this.#folder, { persistent: false }, () => {
      clearTimeout(this.#timer);
      this.#timer = setTimeout(() => void this.refresh(), settleMs);
    });
    // Without a watcher the models stay as they are.
    this.#watcher.on('error', () => this.#watcher?.close());
    await this.refresh();
    this.#announcer = announcer;
  }

  /** Reads every file once more; one refresh after another. */
  refresh(): Promise<void> {
    this.#reading = this.#reading.then(() => this.#refresh());
    return this.#reading;
  }

  async stop(): Promise<void> {
    clearTimeout(this.#timer);
    this.#watcher?.close();
    await this.#reading;
    const open = [...this.#open.values()];
    this.#open.clear();
    await Promise.all(open.map((it) => it.close()));
  }

  async #refresh(): Promise<void> {
    const files = await readdir(this.#folder).catch(() => undefined);
    if (!files) {
      this.#faults.set('', 'the folder of models cannot be read; the models before that are still used');
      return;
    }
    const names = files.filter((file) => ['.yaml', '.yml'].includes(extname(file))).sort();
    const known = new Set(names.map((file) => basename(file, extname(file))));
    for (const name of [...this.#open.keys(), ...this.#faults.keys()]) if (!known.has(name)) this.#remove(name);
    for (const file of names) await this.#read(file);
    this.#announcer?.listChanged('resources');
  }

  async #read(file: string): Promise<void> {
    const name = basename(file, extname(file));
    try {
      const model = await readModel(join(this.#folder, file), [...this.#databases.keys()]);
      const before = this.#open.get(name);
      this.#open.set(name, new OpenModel(model, this.#limits, this.#databases.get(model.database ?? '')));
      this.#faults.delete(name);
      void before?.close();
    } catch (error) {
      const why = error instanceof Error && error.name === 'ModelError' ? error.message : `${file} cannot be read`;
      this.#faults.set(name, this.#open.has(name) ? `${why}; the model before it is still used` : why);
      process.stderr.write(`${why}\n`);
    }
  }

  #remove(name: string): void {
    void this.#open.get(name)?.close();
    this.#open.delete(name);
    this.#faults.delete(name);
  }
}
