/**
 * Finds the version of zod that a folder uses.
 */
import type { SourceFolder } from './source-folder.js';

/** The version of zod by its import, else by package.json; 4 if neither says. */
export function zodVersion(read: SourceFolder): 3 | 4 {
  const modules = read.sources.flatMap((file) =>
    file.getImportDeclarations().map((one) => one.getModuleSpecifierValue()),
  );
  const texts = read.sources.map((file) => file.getFullText()).join('\n');
  if (modules.includes('zod/v3') || /require\(['"]zod\/v3['"]\)/.test(texts)) return 3;
  if (modules.some((one) => one.startsWith('zod/v4'))) return 4;
  const range = { ...read.manifest.devDependencies, ...read.manifest.dependencies }.zod ?? '';
  return /^\D*3(\.|$)/.test(range) || modules.includes('zod3') ? 3 : 4;
}
