/**
 * Makes the compiler's program for a plugin's files, and keeps unchanged files parsed.
 */
import { basename, dirname } from 'node:path';
import type { ts } from 'ts-morph';
import type { InputLog } from '../../inputs/input-log.js';
import { compiler, libraryTexts } from './compiler.js';
import { openParsedFiles, type FileFormat } from './parsed-files.js';
import { recordingSystem } from './recording-system.js';

/** Makes one program after the other. */
export interface Programs {
  /** Makes a program from the roots; reuses unchanged files of the previous one. */
  make(rootNames: readonly string[], before: ts.Program | undefined): ts.Program;
  /** Makes the next program read the file again; its name has `/`. */
  forget(fileName: string): void;
}

/** Opens a factory of programs with these options, which notes what it reads. */
export function openPrograms(options: ts.CompilerOptions, inputs: InputLog): Programs {
  const files = new Map<string, ts.SourceFile>();
  const parsedFiles = openParsedFiles(options);
  const base = compiler.createCompilerHost(options);
  const libraryFolder = `${dirname(base.getDefaultLibFileName(options))}/`;
  const { readFile, fileExists, directoryExists, getDirectories, realpath } = recordingSystem(inputs);
  const host: ts.CompilerHost = {
    ...base,
    ...{ readFile, fileExists, directoryExists, getDirectories, ...(realpath && { realpath }) },
    // Doc comments of TypeScript are read from the text, so the compiler need not parse them.
    jsDocParsingMode: compiler.JSDocParsingMode.ParseNone,
    getSourceFile: (fileName, format) => {
      if (fileName.startsWith(libraryFolder)) return libraryFile(fileName, format);
      const known = files.get(fileName);
      if (known) return known;
      const text = inputs.readText(fileName);
      const file = text === undefined ? undefined : parsedFiles.parse(fileName, text, formatOf(fileName, format));
      if (file) files.set(fileName, file);
      return file;
    },
  };
  return {
    make: (rootNames, before) =>
      compiler.createProgram({ rootNames, options, host, ...(before && { oldProgram: before }) }),
    forget: (fileName) => void files.delete(fileName),
  };
}

/** The doc comments of JavaScript are its types. */
function formatOf(fileName: string, format: FileFormat): FileFormat {
  if (typeof format !== 'object' || !/\.[cm]?jsx?$/.test(fileName)) return format;
  return { ...format, jsDocParsingMode: compiler.JSDocParsingMode.ParseForTypeErrors };
}

/** The library is large and the same for all plugins of one process; its parse depends only on the target. */
const libraryFiles = new Map<string, ts.SourceFile>();

function libraryFile(fileName: string, format: FileFormat): ts.SourceFile | undefined {
  const version = typeof format === 'object' ? format.languageVersion : format;
  const key = `${version} ${fileName}`;
  const known = libraryFiles.get(key);
  if (known) return known;
  const text = libraryTexts.get(basename(fileName));
  const file = text === undefined ? undefined : compiler.createSourceFile(fileName, text, format);
  if (file) libraryFiles.set(key, file);
  return file;
}
