import { createServer } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import Koa from 'koa';
import { expect, onTestFinished, test } from 'vitest';
import { openAdmin } from '../admin/open-admin.js';
import { auditAdmin } from './audit-admin.js';

const token = 'a-token-that-nobody-guesses';

test.each(['log?module=calls&level=silent', 'rollback?server=orders', 'cancel?call=0123456789ab-1', 'reload'])(
  'when the audit trail cannot be written, %s gets 503 and is not done',
  async (route) => {
    const done: string[] = [];
    const actions = {
      status: () => ({}),
      reload: async () => void done.push('reload'),
      rollback: async () => String(done.push('rollback')),
      cancel: async () => done.push('cancel') > 0,
      levels: () => ({ calls: 'info' }),
      setLevel: () => void done.push('level'),
    };
    const note = (): void => {
      throw new Error('ENOSPC: no space left on device, write /var/log/audit.jsonl');
    };
    const callers = { token, authentication: undefined, onRefused: () => undefined };
    const server = createServer(new Koa().use(openAdmin(callers, auditAdmin(actions, { note }))).callback());
    onTestFinished(() => void server.close().closeAllConnections());
    await once(server.listen(0, '127.0.0.1'), 'listening');

    const answer = await fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}/admin/${route}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}` },
    });

    expect(answer.status).toBe(503);
    expect(await answer.json()).toEqual({ error: 'the audit trail cannot be written, and this was not done' });
    expect(done).toEqual([]);
  },
);
