/**
 * Makes the compiler's program over a plugin's files, which ts-morph finds, holds and refreshes.
 *
 * ts-morph's own program does not know which files are ES modules, so that it resolves imports as if none were.
 */
import type { Project as MorphProject, ts } from 'ts-morph';
import { compiler } from './load-compiler.js';

/** Where ts-morph keeps the language's library, in memory. */
const libraryFolder = '/node_modules/typescript/lib';

/** Makes a program from the roots; unchanged files are taken from the one before. */
export type MakeProgram = (rootNames: readonly string[], before: ts.Program | undefined) => ts.Program;

/** Opens the making of programs for a project with these options. */
export function openPrograms(project: MorphProject, options: ts.CompilerOptions): MakeProgram {
  const host: ts.CompilerHost = {
    ...compiler.createCompilerHost(options),
    getSourceFile: (fileName, format) => {
      const file = project.addSourceFileAtPathIfExists(fileName)?.compilerNode;
      if (file && typeof format === 'object') setModuleFormat(file, format);
      return file;
    },
    getDefaultLibLocation: () => libraryFolder,
    getDefaultLibFileName: (forOptions) => `${libraryFolder}/${compiler.getDefaultLibFileName(forOptions)}`,
  };
  return (rootNames, before) =>
    compiler.createProgram({ rootNames, options, host, ...(before && { oldProgram: before }) });
}

/** What the parser would have noted, had ts-morph told it. */
function setModuleFormat(file: ts.SourceFile, format: ts.CreateSourceFileOptions): void {
  if (file.impliedNodeFormat !== undefined || format.impliedNodeFormat === undefined) return;
  file.impliedNodeFormat = format.impliedNodeFormat;
  format.setExternalModuleIndicator?.(file);
}
