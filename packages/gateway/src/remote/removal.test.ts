/** A remote server that is removed while its calls run: they may finish within a grace. */
import { expect, test } from 'vitest';
import { openGateway, textOf } from './scripted-upstreams.test-support.js';
import { openModernHttp } from '@sigil/test-support/upstream-servers';

test('closing lets a call that waits for its client’s answer finish', async () => {
  const upstream = await openModernHttp();
  const { remote, connect } = await openGateway({ url: upstream.url, protocol: 'modern' });
  let closed: Promise<void> | undefined;
  const elicit = () => {
    closed = remote.close(5_000);
    return { action: 'accept', content: { colour: 'red' } } as const;
  };
  const client = await connect({ answers: { elicit } });

  expect(textOf(await client.callTool('ask'))).toBe('accept red');
  await closed;
});
