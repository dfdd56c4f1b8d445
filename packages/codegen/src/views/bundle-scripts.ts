/**
 * Bundles scripts and style sheets of a view for a browser, each into one text without imports.
 */
import { existsSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import { dirname, isAbsolute, join } from 'node:path';
import type {
  BuildFailure,
  BuildOptions,
  Loader,
  Message,
  Metafile,
  OnResolveArgs,
  Plugin,
  PluginBuild,
} from 'esbuild';
import { bundleDiagnostics } from '../bundle/bundle-diagnostics.js';
import { compilerSettings, loaderFor, readCompilerOptions } from '../bundle/compiler-settings.js';
import { bundler } from '../bundle/load-bundler.js';
import { diagnosticCodes, type DiagnosticCode } from '../diagnostics/diagnostic-codes.js';
import type { InputLog } from '../inputs/input-log.js';
import type { Diagnostic } from '../model/diagnostic.js';
import { viewToolsFile } from '../model/view-tools-file.js';
import { configFolderOf } from './check-view-types.js';
import { nameInPlugin, type ViewFramework } from './view-source.js';

/** The entry of a bundle: a text, which may import files of its folder. */
export interface BundleEntry {
  readonly text: string;
  readonly loader: Loader;
  /** The texts of modules that it imports as `name?sigil-script=0`, `…=1` and so on. */
  readonly inline: readonly string[];
  /** Absolute path of the file that the text is part of. */
  readonly file: string;
}

/** The texts, or the faults that kept them from being written. */
export interface BundledScripts {
  readonly script: string;
  readonly style: string;
  /** The files that were bundled, as absolute paths, with the files that each imports. */
  readonly modules: ReadonlyMap<string, BundledModule>;
  /** The files that were read, as absolute paths. */
  readonly files: readonly string[];
  readonly diagnostics: readonly Diagnostic[];
}

/** A file of a bundle. */
export interface BundledModule {
  /** The number of bytes that it adds to the page. */
  readonly bytes: number;
  /** The absolute path of each import of a file, by its name in the source. */
  readonly imports: ReadonlyMap<string, string>;
}

/** The surroundings of a bundle. */
export interface BundleSurroundings {
  /** Of the plugin. */
  readonly folder: string;
  readonly framework: ViewFramework;
  readonly log: InputLog;
}

/** A browser of two years ago. */
const target = 'es2022';

/** The files that become data URLs where they are named: their media types by their extensions. */
export const assetTypes: ReadonlyMap<string, string> = new Map(
  Object.entries({
    png: 'image/png',
    jpg: 'image/jpeg',
    jpeg: 'image/jpeg',
    gif: 'image/gif',
    webp: 'image/webp',
    avif: 'image/avif',
    svg: 'image/svg+xml',
    ico: 'image/x-icon',
    bmp: 'image/bmp',
    woff: 'font/woff',
    woff2: 'font/woff2',
    ttf: 'font/ttf',
    otf: 'font/otf',
    mp3: 'audio/mpeg',
    m4a: 'audio/mp4',
    ogg: 'audio/ogg',
    wav: 'audio/wav',
    mp4: 'video/mp4',
    webm: 'video/webm',
    wasm: 'application/wasm',
    pdf: 'application/pdf',
  }),
);

/** Bundles one entry. */
export async function bundleScripts(entry: BundleEntry, surroundings: BundleSurroundings): Promise<BundledScripts> {
  const { folder } = surroundings;
  const read = new Set<string>();
  try {
    const { outputFiles, metafile } = await bundler.build(optionsFor(entry, surroundings, read));
    const textOf = (extension: string): string => outputFiles.find(({ path }) => path.endsWith(extension))?.text ?? '';
    return {
      script: textOf('.js'),
      style: textOf('.css'),
      ...{ modules: modulesIn(folder, metafile), files: [...read], diagnostics: [] },
    };
  } catch (cause) {
    if (!isBuildFailure(cause)) throw cause;
    noteUnresolved(cause.errors, surroundings);
    return {
      script: '',
      style: '',
      modules: new Map(),
      files: [...read],
      diagnostics: describe(cause.errors, nameInPlugin(folder, entry.file)),
    };
  }
}

/** A script, or the faults of its syntax. */
export type ShortenedScript = { readonly script: string } | { readonly diagnostics: readonly Diagnostic[] };

/**
 * Shortens a script that is no module, without changing the names that other scripts may use.
 *
 * @param name of its file, for diagnostics
 */
export async function shortenScript(text: string, name: string): Promise<ShortenedScript> {
  const options = { minify: true, target, charset: 'utf8', legalComments: 'inline', logLevel: 'silent' } as const;
  try {
    return { script: (await bundler.transform(text, { ...options, sourcefile: name })).code };
  } catch (cause) {
    if (!isBuildFailure(cause)) throw cause;
    return { diagnostics: describe(cause.errors, name) };
  }
}

function optionsFor(
  entry: BundleEntry,
  { folder, framework, log }: BundleSurroundings,
  read: Set<string>,
): BuildOptions & { readonly write: false; readonly metafile: true } {
  const configFolder = configFolderOf(folder);
  return {
    absWorkingDir: folder,
    stdin: { contents: entry.text, loader: entry.loader, resolveDir: dirname(entry.file), sourcefile: entry.file },
    outfile: join(folder, entry.loader === 'css' ? 'view.css' : 'view.js'),
    tsconfigRaw: viewSettings(configFolder, framework),
    bundle: true,
    minify: true,
    write: false,
    metafile: true,
    format: 'esm',
    platform: 'browser',
    target,
    conditions: readCompilerOptions(configFolder).customConditions ?? [],
    define: { 'process.env.NODE_ENV': '"production"' },
    loader: Object.fromEntries([...assetTypes.keys()].map((extension) => [`.${extension}`, 'dataurl' as const])),
    charset: 'utf8',
    // A licence has to stay with the code; its place in the text depends on nothing but the code.
    legalComments: 'inline',
    logLevel: 'silent',
    plugins: [
      inlineModules(entry),
      browserModules(),
      oneFramework(dirname(entry.file)),
      loggedSources({ log, read, written: join(folder, viewToolsFile) }),
    ],
  };
}

/** Returns the tsconfig.json that applies, with the framework of the view: the bundler prefers the file's own to options beside it. */
function viewSettings(configFolder: string, framework: ViewFramework): string {
  const { tsconfig, tsconfigRaw } = compilerSettings(configFolder);
  const given = typeof tsconfigRaw === 'object' ? tsconfigRaw.compilerOptions : {};
  const compilerOptions = { ...given, jsx: 'react-jsx', jsxImportSource: framework };
  return JSON.stringify({ ...(tsconfig !== undefined && { extends: tsconfig }), compilerOptions });
}

/** Serves the modules whose text is in the page itself. */
function inlineModules({ inline, file }: BundleEntry): Plugin {
  return {
    name: 'sigil-inline-modules',
    setup: (build) => {
      build.onResolve({ filter: /\?sigil-script=\d+$/ }, ({ path }) => ({ path, namespace: inlineNamespace }));
      build.onLoad({ filter: /.*/, namespace: inlineNamespace }, ({ path }) => ({
        contents: inline[Number(path.slice(path.lastIndexOf('=') + 1))] ?? '',
        loader: 'js',
        resolveDir: dirname(file),
      }));
    },
  };
}

const inlineNamespace = 'sigil-script';

/** Refuses modules of Node, unless a package of this name is installed or the importing package replaces it for browsers. */
function browserModules(): Plugin {
  return {
    name: 'sigil-browser-modules',
    setup: (build) =>
      build.onResolve({ filter: /^(?:node:)?[a-z_]+(?:\/[a-z]+)?$/ }, async (args) => {
        if (args.pluginData === asking || !isBuiltin(args.path)) return undefined;
        const found = await resolveOtherwise(build, args);
        if (found.errors.length === 0) return undefined;
        return {
          errors: [{ text: `"${args.path}" is a module of Node, and a view runs in a browser`, detail: 'SIGIL142' }],
        };
      }),
  };
}

/** Takes frameworks from the view's folder for every package: hooks of one copy fail in the components of another. */
function oneFramework(viewFolder: string): Plugin {
  return {
    name: 'sigil-one-framework',
    setup: (build) =>
      build.onResolve({ filter: /^(?:preact|react|react-dom)(?:\/.+)?$/ }, async (args) => {
        if (args.pluginData === asking) return undefined;
        const { errors, path, external, namespace, sideEffects, suffix } = await resolveOtherwise(build, {
          ...args,
          resolveDir: viewFolder,
        });
        return errors.length === 0 ? { path, external, namespace, sideEffects, suffix } : undefined;
      }),
  };
}

/** Marks the question to the bundler's own resolution. */
const asking = Symbol('asking');

async function resolveOtherwise(
  build: PluginBuild,
  { path, ...args }: OnResolveArgs,
): ReturnType<PluginBuild['resolve']> {
  const { importer, resolveDir, kind, namespace } = args;
  return build.resolve(path, { importer, resolveDir, kind, namespace, pluginData: asking });
}

interface ReadSources {
  readonly log: InputLog;
  /** Gets the files that are read. */
  readonly read: Set<string>;
  /** The file that the build writes itself, and that is no input of it. */
  readonly written: string;
}

/** Notes the files that are read, and reads those that an editor or the build itself has not saved. */
function loggedSources({ log, read, written }: ReadSources): Plugin {
  return {
    name: 'sigil-view-sources',
    setup: (build) => {
      build.onResolve({ filter: /\.js$/ }, ({ path, resolveDir, pluginData }) => {
        // The module of the tools may not be on disk yet.
        const source = join(resolveDir, path.replace(/\.js$/, '.ts'));
        return pluginData !== asking && path.startsWith('.') && log.unsavedText(source) !== undefined
          ? { path: source }
          : undefined;
      });
      build.onLoad({ filter: /.*/, namespace: 'file' }, ({ path }) => {
        if (path !== written) read.add(path);
        const unsaved = log.unsavedText(path);
        if (unsaved !== undefined) return { contents: unsaved, loader: loaderFor(path), resolveDir: dirname(path) };
        log.noteFile(path);
        return undefined;
      });
    },
  };
}

/** Returns the files with the bytes that each adds: those that only export others again, or are not used, add none. */
function modulesIn(folder: string, { inputs, outputs }: Metafile): ReadonlyMap<string, BundledModule> {
  const bytesOf = new Map(
    Object.values(outputs)
      .flatMap((output) => Object.entries(output.inputs))
      .map(([name, { bytesInOutput }]) => [name, bytesInOutput]),
  );
  return new Map(
    Object.entries(inputs).flatMap(([name, { imports }]) => {
      const bytes = bytesOf.get(name) ?? 0;
      const path = pathOf(folder, name);
      const resolved = imports.flatMap(({ path: target, original }) => {
        const found = pathOf(folder, target);
        return original === undefined || found === undefined ? [] : [[original, found] as const];
      });
      return path === undefined ? [] : [[path, { imports: new Map(resolved), bytes }] as const];
    }),
  );
}

/** @returns undefined for what is no file, such as a module that a package leaves out for browsers */
function pathOf(folder: string, name: string): string | undefined {
  const path = isAbsolute(name) ? name : join(folder, name);
  return /^[a-z-]+:/.test(name) && !existsSync(path) ? undefined : path;
}

/** @param page the name of the page whose text has modules */
function describe(errors: readonly Message[], page: string): readonly Diagnostic[] {
  return errors.flatMap((error) => {
    const code: DiagnosticCode = error.detail === 'SIGIL142' ? 'SIGIL142' : 'SIGIL144';
    return bundleDiagnostics([error]).map((it) => {
      const file = it.file.startsWith(`${inlineNamespace}:`) ? page : it.file;
      return { ...it, code, fix: diagnosticCodes[code].remedy, file };
    });
  });
}

/** Notes the files that an import looked for in vain, so that a build begins again when one appears. */
function noteUnresolved(errors: readonly Message[], { folder, log }: BundleSurroundings): void {
  for (const { text, location } of errors) {
    const [, name] = /^Could not resolve "(\.[^"]*)"/.exec(text) ?? [];
    if (name !== undefined && location) log.noteFile(join(folder, dirname(location.file), name));
  }
}

function isBuildFailure(cause: unknown): cause is BuildFailure {
  return cause instanceof Error && 'errors' in cause && Array.isArray(cause.errors);
}
