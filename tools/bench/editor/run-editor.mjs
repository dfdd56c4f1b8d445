/**
 * Types in a plugin of 200 tools as an editor does, and measures the language server's answers: hover before and after a change, the
 * diagnostics of a fault, and hover after the fault is gone.
 *
 * `npm run bench -- --only editor`
 */
import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { createProtocolConnection, StreamMessageReader, StreamMessageWriter } from 'vscode-languageserver/node';
import { median } from '../measure.mjs';
import { classModule, writeCorpus } from '../types/write-corpus.mjs';

const tools = 200;
const rounds = 15;
/** Number of first rounds to discard, which run with cold caches. */
const warmUps = 3;
const folder = fileURLToPath(new URL('../.tmp/editor/', import.meta.url));
const sigil = fileURLToPath(new URL('../../../packages/cli/bin/sigil.mjs', import.meta.url));

const [file = ''] = writeCorpus(folder, tools).files;
const uri = pathToFileURL(file).href;
const server = spawn(process.execPath, [sigil, 'lsp', '--stdio'], { stdio: ['pipe', 'pipe', 'inherit'] });
const connection = createProtocolConnection(
  new StreamMessageReader(server.stdout),
  new StreamMessageWriter(server.stdin),
);

/** @type {(count: number) => void} */
let onDiagnostics = () => undefined;
connection.onNotification('textDocument/publishDiagnostics', (/** @type {Published} */ { uri: of, diagnostics }) => {
  if (of === uri) onDiagnostics(diagnostics.length);
});
connection.onRequest('client/registerCapability', () => null);
connection.listen();

/** @typedef {{ uri: string, diagnostics: readonly unknown[] }} Published */

/** @param {(count: number) => boolean} isExpected @returns {Promise<void>} */
const diagnostics = (isExpected) =>
  new Promise((resolve) => {
    onDiagnostics = (count) => isExpected(count) && resolve();
  });

let version = 1;
/** @param {string} text the whole text of the document */
const type = (text) =>
  connection.sendNotification('textDocument/didChange', {
    textDocument: { uri, version: ++version },
    contentChanges: [{ text }],
  });

const source = readFileSync(file, 'utf8');
const lines = source.split('\n');
const line = lines.findIndex((it) => it.includes('@Tool'));
const character = (lines[line] ?? '').indexOf('Tool');

async function hover() {
  const answer = await connection.sendRequest('textDocument/hover', {
    textDocument: { uri },
    position: { line, character },
  });
  if (!answer) throw new Error('there is no hover on @Tool');
}

/** @param {() => Promise<unknown>} work @returns {Promise<number>} milliseconds */
async function time(work) {
  const startedAt = performance.now();
  await work();
  return performance.now() - startedAt;
}

await connection.sendRequest('initialize', {
  ...{ processId: process.pid, rootUri: pathToFileURL(folder).href, capabilities: {} },
  workspaceFolders: [{ uri: pathToFileURL(folder).href, name: 'bench' }],
});
await connection.sendNotification('initialized', {});
await connection.sendNotification('textDocument/didOpen', {
  textDocument: { uri, languageId: 'typescript', version, text: source },
});

const first = await time(hover);
/** @type {Record<string, number[]>} */
const measured = { hover: [], 'hover after a change': [], 'diagnostics of a fault': [], 'hover after the fault': [] };
for (let round = 0; round < rounds + warmUps; round++) {
  const text = classModule(0, `Searches, as of round ${round}.`);
  /** @param {string} name @param {() => Promise<unknown>} work */
  const note = async (name, work) => {
    const took = await time(work);
    if (round >= warmUps) measured[name]?.push(took);
  };
  await note('hover', hover);
  await note('hover after a change', async () => {
    await type(text);
    await hover();
  });
  await note('diagnostics of a fault', async () => {
    const shown = diagnostics((count) => count > 0);
    await type(text.replace("from './shared.js'", "from './share.js'"));
    await shown;
  });
  const gone = diagnostics((count) => count === 0);
  await note('hover after the fault', async () => {
    await type(text);
    await hover();
  });
  await gone;
}
console.log(`${tools} tools, first hover ${first.toFixed(0)} ms`);
for (const [name, times] of Object.entries(measured)) {
  console.log(`${name.padEnd(24)} median ${median(times).toFixed(0)} ms, longest ${Math.max(...times).toFixed(0)} ms`);
}
await connection.sendRequest('shutdown');
await connection.sendNotification('exit');
connection.dispose();
