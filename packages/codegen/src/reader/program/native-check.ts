/**
 * Has TypeScript's native compiler check a plugin's own files, in a process of its own while the types are read here.
 *
 * Says only whether they are sound: what is wrong, and how that reads, is for the compiler that reads the types.
 */
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { compiler } from './compiler.js';
import { type PluginProject, writingOptions } from './plugin-project.js';

/** A check that is running. */
export interface NativeCheck {
  /**
   * Tells whether everything was checked and nothing found. Also `false` where the compiler cannot tell: it is not
   * installed, does not know an option, or does not come to an end.
   */
  readonly isSound: Promise<boolean>;
  stop(): void;
}

/** Below, in bytes of source, the check here is quicker than another compiler, which has to read all libraries anew. */
const smallestSource = 100_000;

const timeoutMs = 60_000;

/** Go's collector runs when the memory is needed; otherwise it would take as long as a third of the check. */
const memory = { GOGC: 'off', GOMEMLIMIT: '300MiB' };

/** Starts to check the project, where that pays; `undefined` where it does not, or cannot be done. */
export function startNativeCheck(project: PluginProject): NativeCheck | undefined {
  if (!isWorthwhile(project)) return undefined;
  const executable = findCompiler();
  return executable === undefined ? undefined : check(executable, project);
}

/** Of JavaScript the two compilers do not think alike. */
function isWorthwhile({ configFiles, configErrors, options, sourceFiles }: PluginProject): boolean {
  if (configFiles.length === 0 || configErrors.length > 0 || options.allowJs || options.checkJs) return false;
  const bytes = sourceFiles().reduce((sum, file) => sum + (statSync(file, { throwIfNoEntry: false })?.size ?? 0), 0);
  return bytes >= smallestSource;
}

/** The package for this system, which is an optional dependency. */
function findCompiler(): string | undefined {
  const { platform, arch } = process;
  try {
    const name = `@typescript/typescript-${platform}-${arch}/package.json`;
    const folder = dirname(createRequire(import.meta.url).resolve(name));
    return join(folder, 'lib', platform === 'win32' ? 'tsc.exe' : 'tsc');
  } catch {
    // There is none for this system, or it was left out; then the check is done here.
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
 * The plugin's own options for the files that are read. The place of the file must not matter, so the configuration
 * says where types are found.
 */
function configOf({ configFile, folder, options, sourceFiles }: PluginProject): object {
  const files = sourceFiles();
  const typeRoots = compiler.getEffectiveTypeRoots(options, { getCurrentDirectory: () => folder });
  const isDeclared = files.some((file) => /\.d\.[cm]?ts$/.test(file));
  const compilerOptions = {
    ...Object.fromEntries([...writingOptions].map((name) => [name, null])),
    noEmit: true,
    ...(typeRoots && { typeRoots }),
    // Declarations of others are not checked here either.
    ...(!isDeclared && { skipLibCheck: true }),
  };
  return { extends: configFile, files, include: [], compilerOptions };
}

/** All that the compiler needs of the environment: Windows starts no program without it. */
function systemRoot(): NodeJS.ProcessEnv {
  const root = process.env['SystemRoot'];
  return root === undefined ? {} : { SystemRoot: root };
}
