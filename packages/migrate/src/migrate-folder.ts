/**
 * Migrates a folder: reads its sources, writes a plugin into another folder, and returns what it could not translate.
 *
 * Everything is computed before the first file is written; the folder that is read never changes.
 */
import { mkdir, readdir, stat, writeFile } from 'node:fs/promises';
import { basename, dirname, join, relative, resolve as resolvePath, sep } from 'node:path';
import { builtinModules } from 'node:module';
import { Node, type SourceFile } from 'ts-morph';
import type { Finding } from './model.js';
import { bare, type Written } from './handlers/returns.js';
import { LowLevelReader } from './readers/read-low-level.js';
import { findServers, functionBehind } from './readers/server-values.js';
import { memberOf, resolve, textOf } from './source/static-value.js';
import { readSourceFolder, type SourceFolder } from './source/source-folder.js';
import { resultsModule, writeResultsModule } from './writing/results-module.js';
import { type Migration, writeModule } from './writing/module-writer.js';
import { writeProjectFiles } from './writing/project-files.js';

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
  const zodReadings = new Map<SourceFile, ReturnType<typeof zodReadingOf>>();
  const zodOf = (node: Node): ReturnType<typeof zodReadingOf> => {
    const file = node.getSourceFile();
    const known = zodReadings.get(file) ?? zodReadingOf(file, zodVersion(read));
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
  const facts = serverFacts(servers.created, migration);
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

function zodReadingOf(file: SourceFile, version: 3 | 4) {
  return { version, notices: [], names: new Map<Node, string>(), shapes: new Map(), file };
}

/** The version of zod by its import, else by package.json; 4 if neither says. */
function zodVersion(read: SourceFolder): 3 | 4 {
  const modules = read.sources.flatMap((file) =>
    file.getImportDeclarations().map((one) => one.getModuleSpecifierValue()),
  );
  const texts = read.sources.map((file) => file.getFullText()).join('\n');
  if (modules.includes('zod/v3') || /require\(['"]zod\/v3['"]\)/.test(texts)) return 3;
  if (modules.some((one) => one.startsWith('zod/v4'))) return 4;
  const range = { ...read.manifest.devDependencies, ...read.manifest.dependencies }.zod ?? '';
  return /^\D*3(\.|$)/.test(range) || modules.includes('zod3') ? 3 : 4;
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

/** A constant of one file that the set-up of another file gets as an argument. */
interface SharedName {
  readonly file: SourceFile;
  readonly name: string;
  /** The parameter's name. */
  readonly as: string;
}

/** Reads the argument of the only call of a function: a constant of the calling file, or a value that needs no name of it. */
function readSharedArgument(
  files: readonly SourceFile[],
  fn: Written,
  index: number,
): SharedName | { readonly value: string } | undefined {
  const calls = files.flatMap((file) =>
    file
      .getDescendants()
      .flatMap((node) => (Node.isCallExpression(node) && functionBehind(node.getExpression()) === fn ? [node] : [])),
  );
  const [call, second] = calls;
  const given = call?.getArguments()[index];
  const parameter = fn.getParameters()[index];
  if (!call || second || !given || !parameter) return undefined;
  const names = [given, ...given.getDescendants()].filter(Node.isIdentifier).filter((one) =>
    one
      .getSymbol()
      ?.getDeclarations()
      .some((declaration) => files.includes(declaration.getSourceFile())),
  );
  if (names.length === 0) return { value: given.getText() };
  const declaration = Node.isIdentifier(given) ? given.getSymbol()?.getDeclarations()[0] : undefined;
  if (!Node.isVariableDeclaration(declaration)) return undefined;
  return { file: call.getSourceFile(), name: given.getText(), as: parameter.getName() };
}

/** The path from one module to another, with the ending \`.js\`. */
function relativeModule(from: string, to: string): string {
  const path = relative(dirname(from), to)
    .split(sep)
    .join('/')
    .replace(/\.(c|m)?tsx?$/, '.$1js');
  return path.startsWith('.') ? path : `./${path}`;
}

interface ServerFacts {
  readonly name?: string;
  readonly version?: string;
  readonly instructions?: string;
}

/** Reads name, version and instructions of the first server; further servers become part of the same plugin. */
function serverFacts(created: readonly Node[], migration: Migration): ServerFacts {
  const [first, ...others] = created.map(bare);
  for (const other of others)
    migration.report(other, {
      message: 'this folder has several servers: their components are in one plugin',
      severity: 'warning',
      construct: 'server',
    });
  if (!Node.isNewExpression(first)) return {};
  const [info, options] = first.getArguments().map((one) => resolve(one));
  const part = (object: Node | undefined, name: string): Node | undefined =>
    object ? memberOf(object, name) : undefined;
  const [name, version] = [textOf(part(info, 'name')), textOf(part(info, 'version'))];
  const given = part(options, 'instructions') ?? part(info, 'instructions');
  const instructions = textOf(given);
  if (given && instructions === undefined)
    migration.report(given, {
      message: 'the instructions depend on a run of the old server, and are left out',
      severity: 'warning',
      construct: 'instructions',
    });
  if (name !== undefined && pluginName(name) !== name)
    migration.report(part(info, 'name') ?? first, {
      message: `clients read the name ${pluginName(name)} of the server, as package names have no other form`,
      severity: 'note',
      construct: 'name',
    });
  for (const member of ['title', 'websiteUrl', 'icons', 'description']) {
    const node = part(info, member);
    if (node)
      migration.report(node, {
        message: `the member ${member} of the server is not sent`,
        severity: 'warning',
        construct: member,
      });
  }
  for (const member of ['authenticate', 'auth', 'oauth', 'onToolCall', 'health', 'roots', 'ping']) {
    const node = part(info, member);
    if (node && /FastMCP/.test(first.getExpression().getText()))
      migration.report(node, {
        message: `the option ${member} is not kept: see the configuration of the server`,
        severity: 'warning',
        construct: member,
      });
  }
  return {
    ...(name !== undefined && { name }),
    ...(version !== undefined && { version }),
    ...(instructions !== undefined && { instructions }),
  };
}

function pluginName(name: string): string {
  const written = name
    .toLowerCase()
    .replace(/^@[^/]*\//, '')
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '')
    .slice(0, 50);
  return /^[a-z]/.test(written) ? written : `plugin-${written}`.replace(/-$/, '');
}

interface Places {
  readonly pathOf: (file: SourceFile) => string;
  readonly assetPath: (path: string) => string;
  readonly textOf: (file: SourceFile) => string;
  readonly moduleOf: (file: SourceFile, module: string) => string;
}

/** Sources in \`src\` stay there; those of other folders move into it. */
function layOut(read: SourceFolder): Places {
  const paths = read.sources.map(read.pathOf);
  const isInSrc = paths.length > 0 && paths.every((path) => path.startsWith('src/'));
  const below = (path: string): string => (isInSrc ? path.replace(/^src\//, '') : path);
  const isCommon = (file: SourceFile): boolean =>
    /\.(c?js)$/.test(file.getFilePath()) &&
    !/^\s*(import|export)\b/m.test(file.getFullText()) &&
    /\brequire\(|\bexports\b/.test(file.getFullText());
  const isRewritten = (file: SourceFile): boolean => /(@modelcontextprotocol|fastmcp|xmcp)/.test(file.getFullText());
  const commons = new Set<string>(
    read.sources.filter((file) => isCommon(file) && !isRewritten(file)).map((file) => file.getFilePath()),
  );
  const moduleOf = (file: SourceFile, module: string): string => {
    if (!module.startsWith('.')) return module;
    const base = `${file.getDirectoryPath().replace(/\/$/, '')}/${module}`
      .split('/')
      .reduce<string[]>(
        (parts, part) => (part === '..' ? parts.slice(0, -1) : part === '.' || part === '' ? parts : [...parts, part]),
        [],
      );
    const path = `/${base.join('/')}`;
    const target = [path, `${path}.js`, `${path}/index.js`].find((one) => commons.has(one));
    if (target === undefined) return module;
    return `${module.replace(/\.js$/, '').replace(/\/$/, '')}${target.endsWith('/index.js') && !path.endsWith('index.js') ? '/index' : ''}.cjs`.replace(
      /\.cjs\.cjs$/,
      '.cjs',
    );
  };
  return {
    assetPath: (path) => (isInSrc && path.startsWith('src/') ? below(path) : path),
    pathOf: (file) => {
      const path = below(read.pathOf(file));
      if (isRewritten(file))
        return path.replace(/\.(m|c)?jsx?$/, (_all, kind: string | undefined) => (kind === 'm' ? '.mts' : '.ts'));
      return commons.has(file.getFilePath()) ? path.replace(/\.js$/, '.cjs') : path;
    },
    textOf: (file) =>
      commons.has(file.getFilePath())
        ? file
            .getFullText()
            .replace(
              /(\brequire\(\s*['"])(\.[^'"]*)(['"]\s*\))/g,
              (_all, open: string, module: string, close: string) => open + moduleOf(file, module) + close,
            )
        : file.getFullText(),
    moduleOf,
  };
}

/** The packages that a text imports, without Node's own modules. */
function importedPackages(text: string): string[] {
  const found = [...text.matchAll(/(?:\bfrom\s*|\bimport\s*\(?\s*|\brequire\(\s*)['"]([^'"]+)['"]/g)].map(
    ([, module]) => module ?? '',
  );
  return found.filter(
    (module) =>
      !module.startsWith('.') &&
      !module.startsWith('node:') &&
      !module.startsWith('/') &&
      !builtinModules.includes(module),
  );
}
