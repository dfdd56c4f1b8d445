/**
 * Starts the server that is attacked: a process of its own with one plugin whose tools answer with as much as they are asked for.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { buildPlugin } from '@sigil/codegen';
import { tsconfigText } from '../plugin-tsconfig.mjs';

const scratch = fileURLToPath(new URL('../.scratch/attack', import.meta.url));
const program = fileURLToPath(new URL('../../../apps/server/dist/main.js', import.meta.url));

const source = `import { Tool } from '@sigil/core';

/** Answers at length. */
export class Target {
  /** A text of so many megabytes. */
  @Tool({ readOnly: true })
  long(megabytes: number): string {
    return 'x'.repeat(megabytes * 1_000_000);
  }
}
`;

/** @returns {Promise<{ url: string, pid: number, close: () => Promise<void> }>} `url` is that of its MCP endpoint */
export async function openTarget() {
  await rm(scratch, { recursive: true, force: true });
  const plugin = join(scratch, 'plugins', 'target');
  await mkdir(join(plugin, 'src'), { recursive: true });
  const about = { name: 'target', version: '1.0.0', type: 'module', sigil: { plugin: true } };
  await writeFile(join(plugin, 'package.json'), JSON.stringify(about));
  await writeFile(join(plugin, 'tsconfig.json'), tsconfigText);
  await writeFile(join(plugin, 'src', 'target.ts'), source);
  const { diagnostics } = await buildPlugin(plugin);
  if (diagnostics.length > 0) throw new Error(JSON.stringify(diagnostics));
  return start(['--plugins', join(scratch, 'plugins'), '--state', join(scratch, 'state')]);
}

/** @param {readonly string[]} args */
async function start(args) {
  const child = spawn(process.execPath, [program, '--port', '0', '--ws', '--sse', ...args], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let said = '';
  for await (const chunk of child.stdout) {
    said += chunk;
    const url = /serves on (http:\S+)/.exec(said)?.[1];
    if (!url) continue;
    child.stdout.resume();
    const close = async () => {
      const ended = once(child, 'exit');
      child.kill('SIGTERM');
      await ended;
    };
    return { url: `${url}/mcp/target`, pid: child.pid ?? 0, close };
  }
  throw new Error(`the server ended:\n${said}`);
}
