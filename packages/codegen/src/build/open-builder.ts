/**
 * Builds one plugin repeatedly: reads its source, bundles its code, assembles the manifest and writes both.
 *
 * Keeps its reader and its bundler open, so that later builds redo only what changed.
 */
import { realpath, rm } from 'node:fs/promises';
import { basename, dirname, join, relative, resolve } from 'node:path';
import { codeFile, openBundler, type Bundler, type BundleOutput } from '../bundle/open-bundler.js';
import { diagnosticCodes } from '../diagnostics/diagnostic-codes.js';
import { announcesUpdates } from '../manifest/announces-updates.js';
import { buildManifest } from '../manifest/build-manifest.js';
import { canonicalJson, cidOf, type Framework, type Manifest, type ManifestPlugin } from '@sigil/core/building';
import { exists, hashOf, type BuildInputs } from '../inputs/build-inputs.js';
import { recordFile, writeRecord } from '../inputs/build-record.js';
import { builderVersion, describeOptions } from '../inputs/build-terms.js';
import { InputLog } from '../inputs/input-log.js';
import { sortDiagnostics } from '../diagnostics/sort-diagnostics.js';
import { hasErrors, type Diagnostic } from '../model/diagnostic.js';
import type { PluginModel } from '../model/plugin-model.js';
import { viewToolsFile } from '../model/view-tools-file.js';
import type { PluginReader, PluginReading } from '../reader/plugin-reader.js';
import type { EvaluatedSchemas, SchemaEvaluator } from '../schemas/evaluate-schemas.js';
import { packSkills, skillsPack, skillsRoot, type PackedSkills } from '../skills/pack-skills.js';
import { readSkills, type SkillsReading } from '../skills/read-skills.js';
import type { ReadSkill } from '../skills/skill-files.js';
import { findViewFiles } from '../views/find-view-files.js';
import { packViews, viewsPack, type PackedViews } from '../views/pack-views.js';
import type { ViewBuilder, ViewsBuild } from '../views/view-builder.js';
import { rewriteForTargets, type ClientTarget } from '@sigil/contracts/targets';
import type { BuildDurations, BuildOptions, BuildResult } from './build-result.js';
import { malformedDiagnostics } from './malformed-diagnostics.js';
import { readPackage } from './read-package.js';
import { refusedNameWarnings } from './refused-names.js';
import { toolPlaces } from './tool-places.js';
import { undescribedDiagnostics } from './undescribed-diagnostics.js';
import { undescribedProperties } from './undescribed-properties.js';
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

/** Opens the reader of the sources in a folder. @param framework the one whose container constructs the classes, if any */
export type OpenReader = (folder: string, inputs: InputLog, framework: Framework | undefined) => PluginReader;

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

/** The sources of a plugin before their code is bundled. Use the model only without errors. */
export interface SourcesReading {
  readonly model: PluginModel;
  readonly diagnostics: readonly Diagnostic[];
  /** From the package.json; absent if that is not valid. */
  readonly plugin?: ManifestPlugin;
  /** The clients that the plugin is for; absent where the package.json does not say. */
  readonly targets?: readonly ClientTarget[];
}

interface SourceReading extends SourcesReading {
  readonly skills?: readonly ReadSkill[];
  readonly isStrict: boolean;
  /** Every file of the compiler's program but the language's library; absent if there is no program. */
  readonly sources?: ReadonlySet<string>;
}

/** Reads the types of the sources. @param isFirst true if the reader has read nothing yet */
type ReadTypes = (reader: PluginReader, isFirst: boolean) => PluginReading | Promise<PluginReading>;

/** The code of a plugin, and everything that a build has beside its views. */
interface CodeBuild {
  readonly source: SourceReading;
  readonly model: PluginModel;
  readonly output: BundleOutput;
  readonly manifest: Manifest;
  readonly skills: PackedSkills | undefined;
  readonly diagnostics: readonly Diagnostic[];
  readonly durationMs: BuildDurations;
}

/** The faults that leave a plugin without code. */
interface RefusedCode extends Pick<CodeBuild, 'diagnostics' | 'durationMs'> {
  readonly manifest?: undefined;
}

interface Assembled extends ModelReading {
  readonly files: readonly OutputFile[];
  /** The module of the plugin's tools for its views; present also if only the views have faults. */
  readonly viewTools?: string;
}

class PluginBuilder implements Builder {
  readonly folder: string;
  readonly #log: InputLog;
  readonly #openReader: OpenReader;
  readonly #options: BuilderOptions;
  /** The results of `readSources` and `checkSources` since the latest change. */
  #unchecked: Promise<SourceReading> | undefined;
  #checked: Promise<SourceReading> | undefined;
  #reader: PluginReader | undefined;
  /** The framework that the reader was opened for. */
  #framework: Framework | undefined;
  #bundler: Bundler | undefined;
  #evaluator: SchemaEvaluator | undefined;
  #isBundlerStale = false;
  /** The files whose types were read, and those whose code was bundled. */
  #read: readonly string[] = [];
  #bundled: readonly string[] = [];
  /** The files that the pages of views were made from. */
  #viewFiles: ReadonlySet<string> = new Set();
  #viewBuilder: ViewBuilder | undefined;
  /** The code of the latest build, for one in which only views have changed since. */
  #code: CodeBuild | undefined;
  /** Whether only files of views have changed since the latest build, if any has. */
  #changed: 'views' | 'code' | undefined;
  /** All scripts that the compiler or the bundler read for the code. */
  #sources: ReadonlySet<string> | undefined;
  #inputs: BuildInputs = { files: new Map(), missing: [], links: new Map(), roots: [], folders: new Map() };

  constructor(folder: string, openReader: OpenReader, options: BuilderOptions, log: InputLog) {
    this.folder = folder;
    this.#log = log;
    this.#openReader = openReader;
    this.#options = options;
  }

  get files(): readonly string[] {
    const tools = join(this.folder, viewToolsFile);
    const ofViews = [...this.#viewFiles].filter((file) => file !== tools && !/[\\/]node_modules[\\/]/.test(file));
    return [...new Set([...this.#read, ...this.#bundled, ...ofViews])].sort();
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
      this.#unchecked = undefined;
      this.#checked = undefined;
    } else if (changedFiles.length > 0) this.#changed ??= 'views';
    this.#reader?.refresh(ofCode.filter((file) => !this.#isLinkedCode(file)));
    // The bundler fixes its configuration when it is opened.
    this.#isBundlerStale ||= changedFiles.some((file) => /[\\/](?:ts|js)config[^\\/]*\.json$/.test(file));
  }

  async readSources(): Promise<SourcesReading> {
    const checked = await this.#checked;
    if (checked && !hasErrors(checked.diagnostics)) return checked;
    this.#unchecked ??= this.#readSources((reader) => reader.readUnchecked()).catch((cause: unknown) => {
      // The next call tries again.
      this.#unchecked = undefined;
      throw cause;
    });
    return this.#unchecked;
  }

  checkSources(): Promise<SourcesReading> {
    this.#checked ??= this.#readSources((reader) => reader.read()).catch((cause: unknown) => {
      this.#checked = undefined;
      throw cause;
    });
    return this.#checked;
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
    this.#reader?.close();
    await this.#bundler?.close();
  }

  async #assemble(): Promise<Assembled> {
    const assembled = await this.#assembleFromSource();
    this.#inputs = this.#findInputs(assembled.result);
    return assembled;
  }

  #findInputs({ manifest }: BuildResult): BuildInputs {
    const used = manifest && this.#sources;
    const isUsed = (path: string): boolean => !used || !isScript(path) || used.has(path) || this.#viewFiles.has(path);
    return this.#log.inputsOf(this.folder, isUsed);
  }

  async #assembleFromSource(): Promise<Assembled> {
    const startedAt = performance.now();
    const known = this.#changed === 'views' ? this.#code : undefined;
    this.#changed = undefined;
    const code = known ?? (await this.#buildCode());
    const builtAt = performance.now();
    const taken = known ? { read: builtAt - startedAt, bundle: 0, write: 0 } : code.durationMs;
    this.#code = code.manifest ? code : undefined;
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

  /** Builds everything but the views, which tools do not depend on. */
  async #buildCode(): Promise<CodeBuild | RefusedCode> {
    const startedAt = performance.now();
    const source = await (this.#checked ??
      this.#readSources((reader, isFirst) => (isFirst ? reader.readFirst() : reader.read())));
    const readAt = performance.now();
    const { plugin, model } = source;
    if (!plugin || hasErrors(source.diagnostics)) {
      return { diagnostics: source.diagnostics, durationMs: { read: readAt - startedAt, bundle: 0, write: 0 } };
    }

    const bundler = await this.#freshBundler();
    const { checksOnly = false } = this.#options;
    const bundled = checksOnly ? bundler.check(model, plugin.framework) : bundler.bundle(model, plugin.framework);
    const { output, files, packages = [], diagnostics } = await bundled;
    this.#bundled = output ? files : [...this.#bundled, ...files];
    if (source.sources) this.#sources = new Set([...source.sources, ...files, ...packages]);
    const durationMs = { read: readAt - startedAt, bundle: performance.now() - readAt, write: 0 };
    if (!output) return { diagnostics: [...source.diagnostics, ...diagnostics], durationMs };

    const built = buildManifest(model, plugin, { file: codeFile, cid: await cidOf(output.code) });
    const isStrict = this.#options.strict ?? source.isStrict;
    const undescribed = isStrict ? undescribedDiagnostics(undescribedProperties(built, model), 'error') : [];
    const found = [...source.diagnostics, ...malformedDiagnostics(built, model), ...undescribed];
    if (hasErrors(found)) return { diagnostics: found, durationMs };
    // The code of an application is not in the bundle; it may announce updates from anywhere.
    const announces = plugin.framework !== undefined || announcesUpdates(output.code);
    const announcing = announces ? { ...built, announcesUpdates: true as const } : built;
    const skills = await packSkills(source.skills ?? [], skillsRoot(plugin.name));
    const manifest = skills ? { ...announcing, skills: skills.manifest } : announcing;
    return { source, model, output, manifest, skills, diagnostics: found, durationMs };
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

  /** Returns the model with the JSON Schema of each schema in a decorator, and all diagnostics so far. */
  async #evaluateSchemas({ model, diagnostics }: SourceReading): Promise<EvaluatedSchemas> {
    const hasSchemas = model.classes.some(({ methods }) =>
      methods.some((method) => method.kind === 'tool' && (method.input ?? method.output)),
    );
    if (!hasSchemas) return { model, diagnostics };
    if (!this.#evaluator) {
      // Loaded with the first such schema: few plugins have any.
      const { SchemaEvaluator } = await import('../schemas/evaluate-schemas.js');
      this.#evaluator = new SchemaEvaluator(this.folder);
    }
    const evaluated = await this.#evaluator.evaluate(model);
    return { model: evaluated.model, diagnostics: sortDiagnostics([...diagnostics, ...evaluated.diagnostics]) };
  }

  /** Returns whether the file is code of a linked package that no type was read from. */
  #isLinkedCode(file: string): boolean {
    const isCode = /\.[cm]?jsx?$/.test(file) && relative(this.folder, file).startsWith('..');
    return isCode && this.#bundled.includes(file) && !this.#read.includes(file);
  }

  /** Returns whether the file is a source of views that no tool depends on. */
  #isOnlyOfViews(file: string): boolean {
    return this.#viewFiles.has(file) && !this.#read.includes(file) && !this.#bundled.includes(file);
  }

  async #freshBundler(): Promise<Bundler> {
    if (this.#isBundlerStale) {
      await this.#bundler?.close();
      this.#bundler = undefined;
      this.#isBundlerStale = false;
    }
    this.#bundler ??= openBundler(this.folder, this.#log);
    return this.#bundler;
  }

  /** Reads the sources, then evaluates the schemas in their decorators. */
  async #readSources(readTypes: ReadTypes): Promise<SourceReading> {
    const source = await this.#readSource(readTypes);
    if (!source.plugin || hasErrors(source.diagnostics)) return source;
    return { ...source, ...(await this.#evaluateSchemas(source)) };
  }

  async #readSource(readTypes: ReadTypes): Promise<SourceReading> {
    const described = readPackage(this.folder, this.#log);
    if ('diagnostics' in described)
      return { model: { classes: [], schemaCalls: [] }, diagnostics: described.diagnostics, isStrict: false };

    const { model, diagnostics, files, sources } = await this.#readTypes(described.plugin.framework, readTypes);
    this.#read = files;
    const skills = await this.#readSkills(described.plugin, hasErrors(diagnostics) ? undefined : model);
    const found = sortDiagnostics([...diagnostics, ...skills.diagnostics]);
    const read = { model, skills: skills.skills, diagnostics: found, ...(sources && { sources }) };
    if (hasErrors(found) || model.classes.length > 0 || skills.skills.length > 0) return { ...read, ...described };
    return { model, diagnostics: [nothingPublishedIn(this.folder)], isStrict: false };
  }

  /** @param model absent if the classes have faults, so that the names of tools are unknown */
  #readSkills({ name }: ManifestPlugin, model: PluginModel | undefined): Promise<SkillsReading> {
    const methods = model?.classes.flatMap((owner) => owner.methods);
    const tools = methods?.flatMap((method) => (method.kind === 'tool' ? [method.name] : []));
    return readSkills({ folder: this.folder, log: this.#log, root: skillsRoot(name), tools });
  }

  async #readTypes(framework: Framework | undefined, readTypes: ReadTypes): Promise<PluginReading> {
    const isFirst = !this.#reader || framework !== this.#framework;
    if (isFirst) this.#reader?.close();
    this.#framework = framework;
    const reader = isFirst || !this.#reader ? this.#openReader(this.folder, this.#log, framework) : this.#reader;
    this.#reader = reader;
    return readTypes(reader, isFirst);
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

/** Describes a folder without classes, at the file that says which sources it has. */
function nothingPublishedIn(folder: string): Diagnostic {
  return {
    code: 'SIGIL093',
    message: 'no exported class here has a method with @Tool, @Resource or @Prompt',
    fix: diagnosticCodes.SIGIL093.remedy,
    file: exists(join(folder, 'tsconfig.json')) ? 'tsconfig.json' : 'package.json',
    line: 1,
    column: 1,
    length: 1,
  };
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
