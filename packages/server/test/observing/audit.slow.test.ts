import { readFile } from 'node:fs/promises';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { verifyAudit } from '@sigil/observe';
import { openObservedServer } from './observed-server.test-support.js';

const adminToken = 'admin-t0ken-of-the-test';

test('the audit trail records calls, swaps and admin actions without arguments or secrets', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'sigil-audit-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const file = join(folder, 'audit.jsonl');
  const { server, call } = await openObservedServer({
    MCP_AUDIT_FILE: file,
    MCP_AUDIT_MODE: 'strict',
    MCP_ADMIN_TOKEN: adminToken,
  });
  const headers = { Authorization: `Bearer ${adminToken}` };

  await call('echo', { text: 'planted-argument' });
  await call('refuse', { why: 'planted-argument' });
  await call('planted-name');
  await fetch(`${server.url}/admin/reload`, { method: 'POST', headers });
  await fetch(`${server.url}/admin/log?module=access&level=silent`, { method: 'POST', headers });
  await server.close();

  const text = await readFile(file, 'utf8');
  const events = text.split('\n', 8).slice(0, -1);
  expect(events.map((line) => JSON.parse(line))).toMatchObject([
    { event: 'opened' },
    { event: 'swap', plugin: 'sky', version: '1.0.0', build: expect.stringMatching(/^bafk/) },
    { event: 'call-began', server: 'sky', tool: 'echo', build: expect.stringMatching(/^bafk/) },
    { event: 'call-ended', tool: 'echo', outcome: 'ok' },
    { event: 'call-began', tool: 'refuse' },
    { event: 'call-ended', tool: 'refuse', outcome: 'tool-error' },
    { event: 'admin', action: 'reload' },
  ]);
  expect(text).toContain('"action":"log","module":"access","level":"silent"');
  expect(text).not.toMatch(/planted|t0ken/);
  expect(await verifyAudit(file)).toMatchObject({ isWhole: true });
});

test('a server whose audit trail cannot be opened does not start', async () => {
  await expect(openObservedServer({ MCP_AUDIT_FILE: '/nowhere/at/all/audit.jsonl' })).rejects.toThrow('MCP_AUDIT_FILE');
});

// The device of Linux that takes nothing, as a full disk does.
test.skipIf(!existsSync('/dev/full'))('a full disk fails no call, and a batched trail logs it once', async () => {
  const { call, lines } = await openObservedServer({ MCP_AUDIT_FILE: '/dev/full' });

  const answers = [];
  for (let count = 0; count < 20; count++) answers.push(await call('echo', { text: 'hi' }));

  expect(answers.filter((answer) => answer.includes('"isError":false'))).toHaveLength(20);
  expect(lines.filter((line) => line.includes('audit'))).toHaveLength(1);
});
