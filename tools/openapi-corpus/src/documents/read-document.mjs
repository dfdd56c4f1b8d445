/**
 * Reads a document of the corpus from its file, in JSON or YAML.
 */
import { readFileSync } from 'node:fs';
import { parse } from 'yaml';
import { OpenApiDocument } from './document.mjs';

/** @param {string} file */
export function readDocument(file) {
  const text = readFileSync(file, 'utf8');
  return new OpenApiDocument(file.endsWith('.json') ? JSON.parse(text) : parse(text, { maxAliasCount: -1 }));
}
