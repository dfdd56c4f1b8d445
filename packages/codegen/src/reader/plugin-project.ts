/**
 * Opens a plugin's folder as a TypeScript project, by its own tsconfig.json, and keeps it in step with the disk.
 *
 * Tests are not part of what is read: they publish nothing, and their libraries take long to load.
 */
import { existsSync, realpathSync } from 'node:fs';
import { join } from 'node:path';
import type { Project as MorphProject, ts } from 'ts-morph';
import { compiler, Project } from './load-compiler.js';

/** An open project. */
export interface PluginProject {
  /** Absolute, with `/`; symbolic links resolved. */
  readonly folder: string;
  readonly configFile: string;
  readonly configErrors: readonly ts.Diagnostic[];
  /** The configuration and every file that it extends, as far as they exist. */
  readonly configFiles: readonly string[];
  /** The files that the configuration includes. */
  sourceFiles(): readonly string[];
  /** The compiler's program over the files as they were last read. */
  program(): ts.Program;
  /** Reads changed files again, and looks for new and deleted ones. */
  refresh(changedFiles: readonly string[]): void;
}

const testFile = /\.(test|spec|test-support)\.[cm]?tsx?$/;

/** What a plugin without a tsconfig.json is compiled with. */
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

/** Opens the project and reads its files. */
export function openPluginProject(pluginFolder: string): PluginProject {
  const folder = withSlashes(realpathSync(pluginFolder));
  const configFile = join(folder, 'tsconfig.json');
  const config = readConfig(folder, configFile);
  const project = new Project({
    compilerOptions: { ...config.options, noEmit: true },
    skipAddingFilesFromTsConfig: true,
    skipFileDependencyResolution: true,
  });
  let names = namesOf(config);
  for (const name of names) project.addSourceFileAtPathIfExists(name);

  return {
    folder,
    configFile,
    configErrors: config.errors,
    configFiles: configChain(config, configFile),
    sourceFiles: () => names,
    program: () => project.getProgram().compilerObject,
    refresh: (changedFiles) => {
      for (const file of changedFiles) project.getSourceFile(withSlashes(file))?.refreshFromFileSystemSync();
      const current = namesOf(readConfig(folder, configFile));
      addAndRemove(project, names, current);
      names = current;
    },
  };
}

function addAndRemove(project: MorphProject, before: readonly string[], after: readonly string[]): void {
  for (const name of after) if (!before.includes(name)) project.addSourceFileAtPathIfExists(name);
  for (const name of before) {
    const file = after.includes(name) ? undefined : project.getSourceFile(name);
    if (file) project.removeSourceFile(file);
  }
}

function readConfig(folder: string, configFile: string): ts.ParsedCommandLine {
  if (!existsSync(configFile)) return compiler.parseJsonConfigFileContent(defaultConfig, compiler.sys, folder);

  const unreadable: ts.Diagnostic[] = [];
  const host = {
    ...compiler.sys,
    onUnRecoverableConfigFileDiagnostic: (error: ts.Diagnostic) => void unreadable.push(error),
  };
  const parsed = compiler.getParsedCommandLineOfConfigFile(configFile, {}, host);
  return parsed ?? { options: {}, fileNames: [], errors: unreadable };
}

function namesOf(config: ts.ParsedCommandLine): string[] {
  return config.fileNames.filter((name) => !testFile.test(name)).sort();
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
