/** Clients that wait for a resource, while another upstream comes into the place of the one that has it. */
import { buildCatalog, Listeners, type CatalogSource } from '@sigil/core/catalog';
import { expect, onTestFinished, test, vi } from 'vitest';
import { openPluginServer } from '../../src/running/open-plugin-server.js';
import { connect, openGateway } from './gateway.test-support.js';

const uri = 'demo://weather';

/** An upstream with one resource, that knows how many wait for it. */
async function openWatched(): Promise<{ readonly url: string; readonly waiting: () => number; announce(): void }> {
  let waiting = 0;
  const updates = new Listeners<string>();
  const catalog = buildCatalog({
    tools: [],
    resources: [
      {
        definition: { uri, name: 'weather' },
        announcesUpdates: true,
        awaited() {
          waiting++;
          return () => void waiting--;
        },
        read: async () => ({ kind: 'result', contents: [{ uri, text: 'rain' }] }),
      },
    ],
    resourceTemplates: [],
    prompts: [],
  });
  const source: CatalogSource = {
    current: () => catalog,
    hold: () => ({ release: () => undefined }),
    onChange: () => () => undefined,
    onResourceUpdated: (listener) => updates.add(listener),
  };
  const log = { faultsOf: () => () => undefined, failure: () => undefined };
  const server = await openPluginServer({ name: 'weather', version: '1.0.0', source }, {}, { log, closeGraceMs: 1 });
  onTestFinished(() => server.close());
  return { url: `${server.url!}/mcp/weather`, waiting: () => waiting, announce: () => updates.notify(uri) };
}

test.each(['legacy', 'modern'])(
  'a resource subscription continues at the %s upstream that replaces another',
  async (protocol) => {
    const [first, second] = [await openWatched(), await openWatched()];
    // Required, so that the lists are equal in the moment in which one takes the place of the other.
    const remoteAt = ({ url }: { readonly url: string }) => ({ far: { remote: { url, protocol, required: true } } });
    const gateway = await openGateway(remoteAt(first));
    const client = await connect(`${gateway.url}/mcp/far`);
    const updated: string[] = [];
    client.setNotificationHandler('notifications/resources/updated', ({ params }) => void updated.push(params.uri));
    await client.subscribeResource({ uri });
    await vi.waitFor(() => expect(first.waiting()).toBe(1), 20_000);

    await gateway.configure(remoteAt(second));

    await vi.waitFor(() => expect([first.waiting(), second.waiting()]).toEqual([0, 1]), { timeout: 10_000 });
    second.announce();
    await vi.waitFor(() => expect(updated).toEqual([uri]), 20_000);
  },
);
