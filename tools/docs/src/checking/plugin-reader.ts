/**
 * Builds the content of fences as plugins in one temporary folder, and returns the build's diagnostics.
 *
 * The folder stays open, so that the libraries are parsed once for all fences.
 */
import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { workspaceRoot } from '@sigil/checks/workspace';
import { buildPlugin, openPluginSource, type Diagnostic, type PluginSource } from '@sigil/codegen';

/** Files by their path within the plugin. */
export type PluginFiles = Readonly<Record<string, string>>;

/** The open folder, until it is closed. */
export interface FencePlugins {
  /** @returns the diagnostics of the plugin with these files, plus a package.json and a tsconfig.json unless they are given */
  diagnosticsOf(files: PluginFiles): Promise<readonly Diagnostic[]>;
  /** Does the same with a whole build, including the bundler. */
  diagnosticsOfBuild(files: PluginFiles): Promise<readonly Diagnostic[]>;
  close(): Promise<void>;
}

const standardFiles: PluginFiles = {
  'package.json': JSON.stringify({ name: 'shown', version: '1.0.0', type: 'module' }),
  'tsconfig.json': JSON.stringify({
    compilerOptions: {
      strict: true,
      target: 'ES2022',
      module: 'NodeNext',
      experimentalDecorators: true,
      skipLibCheck: true,
      customConditions: ['@sigil/source'],
      types: ['node'],
    },
    include: ['src/**/*.ts'],
  }),
};

export function openFencePlugins(): FencePlugins {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'sigil-docs-')));
  for (const name of [
    '@sigil/core',
    '@sigil/view',
    '@types/node',
    'preact',
    'react',
    'react-dom',
    '@types/react',
    '@types/react-dom',
    'valibot',
    'zod',
  ])
    linkPackage(folder, name);
  let source: PluginSource | undefined;
  let before: PluginFiles = {};

  const diagnosticsOf: FencePlugins['diagnosticsOf'] = async (files) => {
    const all = { ...standardFiles, ...files };
    const gone = Object.keys(before).filter((path) => !(path in all));
    const changed = Object.keys(all).filter((path) => all[path] !== before[path]);
    for (const path of gone) rmSync(join(folder, path));
    writeFiles(folder, Object.fromEntries(changed.map((path) => [path, all[path] ?? ''])));
    // A tsconfig.json reported as changed costs a whole program, so only real differences are reported.
    source?.refresh([...gone, ...changed].map((path) => join(folder, path)));
    before = all;
    source ??= await openPluginSource(folder, './decoders.js');
    return (await source.read()).diagnostics;
  };
  return {
    diagnosticsOf,
    diagnosticsOfBuild: async (files) => {
      const diagnostics = await diagnosticsOf(files);
      return diagnostics.length > 0 ? diagnostics : (await buildPlugin(folder)).diagnostics;
    },
    close: async () => {
      await source?.close();
      rmSync(folder, { recursive: true });
    },
  };
}

function linkPackage(folder: string, name: string): void {
  const link = join(folder, 'node_modules', name);
  mkdirSync(dirname(link), { recursive: true });
  symlinkSync(realpathSync(join(workspaceRoot, 'node_modules', name)), link);
}

function writeFiles(folder: string, files: PluginFiles): void {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    // A page that shows a path of the machine cannot know the folder.
    writeFileSync(join(folder, path), text.replaceAll('/folder/of/the/plugin', folder));
  }
}
