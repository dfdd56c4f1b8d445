/**
 * The limit of a gateway: node:http in front, undici behind, and the answer's bytes passed on unchanged. It checks nothing,
 * has no sessions with the upstream, and forwards every client's ids to it.
 */
import { createServer } from 'node:http';
import { Pool } from 'undici';

const upstream = new URL(String(process.argv[2]));
const pool = new Pool(upstream.origin);
const headers = ['content-type', 'application/json', 'accept', 'application/json, text/event-stream'];

const server = createServer((request, response) => {
  if (request.method !== 'POST') return void response.writeHead(405).end();
  /** @type {Buffer[]} */
  const chunks = [];
  request.on('data', (chunk) => chunks.push(chunk));
  request.on('end', () => pass(Buffer.concat(chunks).toString(), response));
});
server.listen(0, '127.0.0.1', () => {
  console.log(`Serves on http://127.0.0.1:${/** @type {any} */ (server.address()).port}/mcp`);
});

/** @param {string} body @param {import('node:http').ServerResponse} response */
function pass(body, response) {
  /** @type {Buffer[]} */
  const chunks = [];
  let status = 0;
  /** @type {import('node:http').IncomingHttpHeaders} */
  let answered = {};
  pool.dispatch(
    { path: upstream.pathname, method: 'POST', headers, body },
    {
      onRequestStart() {},
      onResponseStart(_controller, code, received) {
        status = code;
        answered = received;
      },
      onResponseData: (_controller, chunk) => void chunks.push(chunk),
      onResponseEnd() {
        const session = answered['mcp-session-id'];
        const length = chunks.reduce((sum, { length }) => sum + length, 0);
        response.writeHead(status, {
          'content-type': 'application/json',
          'content-length': length,
          ...(session === undefined ? {} : { 'mcp-session-id': session }),
        });
        response.end(chunks.length === 1 ? chunks[0] : Buffer.concat(chunks));
      },
      onResponseError: (_controller, error) => void response.destroy(error),
    },
  );
}
