/**
 * One plugin whose files are open in an editor, read again after each change.
 */
import { openPluginDocuments, type DocumentsReading, type PluginDocuments } from '@sigil/codegen/editing';
import type { Manifest } from '@sigil/core/building';

/** A manifest and the reading that it came from. */
export interface GoodReading extends DocumentsReading {
  readonly manifest: Manifest;
}

export class OpenPlugin {
  /** Texts and files that the compiler does not know yet; a text that is `undefined` is read from disk again. */
  readonly #texts = new Map<string, string | undefined>();
  readonly #changed = new Set<string>();
  #isStale = true;
  #reading: Promise<DocumentsReading> | undefined;
  #lastGood: GoodReading | undefined;
  #latest: DocumentsReading | undefined;

  private constructor(private readonly documents: PluginDocuments) {}

  /** @throws Error when there is no such folder */
  static async open(folder: string): Promise<OpenPlugin> {
    return new OpenPlugin(await openPluginDocuments(folder));
  }

  /** Absolute path without symbolic links. */
  get folder(): string {
    return this.documents.folder;
  }

  /** The latest reading without errors, which may be older than the texts. */
  get lastGood(): GoodReading | undefined {
    return this.#lastGood;
  }

  /** True while the latest reading has no errors. */
  get isGood(): boolean {
    return this.#latest?.manifest !== undefined;
  }

  /** Returns whether the plugin is made from a file, or its folder contains it. */
  uses(path: string): boolean {
    return path.startsWith(`${this.folder}/`) || this.documents.files.includes(path);
  }

  setText(path: string, text: string | undefined): void {
    this.#texts.set(path, text);
    this.#isStale = true;
  }

  /** Marks files as changed on disk. */
  refresh(paths: readonly string[]): void {
    for (const path of paths) this.#changed.add(path);
    this.#isStale = true;
  }

  /** Returns the reading of the present texts; reads only after a change. */
  async read(): Promise<DocumentsReading> {
    if (this.#latest && !this.#isStale && !this.#reading) return this.#latest;
    this.#reading ??= this.#readPresent().finally(() => (this.#reading = undefined));
    return this.#reading;
  }

  findRenameLocations(path: string, offset: number): ReturnType<PluginDocuments['findRenameLocations']> {
    return this.documents.findRenameLocations(path, offset);
  }

  async close(): Promise<void> {
    await this.#reading?.catch(() => undefined);
    await this.documents.close();
  }

  /** Reads again while texts change meanwhile. */
  async #readPresent(): Promise<DocumentsReading> {
    for (;;) {
      this.#isStale = false;
      this.documents.refresh([...this.#changed]);
      for (const [path, text] of this.#texts) this.documents.setText(path, text);
      this.#changed.clear();
      this.#texts.clear();
      const reading = await this.#readOnce();
      if (this.#isStale) continue;
      this.#latest = reading;
      if (isGood(reading)) this.#lastGood = reading;
      return reading;
    }
  }

  async #readOnce(): Promise<DocumentsReading> {
    try {
      return await this.documents.read();
    } catch (cause) {
      // The next request tries again.
      this.#isStale = true;
      throw cause;
    }
  }
}

function isGood(reading: DocumentsReading): reading is GoodReading {
  return reading.manifest !== undefined;
}
