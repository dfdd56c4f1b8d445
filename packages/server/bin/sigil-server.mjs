#!/usr/bin/env node
/**
 * The `sigil-server` command: serves the plugins of the folder that it is started in.
 */
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { runServerProgram } from '../dist/program.js';

await runServerProgram({
  start: 'npx sigil-server',
  mainProgram: fileURLToPath(import.meta.url),
  pluginsFolder: join(process.cwd(), 'plugins'),
});
