/**
 * Our side of the benchmark of streams, in one process: the plugin that reports progress, over HTTP at /mcp and over WebSocket at /ws.
 *
 * No limit of the packages is changed.
 */
import { createEngine } from '@sigil/core/engine';
import { hostPlugin } from '@sigil/plugin-host';
import { buildCallerCheck, createEndpoint, openHttpServer } from '@sigil/transport-http';
import { openWebSocketServer } from '@sigil/transport-ws';
import { readSubjectOptions, sayReady } from '../serving/subject-options.mjs';
import { folderOf } from '../serving/served-tools/build-work.mjs';

const options = readSubjectOptions();
if (options) await serve(options);

/** @param {import('../serving/subject-options.mjs').SubjectOptions} options */
async function serve({ port = 0, tools, progress }) {
  const plugin = await hostPlugin(folderOf({ tools, progress }));
  if (plugin.status.state === 'failed') throw plugin.status.error;
  const engine = createEngine({
    info: { name: 'bench', version: '1.0.0' },
    source: plugin,
    onFault: ({ during, error }) => console.error(`${during} failed:`, error),
  });
  const http = await openHttpServer({ endpoints: new Map([['/mcp', createEndpoint(engine)]]), port });
  openWebSocketServer(http.server, { checkCaller: buildCallerCheck({}), endpoints: new Map([['/ws', { engine }]]) });
  sayReady(http.port);
}
