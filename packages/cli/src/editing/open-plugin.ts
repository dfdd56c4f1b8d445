/**
 * One plugin whose files are open in an editor, read again after each change.
 *
 * Its sources are read for every answer. The code is bundled only for diagnostics, since nothing else depends on it.
 */
import {
  openPluginDocuments,
  type BuildResult,
  type PluginDocuments,
  type PublishedComponents,
} from '@sigil/codegen/editing';

export class OpenPlugin {
  /** Texts and files that the compiler does not know yet; a text that is `undefined` is read from disk again. */
  readonly #texts = new Map<string, string | undefined>();
  readonly #changed = new Set<string>();
  /** The number of changes so far. */
  #changes = 0;
  /** The components of the latest texts without errors, and the number of changes that these had. */
  #good: { readonly components: PublishedComponents; readonly changes: number } | undefined;
  #latest: { readonly result: BuildResult; readonly changes: number } | undefined;
  #building: Promise<unknown> = Promise.resolve();

  private constructor(private readonly documents: PluginDocuments) {}

  /** @throws Error when there is no such folder */
  static async open(folder: string): Promise<OpenPlugin> {
    return new OpenPlugin(await openPluginDocuments(folder));
  }

  /** Absolute path without symbolic links. */
  get folder(): string {
    return this.documents.folder;
  }

  /** The components of the latest texts without errors, which may be older than the present ones. */
  get lastGood(): PublishedComponents | undefined {
    return this.#good?.components;
  }

  /** Returns whether the plugin is made from a file, or its folder contains it. */
  uses(path: string): boolean {
    return path.startsWith(`${this.folder}/`) || this.documents.isInput(path);
  }

  setText(path: string, text: string | undefined): void {
    this.#texts.set(path, text);
    this.#changes++;
  }

  /** Marks files as changed on disk. */
  refresh(paths: readonly string[]): void {
    for (const path of paths) this.#changed.add(path);
    this.#changes++;
  }

  /** Returns the components of the present texts, whatever the bodies of functions; `undefined` if the texts have other errors. */
  async readComponents(): Promise<PublishedComponents | undefined> {
    const changes = this.#apply();
    const components = await this.documents.readComponents();
    if (components && changes >= (this.#good?.changes ?? 0)) this.#good = { components, changes };
    return components;
  }

  /** Returns the components of `readComponents`, or only those of one method in a file, if these are read faster. */
  async readMethod(path: string, method: string): Promise<PublishedComponents | undefined> {
    const isRead = this.#good?.changes === this.#apply();
    return (isRead ? undefined : this.documents.readMethod(path, method)) ?? this.readComponents();
  }

  /** Returns whether a build of the present texts would go on to bundle their code. */
  async areSourcesSound(): Promise<boolean> {
    this.#apply();
    return this.documents.areSourcesSound();
  }

  /** Returns the result of a build of the present texts; `undefined` if these change meanwhile. */
  async build(): Promise<BuildResult | undefined> {
    const building = this.#building.then(() => this.#buildPresent());
    this.#building = building.catch(() => undefined);
    return building;
  }

  findRenameLocations(path: string, offset: number): ReturnType<PluginDocuments['findRenameLocations']> {
    return this.documents.findRenameLocations(path, offset);
  }

  async close(): Promise<void> {
    await this.#building;
    await this.documents.close();
  }

  async #buildPresent(): Promise<BuildResult | undefined> {
    const changes = this.#apply();
    if (this.#latest?.changes === changes) return this.#latest.result;
    try {
      const result = await this.documents.read();
      if (changes !== this.#changes) return undefined;
      this.#latest = { result, changes };
      return result;
    } catch (cause) {
      // Files that change while they are read may fail in any way.
      if (changes !== this.#changes) return undefined;
      throw cause;
    }
  }

  /** Passes changes on to the compiler; returns their number so far. */
  #apply(): number {
    if (this.#changed.size > 0) this.documents.refresh([...this.#changed]);
    for (const [path, text] of this.#texts) this.documents.setText(path, text);
    this.#changed.clear();
    this.#texts.clear();
    return this.#changes;
  }
}
