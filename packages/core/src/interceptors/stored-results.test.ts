import { expect, test } from 'vitest';
import { catalogOf, toolOf } from '../catalog/catalog.test-support.js';
import { engineOf, modern, requestIn, resultIn, talkTo } from '../engine/engine.test-support.js';
import type { ResourceLink } from '../model/content.js';
import type { JsonObject } from '../model/json.js';
import { metaKeys } from '../revisions/meta-keys.js';
import type { Intercept } from './interceptor.js';

const redact: Intercept = async (_request, next) => {
  const answer = await next();
  return JSON.parse(JSON.stringify(answer.value).replaceAll('ann@example.com', '[e-mail]')) as JsonObject;
};
const interceptors = () => [{ name: 'redact', methods: ['tools/call'], intercept: redact }];
const result = (text: string) => ({ kind: 'result', content: [{ type: 'text', text }], isError: false }) as const;

test('the stored result of a task is the changed one', async () => {
  const tool = toolOf('report', async () => result('by ann@example.com'), { task: 'required' });
  const talk = talkTo(engineOf(catalogOf({ tools: [tool] }), { interceptors }));
  const _meta = { [metaKeys.clientCapabilities]: { extensions: { 'io.modelcontextprotocol/tasks': {} } } };

  const { taskId } = resultIn(await talk.request(requestIn(modern, 1, ['tools/call', { name: 'report', _meta }])));
  const look = async (id: number) => talk.request(requestIn(modern, id, ['tasks/get', { taskId: taskId!, _meta }]));

  await expect.poll(async () => resultIn(await look((Math.random() * 1e9) | 0))['status']).toBe('completed');
  expect(JSON.stringify(resultIn(await look(2)))).toMatch(/by \[e-mail\]/);
});

test('a result that is too long to send is kept as it was changed', async () => {
  const kept: string[] = [];
  const keepLargeResult = async ({ text }: { readonly text: string }): Promise<ResourceLink> => {
    kept.push(text);
    return { type: 'resource_link', uri: 'cid://kept', name: 'kept' };
  };
  const tool = toolOf('report', async () => result(`by ann@example.com ${'x'.repeat(5_000)}`));
  const options = { interceptors, keepLargeResult, limits: { maxResultLength: 1_000 } };
  const talk = talkTo(engineOf(catalogOf({ tools: [tool] }), options));

  await talk.request(requestIn(modern, 1, ['tools/call', { name: 'report' }]));

  expect(kept).toHaveLength(1);
  expect(kept[0]).toContain('by [e-mail]');
});
