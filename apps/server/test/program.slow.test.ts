import { spawnSync } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { environmentKeys } from '@sigil/server';
import { expect, test } from 'vitest';
import { mainProgram, startServer } from './built-server.test-support.js';

const mounts = ['data', 'date', 'echo', 'jq', 'markdown', 'sql', 'all'];
const readme = fileURLToPath(new URL('../../../README.md', import.meta.url));

test('--help shows flags, every variable and examples', () => {
  const { stdout, status } = spawnSync(process.execPath, [mainProgram, '--help'], { encoding: 'utf8' });

  expect(status).toBe(0);
  for (const word of ['--port', '--host', '--plugins', '--watch', '--stdio', 'Examples:']) {
    expect(stdout).toContain(word);
  }
  for (const name of Object.keys(environmentKeys)) expect(stdout).toContain(`\n  ${name} `);
});

test('the startup output lists every mount and how to reach it over HTTP and stdio', async () => {
  const server = await startServer();
  const said = server.said();
  await server.stop();

  for (const mount of mounts) expect(said).toContain(`${server.url}/mcp/${mount}`);
  expect(said).toContain(`"url": "${server.url}/mcp/all"`);
  expect(said).toContain('"--stdio"');
  // The output in the README, which shows another port.
  const shown = cellsOf(/│ echo .*/.exec(await readFile(readme, 'utf8'))?.[0] ?? '').with(1, `${server.url}/mcp/echo`);
  expect(said.split('\n').map(cellsOf)).toContainEqual(shown);
});

function cellsOf(line: string): string[] {
  return line
    .split('│')
    .slice(1, -1)
    .map((cell) => cell.trim());
}

test('the start page links to every mount and allows only its own scripts', async () => {
  const server = await startServer();

  const response = await fetch(`${server.url}/`);
  const page = await response.text();
  await server.stop();

  expect(response.headers.get('content-type')).toContain('text/html');
  expect(response.headers.get('content-security-policy')).toContain("default-src 'none'; script-src 'self';");
  for (const mount of mounts) expect(page).toContain(`${server.url}/mcp/${mount}`);
  expect(page).toContain('href="https://modelcontextprotocol.io/docs/getting-started/intro"');
});

test('a stopped server exits with code 0', async () => {
  const server = await startServer();

  await server.stop();

  expect(server.process.exitCode).toBe(0);
});
