import { buildCatalog, fixedSource, type Catalog, type CatalogSource, type PublishedTool } from '@sigil/core/catalog';
import { createEngine, openConversation, type CallObserver, type Principal } from '@sigil/core/engine';
import { modernRequest } from '@sigil/testing/transports';
import { spawnSync } from 'node:child_process';

/** A client that sends modern requests to a server of these tools. @param principal the caller; nobody is asked without it */
export function observedClient(tools: readonly PublishedTool[], observer: CallObserver, principal?: Principal) {
  let catalog = catalogOf(tools);
  const source: CatalogSource = { ...fixedSource(catalog), current: () => catalog };
  const engine = createEngine({ info: { name: 'sky', version: '1.0.0' }, source, observer });
  const sent: { readonly error?: object; readonly result?: object }[] = [];
  const outlet = { send: async ({ json }: { json: string }) => void sent.push(JSON.parse(json)) };
  const conversation = openConversation(engine, outlet, principal);
  let lastId = 0;
  const ask = (method: string, params: object = {}, id: string | number = ++lastId) =>
    conversation.receive(JSON.stringify({ ...modernRequest(0, method, params as never), id }));
  /** From here on the server has these tools. */
  const swap = (others: readonly PublishedTool[]): void => void (catalog = catalogOf(others));
  return { ask, sent, engine, swap };
}

function catalogOf(tools: readonly PublishedTool[]): Catalog {
  return buildCatalog({ tools, resources: [], resourceTemplates: [], prompts: [] });
}

/** Whether Debian's `prometheus` is here. In CI it must be: `.ci/run` installs it. */
export const hasPromtool = spawnSync('promtool', ['--version']).status === 0;

/** @returns what Prometheus's own checker says of the text; nothing when it is content */
export function checkWithPromtool(text: string): string {
  const { status, stdout, stderr } = spawnSync('promtool', ['check', 'metrics'], { input: text, encoding: 'utf8' });
  return status === 0 ? stdout + stderr : `status ${status}: ${stdout}${stderr}`;
}
