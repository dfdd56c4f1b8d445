/**
 * The plugins whose files are open in an editor. A change is read once the user pauses for a moment.
 */
import { existsSync } from 'node:fs';
import { basename, dirname } from 'node:path/posix';
import type { BuildResult } from '@sigil/codegen/editing';
import { findPluginFolder } from './find-plugin-folder.js';
import { OpenPlugin } from './open-plugin.js';

/**
 * Changes within this time of each other are read together. After the sources have been read, their code is bundled after another such pause,
 * so that an editor is answered first.
 */
const settleMs = 10;

/** Plugins without an open document that stay read; each holds some tens of megabytes. */
const mostIdle = 3;

/** The receiver of builds. */
export interface PluginReports {
  built(plugin: OpenPlugin, result: BuildResult): void;
  /** The plugin could not be read at all. */
  failed(folder: string, cause: unknown): void;
  closed(plugin: OpenPlugin): void;
}

export class OpenPlugins {
  /** By folder, the least recently used first; `undefined` for a folder that could not be opened. */
  readonly #plugins = new Map<string, Promise<OpenPlugin | undefined>>();
  /** The texts of open documents, by path. */
  readonly #texts = new Map<string, string>();
  readonly #timers = new Map<OpenPlugin, NodeJS.Timeout>();

  constructor(private readonly reports: PluginReports) {}

  /** Returns the plugin that a file belongs to; `undefined` if there is none. */
  async find(path: string): Promise<OpenPlugin | undefined> {
    const folder = findPluginFolder(path, this.#texts.get(path)) ?? this.#openFolderOf(path);
    return folder === undefined ? undefined : this.#use(folder);
  }

  /** Sets the text of a document. */
  async setText(path: string, text: string): Promise<void> {
    this.#texts.set(path, text);
    const owner = await this.find(path);
    for (const plugin of await this.#concerned(path, owner)) {
      plugin.setText(path, text);
      this.#schedule(plugin);
    }
  }

  /** Goes on with the file on disk. */
  async closeText(path: string): Promise<void> {
    this.#texts.delete(path);
    for (const plugin of await this.#concerned(path, undefined)) {
      plugin.setText(path, undefined);
      this.#schedule(plugin);
    }
    await this.#closeIdle();
  }

  /** Reads files again that changed on disk; a document counts as its editor shows it. */
  async refresh(paths: readonly string[]): Promise<void> {
    for (const plugin of await this.#opened()) {
      const changed = paths.filter((path) => !this.#texts.has(path) && plugin.uses(path));
      if (changed.length === 0) continue;
      plugin.refresh(changed);
      this.#schedule(plugin);
    }
    for (const path of paths) if (basename(path) === 'package.json') await this.#assignTexts(dirname(path));
  }

  /** Reads open documents for plugins that a new or changed package.json makes of their folders. */
  async #assignTexts(folder: string): Promise<void> {
    const opened = new Set(await this.#opened());
    for (const [path, text] of this.#texts) {
      const owner = path.startsWith(`${folder}/`) ? await this.find(path) : undefined;
      if (owner && !opened.has(owner)) await this.setText(path, text);
    }
  }

  /** Closes the plugins in folders that are not open any more. */
  async closeWithin(isClosed: (folder: string) => boolean): Promise<void> {
    for (const folder of [...this.#plugins.keys()].filter(isClosed)) await this.#close(folder);
  }

  /** Returns the innermost open plugin around a file. */
  #openFolderOf(path: string): string | undefined {
    return [...this.#plugins.keys()]
      .filter((folder) => path.startsWith(`${folder}/`) && existsSync(folder))
      .sort((one, other) => other.length - one.length)[0];
  }

  #use(folder: string): Promise<OpenPlugin | undefined> {
    const plugin = this.#plugins.get(folder) ?? this.#open(folder);
    this.#plugins.delete(folder);
    this.#plugins.set(folder, plugin);
    return plugin;
  }

  async #open(folder: string): Promise<OpenPlugin | undefined> {
    try {
      const plugin = await OpenPlugin.open(folder);
      for (const [path, text] of this.#texts) plugin.setText(path, text);
      return plugin;
    } catch (cause) {
      // It was removed meanwhile. The next request tries again.
      this.#plugins.delete(folder);
      this.reports.failed(folder, cause);
      return undefined;
    }
  }

  async #opened(): Promise<readonly OpenPlugin[]> {
    return (await Promise.all(this.#plugins.values())).filter((plugin) => plugin !== undefined);
  }

  /** A document may be a source of several plugins. */
  async #concerned(path: string, owner: OpenPlugin | undefined): Promise<ReadonlySet<OpenPlugin>> {
    return new Set((await this.#opened()).filter((plugin) => plugin === owner || plugin.uses(path)));
  }

  #schedule(plugin: OpenPlugin): void {
    this.#wait(plugin, async () => {
      const areSound = await plugin.areSourcesSound();
      const isOpen = this.#timers.has(plugin);
      if (!isOpen) return;
      // Errors of the sources are the whole result.
      if (areSound) this.#wait(plugin, () => this.#build(plugin));
      else await this.#build(plugin);
    });
  }

  /** Works after a pause, in place of the work that the plugin waits for. */
  #wait(plugin: OpenPlugin, work: () => Promise<void>): void {
    clearTimeout(this.#timers.get(plugin));
    const attempt = (): Promise<void> => work().catch((cause) => this.#failed(plugin, cause));
    // The answer to a request is written before this, if both are due.
    this.#timers.set(
      plugin,
      setTimeout(() => setImmediate(() => void attempt()), settleMs),
    );
  }

  async #build(plugin: OpenPlugin): Promise<void> {
    const result = await plugin.build();
    const isOpen = (await this.#plugins.get(plugin.folder)) === plugin;
    if (result && isOpen) this.reports.built(plugin, result);
  }

  #failed(plugin: OpenPlugin, cause: unknown): void {
    // A folder that was removed has no diagnostics any more.
    if (!existsSync(plugin.folder)) void this.#close(plugin.folder);
    else this.reports.failed(plugin.folder, cause);
  }

  async #closeIdle(): Promise<void> {
    const isIdle = (folder: string): boolean => ![...this.#texts.keys()].some((path) => path.startsWith(`${folder}/`));
    const idle = [...this.#plugins.keys()].filter(isIdle);
    for (const folder of idle.slice(0, Math.max(0, idle.length - mostIdle))) await this.#close(folder);
  }

  async #close(folder: string): Promise<void> {
    const pending = this.#plugins.get(folder);
    this.#plugins.delete(folder);
    const plugin = await pending;
    if (!plugin) return;
    clearTimeout(this.#timers.get(plugin));
    this.#timers.delete(plugin);
    await plugin.close();
    this.reports.closed(plugin);
  }
}
