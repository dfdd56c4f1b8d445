/**
 * Bundles a plugin's classes and its generated decoders into one CommonJS file with a separate source map.
 *
 * Installed packages stay external: the host that runs the code supplies them. All paths in the output are relative to the
 * plugin's folder, so its bytes do not depend on the folder's location.
 */
import { join } from 'node:path';
import type { BuildContext, BuildFailure, BuildOptions, BuildResult, Plugin } from 'esbuild';
import { generatedNames, writeDecoderStatements } from '../plugin-code/write-decoders.js';
import type { Diagnostic } from '../model/diagnostic.js';
import type { PluginModel } from '../model/plugin-model.js';
import { appendDecoders } from './append-decoders.js';
import { bundleDiagnostics } from './bundle-diagnostics.js';
import { compilerSettings, target } from './compiler-settings.js';
import { bundler } from './load-bundler.js';
import { callsByFile, schemaLoader, type CallsByFile } from './schema-loader.js';
import { writeEntry } from './write-entry.js';

/** The bundle's file name; its source map adds `.map`. */
export const codeFile = 'plugin.cjs';

/** The variable that replaces `import.meta.url` in a bundle; a loader passes it. */
export const moduleUrlVariable = '__sigil_module_url';

/** The bytes of a plugin's code and of its source map. */
export interface BundleOutput {
  readonly code: Uint8Array;
  readonly map: Uint8Array;
}

/** A plugin's code, or the reasons why there is none. */
export interface Bundle {
  readonly output?: BundleOutput;
  readonly diagnostics: readonly Diagnostic[];
}

/** Bundles the same plugin repeatedly, each time only what changed. */
export interface Bundler {
  bundle(model: PluginModel): Promise<Bundle>;
  close(): Promise<void>;
}

/**
 * Opens a bundler for the plugin in `folder`; call `close` at the end.
 *
 * @param folder absolute and without symbolic links
 */
export function openBundler(folder: string): Bundler {
  return new PluginBundler(folder);
}

class PluginBundler implements Bundler {
  readonly #folder: string;
  #entry = '';
  #esbuild: BuildContext | undefined;
  /** The files into which the open context inserts schemas; the calls may differ from bundle to bundle. */
  #filesWithCalls = '';
  #calls: CallsByFile = new Map();

  constructor(folder: string) {
    this.#folder = folder;
  }

  async bundle(model: PluginModel): Promise<Bundle> {
    this.#entry = writeEntry(model);
    this.#calls = callsByFile(model.schemaCalls);
    const bundled = rebuild(await this.#openContext());
    // Written while the bundler, a separate process, is working.
    const decoders = writeDecoderStatements(model);
    const { output, diagnostics } = await bundled;
    if (!output) return { diagnostics };
    return { output: { ...output, code: appendDecoders(output.code, decoders, generatedNames(model)) }, diagnostics };
  }

  async close(): Promise<void> {
    await this.#esbuild?.dispose();
    this.#esbuild = undefined;
  }

  /** Opens a context, which fixes the files that pass through our loader; the bundler loads all others itself. */
  async #openContext(): Promise<BuildContext> {
    const files = [...this.#calls.keys()];
    const names = files.join('\n');
    if (this.#esbuild && names === this.#filesWithCalls) return this.#esbuild;
    await this.close();

    const plugins = [entryModule(this.#folder, () => this.#entry)];
    if (files.length > 0) plugins.push(schemaLoader(files, () => this.#calls));
    this.#filesWithCalls = names;
    return (this.#esbuild = await bundler.context({ ...optionsFor(this.#folder), plugins }));
  }
}

function optionsFor(folder: string): BuildOptions {
  return {
    absWorkingDir: folder,
    entryPoints: ['sigil:plugin'],
    outfile: join('dist', codeFile),
    ...compilerSettings(folder),
    bundle: true,
    write: false,
    format: 'cjs',
    platform: 'node',
    target,
    packages: 'external',
    keepNames: true,
    charset: 'utf8',
    sourcemap: 'linked',
    logLevel: 'silent',
    // A member without a counterpart in a bundle, such as `import.meta.resolve`, would be undefined at run time.
    logOverride: { 'empty-import-meta': 'error' },
    define: {
      'import.meta.url': moduleUrlVariable,
      'import.meta.dirname': '__dirname',
      'import.meta.filename': '__filename',
    },
  };
}

/** Serves the entry from memory, under a name that no file has. */
function entryModule(folder: string, text: () => string): Plugin {
  return {
    name: 'sigil-entry-module',
    setup(build) {
      build.onResolve({ filter: /^sigil:/ }, ({ path }) => ({ path: path.slice('sigil:'.length), namespace: 'sigil' }));
      build.onLoad({ filter: /.*/, namespace: 'sigil' }, () => ({
        contents: text(),
        loader: 'js',
        resolveDir: folder,
      }));
    },
  };
}

async function rebuild(esbuild: BuildContext): Promise<Bundle> {
  try {
    return readOutput(await esbuild.rebuild());
  } catch (cause) {
    // Faults in the author's code come as a list of messages; any other error is internal and is rethrown.
    if (!isBuildFailure(cause)) throw cause;
    return { diagnostics: bundleDiagnostics(cause.errors) };
  }
}

function readOutput({ outputFiles = [] }: BuildResult): Bundle {
  const code = outputFiles.find((file) => file.path.endsWith('.cjs'));
  const map = outputFiles.find((file) => file.path.endsWith('.map'));
  if (!code || !map) throw new Error('the bundler wrote no code, or no source map');
  return { output: { code: code.contents, map: map.contents }, diagnostics: [] };
}

function isBuildFailure(cause: unknown): cause is BuildFailure {
  return cause instanceof Error && 'errors' in cause && Array.isArray(cause.errors);
}
