/**
 * Bundles a plugin's classes and its generated decoders into one file with a separate source map: a CommonJS module whose
 * function evaluates the plugin as Node would run its sources.
 *
 * Installed packages stay external: Node loads them where the code runs. All paths in the output are relative to the plugin's
 * folder, so its bytes do not depend on the folder's location.
 */
import { existsSync } from 'node:fs';
import { dirname, isAbsolute, join, resolve } from 'node:path';
import type { ts } from 'ts-morph';
import type { Framework } from '@sigil/core/building';
import type { BuildContext, BuildFailure, BuildOptions, BuildResult, Message, Plugin } from 'esbuild';
import { generatedNames, writeDecoderStatements } from '../plugin-code/write-decoders.js';
import { InputLog } from '../inputs/input-log.js';
import type { Diagnostic } from '../model/diagnostic.js';
import type { PluginModel } from '../model/plugin-model.js';
import { findAwaitingRequires } from './awaiting-requires.js';
import { bundleDiagnostics } from './bundle-diagnostics.js';
import { bundleHead, closeFrame, frameNames } from './bundle-frame.js';
import { compilerSettings, conditionsOf, readCompilerOptions, target } from './compiler-settings.js';
import { mendLazyModules } from './lazy-modules.js';
import { bundler } from './load-bundler.js';
import { packageFolderOf } from './module-format.js';
import { mendNamespaces } from './module-namespaces.js';
import { explainLinkErrors, findMissingReExports } from './missing-names.js';
import { packageImports, type ExternalModule, type ImportingPlugin } from './package-imports.js';
import { changesByFile, sourceLoader, type ChangesByFile } from './source-loader.js';
import { unsavedSources } from './unsaved-sources.js';
import { writeEntry } from './write-entry.js';

/** The bundle's file name; its source map adds `.map`. */
export const codeFile = 'plugin.cjs';

/** The bytes of a plugin's code and of its source map. */
export interface BundleOutput {
  readonly code: Uint8Array;
  readonly map: Uint8Array;
}

/** A plugin's code, or the reasons why there is none. */
export interface Bundle {
  readonly output?: BundleOutput;
  /** The sources that it was made from, or that an error names, as absolute paths. */
  readonly files: readonly string[];
  /** The files of installed packages that it looked into, as absolute paths. */
  readonly packages?: readonly string[];
  readonly diagnostics: readonly Diagnostic[];
}

/** Bundles the same plugin repeatedly, each time only what changed. */
export interface Bundler {
  /** @param framework the one that constructs the classes: its application has their code, and the bundle only what is generated */
  bundle(model: PluginModel, framework?: Framework): Promise<Bundle>;
  /** Bundles without decoders, which take long to write at many tools. The diagnostics are those of `bundle`. */
  check(model: PluginModel, framework?: Framework): Promise<Bundle>;
  close(): Promise<void>;
}

/**
 * Opens a bundler for the plugin in `folder`; call `close` at the end.
 *
 * @param folder absolute and without symbolic links
 * @param inputs notes the files that are read, and those that are missing
 */
export function openBundler(folder: string, inputs = new InputLog()): Bundler {
  return new PluginBundler(folder, inputs);
}

class PluginBundler implements Bundler {
  readonly #folder: string;
  readonly #inputs: InputLog;
  #packages: ReadonlySet<string> = new Set();
  #entry = '';
  #changes: ChangesByFile = new Map();
  #opened: OpenedBundler | undefined;
  readonly #modules = new Map<string, ExternalModule>();

  constructor(folder: string, inputs: InputLog) {
    this.#folder = folder;
    this.#inputs = inputs;
  }

  async bundle(model: PluginModel, framework?: Framework): Promise<Bundle> {
    const opened = await this.#openFor(model, framework);
    const bundled = this.#rebuild(opened);
    // Written while the bundler, a separate process, is working.
    const decoders = writeDecoderStatements(model);
    const { output, ...rest } = await bundled;
    if (!output) return rest;
    const code = closeFrame(mendNamespaces(mendLazyModules(output.code)), decoders, generatedNames(model));
    return { ...rest, output: { map: output.map, code: Buffer.from(code) } };
  }

  async check(model: PluginModel, framework?: Framework): Promise<Bundle> {
    const { output, ...rest } = await this.#rebuild(await this.#openFor(model, framework));
    return output ? { ...rest, output: { map: output.map, code: Buffer.from(output.code) } } : rest;
  }

  async #openFor(model: PluginModel, framework: Framework | undefined): Promise<OpenedBundler> {
    this.#entry = writeEntry(framework ? withoutClasses(model) : model);
    this.#changes = changesByFile(model);
    this.#opened ??= await this.#open();
    return this.#opened;
  }

  async close(): Promise<void> {
    await this.#opened?.esbuild.dispose();
    this.#opened = undefined;
  }

  async #open(): Promise<OpenedBundler> {
    const folder = this.#folder;
    const options = readCompilerOptions(folder);
    const linked = new Map<string, ts.CompilerOptions>();
    const optionsOf = (file: string): ts.CompilerOptions => {
      const owner = packageFolderOf(file);
      if (owner === undefined || owner === folder) return options;
      this.#inputs.noteFile(join(owner, 'tsconfig.json'));
      if (!existsSync(join(owner, 'tsconfig.json'))) return options;
      const known = linked.get(owner) ?? readCompilerOptions(owner);
      linked.set(owner, known);
      return known;
    };
    const inputs = this.#inputs;
    const packages = new Set<string>();
    this.#packages = packages;
    const plugin = { folder, outFolder: join(folder, 'dist'), options, optionsOf, inputs, packages };
    const plugins = [
      unsavedSources(inputs),
      entryModules(folder, () => this.#entry),
      packageImports(plugin, this.#modules),
      sourceLoader(plugin, () => this.#changes),
    ];
    return { esbuild: await bundler.context({ ...optionsFor(plugin), plugins }), plugin };
  }

  async #rebuild({ esbuild, plugin }: OpenedBundler): Promise<Bundled> {
    const { result, errors } = await rebuildOrErrors(esbuild);
    const missing = result?.metafile
      ? findMissingReExports(result.metafile, this.#modules, plugin)
      : explainLinkErrors(errors, this.#modules, plugin);
    if (missing.hasAdded) return this.#rebuild({ esbuild, plugin });
    if (result && missing.messages.length === 0) {
      return { ...readOutput(plugin, result), packages: [...this.#packages] };
    }
    noteUnresolved(this.#folder, errors, this.#inputs);
    const files = missing.messages.flatMap(({ location }) => (location ? [join(this.#folder, location.file)] : []));
    return { files, diagnostics: bundleDiagnostics(missing.messages) };
  }
}

/** Leaves out everything that the entry would import from the author's files. */
function withoutClasses({ schemaCalls }: PluginModel): PluginModel {
  return { classes: [], schemaCalls };
}

/** The bundler's context, and the plugin that it bundles. */
interface OpenedBundler {
  readonly esbuild: BuildContext;
  readonly plugin: ImportingPlugin;
}

/** Faults in the author's code come as a list of messages; any other error is internal and is rethrown. */
async function rebuildOrErrors(esbuild: BuildContext): Promise<Rebuilt> {
  try {
    return { result: await esbuild.rebuild(), errors: [] };
  } catch (cause) {
    if (!isBuildFailure(cause)) throw cause;
    return { errors: cause.errors };
  }
}

interface Rebuilt {
  readonly result?: BuildResult;
  readonly errors: readonly Message[];
}

/** A bundle whose code has no decoders yet. */
interface Bundled extends Omit<Bundle, 'output'> {
  readonly output?: { readonly code: string; readonly map: Uint8Array };
}

function optionsFor({ folder, outFolder, options }: ImportingPlugin): BuildOptions {
  return {
    absWorkingDir: folder,
    entryPoints: ['sigil:entry'],
    outfile: join(outFolder, codeFile),
    ...compilerSettings(folder),
    bundle: true,
    write: false,
    metafile: true,
    // Has no statement of an ES module but `await`: packages come by `import()`, and the entry exports nothing.
    format: 'esm',
    banner: { js: bundleHead },
    platform: 'node',
    target,
    // As Node: neither the fields nor the conditions that only bundlers know.
    mainFields: ['main'],
    conditions: conditionsOf(options),
    // As Node: modules run although a package.json or a comment calls them free of side effects.
    ignoreAnnotations: true,
    keepNames: true,
    charset: 'utf8',
    sourcemap: 'linked',
    logLevel: 'silent',
  };
}

/** Serves the entry from memory, under names that no file has. */
function entryModules(folder: string, text: () => string): Plugin {
  return {
    name: 'sigil-entry',
    setup(build) {
      build.onResolve({ filter: /^sigil:(?:entry|plugin)$/ }, ({ path }) => ({
        path: path.slice('sigil:'.length),
        namespace: 'sigil',
      }));
      build.onLoad({ filter: /^entry$/, namespace: 'sigil' }, () => ({
        contents: `import * as plugin from 'sigil:plugin'; Object.assign(${frameNames.plugin}, plugin);`,
        resolveDir: folder,
      }));
      build.onLoad({ filter: /^plugin$/, namespace: 'sigil' }, () => ({ contents: text(), resolveDir: folder }));
    },
  };
}

function readOutput(plugin: ImportingPlugin, { outputFiles = [], metafile }: BuildResult): Bundled {
  const { folder } = plugin;
  const code = outputFiles.find((file) => file.path.endsWith('.cjs'));
  const map = outputFiles.find((file) => file.path.endsWith('.map'));
  if (!code || !map) throw new Error('the bundler wrote no code, or no source map');
  const inputs = Object.keys(metafile?.inputs ?? {}).filter((path) => !/^sigil[\w-]*:/.test(path));
  const files = inputs.map((path) => (isAbsolute(path) ? path : join(folder, path)));
  // Their package.json files say where the code of linked packages is.
  const linked = files.map(packageFolderOf).filter((place) => place !== undefined && place !== folder);
  files.push(...new Set(linked.map((place) => join(place!, 'package.json'))));
  const requires = metafile ? findAwaitingRequires(plugin, code.text, metafile) : [];
  if (requires.length > 0) return { files, diagnostics: bundleDiagnostics(requires) };
  return { output: { code: code.text, map: map.contents }, files, diagnostics: [] };
}

/** Notes the files that the bundler's own resolution did not find: relative imports of linked JavaScript. */
function noteUnresolved(folder: string, errors: readonly Message[], inputs: InputLog): void {
  for (const { text, location } of errors) {
    const [, name] = /^Could not resolve "(\.[^"]*)"/.exec(text) ?? [];
    if (name !== undefined && location) inputs.noteFile(resolve(folder, dirname(location.file), name));
  }
}

function isBuildFailure(cause: unknown): cause is BuildFailure {
  return cause instanceof Error && 'errors' in cause && Array.isArray(cause.errors);
}
