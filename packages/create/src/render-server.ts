/**
 * Turns the templates of a server into the files of a folder that can be deployed.
 */
import type { RenderedFile } from '../templates/render-plugin.mjs';
import { renderTemplates } from '../templates/render-templates.mjs';
import type { PackageManager } from './package-manager.js';

/** A server that is to be made. */
export interface NewServer {
  readonly name: string;
  readonly description: string | undefined;
  /** Version of our packages that it depends on, as npm takes it. */
  readonly version: string;
  readonly packageManager: PackageManager;
}

/** Commands of a package manager, as the README and the Dockerfile have them. */
interface Commands {
  readonly install: string;
  readonly add: string;
  readonly runBuild: string;
  readonly runStart: string;
  readonly runDev: string;
  /** In a container, exactly what the lockfile names. */
  readonly installAll: string;
  readonly pruneAll: string;
  readonly lockfiles: string;
}

const ofNpm: Commands = {
  install: 'npm install',
  add: 'npm install',
  runBuild: 'npm run build',
  runStart: 'npm start',
  runDev: 'npm run dev',
  installAll: 'npm ci --no-audit --no-fund',
  pruneAll: 'npm prune --omit=dev --no-audit --no-fund',
  lockfiles: 'package-lock.json',
};

const ofPnpm: Commands = {
  install: 'pnpm install',
  add: 'pnpm add',
  runBuild: 'pnpm build',
  runStart: 'pnpm start',
  runDev: 'pnpm dev',
  installAll: 'npm install --global pnpm@12.21.0 && pnpm install --frozen-lockfile',
  pruneAll: 'pnpm prune --prod',
  lockfiles: 'pnpm-lock.yaml pnpm-workspace.yaml',
};

/** For yarn and bun the files speak npm: the steps in a container differ with their versions. */
export function renderServer({ name, description, version, packageManager }: NewServer): RenderedFile[] {
  const isPnpm = packageManager === 'pnpm';
  const values = { name, version, description: description ?? 'MCP servers of our teams.' };
  return renderTemplates(isPnpm ? ['server', 'pnpm'] : ['server'], { ...values, ...(isPnpm ? ofPnpm : ofNpm) });
}
