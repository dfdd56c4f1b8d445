/**
 * Finds the packages that a module imports.
 */
import { builtinModules } from 'node:module';

/** The packages that a text imports, without Node's own modules. */
export function importedPackages(text: string): string[] {
  const found = [...text.matchAll(/(?:\bfrom\s*|\bimport\s*\(?\s*|\brequire\(\s*)['"]([^'"]+)['"]/g)].map(
    ([, module]) => module ?? '',
  );
  return found.filter(
    (module) =>
      !module.startsWith('.') &&
      !module.startsWith('node:') &&
      !module.startsWith('/') &&
      !builtinModules.includes(module),
  );
}
