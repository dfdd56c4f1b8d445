/**
 * One file of the workspace as the checks see it: its path, its text, and its kind, which follows from its name.
 */
export interface SourceFile {
  /** Path from the workspace's root, with `/` on every system. */
  readonly path: string;
  readonly text: string;
}

const testFile = /\.test(-support|-d)?\.m?ts$/;
const configFile = /(^|\/)[^/]+\.config\.ts$/;

/** Returns whether a file is a test, test support or configuration: these are not published and may import more. */
export function isTestFile(path: string): boolean {
  return testFile.test(path) || configFile.test(path) || path.includes('/test/');
}

/** Returns whether a file is a package's entry, which only lists exports. */
export function isIndexFile(path: string): boolean {
  return path.endsWith('/index.ts');
}

/** Returns whether a file is generated, or a table of data: exempt from the rules on size and comments. */
export function isGeneratedFile(path: string): boolean {
  return path.includes('/generated/') || path.endsWith('.data.ts');
}

/** Returns the file's name without folder and extension. */
export function stemOf(path: string): string {
  const name = path.slice(path.lastIndexOf('/') + 1);
  return name.replace(/\.[cm]?[jt]sx?$/, '');
}
