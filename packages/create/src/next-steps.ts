/**
 * Prints what to type after a folder was created, for the author's package manager.
 */
import type { PackageManager } from './package-manager.js';
import { quoteForShell } from './quote-for-shell.js';

/** The kinds of folder. */
export type CreatedKind = 'plugin' | 'server';

/** @param path of the new folder, relative to the working folder; empty for the working folder itself */
export function describeNextSteps(kind: CreatedKind, path: string, packageManager: PackageManager): string[] {
  const run = packageManager === 'npm' ? 'npm run' : packageManager;
  // "bun test" and "bun build" are commands of bun itself.
  const script = packageManager === 'bun' ? 'bun run' : run;
  const test = packageManager === 'bun' ? 'bun run test' : `${packageManager} test`;
  const ofPlugin = [`${run} dev   # serves it on http://127.0.0.1:3000/mcp, and again after each save`, test];
  const ofServer = [`${script} build`, `${packageManager} start   # serves its plugins on http://127.0.0.1:3000/mcp`];
  const steps = [`${packageManager} install`, ...(kind === 'plugin' ? ofPlugin : ofServer)];
  return ['', 'Next:', ...(path ? [`  cd ${quoteForShell(path)}`] : []), ...steps.map((step) => `  ${step}`)];
}

/** @param path of the server that the new plugin is in, relative to the working folder; empty for the working folder itself */
export function describeServedSteps(path: string, packageManager: PackageManager): string[] {
  const run = packageManager === 'pnpm' ? packageManager : `${packageManager} run`;
  const steps = [
    `${packageManager} install`,
    `${run} dev   # serves it with the other plugins, and again after each save`,
  ];
  return ['', 'Next:', ...(path ? [`  cd ${quoteForShell(path)}`] : []), ...steps.map((step) => `  ${step}`)];
}
