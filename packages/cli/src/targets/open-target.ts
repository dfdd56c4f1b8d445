/**
 * Opens whatever a name on the command line stands for: a plugin's folder, or the URL of an MCP endpoint.
 */
import { resolve } from 'node:path';
import { UsageError } from '../failures/command-error.js';
import type { Terminal } from '../terminal/terminal.js';
import { openPluginTarget } from './open-plugin-target.js';
import { openUrlTarget } from './open-url-target.js';
import type { Target } from './target.js';

const scheme = /^([a-z][a-z0-9+.-]*):\/\//i;

/** Opens the target for as long as `use` runs. */
export async function withTarget<Result>(
  name: string,
  terminal: Terminal,
  use: (target: Target) => Promise<Result>,
): Promise<Result> {
  const target = await openTarget(name, terminal);
  try {
    return await use(target);
  } finally {
    await target.close();
  }
}

function openTarget(name: string, terminal: Terminal): Promise<Target> {
  const [, protocol] = scheme.exec(name) ?? [];
  if (protocol === undefined) return openPluginTarget(resolve(terminal.cwd, name), terminal);
  if (!/^https?$/i.test(protocol) || !URL.canParse(name)) {
    throw new UsageError(`expected a plugin folder or an http(s) URL, got "${name}"`);
  }
  return openUrlTarget(new URL(name), terminal);
}
