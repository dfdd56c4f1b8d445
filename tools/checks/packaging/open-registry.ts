/**
 * Opens a registry on loopback with our packages as they would be published, for tests that install them as users would.
 *
 * It has only our scope and that of a team, `@acme`: npm gets all other packages from their usual source.
 */
import { fork, type ChildProcess } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { workspaceRoot } from '../src/workspace/read-workspace.ts';
import { publicPackageNames } from './pack-packages.ts';
import { runProgram } from './run-program.ts';

const home = join(import.meta.dirname, 'registry');

/** A running registry. */
export interface Registry {
  /** The variables of a user who has npm or pnpm and none of our packages, and gets our scope from this registry. */
  readonly env: NodeJS.ProcessEnv;
  close(): void;
}

/** Absolute path of the pnpm installed beside the registry. */
export const pnpmProgram: string = join(home, 'node_modules/.bin/pnpm');

/**
 * Starts the registry, which must be installed, and publishes every public package.
 *
 * @throws Error with npm's own message when something cannot be published
 */
export async function openRegistry(): Promise<Registry> {
  const storage = mkdtempSync(join(tmpdir(), 'sigil-registry-'));
  const program = fork(join(home, 'serve-registry.mjs'), [storage], { stdio: ['ignore', 'ignore', 'inherit', 'ipc'] });
  const close = (): void => {
    program.disconnect();
    rmSync(storage, { recursive: true, force: true });
  };
  try {
    const url = await addressOf(program);
    await publish(url);
    return { env: await writeSettings(storage, url), close };
  } catch (error) {
    close();
    throw error;
  }
}

function addressOf(program: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    program.once('message', (url) => resolve(String(url)));
    program.once('exit', (code) => reject(new Error(`the registry ended with code ${code} before it served`)));
  });
}

/** Publishes all packages. The registry accepts anyone's, but npm requires a token. */
async function publish(url: string): Promise<void> {
  const workspaces = publicPackageNames().map((name) => `--workspace=${name}`);
  const token = `--${tokenOf(url)}`;
  const command = [
    'npm',
    'publish',
    `--registry=${url}`,
    token,
    '--provenance=false',
    '--ignore-scripts',
    ...workspaces,
  ];
  const { exitCode, output } = await runProgram(command, workspaceRoot);
  if (exitCode !== 0) throw new Error(`the packages cannot be published:\n${output}`);
}

/** Returns the token as a setting of npm. */
function tokenOf(url: string): string {
  return `${url.replace(/^http:/, '')}:_authToken=anyone`;
}

async function writeSettings(storage: string, url: string): Promise<NodeJS.ProcessEnv> {
  const settings = join(storage, 'npmrc');
  const lines = [`@sigil:registry=${url}`, `@acme:registry=${url}`, tokenOf(url)];
  // Asks for other packages only once, although most tests install the same ones.
  const others = ['prefer-offline=true', 'update-notifier=false', 'audit=false', 'fund=false', ''];
  await writeFile(settings, [...lines, ...others].join('\n'));
  const { HOME, TMPDIR, PATH = '' } = process.env;
  // Under "npm run" the programs of this workspace come first.
  const path = PATH.split(delimiter).filter((folder) => !folder.includes('node_modules'));
  // Nobody can confirm "npm create" at a prompt.
  return { HOME, TMPDIR, PATH: path.join(delimiter), NPM_CONFIG_USERCONFIG: settings, npm_config_yes: 'true' };
}
