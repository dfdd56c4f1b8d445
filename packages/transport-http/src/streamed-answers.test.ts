import type { Context, JsonObject } from '@sigil/core';
import { carrierOf, type PublishedTool } from '@sigil/core/catalog';
import { expect, test } from 'vitest';
import { gate, textResult, toolOf } from '@sigil/testing/transports';
import { begin, modern, openTestServer, readStream, send } from './http.test-support.js';

/** Emits events as a generator does: the next when the previous one was accepted. */
function storyOf(parts: readonly string[], between: () => Promise<void> = async () => undefined): PublishedTool {
  return toolOf('story', async (_input: JsonObject, context: Context) => {
    for (const part of parts) {
      await carrierOf(context)?.emit({ type: 'content', content: part });
      await between();
    }
    return textResult(parts.join(''));
  });
}

const call = () => modern('tools/call', { name: 'story', arguments: {}, _meta: { progressToken: 1 } });

test('an event reaches its reader before the next one is produced', async () => {
  const onward = gate();
  const { port } = await openTestServer({ tools: [storyOf(['a', 'b'], () => onward.opened)] });

  const next = readStream(await begin(port, call()));
  const first = await next();
  onward.open();

  expect(first?.params).toMatchObject({ progress: 1, message: 'a' });
  expect((await next())?.params).toMatchObject({ progress: 2, message: 'b' });
  expect((await next())?.result).toMatchObject({ content: [{ text: 'ab' }] });
  expect(await next()).toBeUndefined();
});

test('a client that accepts no stream gets one JSON answer with all content', async () => {
  const { port } = await openTestServer({ tools: [storyOf(['a', 'b'])] });
  const request = call();

  const answer = await send(port, { ...request, headers: { ...request.headers, Accept: 'application/json' } });

  expect(answer.headers['content-type']).toBe('application/json');
  expect(answer.messages).toMatchObject([{ result: { content: [{ text: 'ab' }] } }]);
});

test('a client that accepts only streams gets its answer as a stream', async () => {
  const { port } = await openTestServer({ tools: [storyOf(['a'])] });
  const request = call();

  const answer = await send(port, { ...request, headers: { ...request.headers, Accept: 'text/event-stream' } });

  expect(answer.messages).toMatchObject([{ method: 'notifications/progress' }, { result: {} }]);
});

test('a modern client that disconnects aborts its call', async () => {
  const left = gate();
  const tool = toolOf('story', async (_input, context) => {
    context.signal.addEventListener('abort', left.open);
    await carrierOf(context)?.emit({ type: 'content', content: 'a' });
    await left.opened;
    return textResult('');
  });
  const { port } = await openTestServer({ tools: [tool] });

  const response = await begin(port, call());
  await readStream(response)();
  response.destroy();

  await expect(left.opened).resolves.toBeUndefined();
});
