/**
 * Shares the parsed files of packages between the programs of one process: plugins import the same packages, whose files take most of the
 * time and of the memory of a program.
 */
import type { ts } from 'ts-morph';
import { compiler } from './compiler.js';

/** The language version and the module system of a file. */
export type FileFormat = Parameters<ts.CompilerHost['getSourceFile']>[1];

/** The parsed files for programs with the same options. */
export interface ParsedFiles {
  /** Returns the file of another open program, if it has the same text, or parses it. */
  parse(fileName: string, text: string, format: FileFormat): ts.SourceFile;
}

/** Only the programs hold the files, so that those of closed plugins are freed. */
const shared = new Map<string, WeakRef<ts.SourceFile>>();
const freed = new FinalizationRegistry<string>((key) => {
  if (shared.get(key)?.deref() === undefined) shared.delete(key);
});

/** Opens the files that are parsed with these options. */
export function openParsedFiles(options: ts.CompilerOptions): ParsedFiles {
  // The compiler's own key has the options that decide how files are parsed and bound, but for the one that implies `alwaysStrict`.
  const terms = `${compiler.createDocumentRegistry().getKeyForCompilationSettings(options)} ${options.strict}`;
  return {
    parse: (fileName, text, format) => {
      const key = [fileName, ...termsOf(format), terms].join('\n');
      const known = shared.get(key)?.deref();
      if (known?.text === text) return known;
      const file = compiler.createSourceFile(fileName, text, format);
      shared.set(key, new WeakRef(file));
      freed.register(file, key);
      return file;
    },
  };
}

function termsOf(format: FileFormat): readonly unknown[] {
  if (typeof format !== 'object') return [format];
  return [format.languageVersion, format.impliedNodeFormat, format.jsDocParsingMode];
}
