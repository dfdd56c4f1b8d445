/**
 * One built plugin behind the packages as they are published: what is benched, what the official conformance suite judges, and what
 * the hostile cases are thrown at.
 *
 * Three limits are raised, so that it answers what the others of the benchmark do: a list is one page, each notification of
 * progress is sent, however fast they come, and the load may have all that there is, since it comes from one address.
 */
import { readFile } from 'node:fs/promises';
import { Clients, createEngine } from '@sigil/core/engine';
import { hostPlugin } from '@sigil/plugin-host';

/**
 * @typedef {object} Served
 * @property {string} name the plugin's, without its scope
 * @property {import('@sigil/core/engine').Engine} engine
 * @property {() => Promise<void>} close ends every conversation and stops the plugin
 */

/**
 * Opens the plugin behind one engine. Whoever opened it closes it.
 *
 * @param {string} folder the plugin's; built
 * @param {string} [schemasFile] JSON: input schemas to list instead of the built ones, by the name of the tool
 * @returns {Promise<Served>}
 */
export async function openServed(folder, schemasFile) {
  const plugin = await hostPlugin(folder);
  if (plugin.status.state === 'failed') throw plugin.status.error;
  const { name: packageName, version, description } = plugin.status.manifest.plugin;
  const name = packageName.split('/').at(-1) ?? packageName;
  const engine = createEngine({
    info: { name, version, ...(description ? { description } : {}) },
    source: schemasFile === undefined ? plugin : await withListed(plugin, schemasFile),
    limits: { pageSize: 1_001, maxProgressPerSecond: 10_000_000 },
    onFault: reportFault,
  });
  return {
    name,
    engine,
    async close() {
      engine.close();
      await plugin.close();
    },
  };
}

/** @param {import('@sigil/core/catalog').CatalogSource} source @param {string} schemasFile */
async function withListed(source, schemasFile) {
  const { replaceSchemas } = await import('./replace-schemas.mjs');
  return replaceSchemas(source, JSON.parse(await readFile(schemasFile, 'utf8')));
}

/**
 * Serves at `/mcp`, and at `/mcp/<name>` as any mount of the server would.
 *
 * @param {Served} served
 * @param {{ port: number, stateless?: boolean, pair?: boolean }} options `pair`: also at `/sse` and `/messages`, for clients of
 *   the first revision
 * @returns {Promise<import('@sigil/transport-http').HttpServer>}
 */
export async function serveOverHttp({ engine, name }, { port, stateless = false, pair = false }) {
  const { createEndpoint, createSseEndpoints, openHttpServer } = await import('@sigil/transport-http');
  const clients = new Clients({ clientSharePercent: 100 });
  const options = { clients, onFault: reportFault };
  const endpoint = createEndpoint(engine, { ...options, sessions: stateless ? 'stateless' : 'stateful' });
  const endpoints = new Map([
    ['/mcp', endpoint],
    [`/mcp/${name}`, endpoint],
  ]);
  if (pair) {
    const { stream, messages } = createSseEndpoints(engine, { ...options, messagesPath: '/messages' });
    endpoints.set('/sse', stream).set('/messages', messages);
  }
  return openHttpServer({ endpoints, port, clients });
}

/** Serves over standard input and output, until the other end is done. @param {Served} served */
export async function serveOverStdio({ engine }) {
  const { guardStdout, serveStdio } = await import('@sigil/transport-stdio');
  const { output } = guardStdout();
  return serveStdio(engine, { output, onFault: reportFault });
}

// On standard error: over stdio, standard output is the protocol's.
/** @param {import('@sigil/core/engine').Fault} fault */
function reportFault({ during, error, incident }) {
  console.error(`${during} failed${incident === undefined ? '' : ` (incident ${incident})`}:`, error);
}
