import { expect, test } from 'vitest';
import { textResult, toolOf } from '@sigil/testing/transports';
import { modern, openTestServer, send } from '../http.test-support.js';

test.each([['ascii', 'a'.repeat(1_000)] as const, ['other text', 'é漢😀'.repeat(300)] as const])(
  'a long list arrives whole with the correct Content-Length, with descriptions of %s',
  async (_kind, description) => {
    const tools = Array.from({ length: 30 }, (_, index) => {
      const tool = toolOf(`tool-${index}`, async () => textResult('ok'));
      return { ...tool, definition: { ...tool.definition, description } };
    });
    const { port } = await openTestServer({ tools });

    for (let round = 0; round < 2; round++) {
      const { headers, text } = await send(port, modern('tools/list'));

      expect(Buffer.byteLength(text)).toBe(Number(headers['content-length']));
      expect(JSON.parse(text)).toMatchObject({ result: { tools: tools.map(() => ({ description })) } });
    }
  },
);
