/**
 * Installs the suite from its own lockfile if it is missing, and finds a Node to run it.
 *
 * It is not among the workspace's packages because its Node would come first on the PATH of every npm script, and because
 * using or testing this project does not need its 240 MB.
 */
import { spawn } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { findNode, oldestMajor } from './find-node.js';

/** An installed suite: `node program …` starts it. */
export interface Judge {
  readonly node: string;
  readonly program: string;
  readonly version: string;
}

/** The suite cannot be installed or run here. */
export class JudgeError extends Error {
  override readonly name = 'JudgeError';
}

// Both the sources and the build are two folders below the package.
const judgeFolder = fileURLToPath(new URL('../../judge', import.meta.url));
const modulesFolder = join(judgeFolder, 'node_modules');
const suitePackage = '@modelcontextprotocol/conformance';

/** @throws JudgeError when it cannot be installed, or there is no Node that can run it */
export async function prepareJudge(): Promise<Judge> {
  const version = await pinnedVersion();
  if ((await installedVersion()) !== version || !findSuiteNode()) await install();
  const node = findSuiteNode();
  if (!node) {
    throw new JudgeError(
      `the suite needs Node ${oldestMajor} or newer; this is ${process.versions.node}, and none could be ` +
        `installed for ${process.platform} ${process.arch}: run this with a newer Node`,
    );
  }
  return { node, program: join(modulesFolder, suitePackage, 'dist', 'index.js'), version };
}

function findSuiteNode(): string | undefined {
  const { versions, execPath, platform, arch } = process;
  return findNode({ version: versions.node, execPath, platform, arch }, modulesFolder);
}

async function pinnedVersion(): Promise<string> {
  const { dependencies } = JSON.parse(await readFile(join(judgeFolder, 'package.json'), 'utf8')) as {
    dependencies: Record<string, string>;
  }; // sound: the file is ours
  return dependencies[suitePackage] ?? '';
}

async function installedVersion(): Promise<string | undefined> {
  try {
    const text = await readFile(join(modulesFolder, suitePackage, 'package.json'), 'utf8');
    return (JSON.parse(text) as { version: string }).version; // sound: npm has checked the package's integrity
  } catch {
    // Not installed, or only partly: either way it is installed again.
    return undefined;
  }
}

function install(): Promise<void> {
  const args = ['ci', '--prefix', judgeFolder, '--no-audit', '--no-fund', '--loglevel=error'];
  // Under `npm run`, npm gives its own path; finding it needs no shell then, even on Windows.
  const npm = process.env['npm_execpath'];
  const child = npm
    ? spawn(process.execPath, [npm, ...args], { stdio: ['ignore', 'ignore', 'inherit'] })
    : spawn('npm', args, { stdio: ['ignore', 'ignore', 'inherit'] });
  return new Promise((resolve, reject) => {
    child.once('error', (cause) => reject(new JudgeError('npm could not be started', { cause })));
    child.once('close', (code) => {
      if (code === 0) resolve();
      else reject(new JudgeError(`"npm ci" in ${judgeFolder} ended with code ${code}`));
    });
  });
}
