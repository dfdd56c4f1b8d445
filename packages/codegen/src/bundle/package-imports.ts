/**
 * Decides for each import of a plugin's bundle whether its target becomes part of the bundle, and lets installed packages be
 * loaded by Node itself, at the place and with the meaning that the import has in the source.
 *
 * Files of the plugin and of linked workspace packages are bundled; packages in `node_modules` are not.
 */
import { readFileSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import { dirname, extname, join, relative, sep } from 'node:path';
import type { ts } from 'ts-morph';
import { findInstalledFolder, findPackageTargets } from './package-targets.js';
import { realPathOf } from '../inputs/build-inputs.js';
import type { InputLog } from '../inputs/input-log.js';
import { compiler } from '../reader/program/compiler.js';
import type { OnLoadResult, OnResolveArgs, OnResolveResult, Plugin, PluginBuild, ResolveResult } from 'esbuild';
import { frameNames } from './bundle-frame.js';
import { relativePath } from './computed-paths.js';
import { ExportReader, namesOfBuiltin, type FindPackageFile, type ModuleExports } from './export-names.js';
import { formatOfSource, packageFolderOf, type ModuleFormat } from './module-format.js';
import { findSharedPackages } from './shared-packages.js';

/** The host passes this package in. */
const core = '@sigil/core';

/**
 * The modules that an import of a package or of one of Node's modules leads to: `package` is imported by the sources, awaits
 * `load`, and exports the names of `names`; `builtin` and `core` export those of `builtin-names` and `core-names`; `require` is for
 * sources that Node runs as CommonJS.
 */
const moduleKinds = ['package', 'load', 'names', 'require', 'builtin', 'builtin-names', 'core', 'core-names'] as const;
type ModuleKind = (typeof moduleKinds)[number];

/** A module that Node loads when the bundle runs: of an installed package, or one of its own. */
export interface ExternalModule extends ModuleExports {
  /** The specifier in the bundle: a name, or a path relative to the bundle. */
  readonly specifier: string;
  /** The specifier in the sources. */
  readonly written: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly isBuiltin: boolean;
  /** More names that it exports: those that only its declarations know, and types, which are undefined when it runs. */
  readonly declared: Map<string, 'value' | 'type'>;
  /** Names that TypeScript sources pass on and that are known to be types. */
  readonly types: Set<string>;
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

/** The modules that Node loads, by the name that the bundler gives to each. */
export type ExternalModules = ReadonlyMap<string, ExternalModule>;

/**
 * Makes the bundler plugin.
 *
 * @param modules is filled with the modules that the sources import, at each build
 */
export function packageImports(plugin: ImportingPlugin, modules: Map<string, ExternalModule>): Plugin {
  return { name: 'sigil-imports', setup: (build) => new Imports(plugin, build, modules).register() };
}

class Imports {
  readonly #plugin: ImportingPlugin;
  readonly #build: PluginBuild;
  readonly #modules: Map<string, ExternalModule>;
  /** The folders of linked packages that Node loads; found when the first linked package is imported. */
  #shared: ReadonlySet<string> | undefined;
  readonly #reader = new ExportReader((specifier, importer) => this.#findInstalled(specifier, importer));
  /** The exports of files, during one build. */
  readonly #exports = new Map<string, Promise<ModuleExports>>();

  constructor(plugin: ImportingPlugin, build: PluginBuild, modules: Map<string, ExternalModule>) {
    this.#plugin = plugin;
    this.#build = build;
    this.#modules = modules;
  }

  register(): void {
    const build = this.#build;
    build.onStart(() => {
      this.#exports.clear();
      this.#plugin.packages.clear();
    });
    build.onResolve({ filter: /^[^./]/, namespace: 'file' }, (args) =>
      args.kind === 'entry-point' || args.pluginData === asking ? undefined : this.#resolve(args),
    );
    build.onResolve({ filter: /\.(?:node|wasm)$/, namespace: 'file' }, (args) => this.#resolveBinary(args));
    build.onResolve({ filter: /^\./, namespace: 'file' }, (args) => this.#resolvePlace(args));
    // Imports of the modules below: of each other, or what Node is to load.
    for (const kind of moduleKinds) {
      build.onResolve({ filter: /.*/, namespace: `sigil-${kind}` }, ({ path }) => {
        const [, inner, key] = /^(sigil-(?:load|names|builtin-names|core-names)):(.*)$/s.exec(path) ?? [];
        return inner === undefined || key === undefined ? { path, external: true } : { path: key, namespace: inner };
      });
      build.onLoad({ filter: /.*/, namespace: `sigil-${kind}` }, ({ path }) => this.#load(kind, path));
    }
  }

  async #resolve(args: OnResolveArgs): Promise<OnResolveResult | undefined> {
    const { path, kind } = args;
    if (path.startsWith('data:')) return undefined;
    const isStatic = kind === 'import-statement';
    const format = formatOfSource(args.importer, this.#plugin.optionsOf(args.importer));
    if (path === core && kind !== 'require-resolve') {
      return this.#importCore(this.#isOwn(args.importer) ? 'own' : 'linked', isStatic && format === 'module');
    }
    if (isBuiltin(path)) return isStatic ? this.#importBuiltin(path, format) : { path, external: true };

    const found = await this.#find(args, isStatic && format === 'commonjs' ? 'require-call' : kind);
    const own = !found || this.#isOutput(found.path) ? this.#findSource(args, format) : undefined;
    if (own !== undefined) return { path: own };
    if (found) this.#noteLink(args);
    else this.#noteMissing(args);
    // Node decides when the import runs: the package may be an optional one.
    if (!found) return isStatic ? { errors: [{ text: unresolved(path) }] } : { path, external: true };
    if (found.external) return { path, external: true };
    if (!isInstalled(this.#plugin.folder, found.path) && !this.#isShared(args, found.path)) {
      return { path: found.path, namespace: found.namespace, suffix: found.suffix };
    }
    this.#plugin.packages.add(found.path);
    this.#plugin.inputs.noteFile(found.path);
    const specifier = await this.#specifierOf(args, found.path);
    return isStatic
      ? this.#importStatically(args, { format, specifier, path: found.path })
      : { path: specifier, external: true };
  }

  /** Returns whether Node is to load a file of a linked package: JavaScript of one that an installed package imports too. */
  #isShared({ importer }: OnResolveArgs, file: string): boolean {
    const folder = packageFolderOf(file);
    if (folder === undefined || folder === packageFolderOf(importer) || !/\.(?:[cm]?js|json)$/.test(file)) return false;
    this.#shared ??= findSharedPackages(this.#plugin.folder);
    return this.#shared.has(folder);
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
    { path, importer, with: attributes }: Pick<OnResolveArgs, 'path' | 'importer' | 'with'>,
    kind: OnResolveArgs['kind'],
    resolveDir: string,
  ): Promise<ResolveResult | undefined> {
    const found = await this.#build.resolve(path, {
      kind,
      resolveDir,
      importer,
      with: attributes,
      namespace: 'file',
      pluginData: asking,
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
    { path: name, with: given }: OnResolveArgs,
    { format, specifier, path }: { readonly format: ModuleFormat; readonly specifier: string; readonly path: string },
  ): Promise<OnResolveResult> {
    const refusal = refusalOf(name, path);
    if (refusal !== undefined) return { errors: [{ text: refusal }] };
    const exported = await this.#exportsOf(path);
    // A bundler takes JSON without an attribute, as TypeScript's resolution for bundlers does; Node does not.
    const attributes = extname(path) === '.json' ? { ...given, type: 'json' } : given;
    const key = bundlerName([specifier, ...Object.entries(attributes).flat()].join(' '));
    const isRequired = format === 'commonjs' && exported.format === 'commonjs';
    const namespace = isRequired ? 'sigil-require' : 'sigil-package';
    this.#keep(`${namespace}:${key}`, { ...exported, specifier, written: name, attributes, isBuiltin: false });
    return { path: key, namespace };
  }

  async #importBuiltin(path: string, format: ModuleFormat): Promise<OnResolveResult> {
    // Node checks no names of what `require` returns.
    const namespace = format === 'commonjs' ? 'sigil-require' : 'sigil-builtin';
    const names = await namesOfBuiltin(path);
    const written = { specifier: path, written: path, attributes: {} };
    this.#keep(`${namespace}:${path}`, { ...written, format: 'commonjs', names, isBuiltin: true });
    return { path, namespace };
  }

  /** @param path says whose files import it */
  async #importCore(path: 'own' | 'linked', hasNames: boolean): Promise<OnResolveResult> {
    if (!hasNames) return { path, namespace: 'sigil-core-names' };
    const names = new Set(Object.keys(await import('@sigil/core')));
    const written = { specifier: core, written: core, attributes: {} };
    this.#keep(`sigil-core:${path}`, { ...written, format: 'module', names, isBuiltin: false });
    return { path, namespace: 'sigil-core' };
  }

  #keep(module: string, found: Omit<ExternalModule, 'declared' | 'types'>): void {
    const { declared, types } = this.#modules.get(module) ?? { declared: new Map(), types: new Set() };
    this.#modules.set(module, { ...found, declared, types });
  }

  #exportsOf(path: string): Promise<ModuleExports> {
    const known = this.#exports.get(path) ?? this.#reader.read(path);
    this.#exports.set(path, known);
    return known;
  }

  readonly #findInstalled: FindPackageFile = async (specifier, importer) =>
    (await this.#ask({ path: specifier, importer, with: {} }, 'import-statement', dirname(importer)))?.path;

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

  #load(kind: ModuleKind, key: string): OnLoadResult {
    if (kind === 'builtin-names') {
      const asked = [key, `sigil-builtin-names:${key}`].map((text) => JSON.stringify(text)).join(', ');
      return { contents: `module.exports = ${frameNames.builtin}(${asked});` };
    }
    if (kind === 'core-names') {
      return { contents: `module.exports = ${key === 'own' ? frameNames.ownCore : frameNames.core};` };
    }
    const found = this.#modules.get(`sigil-${kind === 'load' || kind === 'names' ? 'package' : kind}:${key}`);
    if (!found) throw new Error(`the import of "${key}" was not resolved`);
    const { specifier, attributes, format } = found;
    const [name, named] = [JSON.stringify(specifier), JSON.stringify(key)];
    if (kind === 'require') return { contents: `module.exports = require(${name});` };
    if (kind === 'names') return { contents: `module.exports = ${frameNames.packages}.get(${named});` };
    if (kind === 'load') {
      const asked = Object.keys(attributes).length === 0 ? '' : `, { with: ${JSON.stringify(attributes)} }`;
      const facts = `${name}, ${JSON.stringify(`sigil-names:${key}`)}, ${String(format === 'commonjs')}`;
      const namespace = `${frameNames.namespaceOf}(await import(${name}${asked}), ${facts})`;
      return { contents: `${frameNames.packages}.set(${named}, ${namespace});` };
    }
    if (kind === 'builtin' || kind === 'core') return { contents: writeExports(found, `sigil-${kind}-names:${key}`) };
    const load = JSON.stringify(`sigil-load:${key}`);
    return { contents: `import ${load}; ${writeExports(found, `sigil-names:${key}`)}` };
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

/**
 * Returns a name without an extension that says a format, since the bundler believes it: in a file `.mjs` it takes no `module.exports`, and in
 * a file `.cjs` no `await`.
 */
function bundlerName(specifier: string): string {
  return /\.[cm][jt]s$/.test(specifier) ? `${specifier} file` : specifier;
}

/** Writes the exports of a module whose names are those of the module `from`. */
function writeExports({ names, declared }: ExternalModule, from: string): string {
  const isValue = (name: string): boolean => declared.get(name) === 'value';
  const values = [...names, ...[...declared.keys()].filter(isValue)].map((name) =>
    name === '__esModule' ? `${frameNames.esModule} as ${name}` : JSON.stringify(name),
  );
  const types = [...declared.keys()]
    .filter((name) => !isValue(name))
    .map((name) => `absent as ${JSON.stringify(name)}`);
  const typed = types.length === 0 ? '' : `var absent; export { ${types.join(', ')} };`;
  return `export { ${values.join(', ')} } from ${JSON.stringify(from)}; ${typed}`;
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
