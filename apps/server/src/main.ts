#!/usr/bin/env node
/**
 * The program of `npm start`: the server with the bundled plugins.
 */
import { fileURLToPath } from 'node:url';
import { runServerProgram } from '@sigil/server/program';

await runServerProgram({
  start: 'npm start --',
  mainProgram: fileURLToPath(import.meta.url),
  pluginsFolder: fileURLToPath(new URL('../plugins', import.meta.url)),
});
