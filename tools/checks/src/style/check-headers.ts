/**
 * Refuses source files that do not start with their purpose.
 */
import type { Problem } from '../problem.ts';
import { isGeneratedFile, isIndexFile, isTestFile, type SourceFile } from '../workspace/source-file.ts';

const opening = /^(#!.*\n+)?\/\*\*/;

/** Checks that a doc comment is the first thing in a file, after the `#!` line of a command. Tests and index files are exempt. */
export function checkHeaders(files: readonly SourceFile[]): Problem[] {
  return files
    .filter(({ path }) => !isTestFile(path) && !isIndexFile(path) && !isGeneratedFile(path))
    .filter(({ text }) => !opening.test(text))
    .map(({ path }) => ({
      file: path,
      line: 1,
      message: 'the file must open with a doc comment saying what it is for',
    }));
}
