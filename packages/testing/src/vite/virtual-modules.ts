/**
 * The virtual modules: the one that tests import, and the generated ones that it imports.
 */
import type { SourceReading } from '@sigil/codegen';

/** The modules that tests import. */
const pluginModule = 'sigil:plugin';

/** The generated decoders, as the generated entry imports them. */
export const decodersModule = 'sigil:decoders';

/** The generated entry: the exports are a `PluginModule`. */
const entryModule = 'sigil:entry';

const names: ReadonlySet<string> = new Set([pluginModule, decodersModule, entryModule]);

/** Prefix of ids that Vite leaves to plugins. */
const idMark = '\0';

/** The ids of all virtual modules. */
export const virtualIds: readonly string[] = [...names].map((name) => idMark + name);

/** Returns the id under which one of our modules is loaded; undefined for any other name. */
export function findVirtualId(name: string): string | undefined {
  return names.has(name) ? idMark + name : undefined;
}

/** Returns whether the id is one of ours. */
export function isVirtualId(id: string): boolean {
  return virtualIds.includes(id);
}

/** Writes the text of a virtual module; undefined when the plugin could not be read. */
export function writeVirtualModule(id: string, { manifest, modules }: SourceReading): string | undefined {
  if (!manifest || !modules) return undefined;
  if (id === idMark + decodersModule) return modules.decoders;
  if (id === idMark + entryModule) return modules.entry;
  return [
    `import * as entry from ${JSON.stringify(entryModule)};`,
    `export const manifest = JSON.parse(${JSON.stringify(JSON.stringify(manifest))});`,
    'export const module = entry;',
    writeBytes('skillFiles', modules.skillFiles),
    writeBytes('viewFiles', modules.viewFiles),
    '',
  ].join('\n');
}

/** Always exports the name, so that a test can import it whether or not the plugin has any. */
function writeBytes(name: string, bytes: Uint8Array | undefined): string {
  if (!bytes) return `export const ${name} = undefined;`;
  const text = JSON.stringify(Buffer.from(bytes).toString('base64'));
  return `export const ${name} = Uint8Array.from(atob(${text}), (character) => character.charCodeAt(0));`;
}
