/**
 * A plugin's source as Vite sees it: read on first use, and again after any change.
 *
 * Knows nothing of Vite.
 */
import { existsSync, realpathSync } from 'node:fs';
import { relative } from 'node:path';
import { openPluginSource, type PluginSource, type SourceReading } from '@sigil/codegen';
import { decodersModule } from './virtual-modules.js';

const outputFolders: ReadonlySet<string> = new Set(['node_modules', 'dist', 'out-tsc', 'coverage', '.git', '.nx']);
const sourceFile = /\.[cm]?[jt]sx?$|(?:^|\/)(?:package|tsconfig[^/]*)\.json$/;
const testFile = /\.(?:test|spec|test-support)\.[cm]?[jt]sx?$/;

export class LivePlugin {
  /** The absolute path, with `/` and, once the folder exists, without symbolic links. */
  readonly folder: string;
  readonly #changed = new Set<string>();
  #source: Promise<PluginSource> | undefined;
  #reading: Promise<SourceReading> | undefined;
  #queue: Promise<unknown> = Promise.resolve();
  #files: readonly string[] = [];
  /** Files that affected the latest reading, and paths that are missing. */
  #inputs: readonly string[] = [];
  #missing: ReadonlySet<string> = new Set();
  #filesWithSchemas: readonly string[] = [];
  #hasErrors = false;

  /** @param folder absolute */
  constructor(folder: string) {
    this.folder = withSlashes(existsSync(folder) ? realpathSync(folder) : folder);
  }

  /** Files that the latest reading depends on, absolute, with `/`. */
  get files(): readonly string[] {
    return [...new Set([...this.#files, ...this.#inputs, `${this.folder}/package.json`])];
  }

  /** The files into which the latest reading inserts schemas, absolute, with `/`. */
  get filesWithSchemas(): readonly string[] {
    return this.#filesWithSchemas;
  }

  /**
   * Returns whether a file is compiled with the plugin: one in its folder, tests included, or one that these import from elsewhere.
   */
  compiles(file: string): boolean {
    return /\.[cm]?tsx?$/.test(file) && (this.#isInside(file) || this.#files.includes(file));
  }

  /** Records that a file was changed, added or removed. @returns whether the plugin must be read again */
  notice(file: string): boolean {
    const path = withSlashes(file);
    const isSource = this.#isInside(path) && ((sourceFile.test(path) && !testFile.test(path)) || this.#isOfSkill(path));
    const isInput = this.#files.includes(path) || this.#inputs.includes(path) || this.#missing.has(path);
    if (!isSource && !isInput) return false;
    this.#changed.add(path);
    this.#reading = undefined;
    return true;
  }

  /**
   * Records that a file was added. While there are build errors, a JSON file may be a missing
   * import; otherwise it is data, such as a test report.
   * @returns as `notice`
   */
  noticeAdded(file: string): boolean {
    const path = withSlashes(file);
    if (!this.#hasErrors || !path.endsWith('.json') || !this.#isInside(path)) return this.notice(file);
    this.#changed.add(path);
    this.#reading = undefined;
    return true;
  }

  /**
   * Reads the current source.
   *
   * @throws Error when there is no such folder
   */
  read(): Promise<SourceReading> {
    if (this.#reading) return this.#reading;
    const reading = this.#queue.then(() => this.#readAgain());
    this.#queue = reading.catch(() => {
      // Callers that wait for this reading get the error; the next one starts a new reading.
      if (this.#reading === reading) this.#reading = undefined;
    });
    this.#reading = reading;
    return reading;
  }

  /** Closes the compiler; the source may be read again afterwards. */
  async close(): Promise<void> {
    await this.#queue;
    const source = this.#source;
    this.#source = undefined;
    this.#reading = undefined;
    await source?.then((it) => it.close());
  }

  #isOfSkill(path: string): boolean {
    return withSlashes(relative(this.folder, path)).startsWith('skills/');
  }

  /** Returns whether a file is in the folder, but not installed or built there. */
  #isInside(file: string): boolean {
    const path = withSlashes(relative(this.folder, file));
    return !path.startsWith('..') && !path.split('/').some((segment) => outputFolders.has(segment));
  }

  async #readAgain(): Promise<SourceReading> {
    const source = await this.#openSource();
    const changed = [...this.#changed];
    this.#changed.clear();
    if (changed.length > 0) source.refresh(changed);
    const reading = await source.read();
    this.#files = source.files;
    this.#inputs = [...source.inputs.files.keys()].map(withSlashes);
    this.#missing = new Set(source.inputs.missing.map(withSlashes));
    this.#hasErrors = !reading.modules;
    this.#filesWithSchemas = [...new Set(reading.modules?.schemaCalls.map(({ file }) => file))];
    return reading;
  }

  #openSource(): Promise<PluginSource> {
    const source = (this.#source ??= openPluginSource(this.folder, decodersModule));
    source.catch(() => {
      if (this.#source === source) this.#source = undefined;
    });
    return source;
  }
}

function withSlashes(path: string): string {
  return path.replaceAll('\\', '/');
}
