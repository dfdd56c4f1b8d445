/**
 * Runs TypeScript's native compiler on a plugin's own files, in a separate process, while the types are read here.
 *
 * Only determines whether they are sound: the compiler that reads the types reports any errors.
 */
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { compiler } from './compiler.js';
import { type PluginProject, writingOptions } from './plugin-project.js';

/** A running check. */
export interface NativeCheck {
  /**
   * True when everything was checked and no error found. Also `false` where the compiler cannot decide: it is not installed, does
   * not know an option, or does not finish.
   */
  readonly isSound: Promise<boolean>;
  stop(): void;
}

/**
 * Below this size, in bytes of source, checking here is faster than starting another compiler, which has to read all libraries
 * anew.
 */
const smallestSource = 100_000;

const timeoutMs = 60_000;

/** Lets Go's collector run only when memory is needed; by default it would take up to a third of the check. */
const memory = { GOGC: 'off', GOMEMLIMIT: '300MiB' };

/** Starts to check the project if that is worthwhile; `undefined` where it is not, or is impossible. */
export function startNativeCheck(project: PluginProject): NativeCheck | undefined {
  if (!isWorthwhile(project)) return undefined;
  const executable = findCompiler();
  return executable === undefined ? undefined : check(executable, project);
}

/** Excludes JavaScript, which the two compilers treat differently. */
function isWorthwhile({ configFiles, configErrors, options, sourceFiles }: PluginProject): boolean {
  if (configFiles.length === 0 || configErrors.length > 0 || options.allowJs || options.checkJs) return false;
  const bytes = sourceFiles().reduce((sum, file) => sum + (statSync(file, { throwIfNoEntry: false })?.size ?? 0), 0);
  return bytes >= smallestSource;
}

/** Finds the package for this system, which is an optional dependency. */
function findCompiler(): string | undefined {
  const { platform, arch } = process;
  try {
    const name = `@typescript/typescript-${platform}-${arch}/package.json`;
    const folder = dirname(createRequire(import.meta.url).resolve(name));
    return join(folder, 'lib', platform === 'win32' ? 'tsc.exe' : 'tsc');
  } catch {
    // It does not exist for this system, or was not installed; the check is then done here.
    return undefined;
  }
}

function check(executable: string, project: PluginProject): NativeCheck {
  const folder = mkdtempSync(join(tmpdir(), 'sigil-check-'));
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(configOf(project)));
  const child = spawn(executable, ['--project', folder, '--singleThreaded'], {
    cwd: project.folder,
    env: { ...systemRoot(), ...memory },
    stdio: 'ignore',
    timeout: timeoutMs,
    windowsHide: true,
  });
  const ended = new Promise<number | null>((resolve) => {
    child.once('error', () => resolve(null));
    child.once('exit', resolve);
  });
  const clear = (): void => rmSync(folder, { recursive: true, force: true });
  const isSound = ended.then((code) => {
    clear();
    return code === 0;
  });
  const stop = (): void => {
    child.kill();
    clear();
  };
  return { isSound, stop };
}

/**
 * Returns the plugin's own options for the files to read. The location of the file must not matter, so the configuration says
 * where types are found.
 */
function configOf({ configFile, folder, options, sourceFiles }: PluginProject): object {
  const files = sourceFiles();
  const typeRoots = compiler.getEffectiveTypeRoots(options, { getCurrentDirectory: () => folder });
  const isDeclared = files.some((file) => /\.d\.[cm]?ts$/.test(file));
  const compilerOptions = {
    ...Object.fromEntries([...writingOptions, 'rootDir', 'outDir'].map((name) => [name, null])),
    noEmit: true,
    ...(typeRoots && { typeRoots }),
    // Foreign declarations are not checked here either.
    ...(!isDeclared && { skipLibCheck: true }),
  };
  return { extends: configFile, files, include: [], compilerOptions };
}

/** Returns the only environment that the compiler needs: Windows starts no program without it. */
function systemRoot(): NodeJS.ProcessEnv {
  const root = process.env['SystemRoot'];
  return root === undefined ? {} : { SystemRoot: root };
}
