/**
 * The import of core in a written module.
 */
import type { ModuleImports } from './module-imports.js';

const typeNames = new Set(['Context', 'ContentBlock', 'PromptMessage', 'ResourceContents']);

/** Writes the import of the names of core that a module uses; types that the old file imports under the same name are left out. */
export function coreImport(core: ReadonlySet<string>, imports: ModuleImports): readonly string[] {
  const names = [...core]
    .sort()
    .filter((name) => !imports.has(name) || !typeNames.has(name))
    .map((name) => (typeNames.has(name) ? `type ${name}` : name));
  return names.length === 0 ? [] : [`import { ${names.join(', ')} } from '@sigil/core';`];
}
