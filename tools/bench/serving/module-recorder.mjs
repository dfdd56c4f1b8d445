/**
 * Is preloaded into a process: writes the name and size of every file loaded as a module when the process exits.
 *
 * `RECORD_MODULES` names the output file, as JSON: sizes in bytes by absolute path.
 */
import { register, createRequire } from 'node:module';
import { MessageChannel } from 'node:worker_threads';
import { statSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const { port1, port2 } = new MessageChannel();
const hooks = `
  let port;
  export const initialize = (data) => void (port = data.port);
  export async function load(url, context, nextLoad) {
    if (url.startsWith('file:')) port.postMessage(url);
    return nextLoad(url, context);
  }`;
/** @type {Set<string>} */
const files = new Set();
port1.on('message', (url) => files.add(fileURLToPath(url)));
port1.unref();
register(`data:text/javascript,${encodeURIComponent(hooks)}`, { data: { port: port2 }, transferList: [port2] });

process.on('SIGTERM', () => {
  const required = Object.keys(createRequire(import.meta.url).cache);
  const sizes = Object.fromEntries([...files, ...required].map((file) => [file, statSync(file).size]));
  writeFileSync(process.env['RECORD_MODULES'] ?? '', JSON.stringify(sizes));
});
