/**
 * Decides for each import of a plugin's bundle whether its target becomes part of the bundle, and lets installed packages be
 * loaded by Node itself, at the place and with the meaning that the import has in the source.
 *
 * Files of the plugin and of linked workspace packages are bundled; packages in `node_modules` are not.
 */
import { readFileSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import { extname, join, relative, sep } from 'node:path';
import type { ts } from 'ts-morph';
import { findInstalledFolder, findPackageTargets } from './package-targets.js';
import { realPathOf } from '../inputs/build-inputs.js';
import type { InputLog } from '../inputs/input-log.js';
import { compiler } from '../reader/program/compiler.js';
import type { OnLoadResult, OnResolveArgs, OnResolveResult, Plugin, PluginBuild, ResolveResult } from 'esbuild';
import { frameNames } from './bundle-frame.js';
import {
  formatOfSource,
  packageFolderOf,
  readInstalledFile,
  type InstalledFile,
  type ModuleFormat,
} from './module-format.js';

/** The host passes this package in. */
const core = '@sigil/core';

/**
 * The modules that stand for an installed package: `package` is imported by the sources, awaits `load`, and exports the
 * names of `names`; `require` is for sources that Node runs as CommonJS.
 */
type PackageModule = 'package' | 'load' | 'names' | 'require';

/** How the bundle loads a package. */
interface PackageImport {
  /** The specifier in the bundle: a name, or a path relative to the bundle. */
  readonly specifier: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly file: InstalledFile;
}

/** Marks a question to the bundler's resolver as our own, which answers with the file. */
export const asking = { isSigilResolution: true };

/** The facts of a plugin that imports are resolved by. */
export interface ImportingPlugin {
  /** Absolute, without symbolic links. */
  readonly folder: string;
  /** The folder of the bundle. */
  readonly outFolder: string;
  readonly options: ts.CompilerOptions;
  /** Returns the options of the package that a file belongs to: a linked one may have a tsconfig.json of its own. */
  optionsOf(file: string): ts.CompilerOptions;
  /** Notes the files that are read, and those that are missing. */
  readonly inputs: InputLog;
  /** Collects the files of installed packages that imports lead to. */
  readonly packages: Set<string>;
}

/** Makes the bundler plugin. */
export function packageImports(plugin: ImportingPlugin): Plugin {
  return { name: 'sigil-imports', setup: (build) => new Imports(plugin, build).register() };
}

class Imports {
  readonly #plugin: ImportingPlugin;
  readonly #build: PluginBuild;
  readonly #packages = new Map<string, PackageImport>();

  constructor(plugin: ImportingPlugin, build: PluginBuild) {
    this.#plugin = plugin;
    this.#build = build;
  }

  register(): void {
    const build = this.#build;
    build.onStart(() => {
      this.#packages.clear();
      this.#plugin.packages.clear();
    });
    build.onResolve({ filter: /^[^./]/, namespace: 'file' }, (args) =>
      args.kind === 'entry-point' || args.pluginData === asking ? undefined : this.#resolve(args),
    );
    build.onResolve({ filter: /\.(?:node|wasm)$/, namespace: 'file' }, (args) => this.#resolveBinary(args));
    build.onResolve({ filter: /^\./, namespace: 'file' }, (args) => this.#resolvePlace(args));
    // Imports of the modules below: of each other, or what Node is to load.
    for (const namespace of ['sigil-package', 'sigil-load', 'sigil-names', 'sigil-require', 'sigil-builtin']) {
      build.onResolve({ filter: /.*/, namespace }, ({ path }) => {
        const [, inner, key] = /^(sigil-(?:load|names)):(.*)$/s.exec(path) ?? [];
        return inner === undefined || key === undefined ? { path, external: true } : { path: key, namespace: inner };
      });
    }
    build.onLoad({ filter: /.*/, namespace: 'sigil-core' }, ({ path }) => ({
      contents: `module.exports = ${path === 'own' ? frameNames.ownCore : frameNames.core};`,
    }));
    build.onLoad({ filter: /.*/, namespace: 'sigil-builtin' }, ({ path }) => ({
      contents: `module.exports = require(${JSON.stringify(path)});`,
    }));
    for (const kind of ['package', 'load', 'names', 'require'] as const) {
      build.onLoad({ filter: /.*/, namespace: `sigil-${kind}` }, ({ path }) => this.#load(kind, path));
    }
  }

  async #resolve(args: OnResolveArgs): Promise<OnResolveResult | undefined> {
    const { path, kind } = args;
    if (path.startsWith('data:')) return undefined;
    if (path === core && kind !== 'require-resolve') {
      return { path: this.#isOwn(args.importer) ? 'own' : 'linked', namespace: 'sigil-core' };
    }
    const isStatic = kind === 'import-statement';
    if (isBuiltin(path)) return isStatic ? { path, namespace: 'sigil-builtin' } : { path, external: true };

    const format = formatOfSource(args.importer, this.#plugin.optionsOf(args.importer));
    const found = await this.#find(args, isStatic && format === 'commonjs' ? 'require-call' : kind);
    const own = !found || this.#isOutput(found.path) ? this.#findSource(args, format) : undefined;
    if (own !== undefined) return { path: own };
    if (found) this.#noteLink(args);
    else this.#noteMissing(args);
    // Node decides when the import runs: the package may be an optional one.
    if (!found) return isStatic ? { errors: [{ text: unresolved(path) }] } : { path, external: true };
    if (found.external) return { path, external: true };
    if (!isInstalled(this.#plugin.folder, found.path)) {
      return { path: found.path, namespace: found.namespace, suffix: found.suffix };
    }
    this.#plugin.packages.add(found.path);
    this.#plugin.inputs.noteFile(found.path);
    const specifier = await this.#specifierOf(args, found.path);
    return isStatic
      ? this.#importStatically(args, { format, specifier, path: found.path })
      : { path: specifier, external: true };
  }

  #noteLink({ path, resolveDir }: OnResolveArgs): void {
    const folder = findInstalledFolder(path, resolveDir);
    const target = folder === undefined ? undefined : realPathOf(folder);
    if (folder !== undefined && target !== undefined && target !== folder) this.#plugin.inputs.noteLink(folder, target);
  }

  /** Notes where the package was looked for, so that its arrival is a change. */
  #noteMissing({ path, resolveDir }: OnResolveArgs): void {
    for (const target of findPackageTargets(path, resolveDir)) this.#plugin.inputs.noteFile(target);
  }

  async #find(args: OnResolveArgs, kind: OnResolveArgs['kind']): Promise<ResolveResult | undefined> {
    const found = await this.#ask(args, kind, args.resolveDir);
    if (found || kind !== 'require-call') return found;
    // A package that only ES modules can import: Node's `require` refuses it, but the bundle can await it.
    return args.kind === 'import-statement' ? this.#ask(args, 'import-statement', args.resolveDir) : undefined;
  }

  async #ask(
    { path, importer, with: attributes }: OnResolveArgs,
    kind: OnResolveArgs['kind'],
    resolveDir: string,
  ): Promise<ResolveResult | undefined> {
    const found = await this.#build.resolve(path, {
      ...{ kind, resolveDir, importer, with: attributes },
      ...{ namespace: 'file', pluginData: asking },
    });
    return found.errors.length > 0 ? undefined : found;
  }

  /** Returns the specifier by which Node finds the file from the bundle: the import's own, if it leads there. */
  async #specifierOf(args: OnResolveArgs, path: string): Promise<string> {
    const { folder, outFolder, options } = this.#plugin;
    const isAlias = Object.keys(options.paths ?? {}).some((pattern) => matches(pattern, args.path));
    if (this.#usesCondition(path)) return relativePath(outFolder, path);
    const isOwn = this.#isOwn(args.importer);
    if (args.path.startsWith('#') && isOwn) return args.path;
    const fromHere =
      isOwn || isAlias || args.path.startsWith('#') ? undefined : await this.#ask(args, args.kind, folder);
    if (isAlias || (!isOwn && fromHere?.path !== path)) return relativePath(outFolder, path);
    return args.kind === 'import-statement' || args.kind === 'dynamic-import'
      ? wholeSpecifier(args.path, path)
      : args.path;
  }

  async #importStatically(
    { path: name, with: given, importer }: OnResolveArgs,
    { format, specifier, path }: { readonly format: ModuleFormat; readonly specifier: string; readonly path: string },
  ): Promise<OnResolveResult> {
    const refusal = refusalOf(name, path);
    if (refusal !== undefined) return { errors: [{ text: refusal }] };
    const file = await readInstalledFile(path);
    // A bundler takes JSON without an attribute, as TypeScript's resolution for bundlers does; Node does not.
    const attributes = extname(path) === '.json' ? { ...given, type: 'json' } : given;
    const key = [specifier, ...Object.entries(attributes).flat()].join(' ');
    this.#packages.set(key, { specifier, attributes, file });
    const isRequired = format === 'commonjs' && file.format === 'commonjs';
    return { path: key, namespace: isRequired ? 'sigil-require' : 'sigil-package', pluginData: importer };
  }

  #resolveBinary({ path, resolveDir, kind }: OnResolveArgs): OnResolveResult | undefined {
    if (!path.startsWith('.')) return undefined;
    if (kind === 'import-statement') return { errors: [{ text: notImportable(path) }] };
    return { path: relativePath(this.#plugin.outFolder, join(resolveDir, path)), external: true };
  }

  /** Lets `require.resolve("./file")` find what is beside a linked package's source, or beside the plugin's output. */
  #resolvePlace({ path, kind, importer, resolveDir }: OnResolveArgs): OnResolveResult | undefined {
    if (kind !== 'require-resolve' || this.#isOwn(importer)) return undefined;
    return { path: relativePath(this.#plugin.outFolder, join(resolveDir, path)), external: true };
  }

  #load(kind: PackageModule, key: string): OnLoadResult {
    const found = this.#packages.get(key);
    if (!found) throw new Error(`the import of "${key}" was not resolved`);
    const { specifier, attributes, file } = found;
    const [name, named] = [JSON.stringify(specifier), JSON.stringify(key)];
    if (kind === 'require') return { contents: `module.exports = require(${name});` };
    if (kind === 'names') return { contents: `module.exports = ${frameNames.packages}.get(${named});` };
    if (kind === 'load') {
      const asked = Object.keys(attributes).length === 0 ? '' : `, { with: ${JSON.stringify(attributes)} }`;
      const namespace = `${frameNames.namespaceOf}(await import(${name}${asked}), ${String(file.format === 'commonjs')})`;
      return { contents: `${frameNames.packages}.set(${named}, ${namespace});` };
    }
    const names = JSON.stringify(`sigil-names:${key}`);
    const byDefault = file.hasDefault ? `export { default } from ${names};` : '';
    return { contents: `import ${JSON.stringify(`sigil-load:${key}`)}; export * from ${names}; ${byDefault}` };
  }

  /**
   * Finds the source of a file that a package.json names where TypeScript writes it, such as `"#x": "./dist/x.js"`; TypeScript
   * finds it by `rootDir` and `outDir`.
   */
  #findSource({ path, importer }: OnResolveArgs, format: ModuleFormat): string | undefined {
    const mode = format === 'module' ? compiler.ModuleKind.ESNext : compiler.ModuleKind.CommonJS;
    const options = this.#plugin.optionsOf(importer);
    const { resolvedModule } = compiler.resolveModuleName(
      path,
      importer,
      options,
      compiler.sys,
      undefined,
      undefined,
      mode,
    );
    const file = resolvedModule?.resolvedFileName;
    if (file === undefined || resolvedModule?.isExternalLibraryImport === true) return undefined;
    return /\.d\.[cm]?ts$/.test(file) || this.#isOutput(file) ? undefined : file;
  }

  /** Returns whether a package has exports for a condition of the tsconfig, which Node does not know where the plugin runs. */
  #usesCondition(file: string): boolean {
    const { customConditions = [] } = this.#plugin.options;
    const folder = customConditions.length === 0 ? undefined : packageFolderOf(file);
    if (folder === undefined) return false;
    const text = readFileSync(join(folder, 'package.json'), 'utf8');
    return customConditions.some((condition) => text.includes(JSON.stringify(condition)));
  }

  #isOutput(file: string): boolean {
    return !relative(this.#plugin.outFolder, file).startsWith('..');
  }

  #isOwn(importer: string): boolean {
    return packageFolderOf(importer) === this.#plugin.folder;
  }
}

/** Returns whether a file belongs to an installed package, whose files do not change during work. */
function isInstalled(folder: string, file: string): boolean {
  const place = relative(folder, file);
  return (place.startsWith('..') ? file : place).split(sep).includes('node_modules');
}

/**
 * Returns the specifier by which Node's `import()` finds a file of a package without `exports`, which a bundler also finds
 * without its extension, or as the index of a folder.
 */
function wholeSpecifier(specifier: string, path: string): string {
  const [, name = '', subpath = ''] = /^((?:@[^/]+\/)?[^/]+)(\/.*)?$/.exec(specifier) ?? [];
  const folder = subpath === '' ? undefined : packageFolderOf(path);
  if (folder === undefined || readFileSync(join(folder, 'package.json'), 'utf8').includes('"exports"'))
    return specifier;
  const inPackage = relative(folder, path).replaceAll('\\', '/');
  return inPackage.startsWith('..') ? specifier : `${name}/${inPackage}`;
}

function matches(pattern: string, specifier: string): boolean {
  const [start = '', end] = pattern.split('*');
  return end === undefined ? start === specifier : specifier.startsWith(start) && specifier.endsWith(end);
}

function relativePath(from: string, to: string): string {
  const path = relative(from, to).replaceAll('\\', '/');
  return path.startsWith('.') ? path : `./${path}`;
}

function unresolved(name: string): string {
  return `cannot find "${name}"; install its package, or correct the name`;
}

/** Explains why Node could not import a file of an installed package, if so. */
function refusalOf(name: string, path: string): string | undefined {
  if (/\.[cm]?tsx?$/.test(path)) {
    return `"${name}" is TypeScript in node_modules, which Node does not run; install a version with JavaScript, or link the package into the workspace`;
  }
  if (/\.(?:[cm]?js|json)$/.test(path) || extname(path) === '') return undefined;
  return notImportable(name);
}

function notImportable(name: string): string {
  return `Node cannot import "${name}"; load it with createRequire(import.meta.url) or read it with node:fs`;
}
