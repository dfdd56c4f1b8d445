/**
 * A Vite plugin for tests: workers and processes of plugins run the plugin process that the sources have now, without a build.
 */
import type { Plugin } from 'vite';
import { bundleSource } from './bundle-source.ts';

export function pluginProcessFromSources(): Plugin {
  let bundled: Promise<string> | undefined;
  return {
    name: 'sigil:plugin-process-from-sources',
    async load(id) {
      if (!id.endsWith('/src/links/plugin-process-program.ts')) return undefined;
      bundled ??= bundleSource('links/plugin-process.ts');
      return `export const pluginProcessProgram = new URL(${JSON.stringify(await bundled)});`;
    },
  };
}
