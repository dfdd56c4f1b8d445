/**
 * Plugins with schemas of real libraries, built and bound for tests.
 */
import { mkdir, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { bindPlugin, readManifest, type PublishedTool } from '@sigil/core/catalog';
import { buildPlugin } from '../build/build-plugin.js';
import { makePluginFolder, writeTsconfig, type PluginFolder } from '../build/plugin-folder.test-support.js';
import { evaluateBundle } from '../bundle/evaluate-bundle.test-support.js';
import { idleContext } from '../plugin-code/evaluate-decoders.test-support.js';
import type { BuildResult } from '../build/build-result.js';

const tsconfig = writeTsconfig({ experimentalDecorators: true, types: ['node'] });

/** A plugin that was built without an error. */
export interface SchemaPlugin {
  readonly folder: PluginFolder;
  readonly result: BuildResult;
  readonly tool: (name: string) => PublishedTool;
  /** Calls a tool. @returns its structured result or text, the problems of its arguments, or its error */
  readonly call: (name: string, input: object) => Promise<unknown>;
}

/**
 * Makes a plugin's folder whose sources may use Node.
 *
 * @param zod the name under which this workspace installs the version of `zod` that the folder gets; by default the usual one
 */
export async function makeSchemaFolder(files: Readonly<Record<string, string>>, zod?: string): Promise<PluginFolder> {
  const folder = await makePluginFolder({ 'tsconfig.json': tsconfig, ...files });
  if (zod !== undefined) {
    await mkdir(join(folder.path, 'node_modules'), { recursive: true });
    await symlink(fileURLToPath(new URL('.', import.meta.resolve(zod))), join(folder.path, 'node_modules', 'zod'));
  }
  return folder;
}

/** @param zod as for `makeSchemaFolder` */
export async function buildSchemaPlugin(files: Readonly<Record<string, string>>, zod?: string): Promise<SchemaPlugin> {
  const folder = await makeSchemaFolder(files, zod);
  const result = await buildPlugin(folder.path);
  if (!result.manifest) throw new Error(describe(result).join('\n'));
  const module = await evaluateBundle(await folder.read('dist/plugin.cjs'), join(folder.path, 'dist/plugin.cjs'));
  const bound = bindPlugin(readManifest(JSON.parse(await folder.read('dist/manifest.json')), 'manifest'), module);
  const tool = (name: string): PublishedTool => {
    const found = bound.components.tools.find(({ definition }) => definition.name === name);
    if (!found) throw new Error(`no tool ${name}`);
    return found;
  };
  const call = async (name: string, input: object): Promise<unknown> => {
    try {
      const outcome = await tool(name).run(input as never, idleContext);
      if (outcome.kind === 'bad-arguments') return outcome.problems;
      return outcome.structuredJson === undefined ? outcome.content : JSON.parse(outcome.structuredJson);
    } catch (error) {
      return error;
    }
  };
  return { folder, result, tool, call };
}

/** Builds and returns the diagnostics, one line each: `src/a.ts:3:5 SIGIL120 error message`. */
export async function diagnosticsOf(files: Readonly<Record<string, string>>): Promise<readonly string[]> {
  const folder = await makeSchemaFolder(files);
  return describe(await buildPlugin(folder.path));
}

export function describe({ diagnostics }: BuildResult): readonly string[] {
  return diagnostics.map(
    ({ file, line, column, code, severity = 'error', message }) =>
      `${file}:${line}:${column} ${code} ${severity} ${message}`,
  );
}
