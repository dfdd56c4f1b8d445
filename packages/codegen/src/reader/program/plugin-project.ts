/**
 * Opens a plugin's folder as a TypeScript project, with its own tsconfig.json, and keeps it in sync with the disk.
 *
 * Tests are not read: they publish nothing, and their libraries take long to load.
 */
import { existsSync, realpathSync } from 'node:fs';
import { join, normalize } from 'node:path';
import type { Framework } from '@sigil/core/building';
import type { ts } from 'ts-morph';
import type { SourceRoot } from '../../inputs/build-inputs.js';
import { InputLog } from '../../inputs/input-log.js';
import { viewToolsFile } from '../../model/view-tools-file.js';
import { compiler } from './compiler.js';
import { openPrograms } from './plugin-program.js';
import { recordingSystem } from './recording-system.js';

/** An open project. */
export interface PluginProject {
  /** Absolute path with `/`; symbolic links resolved. */
  readonly folder: string;
  readonly configFile: string;
  readonly configErrors: readonly ts.Diagnostic[];
  /** The options for reading types. */
  readonly options: ts.CompilerOptions;
  /** The configuration and every file that it extends, if they exist. */
  readonly configFiles: readonly string[];
  /** The configurations that this one refers to, as it writes them. */
  readonly references: readonly string[];
  /** The files that the configuration includes. */
  sourceFiles(): readonly string[];
  /** The tests that the configuration includes. */
  testFiles(): readonly string[];
  /** Returns the compiler's program for the files as last read. */
  program(): ts.Program;
  /** Reads changed files again, and looks for new and deleted ones. */
  refresh(changedFiles: readonly string[]): void;
}

type SearchedFolder = Omit<SourceRoot, 'sources'>;

const testFile = /\.(test|spec|test-support)\.[cm]?tsx?$/;

/** The options for writing files, but for those by which TypeScript finds the source of an output that a package.json names. */
export const writingOptions: ReadonlySet<string> = new Set([
  'composite',
  'incremental',
  'tsBuildInfoFile',
  'declaration',
  'declarationMap',
  'declarationDir',
  'emitDeclarationOnly',
  'isolatedDeclarations',
]);

/** The compiler options of a plugin without a tsconfig.json. */
const defaultConfig = {
  compilerOptions: {
    strict: true,
    target: 'ES2022',
    module: 'NodeNext',
    moduleResolution: 'NodeNext',
    experimentalDecorators: true,
    skipLibCheck: true,
  },
  exclude: ['node_modules', 'dist'],
};

/** The choice of a project's sources. */
export interface ProjectOptions {
  /** The only source to read, with its imports and the folder's ambient declarations, instead of all sources of the folder. */
  readonly module?: string | undefined;
  /** The framework whose own compiler compiles the sources. */
  readonly framework?: Framework | undefined;
}

/**
 * Opens the project and reads its files.
 *
 * @param inputs notes what is read
 */
export function openPluginProject(
  pluginFolder: string,
  inputs = new InputLog(),
  { module, framework }: ProjectOptions = {},
): PluginProject {
  const folder = withSlashes(realpathSync(pluginFolder));
  const configFile = configFileOf(folder, framework, inputs);
  const config = readConfig(folder, configFile, inputs, module);
  const options = readingOptions(framework ? withEveryType(config.options) : config.options);
  const programs = openPrograms(options, inputs);
  const roots = rootsOf(config, folder);
  inputs.searchIn(roots);
  let names = namesOf(config, module);
  let tests = testsOf(config);
  let before: ts.Program | undefined;
  let current: ts.Program | undefined;

  return {
    folder,
    configFile,
    configErrors: config.errors,
    options,
    configFiles: configChain(config, configFile),
    references: (config.projectReferences ?? []).map(({ path, originalPath = path }) => originalPath),
    sourceFiles: () => names,
    testFiles: () => tests,
    program: () => {
      current ??= programs.make(names, before);
      before = undefined;
      return current;
    },
    refresh: (changedFiles) => {
      const known = current ?? before;
      for (const file of changedFiles) programs.forget(withSlashes(file));
      // Noted before the compiler lists them: a file that comes in between is a change after this reading.
      inputs.searchIn(roots);
      const renewed = readConfig(folder, configFile, inputs, module);
      names = namesOf(renewed, module);
      tests = testsOf(renewed);
      // A new file may be the missing target of an import, so every import is resolved again.
      before = changedFiles.every((file) => known?.getSourceFile(withSlashes(file))) ? known : undefined;
      current = undefined;
    },
  };
}

/** Returns the configuration that the commands of the framework compile with: one that leaves out tests, if there is one. */
function configFileOf(folder: string, framework: Framework | undefined, inputs: InputLog): string {
  const forBuilds = join(folder, 'tsconfig.build.json');
  return framework && recordingSystem(inputs).fileExists(forBuilds) ? forBuilds : join(folder, 'tsconfig.json');
}

/** Includes the types of every installed `@types` package, as the compilers of applications do that are older than this one. */
function withEveryType(options: ts.CompilerOptions): ts.CompilerOptions {
  return { types: ['*'], ...options };
}

/**
 * Returns the plugin's own options without those for writing files, which would refuse files of other packages. An option's
 * deprecation in the compiler after next is not the plugin's mistake.
 */
function readingOptions(options: ts.CompilerOptions): ts.CompilerOptions {
  const kept = Object.entries(options).filter(([name]) => !writingOptions.has(name));
  return { ...Object.fromEntries(kept), noEmit: true, ignoreDeprecations: '6.0' };
}

function readConfig(
  folder: string,
  configFile: string,
  inputs: InputLog,
  module: string | undefined,
): ts.ParsedCommandLine {
  const system = recordingSystem(inputs);
  if (!system.fileExists(configFile)) {
    // Naming the file spares a search through the folder, which may hold anything.
    const config = module === undefined ? defaultConfig : { ...defaultConfig, files: [module], include: [] };
    return withoutViews(compiler.parseJsonConfigFileContent(config, system, folder), folder, system);
  }

  const unreadable: ts.Diagnostic[] = [];
  const host = {
    ...system,
    onUnRecoverableConfigFileDiagnostic: (error: ts.Diagnostic) => void unreadable.push(error),
  };
  const parsed = compiler.getParsedCommandLineOfConfigFile(configFile, {}, host);
  return parsed ? withoutViews(parsed, folder, system) : { options: {}, fileNames: [], errors: unreadable };
}

/**
 * Leaves out the sources of views, which are checked with the libraries of browsers: all of the folder `views` if it has a configuration of its
 * own or a script of a view, else what only views can be.
 */
function withoutViews(config: ts.ParsedCommandLine, folder: string, system: ts.System): ts.ParsedCommandLine {
  const views = `${folder}/views/`;
  const inViews = config.fileNames.filter((name) => name.startsWith(views));
  if (inViews.length === 0) return config;
  const isWhole = system.fileExists(`${views}tsconfig.json`) || inViews.some((name) => isViewScript(name, system));
  const left = new Set(isWhole ? inViews : inViews.filter((name) => /\.[jt]sx$|\.story\.[jt]s$/.test(name)));
  left.add(`${folder}/${viewToolsFile}`);
  return { ...config, fileNames: config.fileNames.filter((name) => !left.has(name)) };
}

/** Returns whether a script imports the client of views, or the module of the plugin's tools. */
function isViewScript(name: string, { readFile }: ts.System): boolean {
  return /\bfrom\s*["'](?:@sigil\/view["'/]|[^"']*\/tools\.generated(?:\.[jt]s)?["'])/.test(readFile(name) ?? '');
}

function namesOf(config: ts.ParsedCommandLine, module: string | undefined): string[] {
  if (module !== undefined) return [module, ...config.fileNames.filter((name) => /\.d\.[cm]?ts$/.test(name)).sort()];
  return config.fileNames.filter((name) => !testFile.test(name)).sort();
}

function testsOf(config: ts.ParsedCommandLine): string[] {
  return config.fileNames.filter((name) => testFile.test(name)).sort();
}

/** Returns the folders in which the configuration finds sources. Output of builds is left out, wherever the configuration is wrong. */
function rootsOf({ options, wildcardDirectories = {} }: ts.ParsedCommandLine, folder: string): SearchedFolder[] {
  const outputs = [join(folder, 'dist'), options.outDir, options.declarationDir];
  const ignored = outputs.filter((path) => path !== undefined).map(normalize);
  const found = Object.entries(wildcardDirectories).map(([path, flags]) => ({
    folder: normalize(path),
    isRecursive: flags === compiler.WatchDirectoryFlags.Recursive,
    withJavaScript: options.allowJs === true,
    ignored,
  }));
  return found.sort((a, b) => (a.folder < b.folder ? -1 : 1));
}

function configChain(config: ts.ParsedCommandLine, configFile: string): string[] {
  const source = config.options.configFile;
  const extended = isConfigSource(source) ? (source.extendedSourceFiles ?? []) : [];
  return [configFile, ...extended].filter((file) => existsSync(file));
}

function isConfigSource(source: unknown): source is ts.TsConfigSourceFile {
  return typeof source === 'object' && source !== null && 'fileName' in source;
}

function withSlashes(path: string): string {
  return path.replaceAll('\\', '/');
}
