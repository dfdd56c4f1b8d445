/**
 * Makes an old server runnable, as its framework does it: a bundle, or the output of xmcp's compiler.
 */
import { execFile } from 'node:child_process';
import { cp, readdir, readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { build } from 'esbuild';
import { decoratorMetadata } from './decorator-metadata.mjs';
import { readScript } from './observe-server.mjs';

const run = promisify(execFile);

/**
 * @param {string} folder the sources
 * @param {string} out a path without an ending, below which the program is written
 * @returns {Promise<{ command: string[], script: import('./observe-server.mjs').Step[] }>} how it is started, and its calls
 */
export async function prepareOldServer(folder, out) {
  const entry = await findEntry(folder);
  const text = await readFile(entry, 'utf8');
  const script = readScript(text);
  if (entry.endsWith('xmcp.config.ts')) return { command: await compile(folder, out), script };
  const isCommon = /^const .* = require\(/m.test(text);
  const outfile = `${out}.${isCommon ? 'cjs' : 'mjs'}`;
  await build({
    entryPoints: [entry],
    outfile,
    bundle: true,
    packages: 'external',
    platform: 'node',
    format: isCommon ? 'cjs' : 'esm',
    target: 'node20',
    plugins: [decoratorMetadata],
    logLevel: 'error',
  });
  return { command: [process.execPath, outfile], script };
}

/** Compiles a copy by xmcp, which writes beside the sources. @param {string} folder @param {string} out */
async function compile(folder, out) {
  await cp(folder, out, { recursive: true });
  const manifest = createRequire(join(out, 'package.json')).resolve('xmcp/package.json');
  await run(process.execPath, [manifest.replace(/package\.json$/, 'dist/cli.js'), 'build'], { cwd: out });
  return [process.execPath, join(out, 'dist/stdio.js')];
}

/** @param {string} folder */
async function findEntry(folder) {
  const names = await readdir(folder, { recursive: true });
  const found = names
    .filter((name) => /(^|\/)((server|index|main)\.(ts|mts|js|mjs|cjs)|xmcp\.config\.ts)$/.test(name))
    .sort((one, other) => rankOf(one) - rankOf(other))[0];
  if (found === undefined) throw new Error(`${folder} has no server.ts`);
  return join(folder, found);
}

/** The configuration of xmcp comes first, then the shortest path. @param {string} name */
function rankOf(name) {
  return name === 'xmcp.config.ts' ? 0 : name.length;
}
