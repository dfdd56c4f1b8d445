/**
 * One file of the workspace as the checks see it: where it stands, what it says, and what kind of file its name makes it.
 */
export interface SourceFile {
  /** From the workspace's root, with `/` on every system. */
  readonly path: string;
  readonly text: string;
}

const testFile = /\.test(-support|-d)?\.m?ts$/;
const configFile = /(^|\/)[^/]+\.config\.ts$/;

/** Tests, what only tests use, and configuration files: they are not published and may import more. */
export function isTestFile(path: string): boolean {
  return testFile.test(path) || configFile.test(path) || path.includes('/test/');
}

/** A package's door: it only lists what the package exports. */
export function isIndexFile(path: string): boolean {
  return path.endsWith('/index.ts');
}

/** Written by a program, or a table of data: exempt from the rules on size and comments. */
export function isGeneratedFile(path: string): boolean {
  return path.includes('/generated/') || path.endsWith('.data.ts');
}

/** The file's name without folder and extension. */
export function stemOf(path: string): string {
  const name = path.slice(path.lastIndexOf('/') + 1);
  return name.replace(/\.[cm]?[jt]s$/, '');
}
