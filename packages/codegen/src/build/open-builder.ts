/**
 * Builds one plugin repeatedly: its sources, its code, then its views, and writes all of them.
 */
import { realpath, rm } from 'node:fs/promises';
import { basename, dirname, join, relative, resolve } from 'node:path';
import { canonicalJson, type Manifest } from '@sigil/core/building';
import { rewriteForTargets } from '@sigil/contracts/targets';
import { codeFile, type BundleOutput } from '../bundle/open-bundler.js';
import { sortDiagnostics } from '../diagnostics/sort-diagnostics.js';
import { hashOf, type BuildInputs } from '../inputs/build-inputs.js';
import { recordFile, writeRecord } from '../inputs/build-record.js';
import { builderVersion, describeOptions } from '../inputs/build-terms.js';
import { InputLog } from '../inputs/input-log.js';
import { hasErrors, type Diagnostic } from '../model/diagnostic.js';
import type { PluginModel } from '../model/plugin-model.js';
import { viewToolsFile } from '../model/view-tools-file.js';
import { skillsPack, type PackedSkills } from '../skills/pack-skills.js';
import { findViewFiles } from '../views/find-view-files.js';
import { packViews, viewsPack, type PackedViews } from '../views/pack-views.js';
import type { ViewBuilder, ViewsBuild } from '../views/view-builder.js';
import type { BuildDurations, BuildOptions, BuildResult } from './build-result.js';
import { PluginCode, type CodeBuild } from './plugin-code.js';
import { PluginSources, type OpenReader, type SourcesReading } from './plugin-sources.js';
import { refusedNameWarnings } from './refused-names.js';
import { toolPlaces } from './tool-places.js';
import { writeOutput, type OutputFile } from './write-output.js';

/** The manifest's file name in `dist`. */
const manifestFile = 'manifest.json';

/** Builds one plugin; call `close` at the end. */
export interface Builder {
  /** Absolute path without symbolic links. */
  readonly folder: string;
  /** The files that the latest result was made from, as absolute paths; those of installed packages are left out. */
  readonly files: readonly string[];
  /** Everything on disk that decided the latest result; after an error also what decided the results before. */
  readonly inputs: BuildInputs;
  /** Marks files, given as absolute paths, as changed, added or removed. */
  refresh(changedFiles: readonly string[]): void;
  /**
   * Reads the sources, without checking the bodies of functions and without bundling their code. The result is kept until the next change. It
   * may be called during a build.
   */
  readSources(): Promise<SourcesReading>;
  /** Checks the sources as a build does before it bundles their code. The next build uses the result, if nothing changes meanwhile. */
  checkSources(): Promise<SourcesReading>;
  /** Does everything except writing. */
  read(): Promise<BuildResult>;
  /** Returns the result of `read` and its model; there is no model if there are errors. */
  readModel(): Promise<ModelReading>;
  /** Writes to `dist`; with errors it keeps the previous output. */
  build(): Promise<BuildResult>;
  close(): Promise<void>;
}

/** The options of a builder. */
export interface BuilderOptions extends BuildOptions {
  /** Makes results for their diagnostics alone: the code has no decoders, so the manifest has another CID of it, and nothing is written. */
  readonly checksOnly?: boolean;
}

/**
 * Opens a builder for the plugin in `folder`.
 *
 * @param openReader opens the reader of the source, on first use
 * @param log notes what is read, and may have texts that are read in place of files
 * @throws Error when there is no such folder
 */
export async function openBuilder(
  folder: string,
  openReader: OpenReader,
  options: BuilderOptions = {},
  log = new InputLog(),
): Promise<Builder> {
  const realFolder = await findFolder(folder);
  return new PluginBuilder(realFolder, openReader, options, log);
}

/** Returns the folder's real path: relative paths in the output are correct only from there. */
async function findFolder(folder: string): Promise<string> {
  try {
    return await realpath(resolve(folder));
  } catch (cause) {
    throw new Error(`there is no plugin folder "${folder}"`, { cause });
  }
}

interface ModelReading {
  readonly result: BuildResult;
  readonly model?: PluginModel;
  /** The bytes of all files of skills; absent for a plugin without skills. */
  readonly skillFiles?: Uint8Array;
  /** The pages of all views; absent for a plugin without views. */
  readonly viewFiles?: Uint8Array;
}

interface Assembled extends ModelReading {
  readonly files: readonly OutputFile[];
  /** The module of the plugin's tools for its views; present also if only the views have faults. */
  readonly viewTools?: string;
}

class PluginBuilder implements Builder {
  readonly folder: string;
  readonly #log: InputLog;
  readonly #options: BuilderOptions;
  readonly #sources: PluginSources;
  readonly #code: PluginCode;
  /** The files that the pages of views were made from. */
  #viewFiles: ReadonlySet<string> = new Set();
  #viewBuilder: ViewBuilder | undefined;
  /** The code of the latest build, for one in which only views have changed since. */
  #built: CodeBuild | undefined;
  /** Whether only files of views have changed since the latest build, if any has. */
  #changed: 'views' | 'code' | undefined;
  #inputs: BuildInputs = { files: new Map(), missing: [], links: new Map(), roots: [], folders: new Map() };

  constructor(folder: string, openReader: OpenReader, options: BuilderOptions, log: InputLog) {
    this.folder = folder;
    this.#log = log;
    this.#options = options;
    this.#sources = new PluginSources(folder, openReader, log);
    this.#code = new PluginCode(folder, options, log);
  }

  get files(): readonly string[] {
    const tools = join(this.folder, viewToolsFile);
    const ofViews = [...this.#viewFiles].filter((file) => file !== tools && !/[\\/]node_modules[\\/]/.test(file));
    return [...new Set([...this.#sources.files, ...this.#code.files, ...ofViews])].sort();
  }

  get inputs(): BuildInputs {
    return this.#inputs;
  }

  refresh(changedFiles: readonly string[]): void {
    this.#log.forget(changedFiles);
    this.#viewBuilder?.refresh(changedFiles);
    const ofCode = changedFiles.filter((file) => !this.#isOnlyOfViews(file));
    if (ofCode.length > 0) {
      this.#changed = 'code';
      this.#sources.refresh(ofCode.filter((file) => !this.#isLinkedCode(file)));
    } else if (changedFiles.length > 0) this.#changed ??= 'views';
    this.#code.refresh(changedFiles);
  }

  readSources(): Promise<SourcesReading> {
    return this.#sources.readUnchecked();
  }

  checkSources(): Promise<SourcesReading> {
    return this.#sources.check();
  }

  async read(): Promise<BuildResult> {
    return (await this.#assemble()).result;
  }

  async readModel(): Promise<ModelReading> {
    return this.#assemble();
  }

  async build(): Promise<BuildResult> {
    const { result, files, viewTools } = await this.#assemble();
    if (viewTools !== undefined) {
      await this.#writeViewTools(viewTools);
      this.#inputs = this.#findInputs(result);
    }
    if (!result.manifest) return result;

    const startedAt = performance.now();
    const output = join(this.folder, 'dist');
    const written = await writeOutput(output, this.#withRecord(files, result));
    // The content of skills and views that were removed is not published with the next version.
    if (!result.manifest.skills) await rm(join(output, skillsPack), { force: true });
    if (!result.manifest.views) await rm(join(output, viewsPack), { force: true });
    const wroteFiles = written.some((name) => name !== recordFile);
    return { ...result, wroteFiles, durationMs: { ...result.durationMs, write: performance.now() - startedAt } };
  }

  async close(): Promise<void> {
    this.#sources.close();
    await this.#code.close();
  }

  async #assemble(): Promise<Assembled> {
    const assembled = await this.#assembleFromSource();
    this.#inputs = this.#findInputs(assembled.result);
    return assembled;
  }

  #findInputs({ manifest }: BuildResult): BuildInputs {
    const used = manifest && this.#code.sources;
    const isUsed = (path: string): boolean => !used || !isScript(path) || used.has(path) || this.#viewFiles.has(path);
    return this.#log.inputsOf(this.folder, isUsed);
  }

  async #assembleFromSource(): Promise<Assembled> {
    const startedAt = performance.now();
    const known = this.#changed === 'views' ? this.#built : undefined;
    this.#changed = undefined;
    const code = known ?? (await this.#code.build(() => this.#sources.readForBuild()));
    const builtAt = performance.now();
    const taken = known ? { read: builtAt - startedAt, bundle: 0, write: 0 } : code.durationMs;
    this.#built = code.manifest ? code : undefined;
    if (!code.manifest) return this.#refuse(code.diagnostics, taken);

    const { model, source, output } = code;
    const views = await this.#buildViews(model, code.manifest);
    const durationMs = { ...taken, bundle: taken.bundle + performance.now() - builtAt };
    const found = sortDiagnostics([...code.diagnostics, ...views.diagnostics]);
    const viewTools = views.tools === undefined ? {} : { viewTools: views.tools };
    if (hasErrors(found)) return { ...this.#refuse(found, durationMs), ...viewTools };
    const packed = { skills: code.skills, views: await packViews(views.built) };
    const whole = packed.views ? { ...code.manifest, views: packed.views.manifest } : code.manifest;
    const manifest = rewriteForTargets(whole, this.#options.targets ?? []);
    const result = {
      ...{ folder: this.folder, manifest, places: toolPlaces(model) },
      ...(source.targets && { targets: source.targets }),
      diagnostics: [...found, ...refusedNameWarnings(manifest, model, this.#options.targets ?? source.targets)],
      ...{ wroteFiles: false, durationMs },
    };
    return {
      ...{ result, model, files: this.#options.checksOnly ? [] : outputFiles(manifest, output, packed) },
      ...(packed.skills && { skillFiles: packed.skills.bytes }),
      ...(packed.views && { viewFiles: packed.views.bytes }),
      ...viewTools,
    };
  }

  async #buildViews({ views: declared = [] }: PluginModel, { tools }: Manifest): Promise<ViewsBuild> {
    if (declared.length === 0) return { built: [], diagnostics: [], files: [] };
    const { views, diagnostics } = findViewFiles(this.folder, declared, this.#log);
    if (!this.#viewBuilder) {
      // Loaded with the first view: few plugins have any.
      const { ViewBuilder } = await import('../views/view-builder.js');
      this.#viewBuilder = new ViewBuilder(this.folder, this.#log);
    }
    const build = await this.#viewBuilder.build(views, tools);
    const written = build.tools === undefined ? [] : [join(this.folder, viewToolsFile)];
    this.#viewFiles = new Set([...build.files, ...written]);
    return { ...build, diagnostics: [...diagnostics, ...build.diagnostics] };
  }

  /**
   * Writes the module beside the views, for editors. With equal text the file is left alone, so that nothing that watches it begins again; a
   * build does if it is edited or removed.
   */
  async #writeViewTools(text: string): Promise<void> {
    const path = join(this.folder, viewToolsFile);
    await writeOutput(dirname(path), [{ name: basename(path), bytes: Buffer.from(text) }]);
    this.#log.forget([path]);
    this.#log.noteFile(path);
  }

  /** Returns whether the file is code of a linked package that no type was read from. */
  #isLinkedCode(file: string): boolean {
    const isCode = /\.[cm]?jsx?$/.test(file) && relative(this.folder, file).startsWith('..');
    return isCode && this.#code.files.includes(file) && !this.#sources.files.includes(file);
  }

  /** Returns whether the file is a source of views that no tool depends on. */
  #isOnlyOfViews(file: string): boolean {
    return this.#viewFiles.has(file) && !this.#sources.files.includes(file) && !this.#code.files.includes(file);
  }

  /** Adds the record, which names the other files, before the manifest. */
  #withRecord(files: readonly OutputFile[], { diagnostics }: BuildResult): readonly OutputFile[] {
    const outputs = new Map(files.map(({ name, bytes }) => [name, hashOf(bytes)]));
    const options = describeOptions(this.#options);
    const record = { builder: builderVersion, options, outputs, diagnostics, inputs: this.#inputs };
    return [
      ...files.slice(0, -1),
      { name: recordFile, bytes: Buffer.from(writeRecord(this.folder, record)) },
      ...files.slice(-1),
    ];
  }

  #refuse(diagnostics: readonly Diagnostic[], durationMs: BuildDurations): Assembled {
    return { result: { folder: this.folder, diagnostics, wroteFiles: false, durationMs }, files: [] };
  }
}

function isScript(path: string): boolean {
  return /\.[cm]?[jt]sx?$/.test(path);
}

/** Lists the manifest last: when it appears, the files it names are in place. */
function outputFiles(
  manifest: Manifest,
  output: BundleOutput,
  { skills, views }: { readonly skills: PackedSkills | undefined; readonly views: PackedViews | undefined },
): readonly OutputFile[] {
  return [
    { name: `${codeFile}.map`, bytes: output.map },
    { name: codeFile, bytes: output.code },
    ...(skills ? [{ name: skillsPack, bytes: skills.bytes }] : []),
    ...(views ? [{ name: viewsPack, bytes: views.bytes }] : []),
    { name: manifestFile, bytes: Buffer.from(canonicalJson(manifest)) },
  ];
}
