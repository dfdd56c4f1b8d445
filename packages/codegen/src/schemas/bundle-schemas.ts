/**
 * Bundles the schemas of a plugin with everything that they import, for the process that evaluates them: it may read no file.
 */
import { isBuiltin } from 'node:module';
import { readFile } from 'node:fs/promises';
import { dirname, relative } from 'node:path';
import type { BuildFailure, Message, Plugin } from 'esbuild';
import { compilerSettings, conditionsOf, loaderFor, readCompilerOptions, target } from '../bundle/compiler-settings.js';
import { bundler } from '../bundle/load-bundler.js';
import type { AuthorSchema } from '../model/author-schema.js';

/** The code of a bundle and its source map, as texts. */
export interface SchemaBundle {
  readonly code: string;
  readonly map: string;
}

/** The packages that write JSON Schema, by the name under which the evaluator knows them. */
const converters = { zod4: 'zod/v4/core', zod3: 'zod-to-json-schema', valibot: '@valibot/to-json-schema' } as const;

/** The namespace of modules that each hold one schema, in source maps too. */
export const schemaNamespace = 'sigil-schema';

/**
 * Bundles the schemas of the plugin in `folder`.
 *
 * @returns the bundle, or the bundler's messages
 */
export async function bundleSchemas(
  folder: string,
  schemas: readonly AuthorSchema[],
): Promise<SchemaBundle | readonly Message[]> {
  try {
    const { outputFiles } = await bundler.build({
      absWorkingDir: folder,
      entryPoints: ['sigil:schemas'],
      outfile: 'schemas.js',
      ...compilerSettings(folder),
      bundle: true,
      write: false,
      format: 'esm',
      platform: 'node',
      target,
      mainFields: ['main'],
      conditions: conditionsOf(readCompilerOptions(folder)),
      ignoreAnnotations: true,
      define: {
        'import.meta.url': '"file:///schemas.js"',
        'import.meta.dirname': '"/"',
        'import.meta.filename': '"/schemas.js"',
      },
      loader: { '.node': 'empty' },
      charset: 'utf8',
      sourcemap: 'external',
      sourcesContent: false,
      logLevel: 'silent',
      plugins: [schemaModules(folder, schemas), builtinModules, sourceMarkers(folder)],
    });
    const [map, code] = ['.map', '.js'].map((end) => outputFiles.find(({ path }) => path.endsWith(end))?.text);
    if (map === undefined || code === undefined) throw new Error('the bundler wrote no code, or no source map');
    return { code, map };
  } catch (cause) {
    if (isBuildFailure(cause)) return cause.errors;
    throw cause;
  }
}

/** Serves the entry, one module for each schema, and the converters that are installed. */
function schemaModules(folder: string, schemas: readonly AuthorSchema[]): Plugin {
  const loaders = schemas.map((_, index) => `() => import("sigil:schema-${index}")`);
  const installed = Object.keys(converters).map((name) => `${name}: () => import("sigil:converter-${name}")`);
  const entry = `sigil$schemas([${loaders.join(', ')}], { ${installed.join(', ')} });`;
  return {
    name: 'sigil-schemas',
    setup(build) {
      build.onResolve({ filter: /^sigil:schemas$/ }, ({ path }) => ({ path, namespace: 'sigil-entry' }));
      build.onLoad({ filter: /.*/, namespace: 'sigil-entry' }, () => ({ contents: entry, resolveDir: folder }));
      build.onResolve({ filter: /^sigil:schema-\d+$/ }, ({ path }) => {
        const index = Number(path.slice('sigil:schema-'.length));
        const schema = schemas[index];
        if (!schema) return undefined;
        return {
          path: `${withSlashes(relative(folder, schema.file))}?${index}`,
          namespace: schemaNamespace,
          pluginData: schema,
        };
      });
      build.onLoad({ filter: /.*/, namespace: schemaNamespace }, ({ pluginData }) => {
        // Sound because only the resolution above leads to this namespace.
        const { file, module } = pluginData as AuthorSchema;
        return { contents: marked(folder, file, module), loader: loaderFor(file), resolveDir: dirname(file) };
      });
      build.onResolve({ filter: /^sigil:converter-/ }, async ({ path }) => {
        const name = path.slice('sigil:converter-'.length);
        const specifier = Object.entries(converters).find(([key]) => key === name)?.[1] ?? '';
        const found = await build.resolve(specifier, { kind: 'import-statement', resolveDir: folder });
        return found.errors.length > 0 ? { path: name, namespace: 'sigil-missing' } : found;
      });
      build.onLoad({ filter: /.*/, namespace: 'sigil-missing' }, () => ({ contents: 'export {};' }));
    },
  };
}

/** Modules of Node come from the evaluator, which gives few of them whole. */
const builtinModules: Plugin = {
  name: 'sigil-builtins',
  setup(build) {
    build.onResolve({ filter: /^[\w:/]+$/ }, ({ path }) =>
      isBuiltin(path) ? { path, namespace: 'sigil-builtin' } : undefined,
    );
    build.onLoad({ filter: /.*/, namespace: 'sigil-builtin' }, ({ path }) => ({
      contents: `module.exports = sigil$builtin(${JSON.stringify(path)});`,
    }));
  },
};

/** Reports each of the author's modules as it begins, so that one that never ends can be named. */
function sourceMarkers(folder: string): Plugin {
  return {
    name: 'sigil-markers',
    setup(build) {
      build.onLoad({ filter: /\.[cm]?[jt]sx?$/, namespace: 'file' }, async ({ path }) => {
        if (/[\\/]node_modules[\\/]/.test(path)) return undefined;
        const text = (await readFile(path, 'utf8')).replace(/^\uFEFF/, '').replace(/^#!/, '//');
        return { contents: marked(folder, path, text), loader: loaderFor(path), resolveDir: dirname(path) };
      });
    },
  };
}

function marked(folder: string, file: string, text: string): string {
  return `sigil$enter(${JSON.stringify(withSlashes(relative(folder, file)))});${text}`;
}

function withSlashes(path: string): string {
  return path.replaceAll('\\', '/');
}

function isBuildFailure(cause: unknown): cause is BuildFailure {
  return cause instanceof Error && 'errors' in cause && Array.isArray(cause.errors);
}
