/**
 * The record of an import, `import.json`: which operation became which tool, every difference, and the hashes of what was written.
 *
 * It has no time stamps and no paths of a machine, so the same document gives the same bytes everywhere.
 */
import { isJsonObject } from '@sigil/core';
import { ImportError } from '../source/import-error.js';
import type { Notice } from '../reporting/notices.js';
import type { SentBody, SentParameter } from '../writing/plan-tool.js';

/** The name of the record in the project's folder. */
export const recordFile = 'import.json';

/** One operation and its tool. */
export interface RecordedOperation {
  readonly method: string;
  readonly path: string;
  readonly operationId?: string;
  readonly tool: string;
  readonly parameters: readonly SentParameter[];
  readonly body?: SentBody;
}

/** Hashes of the parts of a file, by the part's key; a file that is no TypeScript is one part. */
export type RecordedParts = Readonly<Record<string, string>>;

export interface ImportRecord {
  readonly importVersion: 1;
  readonly document: { readonly title: string; readonly version: string; readonly hash: string };
  readonly selection: { readonly only: readonly string[]; readonly all: boolean };
  readonly operations: readonly RecordedOperation[];
  readonly notices: readonly Notice[];
  readonly files: Readonly<Record<string, RecordedParts>>;
}

/** @throws ImportError for a text that no import wrote */
export function readRecord(text: string): ImportRecord {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (cause) {
    throw new ImportError(`${recordFile}: it is not valid JSON; restore it, or import into another folder`, { cause });
  }
  if (!isRecord(value))
    throw new ImportError(`${recordFile}: it was not written by this importer; import into another folder`);
  return value;
}

function isRecord(value: unknown): value is ImportRecord {
  if (!isJsonObject(value) || value.importVersion !== 1 || !isJsonObject(value.files)) return false;
  const areParts = (parts: unknown): boolean =>
    isJsonObject(parts) && Object.values(parts).every((hash) => typeof hash === 'string');
  const isOperation = (one: unknown): boolean =>
    isJsonObject(one) && typeof one.method === 'string' && typeof one.path === 'string' && typeof one.tool === 'string';
  return (
    Object.values(value.files).every(areParts) && Array.isArray(value.operations) && value.operations.every(isOperation)
  );
}
