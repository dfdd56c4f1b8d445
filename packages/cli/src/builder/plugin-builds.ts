/**
 * Keeps plugins built: compares each build with the disk, builds what differs, one plugin after the other, and again after changes.
 *
 * An event builds nothing unless a content differs from the one that was built. Changes close together make one build.
 */
import { realpath, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { Builder, BuildOptions } from '@sigil/codegen/building';
import {
  builderVersion,
  changedInputs,
  describeOptions,
  exists,
  findBuildState,
  type BuildInputs,
  type BuildRecord,
  type ChangedInput,
} from '@sigil/codegen/inputs';
import type { BuilderMessage, SettleRequest, WatchedFolders } from '@sigil/server/builder';
import { CompilerPool, isHeapAbove } from './compiler-pool.js';
import { FileHashes } from './file-hashes.js';
import { InputWatch, unreadInputs } from './input-watch.js';
import { InstalledPackages } from './installed-packages.js';
import { reportBuild, reportFresh } from './report-build.js';

/** The connections of the builds to their process. */
export interface BuildsOptions {
  readonly send: (message: BuilderMessage) => void;
  /** Called when nothing is being built and the heap stays large although every compiler is closed. */
  readonly onIdleWithMuchMemory: () => void;
  readonly limits?: Partial<BuildsLimits>;
}

interface BuildsLimits {
  /** Changes within this time of each other make one build. */
  readonly settleMs: number;
  /** The longest that further changes delay a build. */
  readonly longestSettleMs: number;
  /** The time without a build after which all compilers are closed. */
  readonly idleMs: number;
  /** The heap in MiB above which a process without open compilers ends. */
  readonly idleHeapMb: number;
}

const defaults: BuildsLimits = { settleMs: 15, longestSettleMs: 250, idleMs: 600_000, idleHeapMb: 96 };

/** The times that a file which was emptied or removed is given to be written, and a folder that is being removed to be gone. */
const unwrittenFileMs = 50;
const unwrittenFileTries = 3;

const outputs = ['manifest.json', 'plugin.cjs', 'plugin.cjs.map'];

/** One plugin that is kept built. */
interface WatchedPlugin {
  /** The folder as the parent process named it. */
  readonly name: string;
  /** Without symbolic links. */
  readonly folder: string;
  inputs: BuildInputs;
  readonly packages: InstalledPackages;
  /** Paths with events since the last look. */
  readonly noticed: Set<string>;
  /** Paths whose change the open compiler does not know yet. */
  readonly changed: Set<string>;
  settling: NodeJS.Timeout | undefined;
  firstNoticedAt: number;
  unwrittenTries: number;
  /** True if the last build wrote its output, which is then written again if it is removed. */
  isBuilt: boolean;
  /** True if its folder was missing at the last build: it is built when the folder is there again, although no file differs. */
  isGone: boolean;
}

export class PluginBuilds {
  readonly #limits: BuildsLimits;
  readonly #plugins = new Map<string, WatchedPlugin>();
  readonly #hashes = new FileHashes();
  readonly #watch = new InputWatch<WatchedPlugin>((plugin, path) => this.#notice(plugin, path));
  readonly #pool = new CompilerPool<WatchedPlugin>(({ folder }) => this.#openBuilder(folder));
  /** Plugins to build: those with a change, for which somebody waits, before those that were out of date at the start. */
  readonly #urgent = new Set<WatchedPlugin>();
  readonly #waiting = new Set<WatchedPlugin>();
  #options: BuildOptions = {};
  #building: WatchedPlugin | undefined;
  #running: Promise<void> | undefined;
  #idle: NodeJS.Timeout | undefined;
  #messages: Promise<void> = Promise.resolve();

  constructor(private readonly options: BuildsOptions) {
    this.#limits = { ...defaults, ...options.limits };
  }

  /** Replaces the plugins. Calls are answered one after the other. */
  watch(message: WatchedFolders): Promise<void> {
    this.#messages = this.#messages.then(() => this.#replace(message));
    return this.#messages;
  }

  /** Builds what differs from the disk by now, noticed or not, and answers when all of it is reported. */
  settle({ id }: SettleRequest): Promise<void> {
    this.#messages = this.#messages.then(async () => {
      await this.#running;
      for (const plugin of this.#plugins.values()) await this.#catchUp(plugin);
      do await this.#run();
      while (this.#urgent.size + this.#waiting.size > 0);
      this.options.send({ kind: 'settled', id });
    });
    return this.#messages;
  }

  async close(): Promise<void> {
    clearTimeout(this.#idle);
    for (const plugin of this.#plugins.values()) this.#forget(plugin);
    this.#watch.close();
    await this.#running;
    await this.#pool.closeAll();
  }

  async #replace({ folders, options, suspects }: WatchedFolders): Promise<void> {
    this.#options = options as BuildOptions; // sound: both processes come from one installation
    for (const plugin of [...this.#plugins.values()]) {
      // A link may lead to another folder by now.
      const isSame = folders.includes(plugin.name) && (await realPathOf(plugin.name)) === plugin.folder;
      if (!isSame) this.#forget(plugin);
    }
    for (const name of folders)
      if (!this.#plugins.has(name)) await this.#admit(name, { isSuspect: suspects.includes(name) });
    await this.#run();
    this.options.send({ kind: 'watching' });
  }

  async #admit(name: string, { isSuspect }: { readonly isSuspect: boolean }): Promise<void> {
    const folder = await realPathOf(name);
    const plugin: WatchedPlugin = {
      ...{
        name,
        folder,
        inputs: unreadInputs(folder),
        packages: new InstalledPackages(),
        noticed: new Set(),
        changed: new Set(),
      },
      ...{ settling: undefined, firstNoticedAt: 0, unwrittenTries: 0, isBuilt: false, isGone: false },
    };
    this.#plugins.set(name, plugin);
    const state = findBuildState(folder, this.#hashes.hashOf);
    if (state.kind === 'fresh' && state.record && this.#isBuiltAlike(state.record)) {
      plugin.isBuilt = true;
      plugin.packages.update(state.record.inputs);
      this.#follow(plugin, state.record.inputs);
      this.#lookAtUnwatched(plugin);
      this.options.send({ kind: 'report', report: await reportFresh(name, state.record.diagnostics) });
      return;
    }
    this.#follow(plugin, plugin.inputs);
    if (!isSuspect) return void this.#waiting.add(plugin);
    const why = 'an earlier build of it ended the builder; it is built again after a change';
    this.options.send({ kind: 'failed', folder: name, why });
  }

  #isBuiltAlike({ builder, options }: BuildRecord): boolean {
    return builder === builderVersion && options === describeOptions(this.#options);
  }

  #forget(plugin: WatchedPlugin): void {
    clearTimeout(plugin.settling);
    this.#plugins.delete(plugin.name);
    this.#urgent.delete(plugin);
    this.#waiting.delete(plugin);
    this.#watch.delete(plugin);
    // A compiler in use is closed when its build is over.
    if (plugin !== this.#building) void this.#pool.close(plugin);
  }

  /** Returns false once the plugin is no longer named, or was replaced by the one that its link leads to now. */
  #isWatched(plugin: WatchedPlugin): boolean {
    return this.#plugins.get(plugin.name) === plugin;
  }

  /** Watches the inputs from now on. */
  #follow(plugin: WatchedPlugin, inputs: BuildInputs): void {
    const { name, folder } = plugin;
    // The plugin may be a link to the current release.
    plugin.inputs = name === folder ? inputs : { ...inputs, links: new Map([...inputs.links, [name, folder]]) };
    this.#watch.set(
      plugin,
      plugin.inputs,
      plugin.isBuilt ? outputs.map((name) => join(plugin.folder, 'dist', name)) : [],
    );
  }

  #notice(plugin: WatchedPlugin, path: string): void {
    if (plugin.noticed.size === 0) plugin.firstNoticedAt = performance.now();
    plugin.noticed.add(path);
    this.#settle(plugin, this.#limits.settleMs);
  }

  #settle(plugin: WatchedPlugin, ms: number): void {
    const left = plugin.firstNoticedAt + this.#limits.longestSettleMs - performance.now();
    clearTimeout(plugin.settling);
    plugin.settling = setTimeout(() => this.#look(plugin), Math.max(0, Math.min(ms, left)));
  }

  /** Compares what was noticed with the inputs of the last build. */
  #look(plugin: WatchedPlugin): void {
    // The inputs of the build that runs are known when it is over, and compared then.
    if (plugin === this.#building) return;
    const changes = [...changedInputs(noticedInputs(plugin), this.#hashes.hashOf)];
    if (changes.some(({ path }) => path === plugin.name)) return void this.#followLink(plugin);
    void this.#lookAt(plugin, changes);
  }

  /** Compares all inputs of the last build with the disk, and waits for files that are still being written. */
  async #catchUp(plugin: WatchedPlugin): Promise<void> {
    for (;;) {
      clearTimeout(plugin.settling);
      await this.#lookAt(plugin, [...changedInputs(plugin.inputs, this.#hashes.hashOf)]);
      if (plugin.unwrittenTries === 0 || !this.#isWatched(plugin)) return;
      // Two that look by turns would count each other's tries, and never give up.
      clearTimeout(plugin.settling);
      await wait(unwrittenFileMs);
    }
  }

  /** Goes on with the folder that the plugin's link leads to now. */
  #followLink(plugin: WatchedPlugin): Promise<void> {
    this.#messages = this.#messages.then(async () => {
      if (!this.#isWatched(plugin)) return;
      // It led elsewhere for a moment only.
      if ((await realPathOf(plugin.name)) === plugin.folder) return this.#look(plugin);
      this.#forget(plugin);
      await this.#admit(plugin.name, { isSuspect: false });
      await this.#run();
    });
    return this.#messages;
  }

  async #lookAt(plugin: WatchedPlugin, changes: readonly ChangedInput[]): Promise<void> {
    const isBack = plugin.isGone && exists(plugin.folder);
    const isChanged = changes.length > 0 || isBack || isOutputGone(plugin);
    const paths = changes.map(({ path }) => path);
    // What is noticed from here on is looked at by itself.
    const noticed = [...plugin.noticed];
    plugin.noticed.clear();
    // An editor that truncates a file, or moves it away, before it writes it leaves it empty or missing for a moment, as git does. A folder
    // is removed file by file.
    const isUnfinished = (await hasUnwrittenFile(paths)) || !exists(join(plugin.folder, 'package.json'));
    if (!this.#isWatched(plugin)) return;
    if (plugin.unwrittenTries < unwrittenFileTries && isUnfinished) {
      plugin.unwrittenTries += 1;
      plugin.firstNoticedAt = performance.now();
      for (const path of noticed) plugin.noticed.add(path);
      return this.#settle(plugin, unwrittenFileMs);
    }
    plugin.unwrittenTries = 0;
    if (!isChanged) return;
    for (const path of paths) plugin.changed.add(path);
    this.#waiting.delete(plugin);
    this.#urgent.add(plugin);
    void this.#run();
  }

  /** Builds until nothing is left to build. */
  #run(): Promise<void> {
    this.#running ??= this.#buildAll().finally(() => {
      this.#running = undefined;
      // A change may have come after the last one was built.
      if (this.#urgent.size + this.#waiting.size > 0) void this.#run();
    });
    return this.#running;
  }

  async #buildAll(): Promise<void> {
    clearTimeout(this.#idle);
    for (let plugin = this.#next(); plugin; plugin = this.#next()) await this.#build(plugin);
    this.#idle = setTimeout(() => void this.#closeIdle(), this.#limits.idleMs).unref();
  }

  #next(): WatchedPlugin | undefined {
    for (const queue of [this.#urgent, this.#waiting]) {
      for (const plugin of queue) {
        queue.delete(plugin);
        return plugin;
      }
    }
    return undefined;
  }

  async #build(plugin: WatchedPlugin): Promise<void> {
    const { name, folder } = plugin;
    plugin.isGone = !exists(folder);
    if (plugin.isGone) {
      const why = `the folder "${name}" is gone; it is built as soon as it is there again`;
      return this.options.send({ kind: 'failed', folder: name, why });
    }
    this.options.send({ kind: 'building', folder: name });
    this.#building = plugin;
    const outcome = await this.#outcomeOf(plugin);
    this.#building = undefined;
    if (this.#isWatched(plugin)) this.options.send(outcome);
    else {
      await this.#pool.close(plugin);
      this.options.send({ kind: 'dropped', folder: name });
    }
    await this.#pool.tidy();
  }

  /** Builds, and follows the inputs of the build. */
  async #outcomeOf(plugin: WatchedPlugin): Promise<BuilderMessage> {
    const { name } = plugin;
    const changed = [...plugin.changed];
    plugin.changed.clear();
    let builder: Builder | undefined;
    try {
      const opened = await this.#pool.use(plugin);
      builder = opened.builder;
      if (opened.wasOpen && changed.length > 0) builder.refresh(changed);
      const result = await builder.build();
      const reinstalled = result.manifest ? plugin.packages.update(builder.inputs) : [];
      plugin.isBuilt = result.manifest !== undefined;
      this.#goOn(plugin, builder);
      return {
        kind: 'report',
        report: { ...reportBuild(name, result), ...(reinstalled.length > 0 && { reinstalled }) },
      };
    } catch (cause) {
      if (builder) this.#goOn(plugin, builder);
      return { kind: 'failed', folder: name, why: reasonOf(cause) };
    }
  }

  /** Follows the inputs of a build, and looks at what may have changed while it ran. */
  #goOn(plugin: WatchedPlugin, { inputs }: Builder): void {
    if (!this.#isWatched(plugin)) return;
    const before = plugin.inputs;
    this.#follow(plugin, inputs.files.size > 0 ? inputs : before);
    this.#lookAtUnwatched(plugin, before);
    if (plugin.noticed.size > 0) this.#settle(plugin, this.#limits.settleMs);
  }

  /** Looks at the inputs that nobody watched while they were read. */
  #lookAtUnwatched(plugin: WatchedPlugin, watched?: BuildInputs): void {
    const known = new Set([...(watched?.files.keys() ?? []), ...(watched?.missing ?? [])]);
    for (const path of [...plugin.inputs.files.keys(), ...plugin.inputs.missing]) {
      if (!known.has(path)) this.#notice(plugin, path);
    }
  }

  async #openBuilder(folder: string): Promise<Builder> {
    // Loaded with the first build: plugins whose builds are fresh need no compiler.
    const { openPluginBuilder } = await import('@sigil/codegen/building');
    return openPluginBuilder(folder, this.#options);
  }

  async #closeIdle(): Promise<void> {
    await this.#pool.closeAll();
    if (!this.#running && isHeapAbove(this.#limits.idleHeapMb)) this.options.onIdleWithMuchMemory();
  }
}

/** Returns the message of an error with those of its causes: a full disk is one. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.cause === undefined ? error.message : `${error.message}: ${reasonOf(error.cause)}`;
}

function isOutputGone({ isBuilt, folder }: WatchedPlugin): boolean {
  return isBuilt && outputs.some((name) => !exists(join(folder, 'dist', name)));
}

function realPathOf(folder: string): Promise<string> {
  return realpath(folder).catch(() => folder);
}

/** Returns the inputs that were noticed. A path in a folder with sources concerns all sources. */
function noticedInputs({ inputs, noticed }: WatchedPlugin): BuildInputs {
  const { files, missing, links, roots, folders } = inputs;
  const pick = <Value>(map: ReadonlyMap<string, Value>): Map<string, Value> =>
    new Map([...noticed].flatMap((path) => (map.has(path) ? [[path, map.get(path)!] as const] : [])));
  const isUnknown = [...noticed].some((path) => !files.has(path) && !links.has(path));
  return {
    files: pick(files),
    missing: missing.filter((path) => noticed.has(path)),
    links: pick(links),
    roots: isUnknown ? roots : [],
    folders: isUnknown ? folders : new Map(),
  };
}

/** Returns whether one of the files is empty or missing. */
async function hasUnwrittenFile(paths: readonly string[]): Promise<boolean> {
  const checks = paths.map((path) =>
    stat(path).then(
      (found) => found.isFile() && found.size === 0,
      () => true,
    ),
  );
  return (await Promise.all(checks)).includes(true);
}
