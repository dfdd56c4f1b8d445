/**
 * Writes the folder of a case, which is a plugin like those of authors.
 */
import { mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';

const packageText = JSON.stringify({ name: 'corpus', version: '1.0.0', type: 'module', sigil: { plugin: true } });

const settings = {
  target: 'ES2022',
  lib: ['ES2023', 'DOM'],
  types: ['node'],
  module: 'NodeNext',
  moduleResolution: 'NodeNext',
  strict: true,
  esModuleInterop: true,
  resolveJsonModule: true,
  experimentalDecorators: true,
  skipLibCheck: true,
  noEmit: true,
};

/**
 * Writes the case over an earlier one in the folder.
 *
 * @param {string} folder
 * @param {import('./corpus-case.mjs').CorpusCase} one
 */
export function writeCase(folder, { files, links = {} }) {
  rmSync(folder, { recursive: true, force: true });
  const all = {
    'package.json': packageText,
    'tsconfig.json': JSON.stringify({ compilerOptions: settings, include: ['src'] }),
    ...files,
  };
  for (const [file, text] of Object.entries(all)) {
    const path = join(folder, file);
    mkdirSync(dirname(path), { recursive: true });
    // Bytes stand in the data as base64.
    writeFileSync(path, file.endsWith('.wasm') ? Buffer.from(text, 'base64') : text);
  }
  for (const [file, target] of Object.entries(links)) {
    const path = join(folder, file);
    mkdirSync(dirname(path), { recursive: true });
    symlinkSync(relative(dirname(path), join(folder, target)), path, 'dir');
  }
}
