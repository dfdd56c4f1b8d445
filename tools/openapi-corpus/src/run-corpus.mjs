/**
 * `npm run test:openapi-corpus`: imports, builds, compares and calls ten large documents and seventy small ones. Fails when a request is
 * wrong, a difference has no notice, or too many differ.
 */
import { writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { findSmallDocuments, installLargeDocuments } from './documents/installed-documents.mjs';
import { runDocument } from './run-document.mjs';
import { writeReport } from './write-report.mjs';

const { values } = parseArgs({
  options: {
    document: { type: 'string', multiple: true },
    small: { type: 'boolean' },
    'no-calls': { type: 'boolean' },
    json: { type: 'string' },
    keep: { type: 'boolean' },
    list: { type: 'string', default: '20' },
    help: { type: 'boolean', short: 'h' },
  },
});
if (values.help) {
  console.log(`Usage: npm run test:openapi-corpus -- [--document <name>]… [--small] [--no-calls] [--json <file>] [--keep] [--list <count>]

  --document  only those whose name contains this text; may be given several times
  --small     only the small documents, which need no download
  --no-calls  compares, and calls no tool
  --json      also writes every row to this file
  --keep      leaves the plugins below tools/openapi-corpus/.scratch
  --list      differences of each kind that are listed for a document`);
} else {
  const all = [...(values.small ? [] : installLargeDocuments()), ...findSmallDocuments()];
  const wanted = all.filter(({ name }) => values.document?.some((part) => name.includes(part)) ?? true);
  const verdicts = [];
  for (const [index, document] of wanted.entries()) {
    const verdict = await runDocument(document, {
      keepsFolder: values.keep === true,
      calls: values['no-calls'] !== true,
    });
    console.error(`${index + 1}/${wanted.length} ${document.name}: ${verdict.state}`);
    verdicts.push(verdict);
    if (values.json !== undefined) writeFileSync(values.json, `${JSON.stringify(verdicts, undefined, 1)}\n`);
  }
  const { text, isGreen } = writeReport(verdicts, { listed: Number(values.list) });
  console.log(text);
  process.exitCode = isGreen ? 0 : 1;
}
