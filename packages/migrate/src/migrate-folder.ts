/**
 * Migrates a folder: reads its sources, writes a plugin into another folder, and returns what it could not translate.
 *
 * Everything is computed before the first file is written; the folder that is read never changes.
 */
import { mkdir, readdir, stat, writeFile } from 'node:fs/promises';
import { basename, dirname, join, resolve as resolvePath, sep } from 'node:path';
import { MigrateError } from './migrate-error.js';
import type { Finding } from './model.js';
import { rewriteNest } from './nest/nest-sources.js';
import { pluginName } from './readers/server-facts.js';
import { importedPackages } from './source/imported-packages.js';
import { readSourceFolder, type SourceFolder } from './source/source-folder.js';
import { layOut, type Places } from './source/source-layout.js';
import { type Migration, openMigration } from './writing/migration.js';
import { writeProjectFiles } from './writing/project-files.js';
import { resultsModule, writeResultsModule } from './writing/results-module.js';
import type { RewrittenSources } from './writing/rewritten-sources.js';
import { rewriteServers } from './writing/server-sources.js';
import { rewriteXmcp } from './xmcp/xmcp-sources.js';

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
  const places = layOut(read);
  const migration = openMigration(read, places, (finding) => findings.push(finding));
  const { modules: rewritten, facts } = rewriteSources(read, places, migration);
  const modules = read.hasNullChecks
    ? rewritten
    : rewritten.map(([path, text]) => [path, unchecked(path, text)] as const);
  const results = writeResultsModule(migration.helpers);
  const imported = new Set(modules.flatMap(([, text]) => importedPackages(text)));
  const project = writeProjectFiles({
    ...facts,
    name: pluginName(facts.name ?? read.manifest.name ?? folderName),
    version: facts.version ?? read.manifest.version ?? '0.1.0',
    ...(read.manifest.description !== undefined && { description: read.manifest.description }),
    sigilVersion: version,
    isStrict: read.isStrict,
    hasNullChecks: read.hasNullChecks,
    hasScripts: modules.some(([path]) => /\.[cm]?js$/.test(path)),
    imported,
    manifest: read.manifest,
    findings: findings.length,
  });
  const count = (kind: string): number => [...migration.published].filter((one) => one.startsWith(kind)).length;
  return {
    files: [
      ...project,
      ...modules.map(([path, text]) => [`src/${path}`, text] as const),
      ...(results === undefined ? [] : [[`src/${resultsModule}.ts`, results] as const]),
      ...read.assets.map(({ path, bytes }) => [`src/${places.assetPath(path)}`, bytes] as const),
    ],
    findings: sorted(findings),
    published: { tools: count('tool '), resources: count('resource '), prompts: count('prompt ') },
  };
}

/** Rewrites the sources as their framework needs it. @throws MigrateError for a folder without a server */
function rewriteSources(read: SourceFolder, places: Places, migration: Migration): RewrittenSources {
  if (migration.servers.created.length > 0) return rewriteServers(read, places, migration);
  const text = read.sources.map((file) => file.getFullText()).join('\n');
  if (/['"]@rekog\/mcp-nest['"/]/.test(text)) return rewriteNest(read, places, migration);
  if (read.xmcpConfig || /['"]xmcp(\/[\w-]+)?['"]/.test(text)) return rewriteXmcp(read, places, migration);
  if (/['"]@nestjs\/mcp['"/]/.test(text))
    throw new MigrateError('servers of @nestjs/mcp cannot be read: npm has no package of this name');
  throw new MigrateError(
    'no MCP server was found: no file of this folder creates one of the official SDK, of FastMCP, of MCP-Nest or of xmcp',
  );
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

/** Sources that were compiled without null checks would not pass a build, which needs them for its schemas. */
function unchecked(path: string, text: string): string {
  return /\.[cm]?ts$/.test(path) && !text.includes('@ts-nocheck') ? `// @ts-nocheck\n${text}` : text;
}
