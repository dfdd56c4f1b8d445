/**
 * Publishes a plugin's folder to a registry, after building it if needed, and reports what its code still needs there.
 */
import { join, resolve } from 'node:path';
import { isRemoteRegistry, publishPlugin, type Publication } from '@sigil/plugin-host';
import { ensureFresh } from '../building/ensure-built.js';
import { InterruptedError } from '../failures/command-error.js';
import { printable } from '../terminal/printable.js';
import type { Terminal } from '../terminal/terminal.js';
import { unlessInterrupted } from '../terminal/interruptible-wait.js';
import { chooseRegistry } from './choose-registry.js';
import { shortCid } from './short-cid.js';

/** The plugin to publish and the target registry; both are relative to the working folder. */
export interface PublishRequest {
  readonly dir: string;
  readonly registry: string;
  readonly format: 'text' | 'json';
}

/**
 * @throws CommandError when it cannot be built
 * @throws PluginError when the registry cannot take it
 * @throws InterruptedError when the command is asked to end first
 */
export async function publishFolder({ dir, registry, format }: PublishRequest, terminal: Terminal): Promise<void> {
  const folder = resolve(terminal.cwd, dir);
  const opened = await chooseRegistry(registry, terminal);
  await ensureFresh(folder, terminal);
  const { interrupted } = terminal;
  if (interrupted.aborted) throw new InterruptedError('interrupted: nothing is published');
  // It is safe to give up at any moment: the pointer is written last. A local folder takes no time.
  const publishing = publishPlugin(folder, opened);
  const publication = isRemoteRegistry(registry)
    ? await unlessInterrupted(publishing, { interrupted, close: () => Promise.resolve() })
    : await publishing;
  if (!publication)
    throw new InterruptedError(
      `interrupted while publishing to ${opened.label}: the registry may have taken it, or not`,
    );
  // Each server has its own packages for remotely loaded code, so nothing is known about them here.
  if (!isRemoteRegistry(registry)) warnOfImports(publication, registry, terminal);
  terminal.out.line(format === 'json' ? writeJson(publication) : describe(publication, registry, terminal));
}

function describe({ manifest, manifestCid, isNew }: Publication, registry: string, { out }: Terminal): string {
  const { name, version } = manifest.plugin;
  const what = `${out.paint.bold(printable(name))} ${printable(version)}`;
  if (!isNew) return `${what} is the current build in ${registry} already: ${shortCid(manifestCid)}`;
  return `${what} -> ${registry}: ${shortCid(manifestCid)}`;
}

function warnOfImports({ manifest, unresolvedImports }: Publication, registry: string, { err }: Terminal): void {
  if (unresolvedImports.length === 0) return;
  const folder = join(registry, 'plugins', manifest.plugin.name);
  const names = unresolvedImports.map((name) => `"${printable(name)}"`).join(', ');
  err.line(
    `${err.paint.yellow('warning:')} the code imports ${names}, not found from ${folder}; ` +
      'install it there or in a folder above, or the plugin may not start',
  );
}

function writeJson({ manifest, ...publication }: Publication): string {
  return JSON.stringify({ name: manifest.plugin.name, version: manifest.plugin.version, ...publication }, undefined, 2);
}
