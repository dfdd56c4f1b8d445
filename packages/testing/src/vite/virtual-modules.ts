/**
 * The modules that no file has: what tests import, and what that is made of.
 */
import type { SourceReading } from '@sigil/codegen';

/** The modules that tests import. */
const pluginModule = 'sigil:plugin';

/** The generated decoders, as the generated entry imports them. */
export const decodersModule = 'sigil:decoders';

/** The generated entry: the exports are a `PluginModule`. */
const entryModule = 'sigil:entry';

const names: ReadonlySet<string> = new Set([pluginModule, decodersModule, entryModule]);

/** Vite leaves ids that begin like this to us. */
const idMark = '\0';

/** The ids of all of them. */
export const virtualIds: readonly string[] = [...names].map((name) => idMark + name);

/** The id under which one of our modules is loaded; undefined for any other name. */
export function findVirtualId(name: string): string | undefined {
  return names.has(name) ? idMark + name : undefined;
}

/** True when the id is one of ours. */
export function isVirtualId(id: string): boolean {
  return virtualIds.includes(id);
}

/** The text of a virtual module; undefined when the plugin could not be read. */
export function writeVirtualModule(id: string, { manifest, modules }: SourceReading): string | undefined {
  if (!manifest || !modules) return undefined;
  if (id === idMark + decodersModule) return modules.decoders;
  if (id === idMark + entryModule) return modules.entry;
  return [
    `import * as entry from ${JSON.stringify(entryModule)};`,
    `export const manifest = JSON.parse(${JSON.stringify(JSON.stringify(manifest))});`,
    'export const module = entry;',
    '',
  ].join('\n');
}
