/**
 * Finds every place that a renaming has to change, by the compiler's own search.
 *
 * Files that are parsed for the plugin's program are used as they are; tests are parsed for the search.
 */
import type { ts } from 'ts-morph';
import type { InputLog } from '../inputs/input-log.js';
import { compiler } from './program/compiler.js';
import type { PluginProject } from './program/plugin-project.js';
import { recordingSystem } from './program/recording-system.js';

/** A range of a file that holds the old name. */
export interface RenameLocation {
  /** Absolute path, with `/`. */
  readonly path: string;
  /** Offsets in UTF-16 units. */
  readonly start: number;
  readonly end: number;
  /** The text to write before and after the new name, as in `{ old: name }` for the shorthand `{ old }`; empty in most places. */
  readonly before: string;
  readonly after: string;
}

/** A search in the files as they are when it is opened. Call `close` before any of them changes. */
export interface RenameSearch {
  /** Returns the places that name the same thing, in files of the plugin and its tests; none if it cannot be renamed. */
  find(path: string, offset: number): readonly RenameLocation[];
  close(): void;
}

export function openRenameSearch(project: PluginProject, inputs: InputLog): RenameSearch {
  const program = project.program();
  const service = compiler.createLanguageService(hostOf(project, program, inputs), registryOf(program));
  return {
    find: (path, offset) => {
      const fileName = path.replaceAll('\\', '/');
      if (!service.getRenameInfo(fileName, offset, {}).canRename) return [];
      const found = service.findRenameLocations(fileName, offset, false, false, {
        providePrefixAndSuffixTextForRename: true,
      });
      return (found ?? [])
        .filter((one) => !one.fileName.includes('/node_modules/'))
        .map(({ fileName: name, textSpan: { start, length }, prefixText = '', suffixText = '' }) => ({
          ...{ path: name, start, end: start + length },
          ...{ before: prefixText, after: suffixText },
        }));
    },
    close: () => service.dispose(),
  };
}

function hostOf(project: PluginProject, program: ts.Program, inputs: InputLog): ts.LanguageServiceHost {
  const { readFile, fileExists, directoryExists, getDirectories, realpath } = recordingSystem(inputs);
  return {
    ...{ readFile, fileExists, directoryExists, getDirectories, ...(realpath && { realpath }) },
    // The service writes its own form of a path into the files, which the program shares with it.
    useCaseSensitiveFileNames: () => compiler.sys.useCaseSensitiveFileNames,
    getCompilationSettings: () => project.options,
    getCurrentDirectory: () => project.folder,
    getDefaultLibFileName: (options) => compiler.createCompilerHost(options).getDefaultLibFileName(options),
    getScriptFileNames: () => [...project.sourceFiles(), ...project.testFiles()],
    // No file changes while the service lives.
    getScriptVersion: () => '1',
    getScriptSnapshot: (fileName) => {
      const text = program.getSourceFile(fileName)?.text ?? inputs.readText(fileName);
      return text === undefined ? undefined : compiler.ScriptSnapshot.fromString(text);
    },
  };
}

/** Returns a registry that gives out the files of a program and parses others; it ends with the service, so nothing is released. */
function registryOf(program: ts.Program): ts.DocumentRegistry {
  const registry = compiler.createDocumentRegistry();
  return {
    ...registry,
    acquireDocumentWithKey: (fileName, ...rest) =>
      program.getSourceFile(fileName) ?? registry.acquireDocumentWithKey(fileName, ...rest),
    releaseDocumentWithKey: () => {},
  };
}
