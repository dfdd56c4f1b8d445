/**
 * Builds the plugin with the tools for coding agents into `dist/agent-tools`, as `sigil build` would.
 *
 * Runs in the package's folder, after the bundler has written the modules for Node.
 */
import { copyFileSync, mkdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { buildPlugin, formatDiagnostics } from '@sigil/codegen/building';

const folder = dirname(fileURLToPath(import.meta.url));
const plugin = join(folder, 'agent-tools');
const target = join(folder, 'dist/agent-tools');

const { manifest, diagnostics } = await buildPlugin(plugin);
if (!manifest) throw new Error(`the tools for coding agents cannot be built:\n${formatDiagnostics(diagnostics)}`);
mkdirSync(target, { recursive: true });
for (const file of ['manifest.json', 'plugin.cjs']) copyFileSync(join(plugin, 'dist', file), join(target, file));
