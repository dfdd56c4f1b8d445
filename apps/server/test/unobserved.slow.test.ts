import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { startServer } from './built-server.test-support.js';

/** Writes the names of the loaded files when the process exits. */
const recorder = `
const { Module } = require('node:module');
process.on('exit', () => require('node:fs').writeFileSync(process.env.LOADED_FILE, Object.keys(Module._cache).join('\\n')));
`;

/** @returns the CommonJS files loaded by the time a server was stopped, which include those of OpenTelemetry and pino */
async function loadedWith(environment: NodeJS.ProcessEnv): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'sigil-loaded-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const [program, file] = [join(folder, 'record.cjs'), join(folder, 'loaded.txt')];
  await writeFile(program, recorder);
  const options = { NODE_OPTIONS: `--require ${program}`, LOADED_FILE: file, MCP_FOLLOW: 'false' };
  const server = await startServer([], { ...options, ...environment });
  await server.stop();
  return readFile(file, 'utf8');
}

test('OpenTelemetry and the JSON log are loaded only when configured', async () => {
  const plain = await loadedWith({});
  const observed = await loadedWith({ MCP_LOG: 'json', OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:9' });

  expect(plain).not.toMatch(/@opentelemetry|[\\/]pino[\\/]/);
  expect(observed).toMatch(/@opentelemetry/);
  expect(observed).toMatch(/[\\/]pino[\\/]/);
});
