/**
 * Reads a folder of sources, and never writes to it: the files that a migration copies or rewrites, its package.json and its tsconfig.json.
 */
import { readdir, readFile, stat } from 'node:fs/promises';
import { extname, join, posix } from 'node:path';
import { Project, type SourceFile, ts } from 'ts-morph';

/** A file that is copied as it is. */
export interface Asset {
  readonly path: string;
  readonly bytes: Uint8Array;
}

/** The files of a folder. */
export interface SourceFolder {
  readonly sources: readonly SourceFile[];
  /** The configuration of xmcp, which is read and not copied. */
  readonly xmcpConfig?: SourceFile;
  readonly assets: readonly Asset[];
  readonly manifest: PackageManifest;
  readonly isStrict: boolean;
  /** Whether the old compiler told null from other values, which every build needs. */
  readonly hasNullChecks: boolean;
  /** Path from the folder, with `/`. */
  readonly pathOf: (file: SourceFile) => string;
}

/** The parts of a package.json that a migration reads. */
export interface PackageManifest {
  readonly name?: string;
  readonly version?: string;
  readonly description?: string;
  readonly type?: string;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly devDependencies?: Readonly<Record<string, string>>;
}

const leftOut = new Set(['node_modules', 'dist', 'build', '.git', 'coverage', '.next', '.xmcp', '.turbo']);
const ownFiles =
  /^(package(-lock)?\.json|tsconfig.*\.json|.*\.lock|pnpm-.*|README(\.(md|txt|rst|adoc))?|LICENSE(\.(md|txt))?|\.env.*|\.git.*|Dockerfile|vitest\.config\..*|jest\.config\..*|xmcp\.config\..*|xmcp-env\.d\.ts|nest-cli\.json)$/i;
const sourceEndings = new Set(['.ts', '.mts', '.cts', '.tsx', '.js', '.mjs', '.cjs', '.jsx']);
const tests = /(\.(test|spec)\.[cm]?[jt]sx?$)|((^|\/)__tests__\/)/;
const largestAsset = 5_000_000;

/** @throws Error when the folder cannot be read */
export async function readSourceFolder(folder: string, except: string): Promise<SourceFolder> {
  const options = readOptions(folder);
  const project = new Project({
    compilerOptions: {
      paths: aliasesOf(options),
      allowJs: true,
      checkJs: false,
      strict: true,
      target: ts.ScriptTarget.ES2022,
      module: ts.ModuleKind.ESNext,
      moduleResolution: ts.ModuleResolutionKind.Bundler,
      allowImportingTsExtensions: true,
      noEmit: true,
      types: [],
      noLib: true,
    },
    // Nothing but the folder is read: no installed package, no file outside.
    useInMemoryFileSystem: true,
  });
  const assets: Asset[] = [];
  for (const path of await listFiles(folder, except)) {
    const name = path.split('/').at(-1) ?? path;
    if (/^xmcp\.config\.[cm]?[jt]s$/.test(path))
      project.createSourceFile(`/${path}`, await readFile(join(folder, path), 'utf8'));
    if (
      tests.test(path) ||
      (ownFiles.test(name) &&
        !(name.endsWith('.json') && path.includes('/') && !name.startsWith('package') && !name.startsWith('tsconfig')))
    )
      continue;
    if (sourceEndings.has(extname(name)) && !name.endsWith('.d.ts'))
      project.createSourceFile(`/${path}`, await readFile(join(folder, path), 'utf8'));
    else assets.push({ path, bytes: await readFile(join(folder, path)) });
  }
  const files = project.getSourceFiles().sort((one, other) => (one.getFilePath() < other.getFilePath() ? -1 : 1));
  const xmcpConfig = files.find((file) => file.getFilePath().startsWith('/xmcp.config.'));
  return {
    sources: files.filter((file) => file !== xmcpConfig),
    ...(xmcpConfig && { xmcpConfig }),
    assets,
    manifest: await readJson(join(folder, 'package.json')),
    isStrict: options.strict === true,
    hasNullChecks: options.strictNullChecks ?? options.strict === true,
    pathOf: (file) => file.getFilePath().slice(1),
  };
}

async function listFiles(folder: string, except: string): Promise<readonly string[]> {
  const found: string[] = [];
  const walk = async (path: string): Promise<void> => {
    const entries = await readdir(join(folder, path), { withFileTypes: true });
    for (const entry of entries.sort((one, other) => (one.name < other.name ? -1 : 1))) {
      const inner = path === '' ? entry.name : `${path}/${entry.name}`;
      if (entry.isDirectory()) {
        if (!leftOut.has(entry.name) && join(folder, inner) !== except) await walk(inner);
      } else if (entry.isFile() && (await stat(join(folder, inner))).size <= largestAsset) found.push(inner);
    }
  };
  await walk('');
  return found;
}

async function readJson(file: string): Promise<PackageManifest> {
  try {
    const value: unknown = JSON.parse(await readFile(file, 'utf8'));
    return typeof value === 'object' && value !== null ? value : {};
  } catch {
    // A folder without a usable package.json is a folder of sources all the same.
    return {};
  }
}

/** The options of a tsconfig.json that a migration reads. */
interface OldOptions {
  readonly strict?: boolean;
  readonly strictNullChecks?: boolean;
  readonly baseUrl?: string;
  readonly paths?: Readonly<Record<string, readonly string[]>>;
}

/** A folder without a tsconfig.json may have implicit `any`, and is trusted with null. */
function readOptions(folder: string): OldOptions {
  const path = join(folder, 'tsconfig.json');
  if (!ts.sys.fileExists(path)) return { strictNullChecks: true };
  const { config } = ts.readConfigFile(path, (file) => ts.sys.readFile(file)) as {
    config?: { compilerOptions?: OldOptions };
  };
  return config?.compilerOptions ?? {};
}

/** The aliases of modules, as absolute paths of the folder in memory. */
function aliasesOf({ baseUrl, paths }: OldOptions): Record<string, string[]> {
  const base = posix.resolve('/', baseUrl ?? '.');
  const own = Object.entries(paths ?? {}).map(([name, targets]): [string, string[]] => [
    name,
    targets.map((target) => posix.resolve(base, target)),
  ]);
  return Object.fromEntries([
    ...own,
    ...(baseUrl === undefined ? [] : [['*', [posix.join(base, '*')]] as const]),
  ]) as Record<string, string[]>;
}
