/**
 * Judges the import of one document: it is imported twice, built, type-checked, compared and called.
 */
import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { callTools } from './calling/call-tools.mjs';
import { compareImport } from './compare/compare-import.mjs';
import { readDocument } from './documents/read-document.mjs';
import { buildPlugin, checkTypes, hashFiles, importDocument } from './importing/import-document.mjs';

/**
 * @typedef {object} Verdict
 * @property {string} name
 * @property {'imported' | 'refused' | 'failed'} state `refused` is an import without operations to publish, told in one clear message
 * @property {string} [message] of a refusal or a failure
 * @property {number} operations
 * @property {import('./compare/compare-import.mjs').Row[]} rows
 * @property {import('./calling/call-tools.mjs').CallReport} [calls]
 * @property {number} importSeconds
 * @property {number} importMegabytes
 * @property {number} buildSeconds
 * @property {boolean} isDeterministic
 * @property {number} notices
 */

/**
 * @param {import('./documents/installed-documents.mjs').CorpusDocument} document
 * @param {{ keepsFolder?: boolean, calls?: boolean }} [options]
 * @returns {Promise<Verdict>}
 */
export async function runDocument({ name, file }, { keepsFolder = false, calls = true } = {}) {
  const imported = await importDocument(file, name);
  const verdict = {
    name,
    operations: 0,
    rows: /** @type {import('./compare/compare-import.mjs').Row[]} */ ([]),
    importSeconds: imported.milliseconds / 1000,
    importMegabytes: imported.bytes / 1024 ** 2,
    buildSeconds: 0,
    isDeterministic: true,
    notices: 0,
  };
  if (!imported.isOk) {
    const state = isClearRefusal(imported.output) ? /** @type {const} */ ('refused') : /** @type {const} */ ('failed');
    return { ...verdict, state, message: imported.output.trim() };
  }
  const hashes = hashFiles(imported.folder);
  const built = await buildPlugin(imported.folder);
  if (!built.isOk) return { ...verdict, state: 'failed', message: `sigil build: ${built.output.trim()}` };
  const types = await checkTypes(imported.folder);
  if (!types.isOk) return { ...verdict, state: 'failed', message: `tsc: ${types.output.trim()}` };

  const document = readDocument(file);
  const record = JSON.parse(readFileSync(join(imported.folder, 'import.json'), 'utf8'));
  const { tools } = JSON.parse(readFileSync(join(imported.folder, 'dist/manifest.json'), 'utf8'));
  const rows = compareImport(document, record, tools);
  const report = calls ? await callTools(imported.folder, document, record, tools) : undefined;

  const again = await importDocument(file, name);
  const isDeterministic = again.isOk && isDeepStrictEqual(hashFiles(again.folder), hashes);
  if (!keepsFolder) rmSync(imported.folder, { recursive: true, force: true });
  return {
    ...verdict,
    state: 'imported',
    operations: record.operations.length,
    rows,
    ...(report && { calls: report }),
    buildSeconds: built.milliseconds / 1000,
    isDeterministic,
    notices: record.notices.length,
  };
}

/** A refusal names a place in the document and has no stack. @param {string} output */
export function isClearRefusal(output) {
  return /#\/|:\d+/.test(output) && !/^\s+at .*:\d+:\d+/m.test(output) && !/node:internal/.test(output);
}
