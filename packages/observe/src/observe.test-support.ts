import { buildCatalog, fixedSource, type PublishedTool } from '@sigil/core/catalog';
import { createEngine, openConversation, type CallObserver, type Principal } from '@sigil/core/engine';
import { modernRequest } from '@sigil/testing/transports';
import { spawnSync } from 'node:child_process';

/** A client that sends modern requests to a server of these tools. @param principal the caller; nobody is asked without it */
export function observedClient(tools: readonly PublishedTool[], observer: CallObserver, principal?: Principal) {
  const catalog = buildCatalog({ tools, resources: [], resourceTemplates: [], prompts: [] });
  const engine = createEngine({ info: { name: 'sky', version: '1.0.0' }, source: fixedSource(catalog), observer });
  const sent: { readonly error?: object; readonly result?: object }[] = [];
  const outlet = { send: async ({ json }: { json: string }) => void sent.push(JSON.parse(json)) };
  const conversation = openConversation(engine, outlet, principal);
  let lastId = 0;
  const ask = (method: string, params: object = {}, id: string | number = ++lastId) =>
    conversation.receive(JSON.stringify({ ...modernRequest(0, method, params as never), id }));
  return { ask, sent, engine };
}

/** Whether Debian's `prometheus` is here. In CI it must be: `.ci/run` installs it. */
export const hasPromtool = spawnSync('promtool', ['--version']).status === 0;

/** @returns what Prometheus's own checker says of the text; nothing when it is content */
export function checkWithPromtool(text: string): string {
  const { status, stdout, stderr } = spawnSync('promtool', ['check', 'metrics'], { input: text, encoding: 'utf8' });
  return status === 0 ? stdout + stderr : `status ${status}: ${stdout}${stderr}`;
}
