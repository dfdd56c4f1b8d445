import { expect, test } from 'vitest';
import { findDailyDocuments } from '../documents/installed-documents.mjs';
import { runDocument } from '../run-document.mjs';
import { findFaults, writeReport } from '../write-report.mjs';

test.each(findDailyDocuments())('$name is imported, built, compared and called', async (document) => {
  const verdict = await runDocument(document);

  expect(verdict.state, verdict.message).toBe('imported');
  expect(findFaults(verdict), writeReport([verdict]).text).toEqual([]);
});
