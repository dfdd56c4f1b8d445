/**
 * Checks that everything the delivered server offers suits its target clients.
 */
import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startServer, type ServerProcess } from './built-server.test-support.js';

const sigil = fileURLToPath(new URL('../../../node_modules/@sigil/cli/bin/sigil.mjs', import.meta.url));
const targets = 'claude,openai,vscode,cursor';

interface Finding {
  readonly code: string;
  readonly severity: string;
  readonly message: string;
}

async function check(source: string): Promise<readonly Finding[]> {
  const args = [sigil, 'check', source, '--target', targets, '--strict', '--format', 'json'];
  const { stdout } = await promisify(execFile)(process.execPath, args);
  return (JSON.parse(stdout) as { diagnostics: readonly Finding[] }).diagnostics;
}

let server: ServerProcess;
beforeAll(async () => {
  server = await startServer();
}, 60_000);
afterAll(() => server.stop());

describe(`sigil check for ${targets}`, () => {
  test.each(['all', 'data', 'date', 'echo', 'jq', 'markdown', 'sql'])(
    'finds no errors or warnings in /mcp/%s, even with --strict',
    async (name) => {
      const found = await check(`${server.url}/mcp/${name}`);

      expect(found.filter(({ severity }) => severity !== 'note')).toEqual([]);
    },
    60_000,
  );
});
