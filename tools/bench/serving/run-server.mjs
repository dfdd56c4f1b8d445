/**
 * `npm run bench:server`: our side of the benchmark alone, in one process: a built plugin behind the packages as they are published.
 *
 * Two limits of them are raised, so that it answers what the others do: a list is one page, and each notification of progress is
 * sent, however fast they come.
 */
import { createEngine } from '@sigil/core';
import { hostPlugin } from '@sigil/plugin-host';
import { readSubjectOptions, sayReady } from './subject-options.mjs';
import { folderOf } from './served-tools/build-work.mjs';

const options = readSubjectOptions();
if (options) await serve(options);

/** @param {import('./subject-options.mjs').SubjectOptions} options */
async function serve({ port = 0, stdio, stateless, ...work }) {
  const plugin = await hostPlugin(folderOf(work));
  if (plugin.status.state === 'failed') throw plugin.status.error;
  const engine = createEngine({
    info: { name: 'bench', version: '1.0.0' },
    source: plugin,
    limits: { pageSize: 1_001, maxProgressPerSecond: 10_000_000 },
    onFault: ({ during, error }) => console.error(`${during} failed:`, error),
  });
  if (stdio) await overStdio(engine);
  else await overHttp(engine, { port, stateless });
}

/** @param {import('@sigil/core').Engine} engine */
async function overStdio(engine) {
  const { guardStdout, serveStdio } = await import('@sigil/transport-stdio');
  const { output } = guardStdout();
  await serveStdio(engine, { output }).done;
  engine.close();
}

/** @param {import('@sigil/core').Engine} engine @param {{ port: number, stateless: boolean }} options */
async function overHttp(engine, { port, stateless }) {
  const { createEndpoint, openHttpServer } = await import('@sigil/transport-http');
  const endpoint = createEndpoint(engine, { sessions: stateless ? 'stateless' : 'stateful' });
  const server = await openHttpServer({ endpoints: new Map([['/mcp', endpoint]]), port });
  sayReady(server.port);
}
