/**
 * An HTTP API on a port of its own that keeps each request as it came and answers as it is told.
 */
import { createServer } from 'node:http';

/** @typedef {import('./parse-values.mjs').RawRequest} RawRequest */
/** @typedef {{ status: number, contentType?: string, body?: string | Uint8Array }} MockAnswer */

/**
 * @typedef {object} MockApi
 * @property {string} url with a base path, so that its loss is seen
 * @property {() => RawRequest[]} takeRequests those since the last time
 * @property {(answer: MockAnswer) => void} answerWith
 * @property {() => Promise<void>} close
 */

const basePath = '/base/v1';

/** @returns {Promise<MockApi>} */
export async function openMockApi() {
  /** @type {RawRequest[]} */
  let requests = [];
  /** @type {MockAnswer} */
  let answer = { status: 200, contentType: 'application/json', body: '{}' };
  const server = createServer(async (request, response) => {
    const chunks = [];
    for await (const chunk of request) chunks.push(chunk);
    const { method = '', url = '', headers } = request;
    const { pathname: path, search } = splitTarget(url);
    const own = path.startsWith(basePath) ? path.slice(basePath.length) : `outside of the base path: ${path}`;
    requests.push({ method, path: own, query: search, headers, body: Buffer.concat(chunks) });
    response.writeHead(answer.status, answer.contentType === undefined ? {} : { 'content-type': answer.contentType });
    response.end(answer.body ?? '');
  });
  // Making values may block this process for longer than the usual timeout, and a request on a closed connection is lost.
  server.keepAliveTimeout = 0;
  await new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve(undefined)));
  const { port } = /** @type {import('node:net').AddressInfo} */ (server.address());
  return {
    url: `http://127.0.0.1:${port}${basePath}`,
    takeRequests: () => {
      const taken = requests;
      requests = [];
      return taken;
    },
    answerWith: (next) => {
      answer = next;
    },
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** @param {string} target raw, which a URL's parser would change */
function splitTarget(target) {
  const at = target.indexOf('?');
  return at === -1 ? { pathname: target, search: '' } : { pathname: target.slice(0, at), search: target.slice(at + 1) };
}
