import { buildCatalog, fixedSource, type Catalog, type CatalogSource, type PublishedTool } from '@sigil/core/catalog';
import {
  createEngine,
  openConversation,
  type CallObserver,
  type Interceptor,
  type Principal,
} from '@sigil/core/engine';
import { modernRequest } from '@sigil/testing/transports';
import { spawnSync } from 'node:child_process';

/**
 * Opens a client that sends modern requests to a server of these tools.
 * @param principal the caller; without it there is no authentication
 */
export function observedClient(
  tools: readonly PublishedTool[],
  observer: CallObserver,
  principal?: Principal,
  interceptors?: readonly Interceptor[],
) {
  let catalog = catalogOf(tools);
  const source: CatalogSource = { ...fixedSource(catalog), current: () => catalog };
  const intercepting = interceptors && { interceptors: () => interceptors };
  const engine = createEngine({ info: { name: 'sky', version: '1.0.0' }, source, observer, ...intercepting });
  const sent: { readonly error?: object; readonly result?: object }[] = [];
  const outlet = { send: async ({ json }: { json: string }) => void sent.push(JSON.parse(json)) };
  const conversation = openConversation(engine, outlet, { principal });
  let lastId = 0;
  const ask = (method: string, params: object = {}, id: string | number = ++lastId) =>
    conversation.receive(JSON.stringify({ ...modernRequest(0, method, params as never), id }));
  /** Replaces the server's tools. */
  const swap = (others: readonly PublishedTool[]): void => void (catalog = catalogOf(others));
  return { ask, sent, engine, swap };
}

function catalogOf(tools: readonly PublishedTool[]): Catalog {
  return buildCatalog({ tools, resources: [], resourceTemplates: [], prompts: [] });
}

/** Whether Debian's `prometheus` is installed. CI requires it: `.ci/run` installs it. */
export const hasPromtool = spawnSync('promtool', ['--version']).status === 0;

/** @returns the complaints of Prometheus's own checker; empty if there are none */
export function checkWithPromtool(text: string): string {
  const { status, stdout, stderr } = spawnSync('promtool', ['check', 'metrics'], { input: text, encoding: 'utf8' });
  return status === 0 ? stdout + stderr : `status ${status}: ${stdout}${stderr}`;
}
