/**
 * Opens many sessions, or many sessions with a stream each, and holds them until its input ends.
 *
 * `node run-many.mjs '{ "port": …, "path": …, "count": …, "streams": … }'`; prints `open` when all are open.
 */
import { request } from 'node:http';
import { HttpConnection } from './http-connection.mjs';
import { headersOf, initialize, initialized, postOf } from './messages.mjs';

const { port, path, count, streams } = JSON.parse(process.argv[2] ?? '{}');
const http = new HttpConnection(port);
const held = [];
for (let i = 0; i < count; i++) {
  const { head } = await http.send(postOf(initialize, {}, path));
  const session = /\r\nmcp-session-id: ([^\r]+)/.exec(head)?.[1];
  if (session === undefined) throw new Error('initialize opened no session');
  const headers = headersOf('legacy', initialized, session);
  await http.send(postOf(initialized, headers, path));
  if (streams) held.push(await openStream(headers));
}
http.close();
console.log('open');
process.stdin.on('end', () => process.exit()).resume();

/** @param {Record<string, string>} headers */
function openStream(headers) {
  return new Promise((resolve, reject) => {
    const get = request({
      port,
      path,
      host: '127.0.0.1',
      headers: { ...headers, accept: 'text/event-stream' },
    });
    get.once('response', (response) => {
      response.resume();
      resolve(get);
    });
    get.once('error', reject).end();
  });
}
