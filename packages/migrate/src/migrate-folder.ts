/**
 * Migrates a folder: reads its sources, writes a plugin into another folder, and returns what it could not translate.
 *
 * Everything is computed before the first file is written; the folder that is read never changes.
 */
import { mkdir, readdir, stat, writeFile } from 'node:fs/promises';
import { basename, dirname, join, resolve as resolvePath, sep } from 'node:path';
import { Node, type SourceFile } from 'ts-morph';
import type { Migration } from './writing/migration.js';
import type { Finding } from './model.js';
import { LowLevelReader } from './readers/read-low-level.js';
import { pluginName, serverFacts } from './readers/server-facts.js';
import { findServers } from './readers/server-values.js';
import { readSharedArgument, type SharedName } from './readers/shared-arguments.js';
import { openZodReading } from './schemas/read-zod.js';
import type { ZodReading } from './schemas/zod-reading.js';
import { importedPackages } from './source/imported-packages.js';
import { readSourceFolder, type SourceFolder } from './source/source-folder.js';
import { layOut, relativeModule } from './source/source-layout.js';
import { resolve } from './source/static-value.js';
import { zodVersion } from './source/zod-version.js';
import { writeModule } from './writing/module-writer.js';
import { writeProjectFiles } from './writing/project-files.js';
import { resultsModule, writeResultsModule } from './writing/results-module.js';

/** A migration, as the command line asks for it. */
export interface MigrateOptions {
  /** The folder of the old server. */
  readonly folder: string;
  /** The plugin's folder, which must be empty or absent. */
  readonly out: string;
  /** Version of our packages, for the plugin's package.json. */
  readonly version: string;
}

/** The outcome of a migration. */
export interface MigrationReport {
  /** The plugin's folder, absolute. */
  readonly folder: string;
  readonly findings: readonly Finding[];
  /** The number of tools, resources and prompts that the plugin publishes. */
  readonly published: { readonly tools: number; readonly resources: number; readonly prompts: number };
}

/** A folder that cannot be migrated; nothing was written. */
export class MigrateError extends Error {
  override readonly name = 'MigrateError';
}

/** @throws MigrateError for folders that cannot be read or written, and for one without a server */
export async function migrateFolder(options: MigrateOptions): Promise<MigrationReport> {
  const [folder, out] = [resolvePath(options.folder), resolvePath(options.out)];
  if (!(await isFolder(folder))) throw new MigrateError(`${options.folder}: there is no such folder`);
  if (out === folder || folder.startsWith(out + sep))
    throw new MigrateError(`--out ${options.out}: the folder that is read must not be changed; name another one`);
  if (!(await isEmpty(out)))
    throw new MigrateError(`--out ${options.out}: the folder is not empty, so nothing is written`);
  const read = await readSourceFolder(folder, out);
  const plugin = writePlugin(read, options.version, basename(folder));
  for (const [path, content] of plugin.files) {
    await mkdir(dirname(join(out, path)), { recursive: true });
    await writeFile(join(out, path), content);
  }
  return { folder: out, findings: plugin.findings, published: plugin.published };
}

async function isFolder(path: string): Promise<boolean> {
  return stat(path).then(
    (found) => found.isDirectory(),
    () => false,
  );
}

async function isEmpty(path: string): Promise<boolean> {
  return readdir(path).then(
    (names) => names.length === 0,
    () => true,
  );
}

interface Plugin {
  readonly files: readonly (readonly [path: string, content: string | Uint8Array])[];
  readonly findings: readonly Finding[];
  readonly published: MigrationReport['published'];
}

function writePlugin(read: SourceFolder, version: string, folderName: string): Plugin {
  const findings: Finding[] = [];
  const servers = findServers(read.sources);
  const places = layOut(read);
  const zodReadings = new Map<SourceFile, ZodReading>();
  const zodOf = (node: Node): ZodReading => {
    const file = node.getSourceFile();
    const known = zodReadings.get(file) ?? openZodReading(zodVersion(read), file);
    zodReadings.set(file, known);
    return known;
  };
  const lowLevel = new LowLevelReader(zodOf);
  const shared: SharedName[] = [];
  const migration: Migration = {
    servers,
    version: zodVersion(read),
    helpers: new Set(),
    published: new Set(),
    classNames: new Set(),
    hasErrors: false,
    pathToRoot: (file) => '../'.repeat(places.pathOf(file).split('/').length - 1) || './',
    moduleOf: places.moduleOf,
    argumentOf: (fn, index) => {
      const argument = readSharedArgument(read.sources, fn, index);
      if (!argument || !('name' in argument)) return argument;
      shared.push(argument);
      const alias = argument.name === argument.as ? argument.name : `${argument.name} as ${argument.as}`;
      return {
        import: `import { ${alias} } from '${relativeModule(places.pathOf(fn.getSourceFile()), places.pathOf(argument.file))}';`,
      };
    },
    lowLevel: (call, writing) => lowLevel.read(call, writing),
    report: (at, finding) =>
      findings.push({
        file: read.pathOf(at.getSourceFile()),
        line: at.getStartLineNumber(),
        ...(finding.name !== undefined && { name: finding.name }),
        ...(finding.construct !== undefined && { construct: finding.construct }),
        message: finding.message,
        severity: finding.severity,
      }),
  };
  const facts = serverFacts(servers.created, migration.report);
  const written = read.sources.map((file): readonly [string, string] => [
    `src/${places.pathOf(file)}`,
    hasServer(file, migration) ? writeModule(migration, file) : places.textOf(file),
  ]);
  const modules = written.map(([path, text]): readonly [string, string] => [
    path,
    shared
      .filter(({ file }) => path === `src/${places.pathOf(file)}`)
      .reduce(
        (result, { name }) =>
          result.replace(new RegExp(`^(const|let|class|function) ${name}\\b`, 'm'), `export $1 ${name}`),
        text,
      ),
  ]);
  if (servers.created.length === 0) throw new MigrateError(describeNoServer(read));
  const results = writeResultsModule(migration.helpers);
  const imported = new Set(modules.flatMap(([, text]) => importedPackages(text)));
  const project = writeProjectFiles({
    ...facts,
    name: pluginName(facts.name ?? read.manifest.name ?? folderName),
    version: facts.version ?? read.manifest.version ?? '0.1.0',
    ...(read.manifest.description !== undefined && { description: read.manifest.description }),
    sigilVersion: version,
    isStrict: read.isStrict,
    hasScripts: modules.some(([path]) => /\.[cm]?js$/.test(path)),
    imported,
    manifest: read.manifest,
    findings: findings.length,
  });
  const count = (kind: string): number => [...migration.published].filter((one) => one.startsWith(kind)).length;
  return {
    files: [
      ...project,
      ...modules,
      ...(results === undefined ? [] : [[`src/${resultsModule}.ts`, results] as const]),
      ...read.assets.map(({ path, bytes }) => [`src/${places.assetPath(path)}`, bytes] as const),
    ],
    findings: sorted(findings),
    published: { tools: count('tool '), resources: count('resource '), prompts: count('prompt ') },
  };
}

function sorted(findings: readonly Finding[]): readonly Finding[] {
  const seen = new Set<string>();
  return [...findings]
    .sort((one, other) => (one.file === other.file ? one.line - other.line : one.file < other.file ? -1 : 1))
    .filter((one) => {
      const key = JSON.stringify(one);
      const isNew = !seen.has(key);
      seen.add(key);
      return isNew;
    });
}

function hasServer(file: SourceFile, { servers }: Migration): boolean {
  const isIn = (node: Node): boolean => node.getSourceFile() === file;
  return (
    [...servers.holders].some(isIn) ||
    servers.created.some(isIn) ||
    file.getDescendants().some((node) => Node.isCallExpression(node) && isFactoryCall(node, servers.factories))
  );
}

function isFactoryCall(call: Node, factories: ReadonlySet<Node>): boolean {
  return Node.isCallExpression(call) && factories.has(resolve(call.getExpression()));
}

const unread: readonly (readonly [RegExp, string])[] = [
  [/@rekog\/mcp-nest|@nestjs\/mcp/, 'MCP-Nest'],
  [/['"]xmcp['"/]/, 'xmcp'],
];

function describeNoServer({ sources }: SourceFolder): string {
  const text = sources.map((file) => file.getFullText()).join('\n');
  const framework = unread.find(([pattern]) => pattern.test(text))?.[1];
  if (framework !== undefined)
    return `servers of ${framework} cannot be read: only those of the official SDK and of FastMCP for TypeScript`;
  return 'no MCP server was found: no file of this folder creates one of the official SDK or of FastMCP';
}
