import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { run } from '../run-sigil.test-support.js';

const server = fileURLToPath(new URL('../../../../apps/server', import.meta.url));

test('the server that is installed shows its configuration, and options reach it', async () => {
  const { exitCode, stdout, stderr } = await run(['config', 'show', server, '--json']);

  expect(stderr).toBe('');
  expect(JSON.parse(stdout)).toMatchObject({ echo: { state: 'serving', from: 'mcps/configs/echo.json' } });
  expect(exitCode).toBe(0);
});

test('what is wrong is said as the server says it', async () => {
  const { exitCode, stderr } = await run(['config', 'show', '/nowhere/at/all']);

  expect(stderr).toBe('error: there is no configuration "/nowhere/at/all"\n');
  expect(exitCode).toBe(2);
});

test('a word that it does not know is told once', async () => {
  const { exitCode, stderr } = await run(['config', 'frob']);

  expect({ exitCode, stderr }).toEqual({ exitCode: 2, stderr: "error: unknown command 'frob'\n" });
});
