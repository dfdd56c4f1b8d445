/**
 * Builds one module that is no plugin, such as an extension of the protocol: writes the schemas of its types into its calls, and bundles
 * its own files. Packages stay imports, since the module runs beside them.
 */
import { existsSync } from 'node:fs';
import { readFile, realpath } from 'node:fs/promises';
import { basename, dirname, extname, join } from 'node:path';
import type { BuildFailure, Plugin } from 'esbuild';
import { bundleDiagnostics } from '../bundle/bundle-diagnostics.js';
import { compilerSettings, loaderFor, target } from '../bundle/compiler-settings.js';
import { insertSchemas } from '../bundle/insert-schemas.js';
import { bundler } from '../bundle/load-bundler.js';
import { hasErrors, type Diagnostic } from '../model/diagnostic.js';
import type { SchemaCall } from '../model/plugin-model.js';
import { openPluginReader } from '../reader/plugin-reader.js';
import { writeOutput } from './write-output.js';

/** The result of building one module. */
export interface ModuleResult {
  /** The folder of the module's tsconfig.json or package.json, absolute; diagnostics name files relative to it. */
  readonly folder: string;
  /** Absolute path; absent if there are errors, and nothing was written. */
  readonly output?: string;
  readonly diagnostics: readonly Diagnostic[];
}

/**
 * Builds `src/audit.ts` to `dist/audit.mjs` of its package, with every call of `schemaOf<T>()` that it reaches filled in.
 *
 * @param file a TypeScript module
 * @throws Error when there is no such file, or `dist` cannot be written
 */
export async function buildModule(file: string): Promise<ModuleResult> {
  const path = await realpath(file);
  const folder = folderOf(path);
  const reader = openPluginReader(folder, { module: path.replaceAll('\\', '/') });
  try {
    const { model, diagnostics } = reader.read();
    if (hasErrors(diagnostics)) return { folder, diagnostics };
    const name = `${basename(path, extname(path))}.mjs`;
    const bundled = await bundle(folder, path, model.schemaCalls).catch((cause: unknown) => {
      if (cause instanceof Error && 'errors' in cause) return bundleDiagnostics((cause as BuildFailure).errors); // the bundler's own
      throw cause;
    });
    if (!(bundled instanceof Uint8Array)) return { folder, diagnostics: bundled };
    await writeOutput(join(folder, 'dist'), [{ name, bytes: bundled }]);
    return { folder, diagnostics, output: join(folder, 'dist', name) };
  } finally {
    reader.close();
  }
}

/** Returns the nearest folder with a tsconfig.json or a package.json; without one, the file's own. */
function folderOf(file: string): string {
  const own = dirname(file);
  for (let folder = own; ; folder = dirname(folder)) {
    if (['tsconfig.json', 'package.json'].some((name) => existsSync(join(folder, name)))) return folder;
    if (folder === dirname(folder)) return own;
  }
}

async function bundle(folder: string, file: string, calls: readonly SchemaCall[]): Promise<Uint8Array> {
  const { outputFiles } = await bundler.build({
    absWorkingDir: folder,
    entryPoints: [file],
    ...compilerSettings(folder),
    outfile: join(folder, 'dist', 'module.mjs'),
    plugins: [schemas(calls)],
    bundle: true,
    packages: 'external',
    write: false,
    format: 'esm',
    platform: 'node',
    target,
    charset: 'utf8',
    logLevel: 'silent',
  });
  const [code] = outputFiles ?? [];
  if (!code) throw new Error('the bundler wrote no code');
  return code.contents;
}

/** Writes the schemas into the sources while they are loaded. */
function schemas(calls: readonly SchemaCall[]): Plugin {
  return {
    name: 'sigil-schemas',
    setup(build) {
      build.onLoad({ filter: /\.[cm]?tsx?$/ }, async ({ path }) => {
        const own = calls.filter(({ file }) => file === path.replaceAll('\\', '/'));
        if (own.length === 0) return undefined;
        const changed = insertSchemas(path, await readFile(path, 'utf8'), own);
        if (!changed) return { errors: [{ text: 'this file has changed while it was being built; build again' }] };
        return { contents: changed.code, loader: loaderFor(path) };
      });
    },
  };
}
