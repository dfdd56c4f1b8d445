/**
 * Imports documents of tests into temporary folders, and builds the written plugins.
 */
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { readPlugin } from '@sigil/codegen';
import { onTestFinished } from 'vitest';
import { importOpenApi, type ImportOptions, type ImportReport } from './import-openapi.js';
import type { ImportRecord } from './merging/import-record.js';

/** Below the package, so that written plugins find `@sigil/core`. */
const home = fileURLToPath(new URL('../../out-tsc/imports-under-test/', import.meta.url));

/** A folder with documents and a project in `out`. */
export interface ImportFolder {
  readonly path: string;
  write(file: string, text: string): void;
  /** Reads a file of the project. */
  read(file: string): string;
  /** The files of the project, with `/`. */
  files(): string[];
  /** Imports a document that was written, `api.json` by default. */
  import(options?: Partial<ImportOptions>): Promise<ImportReport>;
  record(): ImportRecord;
}

export function openFolder(): ImportFolder {
  mkdirSync(home, { recursive: true });
  const path = mkdtempSync(join(home, 'import-'));
  onTestFinished(() => rmSync(path, { recursive: true, force: true }));
  const out = join(path, 'out');
  return {
    path,
    write: (file, text) => {
      mkdirSync(dirname(join(path, file)), { recursive: true });
      writeFileSync(join(path, file), text);
    },
    read: (file) => readFileSync(join(out, file), 'utf8'),
    files: () =>
      existsSync(out)
        ? readdirSync(out, { recursive: true, withFileTypes: true })
            .filter((entry) => entry.isFile())
            .map((entry) => relative(out, join(entry.parentPath, entry.name)).replaceAll('\\', '/'))
            .toSorted()
        : [],
    import: (options = {}) => importOpenApi({ ...standard, folder: path, ...options }),
    record: () => JSON.parse(readFileSync(join(out, 'import.json'), 'utf8')) as ImportRecord,
  };
}

const standard = {
  source: 'api.json',
  out: 'out',
  name: 'shop',
  version: '0.1.0',
  only: [],
  all: false,
  isSearched: false,
  isDryRun: false,
  writesConflicts: false,
};

/** Writes and imports one document. */
export async function importedFrom(document: unknown, options: Partial<ImportOptions> = {}): Promise<ImportFolder> {
  const folder = openFolder();
  folder.write('api.json', JSON.stringify(document));
  await folder.import(options);
  return folder;
}

/** A document with these paths, and these members beside them. */
export function documentOf(paths: unknown, others: object = {}): object {
  return {
    openapi: '3.1.0',
    info: { title: 'Shop', version: '1' },
    servers: [{ url: 'https://shop.example' }],
    paths,
    ...others,
  };
}

/** A document with one operation that takes the schema as its body's member `value`, and named schemas. */
export function documentWith(schema: unknown, schemas: object = {}, openapi = '3.1.0'): object {
  const body = { type: 'object', properties: { value: schema } };
  const operation = {
    operationId: 'send',
    requestBody: { required: true, content: { 'application/json': { schema: body } } },
    responses: { 204: { description: 'sent' } },
  };
  return documentOf({ '/send': { post: operation } }, { openapi, components: { schemas } });
}

/** The input schemas of a built project's tools, and the errors of the build. */
export interface BuiltInputs {
  readonly errors: readonly string[];
  readonly inputs: Readonly<Record<string, unknown>>;
}

/** Builds the project without writing anything. */
export async function buildInputs(folder: ImportFolder): Promise<BuiltInputs> {
  const file = join(folder.path, 'out', 'tsconfig.json');
  const written = readFileSync(file, 'utf8');
  const settings = JSON.parse(written) as { compilerOptions: object };
  const compilerOptions = { ...settings.compilerOptions, types: ['node'], customConditions: ['@sigil/source'] };
  writeFileSync(file, JSON.stringify({ compilerOptions, include: ['src'], exclude: ['src/**/*.test.ts'] }));
  const { diagnostics, manifest } = await readPlugin(join(folder.path, 'out'));
  writeFileSync(file, written);
  const errors = diagnostics.filter(({ severity }) => severity !== 'note' && severity !== 'warning');
  return {
    errors: errors.map(({ code, message }) => `${code} ${message}`),
    inputs: Object.fromEntries((manifest?.tools ?? []).map(({ name, inputSchema }) => [name, inputSchema])),
  };
}

/** Returns the schema that the built tool has for the schema of a document. */
export async function builtFrom(schema: unknown, schemas: object = {}, openapi = '3.1.0'): Promise<unknown> {
  const folder = await importedFrom(documentWith(schema, schemas, openapi));
  const { errors, inputs } = await buildInputs(folder);
  if (errors.length > 0) throw new Error(errors.join('\n'));
  const { properties, $defs } = inputs.send as { properties: { value: object }; $defs?: object };
  return $defs ? { ...properties.value, $defs } : properties.value;
}

/** The codes of a project's notices, without the one that every project has. */
export function codesOf(folder: ImportFolder): string[] {
  return folder.record().notices.flatMap(({ code }) => (code === 'closed-objects' ? [] : [code]));
}
