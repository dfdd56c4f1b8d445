/**
 * Our side of the streams benchmark, in one process: the plugin that reports progress, over
 * HTTP at /mcp and over WebSocket at /mcp/bench/ws.
 *
 * Uses the packages' default limits.
 */
import { hostPlugin } from '@sigil/plugin-host';
import { openPluginServer } from '@sigil/server/plugin-server';
import { log } from '../serving/served/open-served.mjs';
import { readSubjectOptions, sayReady } from '../serving/subject-options.mjs';
import { folderOf } from '../serving/served-tools/build-work.mjs';

const options = readSubjectOptions();
if (options) await serve(options);

/** @param {import('../serving/subject-options.mjs').SubjectOptions} options */
async function serve({ port = 0, tools, progress }) {
  const source = await hostPlugin(folderOf({ tools, progress }));
  if (source.status.state === 'failed') throw source.status.error;
  const server = await openPluginServer({ name: 'bench', version: '1.0.0', source }, { port, ws: true }, { log });
  sayReady(Number(new URL(server.url ?? '').port));
}
