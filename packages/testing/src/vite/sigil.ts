/**
 * The Vite plugin that runs a plugin's tests against its source: it offers the manifest and the generated code as a virtual
 * module, inserts schemas into the author's modules, and reports build errors through Vite.
 */
import { join, resolve } from 'node:path';
import { compileSource, insertSchemas, type ChangedSource, type SourceReading } from '@sigil/codegen';
import type { Plugin, Rollup, ViteDevServer } from 'vite';
import { describeFailure } from './describe-failure.js';
import { LivePlugin } from './live-plugin.js';
import { findVirtualId, isVirtualId, virtualIds, writeVirtualModule } from './virtual-modules.js';

/** Options to find the plugin. */
export interface SigilOptions {
  /** The plugin's folder, relative to Vite's root; the root itself when left out. */
  readonly folder?: string;
}

/** The part of Vitest's own hook that is used here, so that Vite alone is enough. */
interface VitestHook {
  configureVitest(context: { readonly vitest: { readonly vite: ViteDevServer } }): void;
}

/** Matches the names of calls that need a schema; every such call names one in its own file. */
const schemaCallName = /\b(?:schemaOf|elicit)\b/;
/** Matches a possible decorator; a match in a comment only costs a compilation. */
const decorator = /(?<![\w'"`])@[\w$(]/;

/**
 * Offers the plugin in Vite's root, or in `folder`, as the module `sigil:plugin`.
 */
export function sigil(options: SigilOptions = {}): Plugin[] {
  const state: { plugin: LivePlugin } = { plugin: new LivePlugin(resolve(options.folder ?? '.')) };
  const setRoot = (root: string): void => {
    state.plugin = new LivePlugin(resolve(root, options.folder ?? '.'));
  };
  return [moduleProvider(state, setRoot), decoratorCompiler(state)];
}

function moduleProvider(state: { plugin: LivePlugin }, setRoot: (root: string) => void): Plugin & VitestHook {
  let server: ViteDevServer | undefined;
  const follow = (watcher: ViteDevServer['watcher'], onStale: () => void): void => {
    const react = (isStale: boolean): void => {
      if (!isStale || !server) return;
      invalidate(server, state.plugin);
      onStale();
    };
    const onChange = (file: string): void => react(state.plugin.notice(file));
    const onAdd = (file: string): void => react(state.plugin.noticeAdded(file));
    watcher.on('change', onChange).on('add', onAdd).on('unlink', onChange);
  };
  return {
    name: 'sigil',
    enforce: 'pre',
    configResolved: ({ root }) => setRoot(root),
    configureServer: (opened) => {
      server = opened;
      follow(opened.watcher, () => undefined);
    },
    // Vitest has its own watcher and reruns a test when one of its files changes; only this
    // plugin knows when the virtual module changes.
    configureVitest: ({ vitest }) => {
      const { watcher } = vitest.vite;
      follow(watcher, () => virtualIds.forEach((id) => watcher.emit('change', id)));
    },
    resolveId(name, importer) {
      if (importer !== undefined && isVirtualId(importer) && name.startsWith('.'))
        return join(state.plugin.folder, name);
      return findVirtualId(name);
    },
    async load(id) {
      if (!isVirtualId(id)) return undefined;
      const reading = await readFor(this, state.plugin);
      return writeVirtualModule(id, reading);
    },
    async transform(code, id) {
      const { plugin } = state;
      if (!plugin.compiles(id) || !schemaCallName.test(code)) return undefined;
      const changed = writeSchemas(await readFor(this, plugin), id, code);
      if (changed !== 'stale') return changed;

      // The file was saved after it was read, and the watcher has not reported it yet.
      plugin.notice(id);
      const again = writeSchemas(await readFor(this, plugin), id, code);
      return again === 'stale' ? this.error('this file has changed while it was being read; save it again') : again;
    },
    closeBundle: () => state.plugin.close(),
  };
}

/** Compiles decorators: Vite supports only one of the two kinds, and may detect the wrong one. */
function decoratorCompiler(state: { plugin: LivePlugin }): Plugin {
  return {
    name: 'sigil:decorators',
    enforce: 'pre',
    transform: async (code, id) => {
      const { plugin } = state;
      if (!plugin.compiles(id) || !decorator.test(code)) return undefined;
      try {
        return await compileSource(plugin.folder, id, code);
      } catch {
        // Vite reports the error of source that cannot be compiled.
        return undefined;
      }
    },
  };
}

/** @returns undefined when there is nothing to insert, `stale` when the text differs from the one that was read */
function writeSchemas({ modules }: SourceReading, id: string, text: string): ChangedSource | 'stale' | undefined {
  const calls = modules?.schemaCalls.filter(({ file }) => file === id) ?? [];
  return calls.length === 0 ? undefined : (insertSchemas(id, text, calls) ?? 'stale');
}

/** Reads the plugin for a module, which becomes stale when any of its files changes. */
async function readFor(context: Rollup.PluginContext, plugin: LivePlugin): Promise<SourceReading> {
  const reading = await plugin.read();
  for (const file of plugin.files) context.addWatchFile(file);
  if (!reading.modules) context.error(describeFailure(plugin.folder, reading.diagnostics));
  return reading;
}

/** Invalidates everything derived from the latest reading: the virtual modules, and the sources with inserted schemas. */
function invalidate(server: ViteDevServer, plugin: LivePlugin): void {
  for (const { moduleGraph } of Object.values(server.environments)) {
    const modules = virtualIds.flatMap((id) => moduleGraph.getModuleById(id) ?? []);
    const sources = plugin.filesWithSchemas.flatMap((file) => [...(moduleGraph.getModulesByFile(file) ?? [])]);
    for (const module of [...modules, ...sources]) moduleGraph.invalidateModule(module);
  }
}
