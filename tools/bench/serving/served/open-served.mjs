/**
 * Serves one built plugin with the published packages: the subject of the benchmark, of the
 * official conformance suite and of the hostile cases.
 *
 * Three limits are raised, so that it answers as the benchmark's rivals do: a list is one page, every progress notification is
 * sent however fast they come, and one address may use the whole capacity, since the load comes from one.
 */
import { readFile } from 'node:fs/promises';
import { hostPlugin } from '@sigil/plugin-host';
import { openPluginServer } from '@sigil/server/plugin-server';

/**
 * @typedef {object} ServedOptions
 * @property {boolean} [stdio] over standard input and output instead of HTTP
 * @property {number} [port]
 * @property {boolean} [stateless]
 * @property {boolean} [ws] also over WebSocket, at `/mcp/<name>/ws`
 * @property {boolean} [pair] also for clients of the first revision, at `/mcp/<name>/sse`
 * @property {boolean} [store] shares the store at REDIS_URL with other processes
 * @property {string | undefined} [schemas] JSON: input schemas to list instead of the built ones, by the name of the tool
 *
 * @typedef {object} Served
 * @property {string | undefined} url its address, without a path; undefined over stdio
 * @property {Promise<void>} ended resolves when the client on standard input has left
 * @property {(options?: { idleMs?: number }) => Promise<void>} close ends every conversation and stops the plugin
 */

/**
 * Serves the plugin at `/mcp`, and at `/mcp/<name>` as any mount of the server would. The caller closes it.
 *
 * @param {string} folder the plugin's; built
 * @param {ServedOptions} options
 * @returns {Promise<Served>}
 */
export async function openServed(folder, { stdio, schemas, store, pair: sse = false, ...settings }) {
  const plugin = await hostPlugin(folder);
  if (plugin.status.state === 'failed') throw plugin.status.error;
  const { name: packageName, version, description } = plugin.status.manifest.plugin;
  const name = packageName.split('/').at(-1) ?? packageName;
  const source = schemas === undefined ? plugin : await withListed(plugin, schemas);
  const limits = { pageSize: 1_001, maxProgressPerSecond: 10_000_000 };
  const { url, ended, close } = await openPluginServer(
    { name, version, description, source, plugin },
    {
      ...settings,
      ...(store ? storeSettings() : {}),
      sse,
      skillsInSessions: true,
      stdio: stdio ? 'mcp' : undefined,
      limits,
      sharedLimits: { clientSharePercent: 100 },
    },
    { log },
  );
  return {
    url,
    ended,
    async close(options) {
      await close(options);
      await plugin.close();
    },
  };
}

/** Reads the store's settings from the environment. */
function storeSettings() {
  const { REDIS_URL: url = '', MCP_REQUEST_STATE_KEY: key = '' } = process.env;
  const requestStateKeys = key.split(',').map((part) => Buffer.from(part, 'base64'));
  return { requestStateKeys, store: { kind: /** @type {const} */ ('redis'), url, processLeaseMs: 2_000 } };
}

/** @param {import('@sigil/core/catalog').CatalogSource} source @param {string} schemasFile */
async function withListed(source, schemasFile) {
  const { replaceSchemas } = await import('./replace-schemas.mjs');
  return replaceSchemas(source, JSON.parse(await readFile(schemasFile, 'utf8')));
}

/**
 * Logs to standard error: over stdio, standard output belongs to the protocol.
 * @type {import('@sigil/server/plugin-server').ServingLog}
 */
export const log = {
  faultsOf:
    () =>
    ({ during, error, incident }) =>
      console.error(`${during} failed${incident === undefined ? '' : ` (incident ${incident})`}:`, error),
  failure: (subject, error) => {
    // The name of a refused host or origin, which is no fault; tests count what goes to console.error.
    if (error instanceof Error && error.name === 'ForbiddenCaller')
      process.stderr.write(`${subject}: ${error.message}\n`);
    else console.error(`${subject} failed:`, error);
  },
};
