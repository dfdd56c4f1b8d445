/**
 * `npm run bench:server` and `npm run fixture`: one built plugin behind our packages, in one process, until it is told to stop.
 */
import { containPlugins } from '@sigil/plugin-host/contain-plugins';
import { openServed, serveOverHttp, serveOverStdio } from './served/open-served.mjs';
import { readSubjectOptions, sayReady } from './subject-options.mjs';
import { folderOf } from './served-tools/build-work.mjs';

const options = readSubjectOptions();
if (options) await serve(options);

/** @param {import('./subject-options.mjs').SubjectOptions} options */
async function serve({ plugin, schemas, ...options }) {
  const { exit } = containPlugins();
  const served = await openServed(plugin ?? folderOf(options), schemas);
  await (options.stdio ? overStdio(served) : overHttp(served, options));
  await served.close();
  exit(0);
}

/** @param {import('./served/open-served.mjs').Served} served */
async function overStdio(served) {
  const server = await serveOverStdio(served);
  await Promise.race([server.done, untilStopped()]);
  await server.close();
}

/**
 * @param {import('./served/open-served.mjs').Served} served
 * @param {{ port: number, stateless: boolean, pair: boolean }} options
 */
async function overHttp(served, options) {
  const server = await serveOverHttp(served, options);
  sayReady(server.port);
  await untilStopped();
  served.engine.endSubscriptions();
  await server.close();
}

function untilStopped() {
  return new Promise((resolve) => {
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.once(signal, resolve);
  });
}
