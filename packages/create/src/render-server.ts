/**
 * Renders the templates of a server into the files of a deployable folder.
 */
import type { RenderedFile } from '../templates/render-plugin.mjs';
import { renderTemplates } from '../templates/render-templates.mjs';
import type { PackageManager } from './package-manager.js';

/** The server to create. */
export interface NewServer {
  readonly name: string;
  readonly description: string | undefined;
  /** Version of our packages that it depends on, in npm's syntax. */
  readonly version: string;
  readonly packageManager: PackageManager;
}

/** Commands of a package manager, for the README and the Dockerfile. */
interface Commands {
  readonly install: string;
  readonly add: string;
  readonly runBuild: string;
  readonly runStart: string;
  readonly runDev: string;
  /** Installs in a container exactly what the lockfile names. */
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

/** Uses npm in the files for yarn and bun too: their container steps differ between versions. */
export function renderServer({ name, description, version, packageManager }: NewServer): RenderedFile[] {
  const isPnpm = packageManager === 'pnpm';
  const values = { name, version, description: description ?? 'MCP servers of our teams.' };
  return renderTemplates(['server', 'agents', 'agents-server', ...(isPnpm ? ['server-pnpm'] : [])], {
    ...values,
    ...(isPnpm ? ofPnpm : ofNpm),
  });
}
