import { expect, test, vi } from 'vitest';
import { catalogOf, text, toolOf } from '../catalog/catalog.test-support.js';
import type { Context } from '../model/context.js';
import type { JsonObject } from '../model/json.js';
import { askIn, textOf } from '../engine/asking.test-support.js';
import { callIn, collect, engineOf, initializeOf, latestLegacy, modern } from '../engine/engine.test-support.js';
import { releaseCapabilities, releasedMethod } from './release-notice.js';

const run = async (_input: JsonObject, context: Context) => {
  context.releaseConnection();
  return text('went on');
};
const letGo = async (context: Context) => context.releaseConnection();

test.each([latestLegacy, modern])(
  'a gateway of $date is notified which call releases its connection',
  async (revision) => {
    const { answer, sent } = await askIn(revision, letGo, { capabilities: releaseCapabilities });

    const notices = sent.filter(({ method }) => method === releasedMethod);
    expect(notices.map(({ params }) => params)).toEqual([{ requestId: answer['id'] }]);
    expect(textOf(answer)).toBe('nothing');
  },
);

test.each([latestLegacy, modern])(
  'another client of $date is not notified of a released connection',
  async (revision) => {
    const { sent } = await askIn(revision, letGo, { capabilities: { experimental: { other: {} } } });

    expect(sent.map(({ method }) => method)).not.toContain(releasedMethod);
  },
);

test('no notice is sent when the transport itself releases the connection', async () => {
  const { engine } = engineOf(catalogOf({ tools: [toolOf('ask', run)] }));
  const { outlet, sent } = collect();
  const releaseConnection = vi.fn(() => true);
  const session = engine.openSession(outlet);
  const { params, ...opening } = initializeOf(latestLegacy.date);
  const initialize = { ...opening, params: { ...(params as JsonObject), capabilities: releaseCapabilities } };
  const initialized = { jsonrpc: '2.0', method: 'notifications/initialized' };

  for (const message of [initialize, initialized, callIn(latestLegacy, 1, { name: 'ask' })]) {
    await session.receive(engine.read(JSON.stringify(message)) as never, { ...outlet, releaseConnection });
  }

  expect(releaseConnection).toHaveBeenCalledTimes(1);
  expect(sent.map(({ method }) => method)).not.toContain(releasedMethod);
});
